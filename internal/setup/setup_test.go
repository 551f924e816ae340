package setup

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"consider/internal/agents"
	"consider/skills"
)

// The package guarantees that setting up twice and uninstalling once restores every tree to the byte, for every
// agent, wherever it was set up, with the record and without it.
// Any two of agent, scope, own, choice and tracked are tested in all combinations of their values; all five in make
// nightly.
func TestWhatWasSetUpIsTakenOutToTheByte(t *testing.T) {
	bit := []int{0, 1}
	var ways [][5]int
	for agent := range Names() {
		for choice := range 3 {
			if os.Getenv("NIGHTLY") == "" {
				ways = append(ways, [5]int{agent, choice, (agent + choice) % 2, (agent/2 + choice%2) % 2, (agent/4 + choice/2) % 2})
				continue
			}
			for _, scope := range bit {
				for _, own := range bit {
					for _, tracked := range bit {
						ways = append(ways, [5]int{agent, choice, scope, own, tracked})
					}
				}
			}
		}
	}
	pairs := map[[4]int]bool{}
	for _, way := range ways {
		for i := range way {
			for j := range i {
				pairs[[4]int{j, way[j], i, way[i]}] = true
			}
		}
		choice := []Choice{{}, {Gitignore: true}, everything(nil)}[way[1]]
		agent, scope, tracked := Names()[way[0]], []Scope{InProject, InHome}[way[2]], way[4] == 1
		choice.Integrations, choice.OwnFolders = in(scope, agent), way[3] == 1
		t.Run(fmt.Sprintf("%s %s own=%v hooks=%v tracked=%v", agent, scope, choice.OwnFolders, choice.Hooks, tracked), func(t *testing.T) {
			setUpAndTakeOut(t, choice, tracked)
		})
	}
	n := len(Names())
	if want := 3*n + 3*2*n + 3*3*2 + 3*2*2; len(pairs) != want {
		t.Errorf("%d of %d pairs come together", len(pairs), want)
	}
	t.Logf("%d ways to set up, each twice, and out again", len(ways))
}

func setUpAndTakeOut(t *testing.T, choice Choice, tracked bool) {
	t.Parallel()
	w := newWorld(t)
	// Without a record, uninstall cannot know which folders setup made, so the test makes them first.
	if !tracked {
		mkdir(t, filepath.Join(w.site.GitDir, "info"))
		for _, a := range agents.WithSetup() {
			for _, dir := range []string{a.Skills.Shared, a.Skills.Own, filepath.Dir(a.Hooks.File)} {
				mkdir(t, filepath.Join(w.site.Root, dir))
			}
			for _, m := range a.MCP {
				mkdir(t, filepath.Join(w.site.Root, filepath.Dir(m.File)))
			}
			for _, dir := range []string{a.Skills.SharedHome, a.Skills.OwnHome} {
				mkdir(t, filepath.Join(w.machine.Home, dir))
			}
		}
	}
	before := w.tree()
	first := w.setup(choice)
	only(t, first, Written, Skipped)
	after := w.tree()
	only(t, w.setup(choice), Unchanged, Skipped)
	same(t, "the second run changed something", after, w.tree())
	if !tracked {
		w.forgetRecord()
	}
	only(t, w.uninstall(false), Removed)
	same(t, "after uninstall", outsideStore(before), outsideStore(w.tree()))
	if more := w.uninstall(false); len(more) != 0 {
		t.Errorf("a second uninstall: %v", more)
	}
	removed, err := RemoveStore(w.site, false, false, w.retire)
	if err != nil {
		t.Fatal(err)
	}
	only(t, removed, Removed)
	delete(before, "project/.consider")
	same(t, "after a full uninstall", outsideStore(before), w.tree())
}

func mkdir(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
}

func TestADryRunOnlyTells(t *testing.T) {
	w := newWorld(t)
	before := w.tree()
	choice := everything(in(InHome, Names()...))
	choice.Dry = true
	told := w.setup(choice)
	same(t, "the dry run", before, w.tree())
	choice.Dry = false
	done := w.setup(choice)
	if len(told) != len(done) {
		t.Errorf("told %d, done %d", len(told), len(done))
	}
	for i := range done {
		if told[i].Path != done[i].Path || told[i].Done != done[i].Done {
			t.Errorf("told %v, done %v", told[i], done[i])
		}
	}
	before = w.tree()
	if _, err := Uninstall(w.machine, w.site, true, true, noon); err != nil {
		t.Fatal(err)
	}
	if _, err := RemoveStore(w.site, true, true, w.retire); err != nil {
		t.Fatal(err)
	}
	same(t, "the dry uninstall", before, w.tree())
}

