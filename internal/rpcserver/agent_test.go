package rpcserver_test

import (
	"encoding/json"
	"testing"

	"consider/internal/agents"
)

// An editor's backend that an agent starts in its own shell is the agent's, whatever the requests say: the channel
// must not be a way around what --as refuses.
func TestAServeInAnAgentsShellSpeaksAsTheAgent(t *testing.T) {
	signs := map[string]string{"CLAUDECODE": "claude-code", "AI_AGENT": "1", "AGENT": "agent"}
	for _, sign := range agents.Variables() {
		name, ok := signs[sign]
		if !ok {
			continue // each is recognised: commands tests that; here one of each sort
		}
		t.Run(sign, func(t *testing.T) {
			r := newRepo(t)
			var added struct {
				Data struct{ Thread struct{ ID string } }
			}
			if err := json.Unmarshal([]byte(`{"data":`+string(cli(t, r.Dir, "add", "a.txt:3", "-m", "a person's").Data)+`}`), &added); err != nil {
				t.Fatal(err)
			}
			id := added.Data.Thread.ID
			c := serveWith(t, r.Dir, []string{sign + "=1"})
			var answer struct {
				Data struct {
					Reply struct{ Author, AuthorName string }
				}
			}
			for verb, params := range map[string]object{"resolve": {"ids": []string{id}}, "archive": {"ids": []string{id}}} {
				if m := c.call(verb, params); m.Error == nil || m.Error.Data.Kind != "conflict" {
					t.Errorf("%s of what it has not read: %s %+v", verb, m.Result, m.Error)
				}
			}
			c.must("reply", object{"id": id, "message": "x"}, &answer)
			if got := answer.Data.Reply; got.Author != "agent" || got.AuthorName != name {
				t.Errorf("the reply is by %+v", got)
			}
			for verb, params := range map[string]object{
				"delete":             {"ids": []string{id}},
				"edit":               {"id": id, "message": "other words"},
				"config":             {"name": "resolve", "value": "human"},
				"checkpoint restore": {"name": "round-1"},
			} {
				if m := c.call(verb, params); m.Error == nil || m.Error.Data.Kind != "denied" {
					t.Errorf("%s: %s %+v", verb, m.Result, m.Error)
				}
			}
		})
	}
}

func TestAServeOfAnEditorSpeaksAsThePerson(t *testing.T) {
	r := newRepo(t)
	c := serve(t, r.Dir)
	id := c.add("a.txt:3", "here")
	var answer struct {
		Data struct{ Reply struct{ Author string } }
	}
	c.must("reply", object{"id": id, "message": "x"}, &answer)
	if answer.Data.Reply.Author != "human" {
		t.Errorf("the reply is by %q", answer.Data.Reply.Author)
	}
	c.must("delete", object{"ids": []string{id}}, nil)
}
