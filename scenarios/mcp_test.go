package scenarios

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rogpeppe/go-internal/testscript"
)

// toolUser is the executable that acts as an agent's client: it starts the program as a server, calls one tool, prints
// what a model would read, and fails if the tool failed.
const toolUser = "tool-user-test"

// useTool runs a tool: mcp CLIENT TOOL [JSON]. CLIENT is the name that the client gives itself.
func useTool(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 || len(args) > 3 {
		ts.Fatalf("usage: mcp CLIENT TOOL [JSON]")
	}
	var err error
	guarded(ts, append([]string{"mcp"}, args...), func() (stderr string) {
		err = ts.Exec(toolUser, wholeIDs(ts, args)...)
		return ts.ReadFile("stderr")
	})
	if neg != (err != nil) {
		ts.Fatalf("mcp %v: %v", args, err)
	}
}

// toolUserMain is the main function of toolUser.
func toolUserMain() {
	res, err := useToolOnce(context.Background(), os.Args[1:])
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "protocol error:", err)
		os.Exit(1)
	case res.IsError:
		fmt.Fprint(os.Stderr, textOf(res))
		os.Exit(1)
	}
	fmt.Print(textOf(res))
}

func useToolOnce(ctx context.Context, args []string) (*mcp.CallToolResult, error) {
	cmd := exec.Command(program, "mcp")
	cmd.Stderr = os.Stderr
	client := mcp.NewClient(&mcp.Implementation{Name: args[0], Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	params := &mcp.CallToolParams{Name: args[1]}
	if len(args) > 2 {
		params.Arguments = json.RawMessage(args[2])
	}
	return session.CallTool(ctx, params)
}

func textOf(res *mcp.CallToolResult) string {
	var all string
	for _, c := range res.Content {
		if text, ok := c.(*mcp.TextContent); ok {
			all += text.Text
		}
	}
	return all
}
