package commands

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"consider/internal/gittest"
)

// talk runs a command on a person's terminal with typed as the keyboard input.
func talk(t *testing.T, dir, typed string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	home := filepath.Join(filepath.Dir(dir), "home")
	code = Run(t.Context(), Env{
		Args: args, Stdin: strings.NewReader(typed), Stdout: &out, Stderr: &errs, Now: time.Now, Dir: dir, Build: "test",
		Getenv: func(name string) string {
			if name == "HOME" || name == "USERPROFILE" {
				return home
			}
			return ""
		},
		Program: os.Args[0], InTerminal: true, OutTerminal: true, ErrTerminal: true,
	})
	return code, out.String(), errs.String()
}

func projectAndHome(t *testing.T) (project, home string) {
	t.Helper()
	dir := t.TempDir()
	project, home = filepath.Join(dir, "project"), filepath.Join(dir, "home")
	for _, d := range []string{filepath.Join(project, ".claude"), home} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return project, home
}

func has(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func TestSetupAsksAndShowsBeforeItWrites(t *testing.T) {
	skill := filepath.Join(".claude", "skills", "consider", "SKILL.md")
	for _, c := range []struct {
		name, typed   string
		code          int
		project, home bool
	}{
		{"Enter means the recommended settings", "\n\n", 0, true, false},
		{"no", "n\n", 130, false, false},
		{"no, after the preview", "y\nn\n", 130, false, false},
		{"Enter means what was found", "c\n\n\n\n\n\n\n\n", 0, true, false},
		{"in the home folder", "c\nclaude\nhome\noff\nn\nn\nn\ny\n", 0, false, true},
		{"no to each setting", "c\nclaude\n\n\n\n\n\nn\n", 130, false, false},
		{"none", "c\nnone\ny\n", 0, false, false},
		{"wrong words, then right ones", "what\n?\nq\nx\nc\nclaud\nclaude\n\n\n\n\n\n\n", 0, true, false},
		{"only wrong words", "a\nb\nd\n", 130, false, false},
		{"gone", "c\nclaude\n", 130, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			project, home := projectAndHome(t)
			code, _, stderr := talk(t, project, c.typed, "setup")
			if code != c.code || has(filepath.Join(project, skill)) != c.project || has(filepath.Join(home, skill)) != c.home {
				t.Errorf("exit %d, in the project %v, at home %v\n%s", code, has(filepath.Join(project, skill)), has(filepath.Join(home, skill)), stderr)
			}
			if c.code != 0 && has(filepath.Join(project, ".consider")) {
				t.Error("something was written")
			}
		})
	}
}

// TestSetupAsksAboutAgentsFirst: a newcomer whose agents left no folder is asked for what setup is for.
func TestSetupAsksAboutAgentsFirst(t *testing.T) {
	if _, _, stderr := talk(t, gittest.New(t).Dir, "", "setup"); !strings.Contains(stderr, "Which agents") || strings.Contains(stderr, ".gitignore") {
		t.Error(stderr)
	}
}

func TestSetupAsksAboutPlansWhereTheAgentCanWait(t *testing.T) {
	for typed, want := range map[string]bool{"c\nclaude\n\n\n\n\ny\n\n": true, "c\nclaude\n\n\n\n\n\n\n": false, "c\ncodex\n\n\n\n\n": false} {
		project, _ := projectAndHome(t)
		code, _, stderr := talk(t, project, typed, "setup")
		settings, _ := os.ReadFile(filepath.Join(project, ".claude", "settings.local.json"))
		if code != 0 || strings.Contains(string(settings), "ExitPlanMode") != want {
			t.Errorf("%q: exit %d, %s\n%s", typed, code, settings, stderr)
		}
		if asked := strings.Contains(stderr, "Require your approval of Claude Code's plans"); asked != strings.Contains(typed, "claude") {
			t.Errorf("%q: asked about plans: %v", typed, asked)
		}
	}
}

