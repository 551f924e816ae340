package mcpserver_test

import (
	"path/filepath"
	"testing"
	"time"

	"consider/internal/presence"
	"consider/internal/review"
)

// A person sees that an agent is connected, from its first call until it disconnects.
func TestAConnectedAgentIsThereUntilItsSessionEnds(t *testing.T) {
	d := desk{t, newRepo(t).Dir}
	d.add("a.txt:3", "here")
	store := filepath.Join(d.dir, ".consider")
	c := d.connect("claude-code", "CLAUDE_CODE_SESSION_ID", nil)
	for range 2 {
		data[review.ListOutput](t, c, "list", object{})
	}
	got := presence.Read(store).Listeners
	if len(got) != 1 || got[0].Agent != "claude-code" || got[0].How != presence.Serving {
		t.Errorf("%+v", got)
	}
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	for until := time.Now().Add(hang); len(presence.Read(store).Listeners) > 0; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(until) {
			t.Fatalf("it is there after its end: %+v", presence.Read(store).Listeners)
		}
	}
}
