package setup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const ofClaude = "/.claude/settings.local.json\n/.mcp.json\n"

// excludedBlock is setup's part of the exclude file for some lines.
func excludedBlock(lines string) string { return blockStart + "\n" + lines + blockEnd + "\n" }

// Whatever a repository's exclude file has, setup adds its lines once, and uninstall restores the file to the byte.
func TestFilesForThisMachineAreExcluded(t *testing.T) {
	for name, text := range map[string]string{
		"of git":             "# git ls-files --others --exclude-from=.git/info/exclude\n",
		"empty":              "",
		"without a last \\n": "*.log",
		"of Windows":         "*.log\r\n*.tmp\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, "project/.git/info/exclude", text)
			before := w.tree()
			w.setup(everything(in(InProject, "claude")))
			got := w.read("project/.git/info/exclude")
			if !strings.HasPrefix(got, text) || !strings.HasSuffix(got, excludedBlock(ofClaude)) {
				t.Errorf("%q", got)
			}
			changes := w.setup(everything(in(InProject, "claude")))
			if done := w.doneTo(changes, "project/.git/info/exclude"); done != Unchanged {
				t.Errorf("again: %s", done)
			}
			w.uninstall(false)
			same(t, "after uninstall", outsideStore(before), outsideStore(w.tree()))
		})
	}
}

// Only what setup made is excluded: not the user's own file, and not a file that git tracks.
func TestFilesOfTheUserAreNotExcluded(t *testing.T) {
	w := newWorld(t, "project/.mcp.json", "{}\n")
	w.site.Tracked = func(name string) bool { return name == ".codex/hooks.json" }
	choice := everything(in(InProject, "claude", "codex"))
	choice.Consent.Tracked = true
	w.setup(choice)
	if got := w.read("project/.git/info/exclude"); got != excludedBlock("/.claude/settings.local.json\n/.codex/config.toml\n") {
		t.Errorf("%q", got)
	}
}

// The exclude file is shared by the worktrees: the lines stay until the last of them is no longer set up.
func TestALineStaysWhileAWorktreeNeedsIt(t *testing.T) {
	w := newWorld(t)
	w.setup(everything(in(InProject, "claude")))
	main := w.site
	w.site = Site{
		Root: w.path("two"), Store: w.path("two/.consider"), Git: true, GitDir: main.GitDir, Worktrees: []string{main.Root},
	}
	mkdir(t, w.site.Store)
	w.setup(everything(in(InProject, "codex")))
	both := excludedBlock("/.claude/settings.local.json\n/.codex/config.toml\n/.codex/hooks.json\n/.mcp.json\n")
	if got := w.read("project/.git/info/exclude"); got != both {
		t.Errorf("%q", got)
	}
	w.uninstall(false)
	if got := w.read("project/.git/info/exclude"); got != excludedBlock(ofClaude) {
		t.Errorf("%q", got)
	}
	main.Worktrees = []string{w.site.Root}
	w.site = main
	w.uninstall(false)
	if _, err := os.Lstat(w.path("project/.git/info")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder stays: %v", err)
	}
}

// In a subfolder of a worktree the lines begin with the folder's name, in which git treats some characters as patterns.
func TestAnExcludedNameIsNoPattern(t *testing.T) {
	w := newWorld(t)
	w.site.Prefix = `web [old]/*/`
	w.setup(everything(in(InProject, "claude")))
	want := excludedBlock(`/web \[old]/\*/.claude/settings.local.json` + "\n" + `/web \[old]/\*/.mcp.json` + "\n")
	if got := w.read("project/.git/info/exclude"); got != want {
		t.Errorf("%q", got)
	}
}

// Lines of the user between setup's or in a part that was edited stay.
func TestAnEditedExcludeFileLosesNoLine(t *testing.T) {
	for _, edit := range [][2]string{{blockEnd, "*.log\n" + blockEnd}, {blockEnd + "\n", "*.log\n"}, {blockStart, "*.log"}} {
		w := newWorld(t)
		w.setup(everything(in(InProject, "claude")))
		w.write("project/.git/info/exclude", strings.Replace(w.read("project/.git/info/exclude"), edit[0], edit[1], 1))
		w.setup(everything(in(InProject, "claude", "codex")))
		w.uninstall(false)
		if got := w.read("project/.git/info/exclude"); !strings.Contains(got, "*.log\n") {
			t.Errorf("%q: %q", edit, got)
		}
	}
}

