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

// gitPatience is how long git may be silent. On a large repository and a slow disk it is silent for some tens of
// seconds before it answers. A git that waits for a pipe without a writer is silent forever.
var gitPatience = 2 * time.Minute

// countedReads reports each read, which shows that git is alive.
type countedReads struct {
	io.Reader
	alive func()
}

func (n countedReads) Read(p []byte) (int, error) {
	n.alive()
	return n.Reader.Read(p)
}

// maxAnswer limits how much of git's lists of names is read.
const maxAnswer = 256 << 20

// maxPathArgs limits the paths on a command line; Windows allows 32 kB in all.
const maxPathArgs = 16 << 10

// gitCall is one run of git in the project's root.
type gitCall struct {
	args      []string
	stdin     io.Reader
	max       int64      // limit in bytes; a longer answer is ErrTooLarge
	dir       string     // where to run; "" for the project's root
	env       []string   // added to the environment instead of the variables that lead to the project's repository
	overrides []override // settings that override the configuration and whose names others chose
}

// name returns the git command, which settings may precede.
func (c gitCall) name() string {
	args := c.args
	for len(args) > 2 && args[0] == "-c" {
		args = args[2:]
	}
	return args[0]
}

// git runs the git program and returns its standard output. The error is errNoGit, ErrTooLarge, the context's, or a
// *refusal, which is errGitRefused.
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

// gitCommand prepares a run of git without starting it. It also returns what will collect git's error output.
func (t *Tree) gitCommand(ctx context.Context, call gitCall) (*programs.Cmd, *complaint, error) {
	program, err := t.findGit()
	if err != nil {
		return nil, nil, err
	}
	cmd := t.search.Command(ctx, program, append(safeArgs(), call.args...)...)
	cmd.Dir = cmp.Or(call.dir, t.p.Root)
	if call.env == nil {
		if t.isMisled() {
			return nil, nil, fmt.Errorf("%w: a folder in the project could be mistaken for a git repository", errGitRefused)
		}
		call.env = t.placeEnv()
	}
	cmd.Env = slices.Concat(gitEnv(cmd.Env), overrideEnv(call.overrides), call.env)
	cmd.WaitDelay = time.Second // a child of git that keeps the pipe open must not block us
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

// safeArgs are the settings that come before every git command. Everything that a repository's configuration could make
// git run is disabled here, by the flags of the single call (external diffs, submodules), or by its overrides (filters,
// whose names the repository chooses).
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

// gitEnv is the environment for git. It drops every GIT_ variable of the caller: a hook or an editor may have pointed
// it at another repository, another index or a program. Variables that locate git's own files and the user's settings
// stay.
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

// isMisled reports whether git would find another repository than Locate: a folder of the project that looks like a
// bare repository, whose settings git would use.
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

// placeEnv keeps git to the repository that Locate found: not one above the top, and not the other worktree that
// core.worktree names.
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

// override is a setting given to a run of git that overrides the configuration.
type override struct{ key, value string }

// overrideEnv passes settings in the environment, where a key is whole. Git splits the argument of -c at the first "=",
// which may be part of the key, because the repository chooses the name in its middle.
func overrideEnv(settings []override) []string {
	env := []string{"GIT_CONFIG_COUNT=" + strconv.Itoa(len(settings))}
	for i, s := range settings {
		env = append(env, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", i, s.key), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", i, s.value))
	}
	return env
}
