package commands

import "consider/internal/session"

// atTheKeys reports whether a person has the keyboard and screen of a terminal that can show more than plain lines.
// Programs that wait for keys are started for no other caller.
func (a *app) atTheKeys(c session.Caller) bool {
	kind := a.env.Getenv("TERM")
	return c.IsPerson() && c.As == "" && a.env.InTerminal && a.env.OutTerminal && kind != "" && kind != "dumb" && a.env.Getenv("CI") == ""
}
