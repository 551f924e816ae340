package mcpserver_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The memory tool answers over MCP as models expect, to the byte: the same cases as on the other surfaces.
func TestTheMemoryToolAnswersAsModelsKnowIt(t *testing.T) {
	data, err := os.ReadFile("../memory/keep/testdata/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var stories []struct {
		Name  string
		Steps []struct {
			Input  object
			Text   string
			Failed string
		}
	}
	if err := json.Unmarshal(data, &stories); err != nil || len(stories) < 10 {
		t.Fatalf("%d stories, %v", len(stories), err)
	}
	for _, st := range stories {
		t.Run(st.Name, func(t *testing.T) {
			c := desk{t, newRepo(t).Dir}.connect("claude-code", "", nil)
			for i, step := range st.Steps {
				res, err := c.CallTool(t.Context(), &mcp.CallToolParams{Name: "memory", Arguments: step.Input})
				if err != nil {
					t.Fatal(err)
				}
				text := res.Content[0].(*mcp.TextContent).Text
				if text != step.Text || res.IsError != (step.Failed != "") || res.StructuredContent != nil {
					t.Errorf("step %d answers %v %q, want %q %q", i+1, res.IsError, text, step.Failed, step.Text)
				}
			}
		})
	}
	c := desk{t, newRepo(t).Dir}.connect("claude-code", "", nil)
	if e := ask(t, c, "memory", object{"command": "view", "patch": "/memories"}); e.Error.Kind != "usage" {
		t.Errorf("an unknown field: %+v", e)
	}
}
