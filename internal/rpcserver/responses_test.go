package rpcserver_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"consider/internal/gittest"
)

// speak writes an agent's response to its transcript, as Claude Code does.
func speak(t *testing.T, file, cwd, id, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	where, err := json.Marshal(cwd)
	if err != nil {
		t.Fatal(err)
	}
	_, err = fmt.Fprintf(f, `{"type":"assistant","uuid":%q,"parentUuid":null,"timestamp":"2026-11-21T09:00:00Z","cwd":%s,`+
		`"message":{"id":%q,"role":"assistant","content":[{"type":"text","text":%q}]}}`+"\n", id, where, id, text)
	if err != nil {
		t.Fatal(err)
	}
}

// A client that shows responses is notified of each, even if the agent's folder is created later; others are not.
func TestWhoShowsAnswersIsToldOfThem(t *testing.T) {
	r := newRepo(t)
	home := gittest.TempDir(t)
	file := filepath.Join(home, "projects", "fixed", "s.jsonl")
	c := serveWith(t, r.Dir, []string{"CLAUDE_CONFIG_DIR=" + home, "CLAUDE_CODE_PROJECT_DIR_NAME=fixed"})
	state := func(want string) {
		t.Helper()
		c.hear("responsesChanged", func(params json.RawMessage) bool {
			var got struct{ State string }
			return json.Unmarshal(params, &got) == nil && got.State == want
		})
	}
	c.must("watchResponses", object{"on": true}, nil)
	state("watching")
	speak(t, file, r.Dir, "m1", "The **walls** are thin.")
	state("connected")
	var got struct {
		Data struct {
			Responses []struct{ ID, Text, HTML string }
		}
	}
	c.must("responses list", object{"html": true}, &got)
	if len(got.Data.Responses) != 1 || got.Data.Responses[0].HTML != "<pre>The **walls** are thin.</pre>" {
		t.Fatalf("got %+v", got)
	}
	c.must("watchResponses", object{}, nil)
	if m := c.call("watchResponses", object{"off": true}); m.Error == nil {
		t.Error("an unknown field was taken")
	}
	if code := c.end(); code != 0 {
		t.Errorf("exit %d", code)
	}
}
