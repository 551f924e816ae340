package commands

import "testing"

// Hints said "consider …", which many agents cannot run: Codex runs a login shell, and with only the editor's extension
// there is no consider on the PATH.
func TestACommandIsToldAsTheCallerCallsIt(t *testing.T) {
	known := func() []string { return []string{"list", "reply", "fsck"} }
	for _, c := range []struct {
		called string
		door   bool
		text   string
		want   string
	}{
		{"consider", false, "go on with: consider list", "go on with: consider list"},
		{"consider", true, "consider list", "consider list"},
		{"/p/.consider/bin/consider", true, "'consider fsck' repairs it", "'/p/.consider/bin/consider-cli fsck' repairs it"},
		{".consider/bin/consider", true, "consider reply c_1 -m X, or consider list", ".consider/bin/consider-cli reply c_1 -m X, or .consider/bin/consider-cli list"},
		{`C:\p\.consider\bin\consider.exe`, true, "consider list", `C:\p\.consider\bin\consider-cli list`},
		{"./bin/consider", false, "consider list", "./bin/consider list"},
		{"./bin/consider", true, "consider list", "./bin/consider list"}, // called as agents do, but without setup's copy there is no wrapper
		{"/my tools/consider", false, "consider list", "'/my tools/consider' list"},
		{"/it's/consider", false, "consider --help", `'/it'\''s/consider' --help`},
		// Text that is not a command stays unchanged.
		{"/b/consider", false, "consider it done; a .consider folder; consider listing; consider is here", "consider it done; a .consider folder; consider listing; consider is here"},
	} {
		a := &app{env: Env{Called: c.called}, door: c.door, known: known}
		if got := a.tell(c.text); got != c.want {
			t.Errorf("called as %s: %q, want %q", c.called, got, c.want)
		}
	}
	if a := (&app{env: Env{Called: "/b/consider"}}); a.tell("consider list") != "consider list" {
		t.Error("without the commands nothing is known to be one")
	}
}

// A hook named the program by a path from the project's root, even when the agent was in another folder.
func TestTheHookNamesTheProgramFromWhereTheAgentIs(t *testing.T) {
	for dir, want := range map[string]string{
		"/p": ".consider/bin/consider-cli", "/p/internal/x": "../../.consider/bin/consider-cli",
		"/my project/a": "../../p/.consider/bin/consider-cli",
	} {
		if got := wrapperFrom("/p/.consider", dir); got != want {
			t.Errorf("%s: %s", dir, got)
		}
	}
}
