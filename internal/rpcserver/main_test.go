package rpcserver_test

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"consider/commands"
	"consider/internal/agents"
	"consider/internal/gittest"
)

// asProgram makes this test binary run as consider, so that the tests use a process over real pipes.
// started sets the command line of its parent, by default an extension host's; "none" if no parent can be seen.
const asProgram, started = "RPC_IS_CONSIDER", "RPC_STARTED_BY"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(commands.Run(commands.Interruptible(), surroundings()))
	}
	os.Exit(gittest.Main(m))
}

func surroundings() commands.Env {
	env := commands.Surroundings()
	line := cmp.Or(os.Getenv(started), "node /x/out/bootstrap-fork --type=extensionHost")
	env.Above = func(yield func(agents.Process) bool) {
		if line != "none" {
			yield(agents.Process{ID: 100, Args: strings.Fields(line)})
		}
	}
	return env
}

// hang is when something counts as hung.
const hang = 5 * time.Minute

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

func command(t testing.TB, dir string, args ...string) *exec.Cmd {
	home := filepath.Join(filepath.Dir(dir), "home") // of all processes of a test, for the account's key
	if err := os.MkdirAll(home, 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Dir = dir
	cmd.Env = append(gittest.Env(home), "PATH="+os.Getenv("PATH"), "TMPDIR="+t.TempDir(), asProgram+"=1",
		"GORACE=atexit_sleep_ms=0") // by default, each process of a race build ends a second late
	return cmd
}

// cli runs a command in this process, and returns its envelope: to start one with the race detector takes longer than
// most answers.
func cli(t testing.TB, dir string, args ...string) envelope {
	t.Helper()
	cmd := command(t, dir, append(args, "--json", "--as", "human")...)
	var out, stderr bytes.Buffer
	env := surroundings()
	env.Args, env.Dir, env.CalledAs = cmd.Args[1:], dir, "consider" // hints name the program as it was called
	env.Stdin, env.Stdout, env.Stderr = strings.NewReader(""), &out, &stderr
	env.InTerminal, env.OutTerminal, env.ErrTerminal = false, false, false
	env.Getenv = func(name string) string {
		for _, pair := range slices.Backward(cmd.Env) {
			if value, ok := strings.CutPrefix(pair, name+"="); ok {
				return value
			}
		}
		return ""
	}
	commands.Run(t.Context(), env)
	return enveloped(t, args, out.Bytes(), stderr.String())
}

// otherProcess is cli with a process.
func otherProcess(t testing.TB, dir string, args ...string) envelope {
	t.Helper()
	cmd := command(t, dir, append(args, "--json", "--as", "human")...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return enveloped(t, args, out, stderr.String())
}

func enveloped(t testing.TB, args []string, out []byte, stderr string) envelope {
	t.Helper()
	var e envelope
	if err := json.Unmarshal(out, &e); err != nil {
		t.Fatalf("consider %s: %v: %s%s", strings.Join(args, " "), err, out, stderr)
	}
	return e
}

type envelope struct {
	OK     bool
	Data   json.RawMessage
	Cursor string
	Error  failure
}

type failure struct {
	Kind, Message string
	Hints         []string
}

// message is anything that the server says.
type message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"`
	Error   *struct {
		Code    int
		Message string
		Data    failure
	} `json:"error"`
}

// client speaks with a consider serve of its own. It reads everything, and fails the test on any byte that is
// not of the protocol.
type client struct {
	t      testing.TB
	dir    string
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stderr *bytes.Buffer
	ended  chan struct{} // closed when stdout has ended

	mu      sync.Mutex
	nextID  int
	waiting map[string]chan message
	heard   chan message // notifications
	strays  chan message // answers without a request that this test knows
}

func serve(t testing.TB, dir string, args ...string) *client { return serveWith(t, dir, nil, args...) }

// serveWith is serve with more in its environment.
func serveWith(t testing.TB, dir string, env []string, args ...string) *client {
	t.Helper()
	c := &client{
		t: t, dir: dir, cmd: command(t, dir, append(args, "serve")...), stderr: &bytes.Buffer{},
		ended: make(chan struct{}), waiting: map[string]chan message{},
		heard: make(chan message, 10_000), strays: make(chan message, 10_000),
	}
	c.cmd.Stderr = c.stderr
	c.cmd.Env = append(c.cmd.Env, env...)
	var err error
	if c.stdin, err = c.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	stdout, err := c.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go c.read(stdout)
	t.Cleanup(func() { c.end() })
	return c
}

func (c *client) read(stdout io.Reader) {
	defer close(c.ended)
	r := bufio.NewReader(stdout)
	for {
		body, err := frame(r)
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			rest, _ := io.ReadAll(r)
			c.t.Errorf("stdout: %v: %.200q", err, rest)
			return
		}
		batch := []message{{}}
		into := any(&batch[0])
		if bytes.HasPrefix(body, []byte("[")) {
			into = &batch
		}
		if err := json.Unmarshal(body, into); err != nil {
			c.t.Errorf("stdout: not a message: %v: %.200q", err, body)
		}
		for _, m := range batch {
			c.sort(m)
		}
	}
}

