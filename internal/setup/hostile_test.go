package setup

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"consider/internal/agents"
	"consider/internal/digest"
)

// links are paths that setup uses, each of which may be a link to another folder.
var links = []struct{ name, target string }{
	{"project/.claude", "outside"},
	{"project/.claude/skills", "outside"},
	{"project/.claude/skills/consider", "outside"},
	{"project/.claude/skills/consider/SKILL.md", "outside/precious"},
	{"project/.claude/skills/consider/SKILL.md", "outside/missing"},
	{"project/.claude/settings.local.json", "outside/precious"},
	{"project/.agents", "outside"},
	{"project/.agents/skills/consider/agents", "outside"},
	{"project/.gitignore", "outside/precious"},
	{"project/.mcp.json", "outside/precious"},
	{"project/.codex", "outside"},
	{"project/.opencode/plugin", "outside"},
	{"project/.opencode/plugin/consider.js", "outside/precious"},
	{"project/.consider/bin", "outside"},
	{"project/.consider/bin/consider", "outside/precious"},
	{"project/.consider/bin/consider-cli", "outside/precious"},
	{"home/.cursor/skills/consider", "outside"},
}

func outside(tree map[string]string) map[string]string {
	out := map[string]string{}
	for name, text := range tree {
		if strings.HasPrefix(name, "outside") {
			out[name] = text
		}
	}
	return out
}

func TestNothingIsWrittenOrDeletedThroughALink(t *testing.T) {
	choice := everything(append(in(InProject, Names()...), in(InHome, Names()...)...))
	choice.Force = true
	for _, l := range links {
		t.Run(l.name+" to "+l.target, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.link(l.target, l.name)
			before := outside(w.tree())
			refused := false
			for _, c := range w.setup(choice) {
				refused = refused || c.Done == Refused && c.Why == errLink.Error()
			}
			if !refused {
				t.Error("nothing was refused")
			}
			same(t, "setup changed what is outside", before, outside(w.tree()))
			w.uninstall(true)
			same(t, "uninstall changed what is outside", before, outside(w.tree()))
			if info, err := os.Lstat(w.path(l.name)); err != nil || info.Mode()&os.ModeSymlink == 0 {
				t.Errorf("the link is gone: %v", err)
			}
		})
	}
}

// A file or folder that was set up properly may have become a link before uninstall.
func TestALinkThatCameLaterIsNotFollowedEither(t *testing.T) {
	w := newWorld(t)
	w.setup(everything(in(InProject, "claude")))
	if err := os.Rename(w.path("project/.claude/skills"), w.path("outside/skills")); err != nil {
		t.Fatal(err)
	}
	w.link("outside/skills", "project/.claude/skills")
	before := outside(w.tree())
	w.uninstall(true)
	same(t, "uninstall changed what is outside", before, outside(w.tree()))
}

func TestALinkedStoreIsNotDeleted(t *testing.T) {
	w := newWorld(t)
	if err := os.Remove(w.site.Store); err != nil {
		t.Fatal(err)
	}
	w.link("outside", "project/.consider")
	before := w.tree()
	changes, err := RemoveStore(w.site, false, true, w.retire)
	if err != nil {
		t.Fatal(err)
	}
	only(t, changes, Refused)
	same(t, "it was changed", before, w.tree())
	// Links in it are deleted, and what they lead to is not.
	w = newWorld(t)
	w.link("outside", "project/.consider/objects")
	before = outside(w.tree())
	if _, err := RemoveStore(w.site, false, true, w.retire); err != nil {
		t.Fatal(err)
	}
	same(t, "what a link in it leads to was changed", before, outside(w.tree()))
}

func TestWhatIsInTheWayIsLeftThere(t *testing.T) {
	choice := everything(in(InProject, Names()...))
	choice.Force = true
	for _, c := range []struct{ name, blocked string }{
		{"project/.claude", "project/.claude"},
		{"project/.claude/skills", "project/.claude/skills"},
		{"project/.agents/skills/consider", "project/.agents/skills/consider"},
		{"project/.consider/bin", "project/.consider/bin"},
	} {
		w := newWorld(t, c.name, "a file")
		refused := false
		for _, change := range w.setup(choice) {
			refused = refused || change.Done == Refused
		}
		if !refused {
			t.Errorf("%s: nothing was refused", c.name)
		}
		w.uninstall(true)
		if w.read(c.name) != "a file" {
			t.Errorf("%s is gone", c.name)
		}
	}
	for _, dir := range []string{"project/.claude/skills/consider/SKILL.md", "project/.gitignore", "project/.mcp.json", "project/.consider/bin/consider"} {
		w := newWorld(t, dir+"/inner", "mine")
		if done := w.doneTo(w.setup(choice), dir); done != Refused {
			t.Errorf("%s: %s", dir, done)
		}
		w.uninstall(true)
		if w.read(dir+"/inner") != "mine" {
			t.Errorf("%s is gone", dir)
		}
	}
}

