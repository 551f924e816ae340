package rpcserver_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"consider/internal/agents"
)

// An editor's backend that an agent starts in its own shell is the agent's, whatever the requests say: it must not
// permit what --as refuses.
func TestAServeInAnAgentsShellSpeaksAsTheAgent(t *testing.T) {
	signs := map[string]string{"CLAUDECODE": "claude-code", "AI_AGENT": "1", "AGENT": "agent"}
	for _, sign := range agents.Variables() {
		name, ok := signs[sign]
		if !ok {
			continue // each is recognized: commands tests that; here one of each sort
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

// The processes above cannot be seen in a process namespace or a chroot.
func TestABackEndWithNothingAboveOnlyClaimsToBeThePersons(t *testing.T) {
	r := newRepo(t)
	person := serve(t, r.Dir)
	id := person.add("a.txt:3", "a person's")
	c := serveWith(t, r.Dir, []string{started + "=none"})
	var said struct{ Unproven string }
	c.must("initialize", object{"editor": true}, &said)
	if !strings.Contains(said.Unproven, "cannot be determined") || !strings.Contains(said.Unproven, "use a terminal") {
		t.Errorf("it says %q", said.Unproven)
	}
	for verb, params := range map[string]object{
		"undo":               {},
		"delete":             {"ids": []string{id}},
		"config":             {"name": "resolve", "value": "human"},
		"checkpoint restore": {"name": "round-1"},
	} {
		m := c.call(verb, params)
		if m.Error == nil || m.Error.Data.Kind != "denied" || !slices.Equal(m.Error.Data.Hints, []string{said.Unproven}) {
			t.Errorf("%s: %s %+v", verb, m.Result, m.Error)
		}
	}
	c.must("reply", object{"id": id, "message": "unconfirmed"}, nil)
	var log struct {
		Data struct {
			Events []struct {
				Kind    string
				By      struct{ Kind string }
				Claimed bool
			}
		}
	}
	person.must("log", object{}, &log)
	if e := log.Data.Events[0]; e.Kind != "reply" || e.By.Kind != "human" || !e.Claimed {
		t.Errorf("%+v", log.Data.Events)
	}
	c.must("undo", object{}, nil) // its own
	said.Unproven = ""
	if person.must("initialize", object{"editor": true}, &said); said.Unproven != "" {
		t.Errorf("the person's own is called %q", said.Unproven)
	}
}

func TestABackEndThatNoEditorStartedIsAnUnknownCallers(t *testing.T) {
	r := newRepo(t)
	id := serve(t, r.Dir).add("a.txt:3", "a person's")
	c := serveWith(t, r.Dir, []string{started + "=robot exec"})
	var said struct{ Unproven string }
	c.must("initialize", object{"editor": true}, &said)
	if !strings.Contains(said.Unproven, "its parent process is robot") || !strings.Contains(said.Unproven, "consider.path") {
		t.Errorf("it says %q", said.Unproven)
	}
	if m := c.call("edit", object{"id": id, "message": "rewritten"}); m.Error == nil || m.Error.Data.Kind != "denied" {
		t.Errorf("edit: %s %+v", m.Result, m.Error)
	}
	var answer struct {
		Data struct {
			Reply struct{ Author, AuthorName string }
		}
	}
	c.must("reply", object{"id": id, "message": "x"}, &answer)
	if got := answer.Data.Reply; got.Author != "agent" || got.AuthorName != "unknown" {
		t.Errorf("the reply is by %+v", got)
	}
}
