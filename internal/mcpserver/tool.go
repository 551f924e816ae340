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
		Name: toolName(v.Name), Description: strings.TrimSpace(v.Title + ". " + v.Guide), Annotations: hintsOf(v),
		InputSchema: inputSchema(v, s.Tools.all).encode(),
	}
	if s.Structured && !v.Out.Implements(reflect.TypeFor[toolTexter]()) {
		t.OutputSchema = outputSchema(v).encode()
	}
	return t
}

// hintsOf says what a call may do. Nothing here reaches beyond the project.
func hintsOf(v verb.Verb) *mcp.ToolAnnotations {
	destroys, openWorld := v.Effect == verb.Destroys, false
	out := &mcp.ToolAnnotations{
		ReadOnlyHint: v.Effect == verb.Reads, IdempotentHint: v.Effect == verb.Reads || v.Repeatable, OpenWorldHint: &openWorld,
	}
	if v.Effect != verb.Reads { // it has no meaning for a verb that only reads
		out.DestructiveHint = &destroys
	}
	return out
}
