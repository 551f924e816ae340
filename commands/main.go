// Package commands is the command line of consider: flags and arguments become the input of a verb, and what
// the verb returns becomes text or the JSON envelope.
//
// It is the only package that looks at the clock, the environment, the working directory and the terminal;
// everything below gets them as values. It is one loop over the verb table; only the text of an answer
// (present_*.go) and a few flags know a verb by name.
package commands

import (
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"golang.org/x/term"

	"consider/internal/agents"
	"consider/internal/fail"
	"consider/internal/version"
)

// Env is everything of the outside that the command line depends on. All fields are required but Program.
type Env struct {
	Args   []string // without the program's name
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
	Getenv func(string) string
	Now    func() time.Time
	Dir    string // absolute working directory
	Build  string // version of the program

	Program string // absolute path of the program that runs, "" if unknown

	Above iter.Seq[agents.Process] // the processes above this one, the nearest first; nil to look at none

	InTerminal  bool // a person can type
	OutTerminal bool // stdout is read by a person
	ErrTerminal bool // stderr is read by a person
}

// gcPercent lets memory grow to five times what is in use before it is tidied. Nearly every run is over
// before that; with the usual 100 a tenth to a quarter of its time went into collecting what the exit frees.
const gcPercent = 400

// Main runs the command line with the process's own surroundings and returns its exit code.
func Main() int {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	env := Surroundings()
	env.Above = agents.Above
	return Run(env)
}

// Surroundings are the process's own, but for the processes above it.
func Surroundings() Env {
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	program, err := os.Executable()
	if err != nil {
		program = ""
	}
	isTerminal := func(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }
	return Env{
		Args: os.Args[1:], Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr,
		Getenv: os.Getenv, Now: time.Now, Dir: dir, Build: version.String(), Program: program,
		InTerminal: isTerminal(os.Stdin), OutTerminal: isTerminal(os.Stdout), ErrTerminal: isTerminal(os.Stderr),
	}
}

// Run runs the command line in env and returns the exit code.
func Run(env Env) int {
	ctx, stop := interruptible()
	defer stop()
	out := &brokenPipe{w: env.Stdout}
	env.Stdout = out
	a := &app{door: env.throughDoor()}
	a.env = env
	if isHook(a.env.Args) {
		return a.hook(ctx)
	}
	err := a.run(ctx)
	if out.failed != nil && err == nil {
		err = out.failed
	}
	if err == nil {
		return 0
	}
	if ctx.Err() != nil && !errors.Is(err, context.Canceled) { // whatever it was called on the way
		err = ctx.Err()
	}
	f := fail.FailureOf(err)
	a.fail(f, err)
	return f.Kind.Codes().Exit
}

// interruptible is a context that the first Ctrl-C or SIGTERM ends. The second one ends the program itself, because
// what runs may hang where no context reaches: in a write to a pipe, or in a disk that does not answer.
func interruptible() (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		for range signals {
			if ctx.Err() != nil {
				os.Exit(fail.KindCanceled.Codes().Exit)
			}
			cancel()
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(signals)
		cancel()
	}
}

// brokenPipe remembers that stdout could not be written to, so that an answer that was not delivered is no success.
// A reader that has had enough (head) is no failure.
type brokenPipe struct {
	w      io.Writer
	failed error
}

func (b *brokenPipe) Write(p []byte) (int, error) {
	n, err := b.w.Write(p)
	if err != nil && !errors.Is(err, syscall.EPIPE) {
		b.failed = err
	}
	return n, err
}
