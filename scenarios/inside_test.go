package scenarios

import (
	"encoding/gob"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"consider/commands"
)

// insideMark is the variable by which the program runs commands that it reads from its input.
const insideMark = "SCENARIO_INSIDE"

// command is one command of a scenario, and outcome is how it ended.
type command struct {
	Args, Env  []string
	Dir, Input string
	Program    string // setup copies this file and takes its checksum, of a test program some times a second
}

type outcome struct {
	Code     int
	Out, Err string
}

// runCommands runs the commands that it reads, one after the other, as a process of its own would run each.
func runCommands() {
	ctx := commands.Interruptible()
	in, out := gob.NewDecoder(os.Stdin), gob.NewEncoder(os.Stdout)
	for {
		var c command
		if err := in.Decode(&c); err != nil {
			os.Exit(0) // the scenario is over
		}
		os.Clearenv()
		for _, pair := range c.Env {
			name, value, _ := strings.Cut(pair, "=")
			if err := os.Setenv(name, value); err != nil {
				panic(err)
			}
		}
		if err := os.Chdir(c.Dir); err != nil {
			panic(err)
		}
		var stdout, stderr growing
		code := run(ctx, c.Program, c.Args, strings.NewReader(c.Input), &stdout, &stderr)
		if err := out.Encode(outcome{code, stdout.String(), stderr.String()}); err != nil {
			panic(err)
		}
	}
}

// smallProgram is the file of each scenario that setup takes for the program.
const smallProgram = ".consider-program"

// insideKey is the key of a scenario's insider.
type insideKey struct{}

// insider is the process that runs the commands of one scenario: to start a process for each takes longer than most of them.
type insider struct {
	set   []string // the names of all variables that the scenario may set
	input string   // the input of the next command

	process *exec.Cmd // nil before the first command, and after a crash
	to      *gob.Encoder
	from    *gob.Decoder
	crash   *strings.Builder
}

// environment returns the variables of the scenario's next command. An empty one counts as none.
func (in *insider) environment(ts *testscript.TestScript) []string {
	env := []string{"PWD=" + ts.MkAbs(".")}
	for _, name := range in.set {
		if value := ts.Getenv(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	return env
}

func (in *insider) start(ts *testscript.TestScript) {
	self, err := os.Executable()
	ts.Check(err)
	cmd := exec.Command(self)
	cmd.Args = []string{program} // testscript finds the program by name
	cmd.Env = append(in.environment(ts), insideMark+"=1")
	in.crash = &strings.Builder{}
	cmd.Stderr = in.crash
	to, err := cmd.StdinPipe()
	ts.Check(err)
	from, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	in.process, in.to, in.from = cmd, gob.NewEncoder(to), gob.NewDecoder(from)
	ts.Defer(func() {
		_ = to.Close()
		_ = cmd.Wait() // again after a crash
	})
}

// run runs a command to its end. One that ends the process has crashed.
func (in *insider) run(ts *testscript.TestScript, args []string) outcome {
	if in.process == nil {
		in.start(ts)
	}
	c := command{Args: args, Env: in.environment(ts), Dir: ts.MkAbs("."), Input: in.input, Program: filepath.Join(ts.Getenv("WORK"), smallProgram)}
	in.input = ""
	var o outcome
	if err := errors.Join(in.to.Encode(c), in.from.Decode(&o)); err != nil {
		_ = in.process.Wait()
		o = outcome{Code: in.process.ProcessState.ExitCode(), Err: in.crash.String() + err.Error()}
		in.process = nil
	}
	_, _ = io.WriteString(ts.Stdout(), o.Out)
	_, _ = io.WriteString(ts.Stderr(), o.Err)
	return o
}

// setting matches a line that sets variables.
var setting = regexp.MustCompile(`(?m)^(?:\[.*\] )?env (.*)$`)

// namesIn returns the names of the variables that the script of a scenario sets.
func namesIn(workDir string) ([]string, error) {
	script, err := os.ReadFile(strings.TrimPrefix(filepath.Base(workDir), "script-") + ".txtar")
	var names []string
	for _, line := range setting.FindAllStringSubmatch(string(script), -1) {
		for word := range strings.FieldsSeq(line[1]) {
			if name, _, ok := strings.Cut(word, "="); ok {
				names = append(names, name)
			}
		}
	}
	return names, err
}

// input has the next command read a file: input FILE.
func input(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: input FILE")
	}
	ts.Value(insideKey{}).(*insider).input = ts.ReadFile(args[0])
}
