// Package commands is the command line of consider: flags and arguments become the input of a verb, and what the verb
// returns becomes text or the JSON envelope.
//
// It is the only package that looks at the clock, the environment, the working directory and the terminal; everything
// below receives them as values. It is one loop over the verb table; only the text of an answer (package present) and a
// few flags know a verb by name.
package commands

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/urfave/cli/v3"
	"golang.org/x/term"

	"consider/internal/agents"
	"consider/internal/fail"
	"consider/internal/programs"
	"consider/internal/turn"
	"consider/internal/version/built"
)

// Main runs the command line with the process's own surroundings and returns its exit code. stdin is standard input,
// including what was read of it before.
func Main(stdin io.Reader) int {
	if os.Getenv("GOGC") == "" {
		collectLate()
	}
	env := Surroundings()
	env.Above, env.Stdin, env.Desktop, env.Again = agents.Above, stdin, desktop, programs.Again
	return Run(Interruptible(), env)
}

// Surroundings returns the process's own surroundings, without the processes above it.
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
		Getenv: os.Getenv, Now: time.Now, Dir: dir, Build: built.String(), Program: program, CalledAs: os.Args[0],
		InTerminal: isTerminal(os.Stdin), OutTerminal: isTerminal(os.Stdout), ErrTerminal: isTerminal(os.Stderr),
	}
}

// Run runs the command line in env until it is done or ctx ends, and returns the exit code.
func Run(ctx context.Context, env Env) int {
	out := &brokenPipe{w: env.Stdout}
	env.Stdout = out
	a := &app{door: env.throughDoor(), runNested: Run}
	a.env = env
	a.env.Args, a.wholeHelp = askHelp(env.Args)
	if isGate(a.env.Args) {
		a.gate(ctx)
		return 0
	}
	if isCodexWake(a.env.Args) {
		a.codexWake(ctx)
		return 0
	}
	if len(a.env.Args) == 4 && a.env.Args[0] == "hook" && a.env.Args[1] == turnEnd {
		a.recordEnd(ctx, []string{a.env.Dir}, turn.Event{Agent: a.env.Args[2], Session: a.env.Args[3]})
		return 0
	}
	if isHook(a.env.Args) {
		return a.hook(ctx)
	}
	if len(a.env.Args) > 0 && a.env.Args[0] == completeWord {
		a.complete(ctx, a.env.Args[1:])
		return 0
	}
	err := a.run(ctx)
	if out.failed != nil && (err == nil || errors.Is(err, out.failed)) {
		err = fail.Denied("cannot write the output: %w", out.failed).
			Hint("before you run the command again, check whether the change was made")
	}
	if err == nil {
		return 0
	}
	// Once interrupted, only words that were meant for an interruption are shown: any other error came of it.
	if _, told := errors.AsType[*fail.Error](err); ctx.Err() != nil && (!told || !errors.Is(err, context.Canceled)) {
		err = fail.New(ctx.Err(), "interrupted")
	}
	f := fail.FailureOf(err)
	a.fail(f, err)
	return f.Kind.Codes().Exit
}

// Interruptible returns a context that the first Ctrl-C or SIGTERM ends. The second one ends the program itself,
// because it may hang where no context reaches: in a write to a pipe, or on a disk that does not answer. The context
// lives as long as the process. A command that is interrupted after its last act therefore reports what it did, not
// that a signal ended it.
func Interruptible() context.Context {
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
	return ctx
}

func (a *app) run(ctx context.Context) error {
	args := slices.Clone(a.env.Args)
	if len(args) > 0 && args[0] == "label" {
		args = labelArgs(args)
	}
	if err := a.checkVerb(); err != nil {
		return err
	}
	root := a.root()
	help := &bytes.Buffer{} // only help is written to it
	root.Writer = help
	args, err := splitShortFlags(root, args)
	if err != nil {
		return err
	}
	err = root.Run(ctx, append([]string{"consider"}, args...))
	if shown := a.showHelp(help.Bytes()); err == nil {
		err = shown
	}
	if exit, ok := errors.AsType[cli.ExitCoder](err); ok && exit.ExitCode() == noHelp { // for a word behind flags
		return fail.Usage("%s", exit.Error()).Hint("{help}")
	}
	return err
}