// Earlier choices are the defaults, and the recommended settings lower none of them.
func TestRecommendedSettingsKeepWhatIsMore(t *testing.T) {
	for _, c := range []struct{ before, typed, want string }{
		{"", "\n\n", "mid-turn"},
		{"next-prompt", "\n\n", "mid-turn"},
		{"wake", "\n\n", "wake"},
		{"on-stop", "c\n\n\n\n\n\n\n\n", "on-stop"},
	} {
		project, _ := projectAndHome(t)
		if c.before != "" {
			if code, _, stderr := talk(t, project, "", "setup", "claude", "--hooks", c.before, "--yes"); code != 0 {
				t.Fatal(stderr)
			}
		}
		code, _, stderr := talk(t, project, c.typed, "setup")
		_, out, _ := talk(t, project, "", "doctor")
		settings, _ := os.ReadFile(filepath.Join(project, ".claude", "settings.local.json"))
		if code != 0 || !strings.Contains(out, "("+c.want+")") || !strings.Contains(string(settings), `"allow"`) || has(filepath.Join(project, ".gitignore")) {
			t.Errorf("%s, then %q: exit %d, %s\n%s\n%s", c.before, c.typed, code, out, settings, stderr)
		}
	}
	project, home := projectAndHome(t)
	if err := os.Remove(filepath.Join(project, ".claude")); err != nil {
		t.Fatal(err)
	}
	if code, _, stderr := talk(t, project, "", "setup", "--recommended", "--yes"); code != 2 || !strings.Contains(stderr, "no coding agent found") || has(filepath.Join(home, ".claude")) {
		t.Errorf("without an agent: exit %d %s", code, stderr)
	}
}

func TestSetupPromisesOnlyWhatTheAgentHas(t *testing.T) {
	for agent, want := range map[string]string{
		"claude": "(skill; notified between steps; Claude Code may run consider without asking)",
		"codex":  "(skill; notified between steps)",
		"cline":  "(skill)",
	} {
		project, _ := projectAndHome(t)
		if _, _, stderr := talk(t, project, "n\n", "setup", agent); !strings.Contains(strings.Join(strings.Fields(stderr), " "), want) {
			t.Errorf("%s: %s", agent, stderr)
		}
	}
}

func TestAFullUninstallWantsTheWordDelete(t *testing.T) {
	for typed, want := range map[string]bool{"full\ny\n": true, "full\n\n": true, "full\ndelete\n": false, "\ny\n": true} {
		project, _ := projectAndHome(t)
		if code, _, stderr := talk(t, project, "", "setup", "claude", "--yes"); code != 0 {
			t.Fatal(stderr)
		}
		_, _, stderr := talk(t, project, typed, "uninstall")
		if has(filepath.Join(project, ".consider")) != want {
			t.Errorf("%q: store there: %v\n%s", typed, !want, stderr)
		}
	}
}

func TestWhereNobodyCanBeAskedNothingIsWritten(t *testing.T) {
	project, _ := projectAndHome(t)
	for _, args := range [][]string{{"setup", "--json"}, {"uninstall", "--mode", "full", "--json"}} {
		if code, out, _ := talk(t, project, "y\ny\ny\ny\n", args...); code != 2 || !strings.Contains(out, "--yes") {
			t.Errorf("%q: exit %d %s", args, code, out)
		}
	}
	if has(filepath.Join(project, ".consider")) {
		t.Error("something was written")
	}
}

func TestAPurgeWantsTheWordPurge(t *testing.T) {
	for typed, want := range map[string]bool{"y\n": true, "": true, "purge\n": false} {
		project, _ := projectAndHome(t)
		for _, args := range [][]string{{"memory", "create", "/memories/a.md", "-m", "x"}, {"config", "memory.backend", "secret"}, {"memory", "import", "--from", "workspace"}} {
			if code, _, stderr := talk(t, project, "", args...); code != 0 {
				t.Fatal(stderr)
			}
		}
		code, stdout, stderr := talk(t, project, typed, "memory", "purge")
		if !strings.Contains(stderr, "/memories/a.md") || (code != 0) != want || strings.Contains(stdout, "removed") == want {
			t.Errorf("%q: exit %d %s%s", typed, code, stdout, stderr)
		}
		if _, out, _ := talk(t, project, "", "doctor"); strings.Contains(out, "in plain text: 1 file") != want {
			t.Errorf("%q: %s", typed, out)
		}
	}
}