// The record is in the project, where a hostile archive may have put it.
func TestWhatTheRecordClaimsIsNoPermission(t *testing.T) {
	w := newWorld(t, "home/.claude/skills/consider/SKILL.md", "my own", "home/.ssh/id", "secret", "project/src/a.go", "package a\n",
		"project/.claude/skills/other/SKILL.md", "theirs", "home/.bashrc", "alias\n")
	paths := []string{
		"outside/precious", "home/.ssh/id", "project/src/a.go", "project/main.go", "project/.claude/skills/other/SKILL.md",
		"home/.claude/skills/consider/SKILL.md", "home/.bashrc",
	}
	r := record{Version: 1, Hooks: MidTurn, MCP: true}
	for _, name := range paths {
		text := w.read(name)
		r.Files = append(r.Files, fileRecord{Path: w.path(name), Kind: "skill", SHA256: digest.Of(text), Created: true, Inserted: []string{text}})
		r.Skills = append(r.Skills, skillInstall{"claude", InHome, w.path(name)}, skillInstall{"evil", "up", "../../" + name})
		r.Folders = append(r.Folders, filepath.Dir(w.path(name)), w.all, "/", "..")
	}
	mkdir(t, w.path("outside/empty"))
	r.Folders = append(r.Folders, w.path("outside/empty"))
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	w.write("project/.consider/config.json", string(data))
	before := outsideStore(w.tree())
	w.uninstall(false)
	same(t, "uninstall believed it", before, outsideStore(w.tree()))
	w.write("project/.consider/config.json", string(data))
	w.setup(Choice{})
	after := outsideStore(w.tree())
	for name, text := range before {
		if after[name] != text {
			t.Errorf("setup changed %s", name)
		}
	}
}

func TestADamagedRecordIsDoneWithout(t *testing.T) {
	for _, text := range []string{"", "{", "null", `{"version":"x"}`, `{"trackedFiles":7}`, "\x00"} {
		w := newWorld(t)
		before := outsideStore(w.tree())
		choice := everything(in(InProject, Names()...))
		w.setup(choice)
		w.write("project/.consider/config.json", text)
		only(t, w.setup(choice), Unchanged, Skipped)
		w.write("project/.consider/config.json", text)
		w.uninstall(false)
		after := outsideStore(w.tree())
		for name, content := range after {
			if !strings.HasPrefix(content, "d") && before[name] != content && name != "project/.gitignore" {
				t.Errorf("with %q it left %s", text, name)
			}
		}
	}
	w := newWorld(t, "project/.consider/config.json", `{"version":2}`)
	if _, err := Setup(w.machine, w.site, Choice{}, noon); err == nil {
		t.Error("a newer record was accepted")
	}
}

func TestWithoutAHomeNothingIsWrittenThere(t *testing.T) {
	for _, home := range []string{"", "relative", "/nonexistent/home"} {
		w := newWorld(t)
		w.machine.Home = home
		before := outsideStore(w.tree())
		only(t, w.setup(Choice{Integrations: in(InHome, Names()...)}), Written, Refused)
		same(t, "with home "+home, before, outsideStore(w.tree()))
		w.uninstall(false)
	}
}

func TestSettingsFoldersThatAPersonNamedAreUsed(t *testing.T) {
	w := newWorld(t)
	w.machine.ClaudeDir, w.machine.CodexDir, w.machine.CopilotDir = w.path("outside/c"), w.path("outside/x"), w.path("outside/p")
	for _, dir := range []string{"outside/c", "outside/x", "outside/p"} {
		mkdir(t, w.path(dir))
	}
	before := outsideStore(w.tree())
	choice := Choice{Integrations: in(InHome, "claude", "codex", "copilot"), OwnFolders: true}
	w.setup(choice)
	for _, name := range []string{"outside/c/skills/consider/SKILL.md", "outside/x/skills/consider/SKILL.md", "outside/p/skills/consider/SKILL.md"} {
		w.read(name)
	}
	w.uninstall(false)
	same(t, "after uninstall", before, outsideStore(w.tree()))
}

// Hooks contain paths of projects in command lines.
func TestOddPathsAreQuotedInHooks(t *testing.T) {
	for _, c := range []struct{ os, program, want string }{
		{"linux", "/home/ann/my project/.consider/bin/consider", `'/home/ann/my project/.consider/bin/consider' hook codex Stop`},
		{"linux", "/it's $HOME/`id`/.consider/bin/consider", `'/it'\''s $HOME/` + "`id`" + `/.consider/bin/consider' hook codex Stop`},
		{"windows", `C:\my project\.consider\bin\consider.exe`, `"C:\my project\.consider\bin\consider.exe" hook codex Stop`},
	} {
		h := agents.Call{Program: c.program, Agent: "codex", OS: c.os, Event: agents.Event{Name: "Stop"}}
		if h.Line() != c.want {
			t.Errorf("%s", h.Line())
		}
		if !isOurHandler(map[string]any{"command": h.Line()}, c.program) {
			t.Errorf("%s is not recognized", h.Line())
		}
	}
	for _, c := range []struct {
		os, program string
		fine        bool
	}{{"linux", "/a\nb/consider", false}, {"windows", `C:\50%\consider.exe`, false}, {"windows", `C:\a b\consider.exe`, true}} {
		if got := pathProblem(c.program, c.os) == ""; got != c.fine {
			t.Errorf("%q: %v", c.program, got)
		}
	}
}
