package commands

import (
	"context"
	"io"
	"os"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"consider/internal/hook"
	"consider/internal/presence"
	"consider/internal/printable"
	"consider/internal/programs"
	"consider/internal/review"
)

// Codex does not run a process of ours during a session, but a session accepts messages from other processes. So
// Codex's hooks start and end a process that waits for news and sends it with "codex queue".
const (
	codexBegins  = "SessionStart"
	codexEnds    = "SessionEnd"
	codexListens = "listen" // our own call: listen <session> <process id of Codex>
)

// Times of the process that listens for Codex.
const (
	codexLooks = time.Second      // between two checks that the session is still there
	codexTakes = 20 * time.Second // limit for sending a message
)

// isCodexWake reports whether a call starts, ends or is the process that wakes a session of Codex.
func isCodexWake(args []string) bool {
	return len(args) > 2 && args[0] == "hook" && args[1] == string(hook.Codex) && slices.Contains([]string{codexBegins, codexEnds, codexListens}, args[2])
}

// codexWake serves these calls. On any failure it prints nothing: the session's own hooks still deliver the news.
func (a *app) codexWake(ctx context.Context) {
	defer func() { _ = recover() }() // the agent would interpret the output of a crash
	if len(a.env.Args) == 5 && a.env.Args[2] == codexListens {
		a.codexListen(ctx, a.env.Args[3], a.env.Args[4], review.BriefQuiet)
		return
	}
	said, err := io.ReadAll(io.LimitReader(a.env.Stdin, hook.MaxInput))
	if err != nil || a.env.InTerminal || len(a.env.Args) != 3 {
		return
	}
	call := hook.Read(string(hook.Codex), a.env.Args[2], said)
	if !call.IsThread() {
		return
	}
	project := a.hookProject(hook.FoldersOf(call, a.env.Getenv, a.env.Dir))
	if project == nil {
		return
	}
	defer project.Close()
	if a.env.Args[2] == codexEnds {
		_ = presence.EndWaker(project.Place.StoreDir, call.Agent(), call.Session) // on failure it still ends with Codex
		return
	}
	_ = programs.Again(call.Dirs[0], "hook", string(hook.Codex), codexListens, call.Session, strconv.Itoa(os.Getppid()))
}

// codexListen wakes a session until the session or Codex has ended, or until a message could not be delivered.
func (a *app) codexListen(ctx context.Context, id, pid string, quiet time.Duration) {
	call := hook.Call{Reader: hook.Codex, Session: id, Dirs: []string{a.env.Dir}}
	process, err := strconv.Atoi(pid)
	if err != nil || process <= 1 || !call.IsThread() {
		return
	}
	codex, err := os.FindProcess(process)
	project := a.hookProject(hook.FoldersOf(call, a.env.Getenv, a.env.Dir))
	if err != nil || project == nil {
		return
	}
	defer project.Close()
	search := programs.Outside(project.Place.Folders()...)
	program, err := search.Find("codex")
	if err != nil {
		return
	}
	waker, err := presence.OnlyWaker(project.Place.StoreDir, call.Agent(), id)
	if err != nil {
		return
	}
	defer waker.Close()
	a.collectSoon()
	var looking sync.WaitGroup // at the waker, so it is closed after that
	defer looking.Wait()
	there, stop := context.WithCancel(ctx)
	defer stop()
	looking.Go(func() {
		defer stop()
		waitWhile(there, func() bool { return waker.Wanted() && codex.Signal(syscall.Signal(0)) == nil })
	})
	s := project.Session(a.hookCaller(call))
	claim, unclaim := a.claimNews(there, s, id)
	_ = review.Briefs(there, s, review.BriefInput{Quiet: quiet, Claim: claim}, func(b review.Brief) error {
		taking, end := context.WithTimeout(there, codexTakes)
		defer end()
		cmd := search.Command(taking, program, "queue", "--thread", id, "--message", printable.Line(briefLine(b, a.listUnseen(project))))
		cmd.Dir = project.Place.Root
		cmd.WaitDelay = time.Second
		err := cmd.Run()
		if err != nil {
			unclaim() // the session's hooks will report it
		}
		return err
	})
}

// waitWhile returns when there returns false or ctx ends.
func waitWhile(ctx context.Context, there func() bool) {
	tick := time.NewTicker(codexLooks)
	defer tick.Stop()
	for there() {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
