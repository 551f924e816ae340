package commands

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/urfave/cli/v3"

	"consider/internal/agents"
	"consider/internal/hook"
	"consider/internal/presence"
	"consider/internal/review/history"
	"consider/internal/review/turns"
	"consider/internal/session"
	"consider/internal/turn"
	"consider/internal/words"
)

// onlyHelp runs a command that exists only for its help: calls of a hook bypass the command line's library, see isHook.
func (a *app) onlyHelp(context.Context, *cli.Command) error { return nil }

// isHook reports whether this call is a hook. That is decided first, because a wrong flag, a crash or a missing store
// must not end with an exit code that means something to the agent. On exit code 2, which Go itself uses for a crash,
// Claude Code deletes what the person has just typed.
func isHook(args []string) bool {
	return len(args) > 0 && args[0] == "hook" && !slices.Contains(args, "--help") && !slices.Contains(args, "-h")
}

// hook answers an agent. It always returns exit code 0.
func (a *app) hook(ctx context.Context) int {
	ctx, cancel := context.WithTimeout(ctx, max(a.env.Patience, hook.Patience)) // a test on a busy machine waits longer
	defer cancel()
	answer, recorded := make(chan hookAnswer, 1), make(chan bool)
	go func() {
		defer close(recorded)
		out := a.hookAnswer(ctx)
		answer <- out
		defer func() { _ = recover() }() // exit code 2 would mean something to the agent
		a.recordTurn(ctx, out.call)
	}()
	select {
	case out := <-answer:
		if _, err := io.Copy(a.env.Stdout, bytes.NewReader(out.text)); err == nil && out.notified != nil { // note only what was delivered; a failure cannot be reported
			_ = presence.RecordNotified(out.store, out.worktree, out.agent, out.session, out.notified, a.env.Now())
		}
		select {
		case <-recorded:
		case <-ctx.Done(): // another hook holds the record
		}
	case <-ctx.Done():
	}
	return 0
}

// hookAnswer is the text for an agent, and the messages to record as shown once the text is delivered.
type hookAnswer struct {
	text                            []byte
	call                            hook.Call
	store, worktree, agent, session string
	notified                        []presence.Message
}

// hookAnswer returns the answer to an agent.
func (a *app) hookAnswer(ctx context.Context) (out hookAnswer) {
	defer func() {
		if recover() != nil {
			out = hookAnswer{}
		}
	}()
	args := append(slices.Clone(a.env.Args[1:]), "", "")
	if !hook.IsReader(args[0]) || a.env.InTerminal {
		return out
	}
	said, err := io.ReadAll(io.LimitReader(a.env.Stdin, hook.MaxInput))
	if err != nil {
		return out
	}
	call := hook.Read(args[0], args[1], said)
	out.call = call
	if !call.CanReceive() {
		return out
	}
	folders, named := hook.FoldersOf(call, a.env.Getenv, a.env.Dir), a.env.Getenv("CONSIDER_DIR")
	if hook.FindQuiet(call, folders, named).IsCurrent() {
		return out
	}
	project := a.hookProject(folders)
	if project == nil {
		return out
	}
	defer project.Close()
	quiet := hook.QuietIn(project.Place.StoreDir, call, folders, named) // taken before the store is read, so that what comes later counts as news
	service := project.Session(a.hookCaller(call))
	waiting, busy, err := history.AllWaiting(ctx, service)
	if err != nil || ctx.Err() != nil || service.MadeElsewhere() != nil {
		return out
	}
	told, err := hook.OpenNotified(project.Place.StoreDir, call, a.env.Now())
	if err != nil {
		return out
	}
	defer told.Close()
	if told.News(waiting) == 0 {
		if !busy && told.Knows(waiting) { // the end of another session's work changes no store
			quiet.Note()
		}
		return out
	}
	out.store, out.worktree, out.agent, out.session = project.Place.StoreDir, project.Place.WorktreeName, call.Agent(), call.Session
	out.notified = waiting
	out.text = call.Answer(hook.NewsText(len(waiting), wrapperFrom(project, append(call.Dirs, a.env.Dir)[0])))
	return out
}

