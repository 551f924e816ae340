package gitrun

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"consider/internal/programs"
	"consider/internal/worktree"
)

// Patience is how long git may be silent. On a large repository and a slow disk it is silent for some tens of
// seconds before it answers. A git that waits for a pipe without a writer is silent forever.
var Patience = 2 * time.Minute

// countedReads reports each read, which shows that git is alive.
type countedReads struct {
	io.Reader
	alive func()
}

func (n countedReads) Read(p []byte) (int, error) {
	n.alive()
	return n.Reader.Read(p)
}

// Git runs the git program for one project.
type Git struct {
	p worktree.Project

	once   sync.Once
	search *programs.Search
	path   string
	err    error
}

func New(p worktree.Project) *Git { return &Git{p: p} }

// Find looks the program up, once. The error is ErrNoGit.
func (g *Git) Find() error {
	g.once.Do(func() {
		g.search = programs.Outside(g.p.Folders()...)
		if g.path, g.err = g.search.Find("git"); g.err != nil {
			g.err = ErrNoGit
		}
	})
	return g.err
}

// maxAnswer limits how much of git's lists of names is read.
const maxAnswer = 256 << 20

// MaxPathArgs limits the paths on a command line; Windows allows 32 kB in all.
const MaxPathArgs = 16 << 10

// Call is one run of git in the project's root.
type Call struct {
	Args      []string
	Stdin     io.Reader
	Max       int64      // limit in bytes; a longer answer is worktree.ErrTooLarge
	Dir       string     // where to run; "" for the project's root
	Env       []string   // added to the environment instead of the variables that lead to the project's repository
	Overrides []Override // settings that override the configuration and whose names others chose
}

// name returns the git command, which settings may precede.
func (c Call) name() string {
	args := c.Args
	for len(args) > 2 && args[0] == "-c" {
		args = args[2:]
	}
	return args[0]
}

// Output runs the git program and returns its standard output. The error is ErrNoGit, worktree.ErrTooLarge, the
// context's, or a *refusal, which is ErrRefused.
func (g *Git) Output(ctx context.Context, call Call) ([]byte, error) {
	if call.Max == 0 {
		call.Max = maxAnswer
	}
	ctx, alive, cancel := programs.Watched(ctx, Patience)
	defer cancel()
	cmd, said, err := g.command(ctx, call)
	if err != nil {
		return nil, err
	}
	if call.Stdin != nil {
		cmd.Stdin = countedReads{call.Stdin, alive}
	}
	pipe, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	out, readErr := io.ReadAll(io.LimitReader(countedReads{pipe, alive}, call.Max+1))
	if int64(len(out)) > call.Max {
		cancel()
		_ = cmd.Wait()
		return nil, worktree.ErrTooLarge
	}
	if err := errors.Join(readErr, cmd.Wait()); err != nil {
		if errors.Is(context.Cause(ctx), programs.ErrStalled) {
			return nil, fmt.Errorf("git %s: %w", call.name(), ErrStalled)
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, &refusal{command: call.name(), words: said.words(), err: err}
	}
	return out, nil
}

// command prepares a run of git without starting it. It also returns what will collect git's error output.
func (g *Git) command(ctx context.Context, call Call) (*programs.Cmd, *complaint, error) {
	if err := errors.Join(g.Find(), g.checkFiles()); err != nil {
		return nil, nil, err
	}
	cmd := g.search.Command(ctx, g.path, append(safeArgs(), call.Args...)...)
	cmd.Dir = cmp.Or(call.Dir, g.p.Root)
	if call.Env == nil {
		if g.p.MisleadsGit() {
			return nil, nil, fmt.Errorf("%w: a folder in the project could be mistaken for a git repository", ErrRefused)
		}
		call.Env = g.placeEnv()
	}
	cmd.Env = slices.Concat(gitEnv(cmd.Env), overrideEnv(call.Overrides), call.Env)
	cmd.WaitDelay = time.Second // a child of git that keeps the pipe open must not block us
	said := &complaint{}
	cmd.Stderr = said
	return cmd, said, nil
}

// opened are files of a git directory that git opens for almost every question.
var opened = []string{
	"HEAD", "config", "config.worktree", "commondir", "index", "packed-refs", "shallow", "info/exclude", "info/attributes", "objects/info/alternates",
}

// checkFiles refuses a git directory that has a pipe or a device in the place of one of them: git would wait for a writer.
// The null device is empty at once; sandboxes put it over files that they hide.
func (g *Git) checkFiles() error {
	null, _ := os.Stat(os.DevNull) // if there is none, no file is the same
	for _, dir := range []string{g.p.GitDir, g.p.CommonDir} {
		for _, name := range opened {
			info, err := os.Stat(filepath.Join(dir, name))
			if dir != "" && err == nil && info.Mode()&(fs.ModeNamedPipe|fs.ModeDevice|fs.ModeSocket) != 0 && !os.SameFile(info, null) {
				return fmt.Errorf("%w: %s in the git directory is a pipe, a socket or a device", ErrRefused, name)
			}
		}
	}
	return nil
}

// List runs git and splits its answer at NUL bytes.
func (g *Git) List(ctx context.Context, args ...string) ([]string, error) {
	out, err := g.Output(ctx, Call{Args: args})
	return SplitNUL(out), err
}

func SplitNUL(out []byte) []string {
	out = bytes.TrimSuffix(out, []byte{0})
	if len(out) == 0 {
		return nil
	}
	return strings.Split(string(out), "\x00")
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

// placeEnv keeps git to the repository that Locate found: not one above the top, and not the other worktree that
// core.worktree names.
func (g *Git) placeEnv() []string {
	if g.p.Top == "" {
		return []string{"GIT_CEILING_DIRECTORIES=" + filepath.Dir(g.p.Root)}
	}
	env := []string{"GIT_CEILING_DIRECTORIES=" + filepath.Dir(g.p.Top)}
	if g.p.GitDir == "" || g.p.Bare {
		return env
	}
	if g.p.Config().Get("core.worktree") != "" {
		env = append(env, "GIT_WORK_TREE="+g.p.Top)
	}
	return env
}

// Override is a setting given to a run of git that overrides the configuration.
type Override struct{ key, value string }

// overrideEnv passes settings in the environment, where a key is whole. Git splits the argument of -c at the first "=",
// which may be part of the key, because the repository chooses the name in its middle.
func overrideEnv(settings []Override) []string {
	env := []string{"GIT_CONFIG_COUNT=" + strconv.Itoa(len(settings))}
	for i, s := range settings {
		env = append(env, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", i, s.key), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", i, s.value))
	}
	return env
}
