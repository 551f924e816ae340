// Package scenarios runs the scenarios: text files in which a person and an agent use consider in a real repository.
// README.md here describes their language.
package scenarios

import (
	"cmp"
	"context"
	"flag"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/term"

	"consider/commands"
)

var update = flag.Bool("update", false, "rewrite what scenarios expect from what they got")

// program is the executable under test. "consider" in a scenario is a command of the scenario language, which runs the
// executable with checks.
const program = "consider-test"

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){program: consider, toolUser: toolUserMain})
}

// consider is the program under test.
func consider() {
	if os.Getenv(insideMark) != "" {
		runCommands()
	}
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	self = cmp.Or(os.Getenv("SCENARIO_PROGRAM"), self)
	os.Exit(run(commands.Interruptible(), self, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run runs the real command line, except that a scenario sets the clock, the terminal and the version.
func run(ctx context.Context, self string, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	dir, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	now := func() time.Time {
		t, err := time.Parse(time.RFC3339, os.Getenv("SCENARIO_NOW"))
		if err != nil {
			panic(err)
		}
		return t
	}
	screen, isFile := stdout.(*os.File)
	return commands.Run(ctx, commands.Env{
		Args: args, Stdin: stdin, Stdout: stdout, Stderr: stderr, Getenv: os.Getenv, Now: now, Dir: dir,
		Build: "test", Program: self, Patience: time.Minute, Line: func() string { return "" }, InTerminal: os.Getenv("SCENARIO_TERMINAL") != "",
		OutTerminal: os.Getenv("SCENARIO_SCREEN") != "" || isFile && term.IsTerminal(int(screen.Fd())),
	})
}

// ran records the scenarios that reached their end, by file.
var ran = struct {
	sync.Mutex
	files map[string]bool
}{files: map[string]bool{}}

func TestScenarios(t *testing.T) {
	t.Run("files", func(t *testing.T) {
		testscript.Run(t, testscript.Params{
			Dir: ".", Setup: setup, Cmds: words, UpdateScripts: *update,
			RequireUniqueNames: true, RequireExplicitExec: true,
		})
	})
	if t.Failed() || flag.Lookup("test.run").Value.String() != "" {
		return
	}
	files, err := filepath.Glob("*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, f := range files {
		if !ran.files[strings.TrimSuffix(f, ".txtar")] {
			t.Errorf("%s did not run to its end", f)
		}
	}
}

// setup gives a scenario its own home, a fixed clock and author, and a person on a terminal.
func setup(env *testscript.Env) error {
	home := filepath.Join(env.WorkDir, ".home")
	if err := os.MkdirAll(home, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(home, ".gitconfig"), []byte("[user]\n\tname = Ann\n"), 0o644); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(env.WorkDir, smallProgram), []byte("the program\n"), 0o755); err != nil {
		return err
	}
	repo := filepath.Join(env.WorkDir, "repo")
	if err := os.MkdirAll(repo, 0o755); err != nil {
		return err
	}
	env.Cd = repo
	for _, kv := range [][2]string{
		{"HOME", home},
		{"XDG_CONFIG_HOME", home},
		{"GIT_CONFIG_NOSYSTEM", "1"},
		{"GIT_CONFIG_GLOBAL", filepath.Join(home, ".gitconfig")},
		{"GIT_AUTHOR_NAME", "Ann"},
		{"GIT_AUTHOR_EMAIL", "ann@example.com"},
		{"GIT_COMMITTER_NAME", "Ann"},
		{"GIT_COMMITTER_EMAIL", "ann@example.com"},
		{"GIT_TERMINAL_PROMPT", "0"},
		{"LC_ALL", "C"},
		{"TERM", "dumb"},
		{"NO_COLOR", "1"},
		{"SCENARIO_TERMINAL", "1"},
		{"REPO", repo},
	} {
		env.Setenv(kv[0], kv[1])
	}
	setTime(env.Setenv, "2026-11-21T10:00:00Z")
	env.Values[backgroundKey{}] = map[string]*background{}
	env.Values[namesKey{}] = variables(env)
	set, err := namesIn(env.WorkDir)
	if err != nil {
		return err
	}
	env.Values[insideKey{}] = &insider{set: append(set, variables(env)...)}
	env.Defer(func() {
		checkStores(env)
		ran.Lock()
		defer ran.Unlock()
		name := filepath.Base(env.WorkDir)
		ran.files[strings.TrimPrefix(name, "script-")] = true
	})
	return nil
}

// variables returns the names of all environment variables of a scenario's commands.
func variables(env *testscript.Env) []string {
	names := []string{"CLAUDE_CONFIG_DIR", "CLAUDE_CODE_PROJECT_DIR_NAME"} // that a scenario may set
	for _, kv := range env.Vars {
		name, _, _ := strings.Cut(kv, "=")
		names = append(names, name)
	}
	return append(names, slices.Collect(maps.Values(agentVariables))...)
}

func setTime(setenv func(key, value string), at string) {
	setenv("SCENARIO_NOW", at)
	setenv("GIT_AUTHOR_DATE", at)
	setenv("GIT_COMMITTER_DATE", at)
}

// checkStores runs git's fsck on every store that the scenario left, unless the scenario said that it breaks them.
func checkStores(env *testscript.Env) {
	if _, err := os.Stat(filepath.Join(env.WorkDir, brokenMark)); err == nil {
		return
	}
	_ = filepath.WalkDir(env.WorkDir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() || d.Name() != ".consider" {
			return nil
		}
		if _, err := os.Stat(filepath.Join(path, "HEAD")); err != nil {
			return fs.SkipDir
		}
		out, err := exec.Command("git", "--git-dir="+path, "fsck", "--strict").CombinedOutput()
		if err != nil || strings.TrimSpace(string(out)) != "" {
			env.T().Fatal("git fsck --strict in ", path, ": ", err, "\n", string(out))
		}
		return fs.SkipDir
	})
}
