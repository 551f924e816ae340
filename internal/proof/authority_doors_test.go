//go:build unix

package proof

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"net/textproto"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"consider/commands"
	"consider/internal/agents"
	"consider/internal/gitrepo"
	"consider/internal/session"
	"consider/internal/verb"
	"consider/internal/worktree"
)

// door is a way in: who comes through it, and how it is asked. The outside of a run is made up, but for the files.
type door struct {
	name string
	role string // person, agent, unknown, or claims: words are a person's by claim, and nothing is that only a human can do
	who  string // the name of who comes through it, "" for none
	on   verb.Surface
	env  func(*commands.Env) // of the command line
	open func(t *testing.T, d door, at *place) asking
}

// asking asks a verb, and returns what it says and the kind of error that it ends with.
type asking func(v verb.Verb, in map[string]any) (data json.RawMessage, kind string)

// place is where a door leads to: a project with a review in it.
type place struct {
	dir string
	env map[string]string
}

func (p *place) surroundings(args ...string) commands.Env {
	return commands.Env{
		Args: args, Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: io.Discard, Dir: p.dir, Build: "v1.0.0",
		Program: smallProgram(), Now: time.Now, Getenv: func(name string) string {
			if name == "XDG_CONFIG_HOME" { // an account with a key for its stores
				return os.Getenv(name)
			}
			return p.env[name]
		},
	}
}

// set adds a variable to the environment.
func set(name, value string) func(*commands.Env) {
	return func(e *commands.Env) {
		before := e.Getenv
		e.Getenv = func(n string) string {
			if n == name {
				return value
			}
			return before(n)
		}
	}
}

// above puts command lines above the program, the nearest first.
func above(lines ...string) func(*commands.Env) {
	return func(e *commands.Env) {
		var parents iter.Seq[agents.Process] = func(yield func(agents.Process) bool) {
			for i, line := range lines {
				if !yield(agents.Process{ID: 100 - i, Args: strings.Fields(line)}) {
					return
				}
			}
		}
		e.Above = parents
	}
}

// extensionHost is VS Code's process that starts back ends.
const extensionHost = "node /x/out/bootstrap-fork --type=extensionHost"

func onTerminal(in, out, err bool) func(*commands.Env) {
	return func(e *commands.Env) { e.InTerminal, e.OutTerminal, e.ErrTerminal = in, out, err }
}

func both(a, b func(*commands.Env)) func(*commands.Env) {
	return func(e *commands.Env) { a(e); b(e) }
}

func asked(args ...string) func(*commands.Env) {
	return func(e *commands.Env) { e.Args = append(args, e.Args...) }
}

