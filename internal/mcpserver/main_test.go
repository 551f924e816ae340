package mcpserver_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"consider/commands"
	"consider/internal/gittest"
)

// asProgram makes this test binary run as consider, for the tests that need a process of its own.
const asProgram = "MCP_IS_CONSIDER"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(commands.Run(commands.Interruptible(), commands.Surroundings()))
	}
	os.Exit(gittest.Main(m))
}

// hang is the time after which something counts as hung.
const hang = 5 * time.Minute

// object is JSON.
type object = map[string]any

// newRepo is a repository with one committed file of numbered lines.
func newRepo(t testing.TB) *gittest.Repo {
	t.Helper()
	r := gittest.New(t)
	var text strings.Builder
	for i := range 40 {
		fmt.Fprintf(&text, "line %d\n", i+1)
	}
	r.Write("a.txt", text.String())
	r.Commit("first")
	return r
}

// desk is a project that a person and agents work on. Its clock does not move.
type desk struct {
	t   testing.TB
	dir string
}

var frozen = time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)

// env is the environment of one run of consider. agent is a variable that an agent's shell sets, "" for none.
func (d desk) env(agent string, args ...string) commands.Env {
	return commands.Env{
		Args: args, Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard, Dir: d.dir, Build: "test",
		Now: func() time.Time { return frozen }, Line: func() string { return "" },
		Getenv: func(name string) string {
			switch name {
			case agent:
				return "1"
			case "XDG_CONFIG_HOME": // an account with a key for its stores
				return os.Getenv(name)
			}
			return ""
		},
	}
}

// run runs a command and returns what it printed.
func (d desk) run(agent string, args ...string) (stdout, stderr string) {
	d.t.Helper()
	var out, err bytes.Buffer
	e := d.env(agent, args...)
	e.Stdout, e.Stderr = &out, &err
	commands.Run(context.Background(), e)
	return out.String(), err.String()
}

// add makes a thread by the human and returns its id.
func (d desk) add(place, message string) string {
	d.t.Helper()
	out, _ := d.run("", "add", place, "-m", message, "--json", "--as", "human", "--name", "Ann")
	var e struct {
		Data struct{ Thread struct{ ID string } }
	}
	if err := json.Unmarshal([]byte(out), &e); err != nil || e.Data.Thread.ID == "" {
		d.t.Fatalf("add %s: %v: %s", place, err, out)
	}
	return e.Data.Thread.ID
}

// cursor returns a cursor after which a wait finds nothing new.
func (d desk) cursor() string {
	d.t.Helper()
	out, _ := d.run("", "summary", "--json")
	var e envelope
	if err := json.Unmarshal([]byte(out), &e); err != nil || e.Cursor == "" {
		d.t.Fatalf("%v: %s", err, out)
	}
	return e.Cursor
}

// pipes starts consider mcp and returns its two ends. It must end when in is closed.
func (d desk) pipes(agent string, args ...string) (in io.WriteCloser, out io.Reader) {
	d.t.Helper()
	stdin, in := io.Pipe()
	out, stdout := io.Pipe()
	if !slices.Contains(args, "--text") { // everything, in the form that programs read
		args = append(args, "--structured", "--tools", "all")
	}
	e := d.env(agent, append([]string{"mcp"}, args...)...)
	e.Stdin, e.Stdout = stdin, stdout
	code := make(chan int, 1)
	go func() {
		code <- commands.Run(context.Background(), e)
		_ = stdout.Close()
	}()
	d.t.Cleanup(func() {
		_ = in.Close()
		go func() { _, _ = io.Copy(io.Discard, out) }()
		select {
		case got := <-code:
			if got != 0 {
				d.t.Errorf("consider mcp: exit %d", got)
			}
		case <-time.After(hang):
			d.t.Error("consider mcp does not end when standard input is closed")
		}
	})
	return in, out
}

// readCloser keeps the SDK from closing the reader.
type readCloser struct{ io.Reader }

func (readCloser) Close() error { return nil }

// connect starts consider mcp and connects the SDK's client to it.
func (d desk) connect(client, agent string, options *mcp.ClientOptions, args ...string) *mcp.ClientSession {
	d.t.Helper()
	in, out := d.pipes(agent, args...)
	c := mcp.NewClient(&mcp.Implementation{Name: client, Version: "1"}, options)
	live, err := c.Connect(d.t.Context(), &mcp.IOTransport{Reader: readCloser{out}, Writer: in}, nil)
	if err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = live.Close() })
	return live
}

// call calls a tool and returns its result; protocol errors end the test.
func call(t testing.TB, c *mcp.ClientSession, tool string, in any) *mcp.CallToolResult {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), hang)
	defer cancel()
	res, err := c.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: in})
	if err != nil {
		t.Fatalf("%s %v: %v", tool, in, err)
	}
	return res
}

// envelope is an answer as tests read it.
type envelope struct {
	OK     bool
	Data   json.RawMessage
	Cursor string
	Error  struct {
		Kind, Message string
		Hints         []string
	}
}

// ask calls a tool and returns its envelope.
func ask(t testing.TB, c *mcp.ClientSession, tool string, in any) envelope {
	t.Helper()
	res := call(t, c, tool, in)
	var e envelope
	decode(t, res.StructuredContent, &e)
	if e.OK == res.IsError && e.Error.Kind != "timeout" {
		t.Errorf("%s: ok %v and isError %v", tool, e.OK, res.IsError)
	}
	return e
}

// data calls a tool that must succeed.
func data[T any](t testing.TB, c *mcp.ClientSession, tool string, in any) T {
	t.Helper()
	e := ask(t, c, tool, in)
	if !e.OK {
		t.Fatalf("%s %v: %s: %s", tool, in, e.Error.Kind, e.Error.Message)
	}
	var out T
	decode(t, e.Data, &out)
	return out
}

func decode(t testing.TB, from, to any) {
	t.Helper()
	raw, err := json.Marshal(from)
	if err == nil {
		err = json.Unmarshal(raw, to)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// text returns the text of a result, as a client's model reads it.
func text(t testing.TB, res *mcp.CallToolResult) string {
	t.Helper()
	if len(res.Content) != 1 {
		t.Fatalf("%d contents", len(res.Content))
	}
	return res.Content[0].(*mcp.TextContent).Text
}

// raw speaks the protocol by hand, line by line.
type raw struct {
	t     testing.TB
	in    io.WriteCloser
	mu    sync.Mutex
	lines chan string // everything that the server says; closed at its end
}

func (d desk) raw(agent string, args ...string) *raw {
	d.t.Helper()
	in, out := d.pipes(agent, args...)
	r := &raw{t: d.t, in: in, lines: make(chan string, 10_000)}
	go r.read(out)
	return r
}
