package rpcserver_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestAnAgentHasReadWhatItsAnswersBrought(t *testing.T) {
	r := newRepo(t)
	person, agent := serve(t, r.Dir), serveWith(t, r.Dir, []string{"CLAUDECODE=1"})
	for range 5 {
		id := person.add("a.txt:3", "not like this")
		m := agent.call("reply", object{"id": id, "message": "done"})
		var answer struct {
			Unread struct {
				Messages []struct{ Thread, Body string }
			}
		}
		if err := json.Unmarshal(m.Result, &answer); err != nil || len(answer.Unread.Messages) != 1 || answer.Unread.Messages[0].Body != "not like this" {
			t.Fatalf("%v: %s", err, m.Result)
		}
		agent.must("resolve", object{"ids": []string{id}}, nil) // at once, before the mark may be stored
	}
}

func TestAResolveThatWasSentBeforeTheAnswerIsRefused(t *testing.T) {
	r := newRepo(t)
	person, agent := serve(t, r.Dir), serveWith(t, r.Dir, []string{"CLAUDECODE=1"})
	for range 5 {
		for verb, params := range map[string]func(id string) object{
			"reply":   func(id string) object { return object{"id": id, "message": "done"} },
			"context": func(id string) object { return object{"ids": []string{id}} },
		} {
			id := person.add("a.txt:3", "not like this")
			_, one, first := agent.request(verb, params(id))
			_, two, second := agent.request("resolve", object{"ids": []string{id}})
			agent.raw(one + two)
			if m := agent.wait(verb, first); m.Error != nil {
				t.Fatal(m.Error)
			}
			if m := agent.wait("resolve", second); m.Error == nil || m.Error.Data.Kind != "conflict" {
				t.Fatalf("two requests at once, after %s: %s", verb, m.Result)
			}
		}
	}
	id := person.add("a.txt:3", "not like this")
	agent.frame(strings.ReplaceAll(`[{"jsonrpc":"2.0","id":"a","method":"reply","params":{"id":"ID","message":"x"}},`+
		`{"jsonrpc":"2.0","id":"b","method":"resolve","params":{"ids":["ID"]}}]`, "ID", id))
	for range 2 {
		if m := <-agent.strays; fmt.Sprint(m.Error != nil) != map[string]string{`"a"`: "false", `"b"`: "true"}[string(m.ID)] {
			t.Errorf("in one batch: %s %s %+v", m.ID, m.Result, m.Error)
		}
	}
	agent.must("resolve", object{"ids": []string{id}}, nil)
}

// Messages that the page or the editor of a person drew count as read; later ones do not.
func TestAPersonHasReadWhatWasDrawn(t *testing.T) {
	r := newRepo(t)
	person, agent := serve(t, r.Dir), serveWith(t, r.Dir, []string{"CLAUDECODE=1"})
	unread := func() int {
		var list struct {
			Data struct{ Threads []struct{ ID string } }
		}
		person.must("list", object{"unseen": true}, &list)
		return len(list.Data.Threads)
	}
	var drawn struct {
		Data struct{ Reply struct{ ID string } }
	}
	id := person.add("a.txt:3", "why?")
	agent.must("reply", object{"id": id, "message": "because"}, &drawn)
	agent.must("reply", object{"id": id, "message": "no, wait"}, nil)
	person.must("reply", object{"id": id, "message": "thank you"}, nil)
	if unread() != 1 {
		t.Error("who replies has read")
	}
	person.must("seen", object{"ids": []string{id}, "upTo": object{id: drawn.Data.Reply.ID}}, nil)
	if unread() != 1 {
		t.Error("what came after what was drawn is read")
	}
	person.must("seen", object{"ids": []string{id}}, nil)
	if unread() != 0 {
		t.Error("what was drawn is unread")
	}
	person.must("reply", object{"id": id, "message": "and thanks again"}, nil)
	if unread() != 0 {
		t.Error("the person's own reply made it unread")
	}
}