// gitignores are the kinds of .gitignore that users have; "" means none.
var gitignores = map[string]struct{ text, want string }{
	"none":             {"", ".consider/\n"},
	"usual":            {"node_modules\n", "node_modules\n.consider/\n"},
	"no final newline": {"node_modules", "node_modules\n.consider/\n"},
	"windows":          {"a\r\nb\r\n", "a\r\nb\r\n.consider/\r\n"},
	"windows, cut":     {"a\r\nb", "a\r\nb\r\n.consider/\r\n"},
	"there already":    {"x\n.consider/\ny\n", "x\n.consider/\ny\n"},
	"there otherwise":  {"/.consider\n", "/.consider\n"},
	"only a comment":   {"# .consider/\n", "# .consider/\n.consider/\n"},
	"blank lines":      {"\n\n\n", "\n\n\n.consider/\n"},
	"bytes":            {"\xff\xfe\n", "\xff\xfe\n.consider/\n"},
}

func TestTheLineInGitignoreComesAndGoes(t *testing.T) {
	for name, c := range gitignores {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			if name != "none" {
				w.write("project/.gitignore", c.text)
			}
			before := w.tree()
			for range 3 {
				w.setup(Choice{Gitignore: true})
			}
			if got := w.read("project/.gitignore"); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			for range 2 {
				w.uninstall(false)
			}
			same(t, "after uninstall", outsideStore(before), outsideStore(w.tree()))
		})
	}
}

func TestALineThatOthersAddedToGitignoreStays(t *testing.T) {
	w := newWorld(t, "project/.gitignore", "a")
	w.setup(Choice{Gitignore: true})
	w.write("project/.gitignore", w.read("project/.gitignore")+"b\n")
	w.uninstall(false)
	if got := w.read("project/.gitignore"); got != "a\nb\n" {
		t.Errorf("%q", got)
	}
	// The author of this line is unknown.
	w = newWorld(t, "project/.gitignore", "a\n.consider/\n")
	only(t, w.uninstall(true), Kept)
}

func TestWhatAPersonEditedIsKeptAndSaid(t *testing.T) {
	files := []string{
		"project/.claude/skills/consider/SKILL.md", "project/.agents/skills/consider/SKILL.md",
		"project/.agents/skills/consider/agents/openai.yaml", "home/.cursor/skills/consider/SKILL.md",
		"project/.claude/skills/consider/.gitignore", "project/.opencode/plugin/consider.js",
		"project/.consider/bin/consider-cli",
	}
	choice := everything(append(in(InProject, "claude", "codex", "opencode"), in(InHome, "cursor")...))
	for _, name := range files {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.setup(choice)
			const edited = "what I think\n"
			w.write(name, edited)
			if done := w.doneTo(w.setup(choice), name); done != Kept || w.read(name) != edited {
				t.Errorf("setup: %s", done)
			}
			forced := choice
			forced.Force = true
			if done := w.doneTo(w.setup(forced), name); done != Updated || w.read(name+".yours") != edited {
				t.Errorf("setup --force: %s", done)
			}
			w.write(name, edited)
			if strings.Contains(name, ".consider/") {
				return // removed with the store
			}
			if done := w.doneTo(w.uninstall(false), name); done != Kept || w.read(name) != edited {
				t.Errorf("uninstall: %s", done)
			}
			w.uninstall(true)
			if _, err := os.Stat(w.path(name)); err == nil && filepath.Base(name) == "SKILL.md" {
				t.Errorf("uninstall --force left %s", name)
			}
			if w.read(name+".yours") != edited {
				t.Error("what was set aside is gone")
			}
		})
	}
}

func TestFilesOfOthersInTheSkillsFolderStay(t *testing.T) {
	w := newWorld(t, "project/.claude/skills/consider/notes.md", "mine", "project/.claude/skills/other/SKILL.md", "theirs")
	before := outsideStore(w.tree())
	w.setup(everything(in(InProject, "claude")))
	w.uninstall(false)
	same(t, "after uninstall", before, outsideStore(w.tree()))
}

// Several agents read one folder. An agent that cannot be set up there does not remove the others from the record.
func TestAnAgentThatPassesOverTheFolderTakesNoOtherOutOfTheRecord(t *testing.T) {
	w := newWorld(t)
	w.setup(everything(in(InProject, "copilot")))
	w.setup(everything(in(InProject, "pi")))
	st, err := StateOf(w.machine, w.site)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"copilot:project"}; !slices.Equal(st.Installed, want) {
		t.Errorf("%v, want %v", st.Installed, want)
	}
}

