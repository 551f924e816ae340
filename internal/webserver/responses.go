package webserver

// ResponsesMoved says that the newest responses of agents have changed.
type ResponsesMoved struct {
	State string `json:"state"` // as in responses list
}