// doors lists all doors.
func doors(t *testing.T) []door {
	out := []door{
		{"a person on a terminal", "person", "", verb.CLI, onTerminal(true, true, true), byArguments},
		{"a person who pipes in", "person", "", verb.CLI, onTerminal(false, true, true), byArguments},
		{"a person who pipes out", "person", "", verb.CLI, onTerminal(true, false, false), byArguments},
		{"a person whose loop redirects both", "person", "", verb.CLI, onTerminal(false, false, true), byArguments},
		{"a person with an ssh-agent", "person", "", verb.CLI, both(set("AGENT", "/tmp/ssh-agent"), onTerminal(true, true, true)), byArguments},
		{"a person in a multiplexer that an agent opened", "person", "", verb.CLI, both(above("tmux"), onTerminal(true, true, true)), byArguments},
		{"a person's script", "person", "", verb.CLI, func(e *commands.Env) { e.Args = append(e.Args, "--as", "human") }, byArguments},
		{"unknown", "unknown", "unknown", verb.CLI, func(*commands.Env) {}, byArguments},
		{"the agents' door", "agent", "", verb.CLI, asked(agents.DoorFlag), byArguments},
		{"the agents' door on a terminal", "agent", "", verb.CLI, both(asked(agents.DoorFlag), onTerminal(true, true, true)), byArguments},
		{"the copy for agents, past its wrapper", "agent", "", verb.CLI, both(func(e *commands.Env) { e.Program = e.Dir + "/.consider/bin/consider" }, onTerminal(true, true, true)), byArguments},
		{"below the agents' door", "agent", "", verb.CLI, both(above("/x/.consider/bin/consider list"), onTerminal(true, true, true)), byArguments},
		{"an agent without its variables", "agent", "claude-code", verb.CLI, both(above("claude --x"), onTerminal(true, true, true)), byArguments},
		{"an agent of node without its variables", "agent", "gemini", verb.CLI, above("node /x/node_modules/@google/gemini-cli/dist/index.js"), byArguments},
		{"VS Code", "person", "", verb.RPC, above(extensionHost), byServe},
		{"VS Code with the program of npm", "person", "", verb.RPC, above("node /usr/bin/consider serve", extensionHost), byServe},
		{"VS Code with a script for the program", "person", "", verb.RPC, both(set("CONSIDER_STARTED", "/x/wrap"), above("sh /x/wrap serve", extensionHost)), byServe},
		{"a back end without a sign", "unknown", "unknown", verb.RPC, above("robot exec"), byServe},
		{"a back end without a sign, on an agent's terminal", "unknown", "unknown", verb.RPC, both(above("robot exec"), onTerminal(false, false, true)), byServe},
		{"a back end that env -i left behind", "unknown", "unknown", verb.RPC, above("/sbin/init"), byServe},
		{"a back end in a shell of VS Code's terminal", "unknown", "unknown", verb.RPC, above("bash", extensionHost), byServe},
		{"a back end with a terminal for its streams", "unknown", "unknown", verb.RPC, both(above(extensionHost), onTerminal(true, true, true)), byServe},
		{"a back end in another process namespace", "claims", "", verb.RPC, above(), byServe},
		{"a back end in an agent's shell", "agent", "codex", verb.RPC, set("CODEX_CI", "1"), byServe},
		{"a back end through the agents' door", "agent", "", verb.RPC, asked(agents.DoorFlag), byServe},
		{"a page", "person", "", verb.Web, nil, byPage},
		{"MCP", "agent", "client", verb.MCP, func(*commands.Env) {}, byMCP},
	}
	for _, variable := range agents.Variables() {
		name := agents.Recognize(func(n string) string { return map[string]string{variable: "1"}[n] }, nil).Agent
		out = append(out, door{"an agent by " + variable, "agent", name, verb.CLI, both(set(variable, "1"), onTerminal(true, true, true)), byArguments})
	}
	// TestAnAgentNeverSpeaksAsTheHuman covers all variables that identify agents. They have the same effect, so a few
	// are enough here.
	return out[:len(out)-len(agents.Variables())+often(len(agents.Variables()), 3)]
}

// alike lists doors through which a verb gets the same caller as through one before, but for the agent's name: how the
// caller is recognized is decided before the verb is known.
var alike = []string{
	"a person who pipes in", "a person whose loop redirects both", "a person with an ssh-agent", "a person in a multiplexer that an agent opened",
	"the copy for agents, past its wrapper", "below the agents' door",
	"VS Code with the program of npm", "VS Code with a script for the program",
	"a back end without a sign, on an agent's terminal", "a back end that env -i left behind", "a back end in a shell of VS Code's terminal",
}

func (d door) isAlike() bool {
	return slices.Contains(alike, d.name) || strings.HasPrefix(d.name, "an agent by ")
}

// byArguments asks on the command line.
func byArguments(t *testing.T, d door, at *place) asking {
	return func(v verb.Verb, in map[string]any) (json.RawMessage, string) {
		var out bytes.Buffer
		e := at.surroundings(append(arguments(t, v, in), "--json")...)
		e.Stdout = &out
		d.env(&e)
		commands.Run(t.Context(), e)
		return enveloped(t, v, out.Bytes())
	}
}

// arguments returns an input as command-line arguments.
func arguments(t *testing.T, v verb.Verb, in map[string]any) []string {
	args, named := strings.Fields(v.Name), []string{}
	for _, f := range v.Fields() {
		value, given := in[f.Name]
		if !given {
			continue
		}
		words := []string{fmt.Sprint(value)}
		if reflect.TypeOf(value).Kind() == reflect.Slice {
			words = value.([]string)
		}
		switch {
		case f.Content:
			file := filepath.Join(t.TempDir(), "content")
			if err := os.WriteFile(file, []byte(words[0]), 0o600); err != nil {
				t.Fatal(err)
			}
			args = append(args, file)
		case f.Arg != "":
			args = append(args, words...)
		default:
			for _, w := range words {
				named = append(named, "--"+f.Flag+"="+w)
			}
		}
	}
	return append(args, named...)
}

func enveloped(t *testing.T, v verb.Verb, text []byte) (json.RawMessage, string) {
	var a answer
	if err := json.Unmarshal(text, &a); err != nil {
		t.Errorf("%s: %v: %s", v.Name, err, text)
	}
	return a.Data, a.Error.Kind
}

