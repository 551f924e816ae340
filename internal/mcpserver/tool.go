package mcpserver

import (
	"reflect"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"consider/internal/verb"
)

// tool describes a verb to a client and its model.
func (s *Server) tool(v verb.Verb) *mcp.Tool {
	t := &mcp.Tool{
		Name: toolName(v.Name), Title: v.Title, Description: describe(v), Annotations: hintsOf(v),
		InputSchema: inputSchema(v).encode(),
	}
	if s.Answers == Structured && !v.Out.Implements(reflect.TypeFor[toldToModels]()) {
		t.OutputSchema = outputSchema(v).encode()
	}
	return t
}

// toolName is a verb's name in the letters that all clients allow: "checkpoint list" is checkpoint_list.
func toolName(name string) string { return strings.NewReplacer(" ", "_", "-", "_").Replace(name) }

func describe(v verb.Verb) string {
	if guide := v.Guide; guide != "" {
		return v.Title + ". " + guide
	}
	return v.Title + "."
}

// hintsOf says what a call may do. Nothing here reaches beyond the project.
func hintsOf(v verb.Verb) *mcp.ToolAnnotations {
	destroys, openWorld := v.Effect == verb.Destroys, false
	return &mcp.ToolAnnotations{
		Title: v.Title, ReadOnlyHint: v.Effect == verb.Reads, IdempotentHint: v.Effect == verb.Reads || v.Repeatable,
		DestructiveHint: &destroys, OpenWorldHint: &openWorld,
	}
}