// Without one of the marks it is not known which lines are setup's: they stay, and uninstall reports where they begin. A setup
// before adds lines of its own, which uninstall removes.
func TestALoneMarkInTheExcludeFileIsReported(t *testing.T) {
	const file = "project/.git/info/exclude"
	for _, mark := range []string{blockStart + "\n", blockEnd + "\n"} {
		for _, again := range []bool{false, true} {
			w := newWorld(t, file, "*.log\n")
			w.setup(everything(in(InProject, "claude")))
			edited := strings.Replace(w.read(file), mark, "", 1)
			w.write(file, edited)
			if again {
				w.setup(everything(in(InProject, "claude")))
			}
			kept := ""
			for _, c := range w.uninstall(false) {
				if c.Path == w.path(file) && c.Done == Kept {
					kept = c.Why
				}
			}
			line := "line 2 is"
			if mark == blockStart+"\n" {
				line = "line 4 is" // the other mark, below two lines of setup's
			}
			if !strings.HasPrefix(kept, line) || w.read(file) != edited {
				t.Errorf("without %q, set up again %v: %q in %q", mark, again, kept, w.read(file))
			}
			for _, c := range w.uninstall(false) {
				if c.Path == w.path(file) && c.Done != Kept {
					t.Errorf("again: %+v", c)
				}
			}
		}
	}
}

// A file that setup cannot read or must not replace stays as it is, and the rest is set up.
func TestAnExcludeFileThatCannotBeWritten(t *testing.T) {
	w := newWorld(t, "project/.git/info/exclude", "\x00")
	if done := w.doneTo(w.setup(everything(in(InProject, "claude"))), "project/.git/info/exclude"); done != Refused {
		t.Errorf("binary: %s", done)
	}
	w = newWorld(t)
	w.link("outside", "project/.git/info")
	before := w.read("outside/precious")
	if done := w.doneTo(w.setup(everything(in(InProject, "claude"))), "project/.git/info/exclude"); done != Refused {
		t.Errorf("link: %s", done)
	}
	if names, _ := filepath.Glob(w.path("outside/*")); len(names) != 1 || w.read("outside/precious") != before {
		t.Errorf("written through a link: %q", names)
	}
}

// The worktrees that Claude Code creates get the program and the skill, and never the settings, which may be the user's.
func TestWorktreesGetTheProgramAndTheSkill(t *testing.T) {
	for _, text := range []string{"", ".env\n", ".env"} {
		w := newWorld(t)
		if text != "" {
			w.write("project/.worktreeinclude", text)
		}
		before := w.tree()
		choice := everything(in(InProject, "claude"))
		choice.Worktrees = &yes
		w.setup(choice)
		want := excludedBlock("/.claude/skills/consider/\n/.consider/.gitignore\n/.consider/bin/\n")
		if got := w.read("project/.worktreeinclude"); !strings.HasPrefix(got, text) || !strings.HasSuffix(got, want) {
			t.Errorf("%q", got)
		}
		if hidden := strings.Contains(w.read("project/.git/info/exclude"), "/.worktreeinclude\n"); hidden != (text == "") {
			t.Errorf("%q: hidden from git: %v", text, hidden)
		}
		if done := w.doneTo(w.setup(Choice{}), "project/.worktreeinclude"); done != Unchanged {
			t.Errorf("again: %s", done)
		}
		w.uninstall(false)
		same(t, "after uninstall", outsideStore(before), outsideStore(w.tree()))
	}
}

func TestWorktreesAreNotSetUpUnasked(t *testing.T) {
	w := newWorld(t)
	for _, c := range w.setup(everything(in(InProject, "claude"))) {
		if c.What == "worktrees" {
			t.Errorf("%v", c)
		}
	}
	w.site.Prefix = "sub/"
	choice := everything(in(InProject, "claude"))
	choice.Worktrees = &yes
	if done := w.doneTo(w.setup(choice), "project/.worktreeinclude"); done != Skipped {
		t.Errorf("in a subfolder: %s", done)
	}
}
