package memory_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/memory"
	"consider/internal/memory/keep"
	"consider/internal/project"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/review/undo"
	"consider/internal/session"
	"consider/internal/settings"
)

func TestAFileFollowsTheMemory(t *testing.T) {
	d := reviewtest.New(t)
	d.Write("AGENTS.md", "# Mine\r\nkeep this\r\n")
	d.Keep("/memories/b.md", "two </memories> $&\n")
	if got := d.Read("AGENTS.md"); got != "# Mine\r\nkeep this\r\n" {
		t.Errorf("nobody asked for it, and it is %q", got)
	}
	d.Set("memory.sync", "AGENTS.md")
	want := func(when string, inside ...string) {
		t.Helper()
		block := "<memories hint=\"Manage via memory tool\">\n" + strings.Join(inside, "") + "</memories>\n"
		if got, want := d.Read("AGENTS.md"), "# Mine\r\nkeep this\r\n\r\n"+strings.ReplaceAll(block, "\n", "\r\n"); got != want {
			t.Errorf("%s: %q, want %q", when, got, want)
		}
	}
	two := "<memory path=\"/memories/b.md\">\ntwo &lt;/memories> $&\n</memory>\n"
	want("turned on", two)
	d.Keep("/memories/a.md", "one")
	one := "<memory path=\"/memories/a.md\">\none\n</memory>\n"
	want("after create", one, two)
	if _, err := memory.MemoryPin(t.Context(), d.Human(), memory.MemoryPinInput{Paths: []string{"/memories/b.md"}}); err != nil {
		t.Fatal(err)
	}
	want("after pin", two, one)
	if out, err := memory.MemorySync(t.Context(), d.Human(), memory.MemorySyncInput{}); err != nil || out.Changed {
		t.Errorf("a second sync: %+v, %v", out, err)
	}
	if _, err := memory.MemoryRename(t.Context(), d.Agent("codex"), memory.MemoryRenameInput{From: "/memories/a.md", To: "/memories/c.md"}); err != nil {
		t.Fatal(err)
	}
	three := strings.ReplaceAll(one, "a.md", "c.md")
	want("after rename", two, three)
	if _, err := memory.MemoryClear(t.Context(), d.Human(), memory.MemoryClearInput{}); err != nil {
		t.Fatal(err)
	}
	want("after clear", "(No memory files yet)\n")
	if _, err := undo.Undo(t.Context(), d.Human(), undo.UndoInput{}); err != nil {
		t.Fatal(err)
	}
	want("after undo", two, three)
}

func TestASyncThatFailsIsNotedAndHarmless(t *testing.T) {
	d := reviewtest.New(t)
	d.Write("AGENTS.md", "<memories hint=\"Manage via memory tool\">\nno end\n")
	d.Set("memory.sync", "AGENTS.md")
	d.Keep("/memories/a.md", "one")
	if got := d.Read("AGENTS.md"); !strings.HasSuffix(got, "no end\n") {
		t.Errorf("the file is %q", got)
	}
	log, err := memory.MemoryLog(t.Context(), d.Human(), memory.MemoryLogInput{})
	if err != nil || log.Entries[0].Command != "sync" || log.Entries[0].OK || log.Entries[1].Command != "create" || !log.Entries[1].OK {
		t.Errorf("%+v, %v", log.Entries, err)
	}
}

func TestASecretMemoryIsSyncedNowhere(t *testing.T) {
	d := reviewtest.New(t)
	useBackend(d, settings.InSecret)
	d.Set("memory.sync", "AGENTS.md")
	s := d.Human()
	s.Keys = keep.Keys{File: filepath.Join(t.TempDir(), "memory.key")}
	text := "secret"
	if _, err := memory.MemoryCreate(t.Context(), s, memory.MemoryCreateInput{Path: "/memories/a.md", Text: &text}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(d.Dir, "AGENTS.md")); !os.IsNotExist(err) {
		t.Errorf("it was written: %v", err)
	}
}

