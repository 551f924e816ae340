package verb_test

import (
	"encoding/json"
	"strings"
	"testing"

	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/verb"
)

// When memory.sync was turned off in the main worktree, the block once stayed in a linked worktree's file for good.
func TestAFileFollowsTheMemoryNoLongerThanTheMainWorktreeSays(t *testing.T) {
	for name, change := range map[string]func(main *reviewtest.Desk){
		"off":          func(main *reviewtest.Desk) { main.Set("memory.sync", settings.SyncOff) },
		"another file": func(main *reviewtest.Desk) { main.Set("memory.sync", "CLAUDE.md") },
		"secret":       func(main *reviewtest.Desk) { main.Set("memory.backend", settings.InSecret) },
	} {
		t.Run(name, func(t *testing.T) {
			main := reviewtest.New(t)
			side := main.Side("feature")
			side.Write("AGENTS.md", "# Mine\n")
			main.Set("memory.sync", "AGENTS.md")
			call := func(verbName, in string) {
				t.Helper()
				v, ok := verb.Find(verbName)
				if !ok {
					t.Fatal("no verb " + verbName)
				}
				s := side.Human()
				s.Place = session.AtHome(s.Place, "")
				if _, err := v.Call(t.Context(), s, json.RawMessage(in)); err != nil {
					t.Fatal(err)
				}
			}
			const write = `{"place":"a.txt:1","message":"why?"}`
			call("memory create", `{"path":"/memories/a.md","text":"one"}`)
			call("add", write)
			if !strings.Contains(side.Read("AGENTS.md"), "/memories/a.md") {
				t.Fatalf("it is in use: %q", side.Read("AGENTS.md"))
			}
			change(main)
			call("list", `{}`)
			if !strings.Contains(side.Read("AGENTS.md"), "/memories/a.md") {
				t.Error("a read has changed a file of the project")
			}
			call("add", write)
			if got := side.Read("AGENTS.md"); got != "# Mine\n" {
				t.Errorf("after the next run that writes: %q", got)
			}
			side.Write("AGENTS.md", "# Mine\n<memories hint=\"Manage via memory tool\">\nby hand\n</memories>\n")
			call("add", write)
			if !strings.Contains(side.Read("AGENTS.md"), "by hand") {
				t.Error("what consider no longer follows is changed again")
			}
		})
	}
}
