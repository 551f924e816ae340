package worktree

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"consider/internal/programs"
)

// gitPatience is how long git may be silent. Over a large repository on a slow disk it is silent for some tens of
// seconds before it answers; what waits for a pipe that nothing is written to is silent for ever.
var gitPatience = 2 * time.Minute

// countedReads tells of each read, which shows that git is alive.
type countedReads struct {
	io.Reader
	alive func()
}

func (n countedReads) Read(p []byte) (int, error) {
	n.alive()
	return n.Reader.Read(p)
}

// maxAnswer bounds what is read from git for lists of names.
const maxAnswer = 256 << 20

// maxPathArgs bounds the paths on a command line; Windows allows 32 kB in all.
const maxPathArgs = 16 << 10

// gitCall is one run of git in the project's root.
type gitCall struct {
	args      []string
	stdin     io.Reader
	max       int64      // bytes of answer; more is ErrTooLarge
	dir       string     // where to run; "" for the project's root
	env       []string   // laid over the environment instead of what leads to the project's repository
	overrides []override // settings laid over the configuration, whose names are not ours
}

// name is the command, which settings may come before.
func (c gitCall) name() string {
	args := c.args
	for len(args) > 2 && args[0] == "-c" {
		args = args[2:]
	}
	return args[0]
}

// git runs the git program and gives its standard output. The error is
// errNoGit, ErrTooLarge, the context's, or a *refusal, which is errGitRefused.
func (t *Tree) git(ctx context.Context, call gitCall) ([]byte, error) {
	if call.max == 0 {
		call.max = maxAnswer
	}
	ctx, alive, cancel := programs.Watched(ctx, gitPatience)
	defer cancel()
	cmd, said, err := t.gitCommand(ctx, call)
	if err != nil {
		return nil, err
	}
	if call.stdin != nil {
		cmd.Stdin = countedReads{call.stdin, alive}
	}
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errGitRefused, err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("%w: %w", errGitRefused, err)
	}
	out, readErr := io.ReadAll(io.LimitReader(countedReads{pipe, alive}, call.max+1))
	if int64(len(out)) > call.max {
		cancel()
		_ = cmd.Wait()
		return nil, ErrTooLarge
	}
	if err := errors.Join(readErr, cmd.Wait()); err != nil {
		if errors.Is(context.Cause(ctx), programs.ErrStalled) {
			return nil, fmt.Errorf("git %s: %w", call.name(), ErrGitStalled)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, &refusal{command: call.name(), words: said.words(), err: err}
	}
	return out, nil
}

// gitCommand makes a run of git that is not started yet, and the place of what it will say.
func (t *Tree) gitCommand(ctx context.Context, call gitCall) (*programs.Cmd, *complaint, error) {
	program, err := t.findGit()
	if err != nil {
		return nil, nil, err
	}
	cmd := t.search.Command(ctx, program, append(safeArgs(), call.args...)...)
	cmd.Dir = cmp.Or(call.dir, t.p.Root)
	if call.env == nil {
		if t.isMisled() {
			return nil, nil, fmt.Errorf("%w: a folder of the project poses as a repository", errGitRefused)
		}
		call.env = t.placeEnv()
	}
	cmd.Env = slices.Concat(gitEnv(cmd.Env), overrideEnv(call.overrides), call.env)
	cmd.WaitDelay = time.Second // a child of git that keeps the pipe open does not hold us
	said := &complaint{}
	cmd.Stderr = said
	return cmd, said, nil
}

// gitList runs git and splits its answer at NUL bytes.
func (t *Tree) gitList(ctx context.Context, args ...string) ([]string, error) {
	out, err := t.git(ctx, gitCall{args: args})
	if err != nil {
		return nil, err
	}
	return splitNUL(out), nil
}

func splitNUL(out []byte) []string {
	out = bytes.TrimSuffix(out, []byte{0})
	if len(out) == 0 {
		return nil
	}
	return strings.Split(string(out), "\x00")
}

// findGit looks the program up once.
func (t *Tree) findGit() (string, error) {
	t.gitOnce.Do(func() {
		t.search = programs.Outside(t.p.Folders()...)
		path, err := t.search.Find("git")
		if err != nil {
			t.gitErr = errNoGit
			return
		}
		t.gitPath = path
	})
	return t.gitPath, t.gitErr
}

// safeArgs are the settings that come before every git command. Anything a
// repository's configuration could make git run is answered here, or by the
// flags of the single call (external diffs, submodules) and its overrides
// (filters, whose names the repository chooses).
func safeArgs() []string {
	return []string{
		"--no-pager",
		"-c", "core.fsmonitor=false",
		"-c", "core.hooksPath=" + os.DevNull,
		"-c", "core.pager=cat",
		"-c", "log.showSignature=false",
		"-c", "protocol.allow=never",
	}
}

// gitEnv is the environment for git. Every GIT_ variable of the caller goes: a
// hook or an editor may have pointed them at another repository, another index
// or a program. What says where git's own files and the user's settings are
// stays.
func gitEnv(environ []string) []string {
	keep := map[string]bool{
		"GIT_EXEC_PATH": true, "GIT_CONFIG_NOSYSTEM": true, "GIT_CONFIG_GLOBAL": true, "GIT_CONFIG_SYSTEM": true,
	}
	env := make([]string, 0, len(environ)+10)
	for _, pair := range environ {
		name, _, _ := strings.Cut(pair, "=")
		name = strings.ToUpper(name)
		if strings.HasPrefix(name, "GIT_") && !keep[name] || name == "LC_ALL" || name == "LANGUAGE" {
			continue
		}
		env = append(env, pair)
	}
	return append(env,
		"LC_ALL=C",
		"GIT_OPTIONAL_LOCKS=0",  // never refresh the index on disk
		"GIT_NO_LAZY_FETCH=1",   // a missing object is missing,
		"GIT_ALLOW_PROTOCOL=",   // also for a git that does not know the line above
		"GIT_TERMINAL_PROMPT=0", // and the user is not asked
		"GIT_ASKPASS=",
		"GIT_PAGER=cat",
	)
}

// isMisled reports whether git would find another repository than Locate: a
// folder of the project that looks like a bare one, whose settings it would take.
func (t *Tree) isMisled() bool {
	for at := range upwards(t.p.Root) {
		if at == t.p.Top {
			return false
		}
		if isGitDir(at, commonDir(at)) {
			return true
		}
		if t.p.Top == "" {
			return false // git does not look above the root
		}
	}
	return false
}

// placeEnv keeps git to the repository that Locate found: not one above the
// top, and not the worktree elsewhere that core.worktree names.
func (t *Tree) placeEnv() []string {
	if t.p.Top == "" {
		return []string{"GIT_CEILING_DIRECTORIES=" + filepath.Dir(t.p.Root)}
	}
	env := []string{"GIT_CEILING_DIRECTORIES=" + filepath.Dir(t.p.Top)}
	if t.p.GitDir == "" || t.p.Bare {
		return env
	}
	if loadConfig(t.p.GitDir, t.p.CommonDir).get("core.worktree") != "" {
		env = append(env, "GIT_WORK_TREE="+t.p.Top)
	}
	return env
}

// override is a setting that a run of git is given over those of the configuration.
type override struct{ key, value string }

// overrideEnv hands settings over. Git splits what follows -c at the first "=",
// which may be part of the key: the repository chooses the name in its middle.
// Here a key is whole.
func overrideEnv(settings []override) []string {
	env := []string{"GIT_CONFIG_COUNT=" + strconv.Itoa(len(settings))}
	for i, s := range settings {
		env = append(env, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", i, s.key), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", i, s.value))
	}
	return env
}