// recordTurn records a call of a hook for the report about the agent's turn.
func (a *app) recordTurn(ctx context.Context, call hook.Call) {
	if !call.Records() {
		return
	}
	folders := hook.FoldersOf(call, a.env.Getenv, a.env.Dir)
	project := a.hookProject(folders)
	if project == nil {
		return
	}
	defer project.Close()
	s := project.Session(a.hookCaller(call))
	if !s.MayBeNoted(ctx) {
		return
	}
	kinds := map[agents.Moment]turn.Kind{agents.Prompt: turn.Start, agents.Before: turn.Before, agents.Tool: turn.After, agents.Failed: turn.After, agents.Stop: turn.End}
	e := turn.Event{Kind: kinds[call.Moment], Agent: call.Agent(), Session: call.Key()}
	if t := call.Tool; t != nil {
		e.Call, e.Edits = t.ID, t.Edits
		for _, at := range t.Paths {
			if path, err := project.Tree.Rel(project.Place.Root, at); err == nil { // others are outside of the project
				e.Paths = append(e.Paths, path)
			}
		}
	}
	_ = turns.Record(ctx, s, e) // the report says what is not known
	if e.Kind != turn.End {
		return
	}
	if a.env.Again == nil {
		a.recordEnd(ctx, folders, e)
		return
	}
	_ = a.env.Again(project.Place.Root, "hook", turnEnd, e.Agent, e.Session) // likewise
}

// turnEnd makes a call our own: hook ended <agent> <session>. It reads the files after a turn, while nobody waits for it.
const turnEnd = "ended"

// recordEnd records the files as they are after a turn.
func (a *app) recordEnd(ctx context.Context, folders []string, e turn.Event) {
	project := a.hookProject(folders)
	if project == nil {
		return
	}
	defer project.Close()
	s := project.Session(session.Caller{Agent: e.Agent, Dir: a.env.Dir})
	if e.Kind = turn.Found; s.MayBeNoted(ctx) {
		_ = turns.Record(ctx, s, e) // the report says what is not known
		a.autoGC(s)
	}
}

// hookCaller returns the agent that a hook is called by.
func (a *app) hookCaller(call hook.Call) session.Caller {
	return session.Caller{Agent: call.Agent(), Dir: a.env.Dir, InSession: a.inSession(call.Session)}
}

// inSession returns a function that returns the agent's session that runs us, which has an ID.
func (a *app) inSession(id string) func() agents.Session {
	return func() agents.Session {
		in := a.agentSession()
		in.ID = id
		return in
	}
}

// wrapperIn returns the path of the program that setup made for agents of the project: in its worktree, or where its
// threads are. It is "" if there is none.
func wrapperIn(project *session.Project) string {
	for _, dir := range []string{project.OwnDir(), project.Place.StoreDir, project.Place.Home} {
		wrapper := filepath.Join(dir, "bin", "consider-cli")
		if _, err := os.Stat(wrapper); dir != "" && err == nil {
			return wrapper
		}
	}
	return ""
}

// wrapperFrom returns the path of the program that setup made for agents, as seen from the agent's folder dir.
func wrapperFrom(project *session.Project, dir string) string {
	wrapper := cmp.Or(wrapperIn(project), filepath.Join(project.Place.StoreDir, "bin", "consider-cli"))
	if rel, err := filepath.Rel(dir, wrapper); err == nil {
		wrapper = filepath.ToSlash(rel)
	}
	return words.ShellWord(wrapper)
}

// hookProject returns the project that an agent works in, nil if it has no store. It looks in the agent's folders
// first, then where the program was started.
func (a *app) hookProject(folders []string) *session.Project {
	for _, dir := range folders {
		project, err := a.projectAt(dir, "")
		if err != nil {
			continue
		}
		if project.Place.HasStore || project.Place.Home != "" || a.env.Getenv("CONSIDER_DIR") != "" {
			project.Warn = nil
			return project
		}
		_ = project.Close() // nothing was opened
	}
	return nil
}