// sort gives a message to the call that waits for it.
func (c *client) sort(m message) {
	if m.JSONRPC != "2.0" {
		c.t.Errorf("stdout: not of JSON-RPC 2.0: %+v", m)
	}
	if m.Method != "" {
		c.heard <- m
		return
	}
	c.mu.Lock()
	to := c.waiting[string(m.ID)]
	delete(c.waiting, string(m.ID))
	c.mu.Unlock()
	if to == nil {
		to = c.strays
	}
	to <- m
}

// frame reads one message in the form that vscode-jsonrpc reads.
func frame(r *bufio.Reader) ([]byte, error) {
	line, err := r.ReadString('\n')
	if err != nil {
		if line != "" {
			return nil, fmt.Errorf("half a header: %q", line)
		}
		return nil, err
	}
	value, ok := strings.CutPrefix(line, "Content-Length: ")
	size, err := strconv.Atoi(strings.TrimSpace(value))
	empty, _ := r.ReadString('\n')
	if !ok || err != nil || empty != "\r\n" {
		return nil, fmt.Errorf("not a header: %q %q", line, empty)
	}
	body := make([]byte, size)
	_, err = io.ReadFull(r, body)
	return body, err
}

// raw writes bytes as they are, and ignores errors: the reader may be gone.
func (c *client) raw(data string) { _, _ = io.WriteString(c.stdin, data) }

func (c *client) frame(body string) { c.raw(framed(body)) }

func framed(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

// ask sends a request and returns where its answer comes.
func (c *client) ask(method string, params any) (id int, answer <-chan message) {
	c.t.Helper()
	id, frame, answer := c.request(method, params)
	c.raw(frame)
	return id, answer
}

// request is one that is to be sent.
func (c *client) request(method string, params any) (id int, frame string, answer <-chan message) {
	c.t.Helper()
	data, err := json.Marshal(params)
	if err != nil {
		c.t.Fatal(err)
	}
	to := make(chan message, 1)
	c.mu.Lock()
	c.nextID++
	id = c.nextID
	c.waiting[strconv.Itoa(id)] = to
	c.mu.Unlock()
	return id, framed(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, method, data)), to
}

func (c *client) wait(what string, answer <-chan message) message {
	c.t.Helper()
	select {
	case m := <-answer:
		return m
	case <-c.ended:
		select {
		case m := <-answer:
			return m
		default:
		}
		c.t.Fatalf("%s: no answer, and the server has ended; stderr: %s", what, c.stderr.String())
	case <-time.After(hang):
		c.t.Fatalf("%s: no answer", what)
	}
	return message{}
}

// call asks and waits.
func (c *client) call(method string, params any) message {
	c.t.Helper()
	_, answer := c.ask(method, params)
	return c.wait(method, answer)
}

// must is call for what has to succeed; it decodes the result into out.
func (c *client) must(method string, params, out any) {
	c.t.Helper()
	m := c.call(method, params)
	if m.Error != nil {
		c.t.Fatalf("%s: %+v", method, *m.Error)
	}
	if out != nil {
		if err := json.Unmarshal(m.Result, out); err != nil {
			c.t.Fatalf("%s: %v: %s", method, err, m.Result)
		}
	}
}

// add starts a thread.
func (c *client) add(place, text string) string {
	c.t.Helper()
	var out struct {
		Data struct{ Thread struct{ ID string } }
	}
	c.must("add", map[string]string{"place": place, "message": text}, &out)
	return out.Data.Thread.ID
}

// hear waits for a notification that ok accepts.
func (c *client) hear(method string, ok func(params json.RawMessage) bool) {
	c.t.Helper()
	timeout := time.After(hang)
	for {
		select {
		case m := <-c.heard:
			if m.Method == method && ok(m.Params) {
				return
			}
		case <-c.ended:
			c.t.Fatalf("the server has ended before %s; stderr: %s", method, c.stderr.String())
		case <-timeout:
			c.t.Fatalf("no %s", method)
		}
	}
}

// hearCursor waits until the client has been notified of a tip.
func (c *client) hearCursor(want string) {
	c.t.Helper()
	c.hear("changed", func(params json.RawMessage) bool {
		var p struct{ Cursor *string }
		return json.Unmarshal(params, &p) == nil && p.Cursor != nil && *p.Cursor == want
	})
}

// end closes the client's side and returns the exit code.
func (c *client) end() int {
	c.t.Helper()
	c.stdin.Close()
	return c.exit()
}

// exit waits until the server has ended.
func (c *client) exit() int {
	c.t.Helper()
	select {
	case <-c.ended:
	case <-time.After(hang):
		c.t.Error("the server does not end")
		_ = c.cmd.Process.Kill()
		<-c.ended
	}
	_ = c.cmd.Wait() // the exit code is in ProcessState
	if s := c.stderr.String(); strings.Contains(s, "panic") || strings.Contains(s, "DATA RACE") || strings.Contains(s, "goroutine ") {
		c.t.Errorf("stderr: %s", s)
	}
	return c.cmd.ProcessState.ExitCode()
}
