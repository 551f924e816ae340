package commands

import (
	"bytes"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/thread"
	"consider/internal/verb"
	"consider/internal/verb/verbtest"
)

func onCommandLine() []verb.Verb {
	return slices.DeleteFunc(slices.Clone(verb.All), func(v verb.Verb) bool { return v.On&verb.CLI == 0 })
}

func TestEveryAnswerHasAPresenter(t *testing.T) {
	a := &app{env: Env{Stdout: io.Discard, Getenv: func(string) string { return "" }}}
	for _, v := range onCommandLine() {
		func() {
			defer func() {
				if p := recover(); p != nil {
					t.Errorf("%s: %v", v.Name, p)
				}
			}()
			if err := a.present(verb.Envelope{Data: reflect.Zero(v.Out).Interface()}, nil, false); err != nil {
				t.Errorf("%s: %v", v.Name, err)
			}
		}()
	}
}

func TestHelpListsEachCommandOnceUnderAHeading(t *testing.T) {
	listed := map[string]int{"completion": 0}
	for _, c := range (&app{env: Env{Getenv: func(string) string { return "" }}}).root().Commands {
		if !c.Hidden {
			listed[c.Name] = 0
		}
		if c.Usage == "" {
			t.Errorf("%s has no title", c.Name)
		}
	}
	for _, s := range verb.Sections {
		for _, name := range inSection(s) {
			if _, there := listed[name]; there { // the other names are not on the command line
				listed[name]++
			}
		}
	}
	for name, n := range listed {
		if n != 1 {
			t.Errorf("help lists %s %d times", name, n)
		}
	}
}

func TestSignedLabelsBecomeFlags(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"label c_1 +a -b", "label c_1 --add=a --remove=b"},
		{"label c_1 --add x -y", "label c_1 --add x --remove=y"},
		{"label c_1 --remove -x", "label c_1 --remove -x"},
		{"label c_1 +a --json", "label c_1 --add=a --json"},
		{"label --help", "label --help"},
		{"label -h", "label -h"},
		{"label c_1 --json -a", "label c_1 --json --remove=a"},
	} {
		if diff := cmp.Diff(strings.Fields(c.want), labelArgs(strings.Fields(c.in))); diff != "" {
			t.Errorf("%s: %s", c.in, diff)
		}
	}
}

// People copy the example in a verb's help, so it must get past the flags and arguments.
func TestEveryExampleParses(t *testing.T) {
	for _, v := range onCommandLine() {
		dir := t.TempDir()
		var stderr bytes.Buffer
		args := append(strings.Fields(v.Name), verbtest.Words(v.Example)...)
		code := Run(t.Context(), Env{
			Args: args, Stdin: strings.NewReader(""), Stdout: io.Discard, Stderr: &stderr,
			Getenv: func(string) string { return "" }, Now: time.Now, Dir: dir, Build: "test", InTerminal: true,
		})
		if code == fail.KindUsage.Codes().Exit {
			t.Errorf("consider %s: %s", strings.Join(args, " "), stderr.String())
		}
	}
}

func TestColoursAreForTerminalsOnly(t *testing.T) {
	view := review.ListOutput{Threads: []place.ThreadView{{Summary: thread.Summary{ID: "c_00000000", Body: "x"}}}}
	for _, c := range []struct {
		name     string
		terminal bool
		env      map[string]string
		colours  bool
	}{
		{"terminal", true, nil, true},
		{"pipe", false, nil, false},
		{"NO_COLOR", true, map[string]string{"NO_COLOR": "1"}, false},
		{"dumb", true, map[string]string{"TERM": "dumb"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			var out bytes.Buffer
			a := &app{env: Env{Stdout: &out, Now: time.Now, OutTerminal: c.terminal, Getenv: func(n string) string { return c.env[n] }}}
			if err := a.present(verb.Envelope{Data: view}, nil, false); err != nil {
				t.Fatal(err)
			}
			if got := strings.Contains(out.String(), "\x1b["); got != c.colours {
				t.Errorf("colours: %v, want %v\n%s", got, c.colours, out.String())
			}
		})
	}
}

func TestTheHeadOfAListCountsApprovalsApart(t *testing.T) {
	approval := place.ThreadView{Summary: thread.Summary{ID: "c_00000000", Body: "x", WorkflowState: thread.Open, Approval: true}}
	answered := approval
	answered.Replies = 1
	var out bytes.Buffer
	a := &app{env: Env{Stdout: &out, Now: time.Now, Getenv: func(string) string { return "" }}}
	view := review.ListOutput{Workflow: "open", Anchor: "all", Threads: []place.ThreadView{approval, answered}}
	if err := a.present(verb.Envelope{Data: view}, nil, false); err != nil {
		t.Fatal(err)
	}
	if want := "1 thread (workflow=open, anchor=all), 1 approval:\n"; !strings.HasPrefix(out.String(), want) {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

// A person who does not know the verbs yet has 24 lines, including the prompt.
func TestTheProgramsHelpFitsIntoOneScreen(t *testing.T) {
	var out bytes.Buffer
	if code := Run(t.Context(), Env{Args: []string{"help"}, Stdin: strings.NewReader(""), Stdout: &out, Stderr: io.Discard, Getenv: func(string) string { return "" }, Now: time.Now}); code != 0 {
		t.Fatal(code)
	}
	lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
	if len(lines) > 23 {
		t.Errorf("%d lines", len(lines))
	}
	for _, name := range everyday {
		if !strings.Contains(out.String(), "\n  "+name+" ") {
			t.Errorf("%s is not there", name)
		}
	}
	if strings.Contains(out.String(), "memory") {
		t.Error("the memory's verbs are in the help of every day")
	}
}