// A skill of our name that setup did not write is not changed.
func TestASkillOfOurNameThatIsNotOursStays(t *testing.T) {
	const name = "project/.claude/skills/consider/SKILL.md"
	w := newWorld(t, name, "---\nname: consider\n---\nanother\n")
	if done := w.doneTo(w.setup(Choice{Integrations: in(InProject, "claude")}), name); done != Kept {
		t.Errorf("setup: %s", done)
	}
	w.forgetRecord()
	before := w.read(name)
	w.uninstall(false)
	if w.read(name) != before {
		t.Error("it was changed")
	}
}

func TestAnOlderSkillIsBroughtUpToDate(t *testing.T) {
	const name = "project/.claude/skills/consider/SKILL.md"
	old := skills.Seal(strings.Replace(skills.Files(false)[0].Text, "Talk first", "Talk later", 1))
	w := newWorld(t, name, old)
	choice := Choice{Integrations: in(InProject, "claude")}
	if done := w.doneTo(w.setup(choice), name); done != Updated {
		t.Errorf("%s", done)
	}
	// The same without naming the agent again.
	w.write(name, old)
	if done := w.doneTo(w.setup(Choice{}), name); done != Updated {
		t.Errorf("%s", done)
	}
}

func TestANewProgramReplacesTheCopy(t *testing.T) {
	w := newWorld(t)
	w.setup(Choice{})
	w.write("downloads/consider", "a newer program")
	changes := w.setup(Choice{})
	if done := w.doneTo(changes, "project/.consider/bin/consider"); done != Updated || w.read("project/.consider/bin/consider") != "a newer program" {
		t.Errorf("%s", done)
	}
	// The running program may be the copy itself.
	w.machine.Program = w.path("project/.consider/bin/consider")
	only(t, w.setup(Choice{}), Unchanged)
	info, err := os.Stat(w.machine.Program)
	if err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("%v %v", info, err)
	}
}

func TestHooksAndServersGoWhenTheyAreNotWantedAnyMore(t *testing.T) {
	w := newWorld(t)
	plain := Choice{Integrations: in(InProject, Names()...)}
	w.setup(plain)
	before := outsideStore(w.tree())
	w.setup(everything(plain.Integrations))
	no := false
	only(t, w.setup(Choice{Hooks: Off, MCP: &no, Allow: &no, Plans: &no, Gitignore: true}), Removed, Unchanged)
	after := outsideStore(w.tree())
	delete(after, "project/.gitignore")
	// Uninstall removes the folders that were made for the hooks.
	maps.DeleteFunc(after, func(name, text string) bool { return before[name] == "" && strings.HasPrefix(text, "d") })
	same(t, "after hooks off", before, after)
}

func TestWhatIsLeftOutStaysAsItWas(t *testing.T) {
	w := newWorld(t)
	w.setup(everything(in(InProject, Names()...)))
	before := w.tree()
	only(t, w.setup(Choice{}), Unchanged, Skipped)
	same(t, "after a bare setup", before, w.tree())
}

func TestForeignFilesInTheStoreKeepItsFolder(t *testing.T) {
	w := newWorld(t, "project/.consider/my notes.txt", "mine", "project/.consider/objects/aa/bb", "x")
	w.setup(Choice{})
	changes, err := RemoveStore(w.site, false, false, w.retire)
	if err != nil {
		t.Fatal(err)
	}
	only(t, changes, Kept)
	if w.read("project/.consider/my notes.txt") != "mine" {
		t.Error("it is gone")
	}
	if _, err := os.Stat(w.path("project/.consider/objects")); err == nil {
		t.Error("the store's own files are still there")
	}
	if _, err := RemoveStore(w.site, false, true, w.retire); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(w.site.Store); err == nil {
		t.Error("--force left it")
	}
}

func TestTheRecordTellsAbsolutePaths(t *testing.T) {
	w := newWorld(t)
	w.setup(Choice{Integrations: append(in(InProject, "claude"), in(InHome, "codex")...)})
	for _, want := range []string{
		`"version": 1`, `"target": "claude"`, `"scope": "project"`, `"scope": "home"`, `"lastUpdatedAt": "2026-11-21T12:00:00Z"`,
		`"path": ` + toJSON(w.path("project/.claude/skills/consider/SKILL.md")), `"path": ` + toJSON(w.path("home/.agents/skills/consider/SKILL.md")),
	} {
		if !strings.Contains(w.read("project/.consider/config.json"), want) {
			t.Errorf("no %s in %s", want, w.read("project/.consider/config.json"))
		}
	}
}

