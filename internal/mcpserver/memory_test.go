package mcpserver_test

import (
	"testing"
)

// The memory tool answers in the words that models are trained on, to the byte, and in nothing else.
func TestTheMemoryToolAnswersInItsOwnWords(t *testing.T) {
	c := desk{t, newRepo(t).Dir}.connect("claude-code", "", nil)
	for _, s := range []struct {
		in     object
		want   string
		failed bool
	}{
		{object{"command": "create", "path": "/memories/build.md", "file_text": "slow\n"}, "File created successfully at: /memories/build.md", false},
		{object{"command": "view", "path": "/memories/build.md"}, "Here's the content of /memories/build.md with line numbers:\n     1\tslow", false},
		{object{"command": "view", "path": "/memories/none"}, "The path /memories/none does not exist. Please provide a valid path.", true},
		{object{"command": "delete", "path": "/memories/build.md"}, "Successfully deleted /memories/build.md", false},
	} {
		res := call(t, c, "memory", s.in)
		if text(t, res) != s.want || res.IsError != s.failed || res.StructuredContent != nil {
			t.Errorf("%v: %q, failed %v, %v", s.in, text(t, res), res.IsError, res.StructuredContent)
		}
	}
	if e := ask(t, c, "memory", object{"command": "view", "patch": "/memories"}); e.Error.Kind != "usage" {
		t.Errorf("an unknown field: %+v", e)
	}
}
