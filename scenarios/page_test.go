package scenarios

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"regexp"

	"github.com/rogpeppe/go-internal/testscript"
)

// opens matches an address of consider review: the server, and the ticket that admits one visitor once.
var opens = regexp.MustCompile(`(http://127\.0\.0\.1:\d+)/#ticket-([\w-]+)`)

// submits opens the page of a background process, with the first address that it printed, and submits a review: submits
// NAME JSON. Then stdout is the answer.
func submits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: submits NAME JSON")
	}
	b := named(ts, args[0])
	at := opens.FindStringSubmatch(b.out.String() + b.err.String())
	if at == nil {
		ts.Fatalf("%s printed no address", args[0])
	}
	ticket, err := json.Marshal(map[string]string{"ticket": at[2]})
	ts.Check(err)
	var inside struct {
		Token string `json:"token"`
	}
	ts.Check(json.Unmarshal(posts(ts, at[1]+"/api/enter", "", ticket), &inside))
	_, _ = ts.Stdout().Write(posts(ts, at[1]+"/api/comments", inside.Token, []byte(args[1])))
}

// posts sends JSON as a page of the server does, and returns the answer. A refusal fails the scenario.
func posts(ts *testscript.TestScript, address, token string, data []byte) []byte {
	req, err := http.NewRequest(http.MethodPost, address, bytes.NewReader(data))
	ts.Check(err)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("X-Consider-Token", token)
	client := http.Client{Timeout: patience}
	res, err := client.Do(req)
	ts.Check(err)
	defer res.Body.Close()
	out, err := io.ReadAll(res.Body)
	ts.Check(err)
	if res.StatusCode != http.StatusOK {
		ts.Fatalf("POST %s: %s\n%s", req.URL.Path, res.Status, out)
	}
	return out
}