// piped starts a server that speaks over pipes; it ends with the test.
func piped(t *testing.T, d door, at *place, host ...string) (io.Writer, *bufio.Reader) {
	stdin, in := io.Pipe()
	out, stdout := io.Pipe()
	e := at.surroundings(host...)
	d.env(&e)
	e.Stdin, e.Stdout = stdin, stdout
	ended := make(chan int, 1)
	go func() {
		ended <- commands.Run(t.Context(), e)
		_ = stdout.Close()
	}()
	t.Cleanup(func() {
		_ = in.Close()
		go func() { _, _ = io.Copy(io.Discard, out) }()
		if code := <-ended; code != 0 {
			t.Errorf("%s: exit %d", host, code)
		}
	})
	return in, bufio.NewReader(out)
}

// byServe asks as an editor does.
func byServe(t *testing.T, d door, at *place) asking {
	in, out := piped(t, d, at, "serve")
	id := 0
	return func(v verb.Verb, params map[string]any) (json.RawMessage, string) {
		id++
		body := asJSON(t, map[string]any{"jsonrpc": "2.0", "id": id, "method": v.Name, "params": params})
		_, _ = fmt.Fprintf(in, "Content-Length: %d\r\n\r\n%s", len(body), body)
		for {
			head, err := textproto.NewReader(out).ReadMIMEHeader()
			if err != nil {
				t.Fatal(err)
			}
			n, _ := strconv.Atoi(head.Get("Content-Length"))
			text := make([]byte, n)
			if _, err := io.ReadFull(out, text); err != nil {
				t.Fatal(err)
			}
			var said struct {
				ID     int
				Result struct{ Data json.RawMessage }
				Error  struct{ Data struct{ Kind string } }
			}
			if err := json.Unmarshal(text, &said); err != nil {
				t.Fatal(err)
			}
			if said.ID == id {
				return said.Result.Data, said.Error.Data.Kind
			}
		}
	}
}

// byMCP asks as an agent's client does.
func byMCP(t *testing.T, d door, at *place) asking {
	in, out := piped(t, d, at, "mcp", "--structured", "--tools", "all")
	id := 0
	call := func(method string, params map[string]any) json.RawMessage {
		id++
		_, _ = fmt.Fprintf(in, "%s\n", asJSON(t, map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
		for {
			line, err := out.ReadBytes('\n')
			if err != nil {
				t.Fatal(err)
			}
			var said struct {
				ID     int
				Result json.RawMessage
			}
			if err := json.Unmarshal(line, &said); err != nil {
				t.Fatal(err)
			}
			if said.ID == id {
				return said.Result
			}
		}
	}
	call("initialize", map[string]any{"protocolVersion": "2025-06-18", "capabilities": map[string]any{}, "clientInfo": map[string]any{"name": "client", "version": "1"}})
	_, _ = io.WriteString(in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	return func(v verb.Verb, params map[string]any) (json.RawMessage, string) {
		var res struct {
			IsError           bool
			StructuredContent json.RawMessage
			Content           []struct{ Text string }
		}
		name := strings.NewReplacer(" ", "_", "-", "_").Replace(v.Name)
		if err := json.Unmarshal(call("tools/call", map[string]any{"name": name, "arguments": params}), &res); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(res.StructuredContent) > 0 {
			return enveloped(t, v, res.StructuredContent)
		}
		if res.IsError {
			return nil, res.Content[0].Text
		}
		return nil, ""
	}
}

// byPage asks as a page does whose server a person started: the server gives each request this caller. That it is
// given to no page of an agent's is for the scenarios, and what comes past its guard for the server's own tests.
func byPage(t *testing.T, _ door, at *place) asking {
	return func(v verb.Verb, in map[string]any) (json.RawMessage, string) {
		where, err := worktree.Locate(at.dir)
		if err != nil {
			t.Fatal(err)
		}
		p := &session.Project{Place: where, Tree: gitrepo.Open(where), Now: time.Now, Program: "consider/test"}
		defer p.Close()
		out, err := v.Call(t.Context(), p.Session(session.Caller{Human: true, Dir: at.dir}), asJSON(t, in))
		if err != nil {
			return nil, string(verb.Refusal(err).Error.Kind)
		}
		return asJSON(t, out), ""
	}
}

func asJSON(t *testing.T, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
