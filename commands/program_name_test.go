package commands

import (
	"testing"

	"consider/internal/session"
	"consider/internal/worktree"
)

// Hints said "consider …", which many agents cannot run: Codex runs a login shell, and with only the editor's extension
// there is no consider on the PATH.
func TestACommandIsToldAsTheCallerCallsIt(t *testing.T) {
	for _, c := range []struct {
		called string
		door   bool
		want   string
	}{
		{"consider", false, "consider list"},
		{"consider", true, "consider list"},
		{"/p/.consider/bin/consider", true, "/p/.consider/bin/consider-cli list"},
		{".consider/bin/consider", true, ".consider/bin/consider-cli list"},
		{`C:\p\.consider\bin\consider.exe`, true, `C:\p\.consider\bin\consider-cli list`},
		{"./bin/consider", false, "./bin/consider list"},
		{"./bin/consider", true, "./bin/consider list"}, // called as agents do, but without setup's copy there is no wrapper
		{"/my tools/consider", false, "'/my tools/consider' list"},
		{"/it's/consider", false, `'/it'\''s/consider' list`},
	} {
		a := &app{env: Env{CalledAs: c.called}, door: c.door}
		if got := a.surface().Command("list"); got != c.want {
			t.Errorf("called as %s: %q, want %q", c.called, got, c.want)
		}
	}
}

// A hook named the program by a path from the project's root, even when the agent was in another folder.
func TestTheHookNamesTheProgramFromWhereTheAgentIs(t *testing.T) {
	for dir, want := range map[string]string{
		"/p": ".consider/bin/consider-cli", "/p/internal/x": "../../.consider/bin/consider-cli",
		"/my project/a": "../../p/.consider/bin/consider-cli",
	} {
		p := &session.Project{Place: worktree.Project{Root: "/p", StoreDir: "/p/.consider"}}
		if got := wrapperFrom(p, dir); got != want {
			t.Errorf("%s: %s", dir, got)
		}
	}
}
