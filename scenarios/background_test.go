package scenarios

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// patience is how long something in the background may take before the scenario fails. No scenario passes because of
// it.
const patience = 5 * time.Minute

// background is a consider process that runs during the scenario.
type background struct {
	cmd  *exec.Cmd
	done chan struct{}
	out  growing
	err  growing
}

// growing is output that is read while it is being written.
type growing struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (g *growing) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.b.Write(p)
}

func (g *growing) String() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.b.String()
}

// A scenario keeps its background processes by name under backgroundKey, and the names of its variables under namesKey.
type (
	backgroundKey struct{}
	namesKey      struct{}
)

// start runs consider in the background: start NAME consider ARGUMENTS.
func start(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 || args[1] != "consider" {
		ts.Fatalf("usage: start NAME consider ARGUMENTS")
	}
	self, err := os.Executable()
	ts.Check(err)
	b := &background{done: make(chan struct{})}
	b.cmd = exec.Command(self)
	b.cmd.Args = append([]string{program}, args[2:]...) // testscript finds the program by name
	b.cmd.Dir = ts.MkAbs(".")
	for _, name := range ts.Value(namesKey{}).([]string) {
		b.cmd.Env = append(b.cmd.Env, name+"="+ts.Getenv(name))
	}
	b.cmd.Stdout, b.cmd.Stderr = &b.out, &b.err
	ts.Check(b.cmd.Start())
	go func() {
		defer close(b.done)
		_ = b.cmd.Wait() // its exit code is checked later
	}()
	ts.Defer(func() { _ = b.cmd.Process.Kill() })
	ts.Value(backgroundKey{}).(map[string]*background)[args[0]] = b
}

func named(ts *testscript.TestScript, name string) *background {
	b := ts.Value(backgroundKey{}).(map[string]*background)[name]
	if b == nil {
		ts.Fatalf("nothing was started as %q", name)
	}
	return b
}

// shows waits until a background process has printed a text: shows NAME REGEXP.
func shows(ts *testscript.TestScript, neg bool, args []string) {
	awaits(ts, neg, args, "shows", func(b *background) *growing { return &b.out })
}

// warns waits until a background process has printed a text on stderr: warns NAME REGEXP.
func warns(ts *testscript.TestScript, neg bool, args []string) {
	awaits(ts, neg, args, "warns", func(b *background) *growing { return &b.err })
}

func awaits(ts *testscript.TestScript, neg bool, args []string, word string, stream func(*background) *growing) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: %s NAME REGEXP", word)
	}
	want, err := regexp.Compile("(?m)" + args[1])
	ts.Check(err)
	b := named(ts, args[0])
	for until := time.Now().Add(patience); !want.MatchString(stream(b).String()); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(until) {
			ts.Fatalf("%s: %s has no %q:\n%s%s", word, args[0], args[1], b.out.String(), b.err.String())
		}
	}
}

// ends waits until a background process ends with an exit code: ends CODE NAME. Then stdout and stderr are what it
// printed.
func ends(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: ends CODE NAME")
	}
	b := named(ts, args[1])
	select {
	case <-b.done:
	case <-time.After(patience):
		ts.Fatalf("%s does not end:\n%s%s", args[1], b.out.String(), b.err.String())
	}
	report(ts, b, args[0])
}

// interrupted interrupts a background process, and then acts as ends: interrupted CODE NAME.
func interrupted(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: interrupted CODE NAME")
	}
	ts.Check(named(ts, args[1]).cmd.Process.Signal(os.Interrupt))
	ends(ts, neg, args)
}

func report(ts *testscript.TestScript, b *background, code string) {
	_, _ = ts.Stdout().Write([]byte(b.out.String()))
	_, _ = ts.Stderr().Write([]byte(b.err.String()))
	if crash.MatchString(b.err.String()) {
		ts.Fatalf("consider %s crashed:\n%s", strings.Join(b.cmd.Args[1:], " "), b.err.String())
	}
	if got := b.cmd.ProcessState.ExitCode(); code != strconv.Itoa(got) {
		ts.Fatalf("consider %s: exit %d, want %s\n%s", strings.Join(b.cmd.Args[1:], " "), got, code, b.err.String())
	}
}