// typist is a terminal on which nothing is typed. The person presses Ctrl-C once the question is asked.
type typist struct {
	asked  chan struct{}
	gone   chan struct{}
	buffer bytes.Buffer
}

func (p *typist) Read([]byte) (int, error) {
	<-p.gone
	return 0, io.EOF
}

func (p *typist) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte("?")) {
		close(p.asked)
	}
	return p.buffer.Write(b)
}

func TestCtrlCEndsAQuestion(t *testing.T) {
	for _, args := range [][]string{{"setup", "claude", "--gitignore=false", "--hooks", "off"}, {"uninstall"}} {
		project, _ := projectAndHome(t)
		p := &typist{asked: make(chan struct{}), gone: make(chan struct{})}
		ctx, interrupt := context.WithCancel(t.Context())
		go func() {
			<-p.asked
			interrupt()
		}()
		code := Run(ctx, Env{
			Args: args, Stdin: p, Stdout: io.Discard, Stderr: p, Now: time.Now, Dir: project, Build: "test",
			Getenv: func(string) string { return "" }, Program: os.Args[0], InTerminal: true, OutTerminal: true, ErrTerminal: true,
		})
		close(p.gone)
		if said := p.buffer.String(); code != 130 || !strings.HasSuffix(said, "\nconsider: no answer; nothing was changed\n") {
			t.Errorf("%q: exit %d\n%s", args, code, said)
		}
	}
}

func TestWithNothingToDoNothingIsAsked(t *testing.T) {
	project, _ := projectAndHome(t)
	for _, args := range [][]string{{"uninstall", "--mode", "skills"}, {"uninstall", "--mode", "full"}} {
		if code, out, stderr := talk(t, project, "", args...); code != 0 || stderr != "" || out != "nothing to remove\n" {
			t.Errorf("%q: exit %d %s%s", args, code, out, stderr)
		}
	}
	if code, _, stderr := talk(t, project, "", "setup", "clod"); code != 2 || strings.Contains(stderr, "Add .consider/ to") || !strings.Contains(stderr, `unknown agent "clod"`) {
		t.Errorf("exit %d %s", code, stderr)
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}
}

// If only the output cannot be written, the error must not suggest to try again.
func TestAnAnswerThatCannotBeWritten(t *testing.T) {
	project, _ := projectAndHome(t)
	for _, args := range [][]string{{"add", "--review", "-m", "one"}, {"add", "--review", "-m", "two", "--json"}, {"list"}} {
		var stderr bytes.Buffer
		code := Run(t.Context(), Env{
			Args: args, Stdin: strings.NewReader(""), Stdout: full{}, Stderr: &stderr, Now: time.Now, Dir: project, Build: "test",
			Getenv: func(string) string { return "" }, Program: os.Args[0], InTerminal: true,
		})
		if said := stderr.String(); code != 16 || !strings.Contains(said, "cannot write the output") || strings.Contains(said, "try again") {
			t.Errorf("%q: exit %d\n%s", args, code, said)
		}
	}
	if _, out, _ := talk(t, project, "", "summary"); !strings.Contains(out, "2 open threads") {
		t.Error(out)
	}
}

func TestAnAgentWithoutItsSkillIsNotSaidToSeeIt(t *testing.T) {
	project, _ := projectAndHome(t)
	if err := os.WriteFile(filepath.Join(project, ".claude", "skills"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	code, out, stderr := talk(t, project, "", "setup", "claude", "--yes")
	if code != 16 || !strings.Contains(out, "refused") || strings.Contains(out, "available to") {
		t.Errorf("exit %d %s%s", code, out, stderr)
	}
}