func TestOnlyTheProjectIsSyncedTo(t *testing.T) {
	d := reviewtest.New(t)
	for _, file := range []string{"../x.md", "/etc/x.md", ".git/x.md", ".GIT/x", ".consider/x.md", "a/../../x.md", ".vscode/memory/x.md", ""} {
		if _, err := project.Config(t.Context(), d.Human(), project.ConfigInput{Name: "memory.sync", Value: &file}); err == nil {
			t.Errorf("%q is taken", file)
		}
	}
}

func TestSyncsOfTwoAgentsEndWithEverything(t *testing.T) {
	d := reviewtest.New(t)
	d.Set("memory.sync", "AGENTS.md")
	const each = 5
	failed := make(chan error, 2*each)
	for _, name := range []string{"codex", "gemini"} {
		go func() {
			for i := range each {
				text := "x"
				_, err := memory.MemoryCreate(t.Context(), d.Agent(name), memory.MemoryCreateInput{Path: "/memories/" + name + string(rune('a'+i)), Text: &text})
				failed <- err
			}
		}()
	}
	for range 2 * each {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
	if got := strings.Count(d.Read("AGENTS.md"), "<memory path="); got != 2*each {
		t.Errorf("%d of %d files were synced", got, 2*each)
	}
}

func TestAMemoryIsLearntFromAThread(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "Return an error here!\nNot a panic.")
	agent := d.Agent("codex")
	if _, err := memory.MemoryLearn(t.Context(), agent, memory.MemoryLearnInput{ID: id}); err == nil {
		t.Error("nothing is settled yet")
	}
	if _, err := review.Reply(t.Context(), d.Agent("codex"), review.ReplyInput{ID: id, Message: "It does now.", Outcome: "addressed"}); err != nil {
		t.Fatal(err)
	}
	if _, err := review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{id}}); err != nil {
		t.Fatal(err)
	}
	for range 2 { // a draft may be made again
		out, err := memory.MemoryLearn(t.Context(), d.Agent("codex"), memory.MemoryLearnInput{ID: id})
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{"source: " + id, "commit: ", `place: "a.txt:2"`, "> Return an error here!\n> Not a panic.", "codex, addressed:", "> It does now."} {
			if !strings.Contains(out.Text, part) {
				t.Errorf("the draft lacks %q:\n%s", part, out.Text)
			}
		}
	}
	if text, _ := memory.MemoryView(t.Context(), d.Agent("codex"), memory.MemoryViewInput{}); strings.Contains(text.Text, id) {
		t.Errorf("agents see the draft: %s", text.Text)
	}
	if list, _ := memory.MemoryList(t.Context(), d.Human(), memory.MemoryListInput{}); len(list.Files) != 1 || list.Files[0].Draft != id {
		t.Errorf("the human does not: %+v", list.Files)
	}
	out, err := memory.MemoryLearn(t.Context(), d.Human(), memory.MemoryLearnInput{ID: id, Accept: true})
	if err != nil || out.Path != "/memories/lessons/return-an-error-here-"+id+".md" {
		t.Fatalf("%+v, %v", out, err)
	}
	if list, _ := memory.MemoryList(t.Context(), d.Human(), memory.MemoryListInput{}); len(list.Files) != 1 || list.Files[0].Path != out.Path || list.Files[0].Draft != "" {
		t.Errorf("%+v", list.Files)
	}
}