func TestTheStateTellsWhatIsOldEditedAndMissing(t *testing.T) {
	w := newWorld(t)
	state := func() State {
		st, err := StateOf(w.machine, w.site)
		if err != nil {
			t.Fatal(err)
		}
		return st
	}
	if st := state(); len(st.Installed)+len(st.Stale)+len(st.Edited)+len(st.Gone) > 0 || st.OldProgram {
		t.Errorf("nothing was set up: %+v", st)
	}
	w.setup(everything(append(in(InProject, "claude"), in(InHome, "codex")...)))
	st := state()
	if len(st.Installed) != 2 || len(st.Stale)+len(st.Edited)+len(st.Gone)+len(st.Old) > 0 || st.OldProgram || st.Hooks != Wake || !st.MCP {
		t.Errorf("all is well: %+v", st)
	}
	w.write("home/.agents/skills/consider/SKILL.md", skills.Seal(strings.Replace(skills.Files(false)[0].Text, "Talk", "Speak", 1)))
	w.write("project/.claude/skills/consider/SKILL.md", "mine")
	w.write("downloads/consider", "a newer program")
	settings := w.read("project/.claude/settings.local.json")
	w.write("project/.claude/settings.local.json", strings.Replace(settings, `"timeout": 10`, `"timeout": 9`, 1))
	if err := os.Remove(w.path("project/.mcp.json")); err != nil {
		t.Fatal(err)
	}
	st = state()
	if len(st.Stale) != 1 || len(st.Edited) != 1 || len(st.Gone) != 1 || len(st.Old) != 1 || !st.OldProgram {
		t.Errorf("%+v", st)
	}
	if now := w.read("project/.claude/settings.local.json"); now == settings {
		t.Error("to tell how things stand wrote a file")
	}
}

func TestWhatAKilledSetupLeftIsSweptAway(t *testing.T) {
	const mine = "project/.claude/skills/consider/.consider-notes"
	w := newWorld(t, "project/.claude/skills/consider/.consider-0123456789ab", "half", "project/.consider-ba9876543210", "half", mine, "mine")
	w.setup(everything(in(InProject, "claude")))
	w.uninstall(false)
	for name := range w.tree() {
		if strings.Contains(name, "0123456789ab") || strings.Contains(name, "ba9876543210") {
			t.Errorf("left: %s", name)
		}
	}
	if w.read(mine) != "mine" {
		t.Error("a file of somebody is gone")
	}
}

// A temporary file of a killed setup was never removed if uninstall found nothing else in a folder of the user's:
// uninstall looked for such files only where it wrote a file or removed a folder.
func TestUninstallSweepsWhereverSetupWrites(t *testing.T) {
	for _, scope := range []Scope{InProject, InHome} {
		w := newWorld(t)
		choice := everything(in(scope, Names()...))
		before := w.tree()
		w.setup(choice)
		folders := map[string]bool{}
		for name, what := range w.tree() {
			if _, ok := before[name]; !ok && strings.HasPrefix(what, "-") {
				folders[path.Dir(name)] = true
			}
		}
		w.uninstall(false)
		for dir := range folders {
			if err := os.MkdirAll(w.path(dir), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		persons := w.tree()
		for dir := range folders {
			w.write(dir+"/.consider-0123456789ab", "half")
		}
		if _, err := Uninstall(w.machine, w.site, true, false, noon); err != nil {
			t.Fatal(err)
		}
		if len(w.tree()) != len(persons)+len(folders) {
			t.Errorf("%s: a dry run swept", scope)
		}
		w.uninstall(false)
		for name := range w.tree() {
			if strings.HasSuffix(name, "/.consider-0123456789ab") {
				t.Errorf("%s: left: %s", scope, name)
			}
		}
		t.Logf("%s: %d folders", scope, len(folders))
	}
}

func TestHooksWithoutAnAgentAreAMistake(t *testing.T) {
	w := newWorld(t)
	for _, c := range []Choice{{Hooks: OnStop}, {MCP: &yes}} {
		if _, err := Setup(w.machine, w.site, c, noon); !errors.Is(err, ErrNoAgent) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	only(t, w.setup(Choice{Hooks: Off}), Written)
}