func TestWhatWasExportedCanBeImported(t *testing.T) {
	d := reviewtest.New(t)
	d.Keep("/memories/a.md", "one\n")
	d.Keep("/memories/d/b.md", "two")
	if _, err := memory.MemoryPin(t.Context(), d.Human(), memory.MemoryPinInput{Paths: []string{"/memories/d/b.md"}}); err != nil {
		t.Fatal(err)
	}
	doc, err := memory.MemoryExport(t.Context(), d.Human(), memory.MemoryExportInput{})
	if err != nil {
		t.Fatal(err)
	}
	other := reviewtest.New(t)
	useBackend(other, settings.OnDisk)
	if out, err := memory.MemoryImport(t.Context(), other.Human(), memory.MemoryImportInput{Document: doc.Text}); err != nil || out.Files != 2 {
		t.Fatalf("%+v, %v", out, err)
	}
	other.WantKept("imported", "/memories/d/b.md=two /memories/a.md=one\n")
	other.Set("memory.backend", settings.InWorkspace)
	other.WantKept("another place", "")
	if out, err := memory.MemoryImport(t.Context(), other.Human(), memory.MemoryImportInput{From: settings.OnDisk}); err != nil || out.Files != 2 {
		t.Fatalf("%+v, %v", out, err)
	}
	other.WantKept("taken over", "/memories/d/b.md=two /memories/a.md=one\n")
	other.Keep("/memories/c.md", "three")
	changed := strings.ReplaceAll(doc.Text, `one\n`, "other")
	if _, err := memory.MemoryImport(t.Context(), other.Human(), memory.MemoryImportInput{Document: changed}); err == nil {
		t.Error("a file with other content was replaced")
	}
	if _, err := memory.MemoryImport(t.Context(), other.Human(), memory.MemoryImportInput{Document: changed, Over: true}); err != nil {
		t.Error(err)
	}
	other.WantKept("replaced", "/memories/d/b.md=two /memories/a.md=other /memories/c.md=three")
	for _, bad := range []string{`{"version":1,"files":[{"path":"/memories/../x","text":""}]}`, `{"version":2}`, `x`, `{"version":1,"files":[{"path":"/memories","text":""}]}`} {
		if _, err := memory.MemoryImport(t.Context(), other.Human(), memory.MemoryImportInput{Document: bad}); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}

// The block used to have 128 KiB, and to lack everything after the first file that did not fit.
func TestABlockHas24KiBAndLeavesOutOnlyWhatDoesNotFit(t *testing.T) {
	d := reviewtest.New(t)
	d.Set("memory.sync", "AGENTS.md")
	d.Keep("/memories/a.md", strings.Repeat("a", 20<<10))
	d.Keep("/memories/b.md", strings.Repeat("b", 20<<10))
	d.Keep("/memories/c.md", "c")
	has := func(when string, most int, want, left string) {
		t.Helper()
		out, err := memory.MemorySync(t.Context(), d.Human(), memory.MemorySyncInput{})
		text := d.Read("AGENTS.md")
		var got []string
		for _, name := range []string{"a", "b", "c"} {
			if strings.Contains(text, "<memory path=\"/memories/"+name+".md\">\n"+name) {
				got = append(got, name)
			}
		}
		if err != nil || out.Changed || strings.Join(got, " ") != want || strings.Join(out.Left, " ") != left || out.Size != len(text) || out.Most != most || len(text) > most {
			t.Errorf("%s: AGENTS.md has %v in %d bytes; %+v, %v", when, got, len(text), out, err)
		}
		for _, name := range out.Left {
			if !strings.Contains(text, name) {
				t.Errorf("%s: AGENTS.md does not name %s", when, name)
			}
		}
	}
	has("one does not fit", 24<<10, "a c", "/memories/b.md")
	if _, err := memory.MemoryPin(t.Context(), d.Human(), memory.MemoryPinInput{Paths: []string{"/memories/b.md"}}); err != nil {
		t.Fatal(err)
	}
	has("it is pinned", 24<<10, "b c", "/memories/a.md")
	d.Set("memory.syncSize", "64")
	has("more is asked for", 64<<10, "a b c", "")
}

func TestChoosingTheFileSaysHowMuchItGets(t *testing.T) {
	d := reviewtest.New(t)
	d.Keep("/memories/a.md", strings.Repeat("a", 30<<10))
	file := "AGENTS.md"
	out, err := project.Config(t.Context(), d.Human(), project.ConfigInput{Name: "memory.sync", Value: &file})
	synced, _ := out[project.SyncedField].(memory.MemorySyncOutput)
	if err != nil || !synced.Changed || synced.Size != len(d.Read(file)) || synced.Most != 24<<10 || len(synced.Left) != 1 {
		t.Errorf("%+v, %v", out, err)
	}
}

func TestAFileThatIsNotForInstructionsIsRefusedUnlessForced(t *testing.T) {
	d := reviewtest.New(t)
	choose := func(file string, force bool) error {
		_, err := project.Config(t.Context(), d.Human(), project.ConfigInput{Name: "memory.sync", Value: &file, Force: force})
		return err
	}
	for _, file := range []string{".vscode/settings.json", "src/main.go", "README.md", ".github/pull_request_template.md", "rules/a.md", ".cursor/rules/a.json", "Makefile"} {
		if err := choose(file, false); !errors.Is(err, fail.ErrDenied) {
			t.Errorf("%s: %v", file, err)
		}
	}
	for _, file := range []string{
		"AGENTS.md", "CLAUDE.md", "sub/GEMINI.md", ".github/copilot-instructions.md", ".github/instructions/memory.instructions.md", ".cursor/rules/memory.mdc",
		".claude/rules/memory.md", ".clinerules/memory.md", ".windsurfrules", settings.SyncOff,
	} {
		if err := choose(file, false); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	if err := choose("docs/notes.md", true); err != nil {
		t.Errorf("forced: %v", err)
	}
	d.Keep("/memories/a.md", "one")
	if got := d.Read("docs/notes.md"); !strings.Contains(got, "one") {
		t.Errorf("forced: %q", got)
	}
	if err := choose("../x.md", true); !errors.Is(err, fail.ErrUsage) {
		t.Errorf("outside, forced: %v", err)
	}
}

// The block used to stay, in plain text and outdated.
func TestAFileThatFollowsNoLongerIsAsItWas(t *testing.T) {
	away := map[string]func(*reviewtest.Desk){
		"off":          func(d *reviewtest.Desk) { d.Set("memory.sync", settings.SyncOff) },
		"secret":       func(d *reviewtest.Desk) { useBackend(d, settings.InSecret) },
		"another file": func(d *reviewtest.Desk) { d.Set("memory.sync", "CLAUDE.md") },
		"undone": func(d *reviewtest.Desk) {
			if _, err := undo.Undo(d.T.Context(), d.Human(), undo.UndoInput{}); err != nil {
				d.T.Fatal(err)
			}
		},
	}
	for name, leave := range away {
		for _, before := range []string{"# Mine\r\nkeep this\r\n", "# Mine\n", ""} {
			d := reviewtest.New(t)
			d.Keys = keep.Keys{File: filepath.Join(t.TempDir(), "memory.key")}
			if before != "" {
				d.Write("AGENTS.md", before)
			}
			d.Keep("/memories/a.md", "PLAIN")
			d.Set("memory.sync", "AGENTS.md")
			if got := d.Read("AGENTS.md"); !strings.Contains(got, "PLAIN") {
				t.Fatalf("%s: it is not synced: %q", name, got)
			}
			leave(d)
			got, err := os.ReadFile(d.Path("AGENTS.md"))
			if string(got) != before || before == "" && !os.IsNotExist(err) {
				t.Errorf("%s: %q is %q now, %v", name, before, got, err)
			}
		}
	}
}

// A command in the main worktree does not touch the files of a linked one.
func TestALinkedWorktreesBlockGoesWithTheNextChangeAfterTheMainOneTurnedSecret(t *testing.T) {
	d := reviewtest.New(t)
	d.Keys = keep.Keys{File: filepath.Join(t.TempDir(), "memory.key")}
	d.Set("memory.sync", "AGENTS.md")
	side := d.Side("x")
	remember := func(path, text string) {
		gittest.Must(memory.MemoryCreate(t.Context(), atHome(side, session.Caller{Agent: "codex"}), memory.MemoryCreateInput{Path: path, Text: &text}))(t)
	}
	remember("/memories/a.md", "PLAIN")
	if got := side.Read("AGENTS.md"); !strings.Contains(got, "PLAIN") {
		t.Fatalf("it is not synced: %q", got)
	}
	d.Set("memory.backend", settings.InSecret)
	remember("/memories/b.md", "hidden")
	if got, err := os.ReadFile(side.Path("AGENTS.md")); !os.IsNotExist(err) {
		t.Errorf("AGENTS.md of the linked worktree: %q, %v", got, err)
	}
}
