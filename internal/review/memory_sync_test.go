package review

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"consider/internal/memory"
)

func (d *desk) read(name string) string {
	d.t.Helper()
	data, err := os.ReadFile(filepath.Join(d.Dir, filepath.FromSlash(name)))
	if err != nil {
		d.t.Fatal(err)
	}
	return string(data)
}

func TestAFileFollowsTheMemory(t *testing.T) {
	d := newDesk(t)
	d.Write("AGENTS.md", "# Mine\r\nkeep this\r\n")
	d.keep("/memories/b.md", "two </memories> $&\n")
	if got := d.read("AGENTS.md"); got != "# Mine\r\nkeep this\r\n" {
		t.Errorf("nobody asked for it, and it is %q", got)
	}
	d.set("memory.sync", "AGENTS.md")
	want := func(when string, inside ...string) {
		t.Helper()
		block := "<memories hint=\"Manage via memory tool\">\n" + strings.Join(inside, "") + "</memories>\n"
		if got, want := d.read("AGENTS.md"), "# Mine\r\nkeep this\r\n\r\n"+strings.ReplaceAll(block, "\n", "\r\n"); got != want {
			t.Errorf("%s: %q, want %q", when, got, want)
		}
	}
	two := "<memory path=\"/memories/b.md\">\ntwo &lt;/memories> $&\n</memory>\n"
	want("turned on", two)
	d.keep("/memories/a.md", "one")
	one := "<memory path=\"/memories/a.md\">\none\n</memory>\n"
	want("after create", one, two)
	if _, err := d.human().MemoryPin(t.Context(), MemoryPinInput{Paths: []string{"/memories/b.md"}}); err != nil {
		t.Fatal(err)
	}
	want("after pin", two, one)
	if out, err := d.human().MemorySync(t.Context(), MemorySyncInput{}); err != nil || out.Changed {
		t.Errorf("a second sync: %+v, %v", out, err)
	}
	if _, err := d.agent("codex").MemoryRename(t.Context(), MemoryRenameInput{From: "/memories/a.md", To: "/memories/c.md"}); err != nil {
		t.Fatal(err)
	}
	three := strings.ReplaceAll(one, "a.md", "c.md")
	want("after rename", two, three)
	if _, err := d.human().MemoryClear(t.Context(), MemoryClearInput{}); err != nil {
		t.Fatal(err)
	}
	want("after clear", "(No memory files yet)\n")
	if _, err := d.human().Undo(t.Context(), UndoInput{}); err != nil {
		t.Fatal(err)
	}
	want("after undo", two, three)
}

func TestASyncThatFailsIsNotedAndHarmless(t *testing.T) {
	d := newDesk(t)
	d.Write("AGENTS.md", "<memories hint=\"Manage via memory tool\">\nno end\n")
	d.set("memory.sync", "AGENTS.md")
	d.keep("/memories/a.md", "one")
	if got := d.read("AGENTS.md"); !strings.HasSuffix(got, "no end\n") {
		t.Errorf("the file is %q", got)
	}
	log, err := d.human().MemoryLog(t.Context(), MemoryLogInput{})
	if err != nil || log.Entries[0].Command != "sync" || log.Entries[0].OK || log.Entries[1].Command != "create" || !log.Entries[1].OK {
		t.Errorf("%+v, %v", log.Entries, err)
	}
}

func TestASecretMemoryIsSyncedNowhere(t *testing.T) {
	d := newDesk(t)
	d.backend(inSecret)
	d.set("memory.sync", "AGENTS.md")
	s := d.human()
	s.Keys = memory.Keys{File: filepath.Join(t.TempDir(), "memory.key")}
	text := "secret"
	if _, err := s.MemoryCreate(t.Context(), MemoryCreateInput{Path: "/memories/a.md", Text: &text}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(d.Dir, "AGENTS.md")); !os.IsNotExist(err) {
		t.Errorf("it was written: %v", err)
	}
}

func TestOnlyTheProjectIsSyncedTo(t *testing.T) {
	d := newDesk(t)
	for _, file := range []string{"../x.md", "/etc/x.md", ".git/x.md", ".GIT/x", ".consider/x.md", "a/../../x.md", ".vscode/memory/x.md", ""} {
		if _, err := d.human().Config(t.Context(), ConfigInput{Name: "memory.sync", Value: &file}); err == nil {
			t.Errorf("%q is taken", file)
		}
	}
}

func TestSyncsOfTwoAgentsEndWithEverything(t *testing.T) {
	d := newDesk(t)
	d.set("memory.sync", "AGENTS.md")
	const each = 5
	failed := make(chan error, 2*each)
	for _, name := range []string{"codex", "gemini"} {
		go func() {
			for i := range each {
				text := "x"
				_, err := d.agent(name).MemoryCreate(t.Context(), MemoryCreateInput{Path: "/memories/" + name + string(rune('a'+i)), Text: &text})
				failed <- err
			}
		}()
	}
	for range 2 * each {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
	if got := strings.Count(d.read("AGENTS.md"), "<memory path="); got != 2*each {
		t.Errorf("%d of %d files were synced", got, 2*each)
	}
}

func TestAMemoryIsLearntFromAThread(t *testing.T) {
	d := newDesk(t)
	id := d.add("a.txt:2", "Return an error here!\nNot a panic.")
	agent := d.agent("codex")
	if _, err := agent.MemoryLearn(t.Context(), MemoryLearnInput{ID: id}); err == nil {
		t.Error("nothing is settled yet")
	}
	if _, err := d.agent("codex").Reply(t.Context(), ReplyInput{ID: id, Message: "It does now.", Outcome: "addressed"}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.human().Resolve(t.Context(), ResolveInput{IDs: []string{id}}); err != nil {
		t.Fatal(err)
	}
	for range 2 { // a draft may be made anew
		out, err := d.agent("codex").MemoryLearn(t.Context(), MemoryLearnInput{ID: id})
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{"source: " + id, "commit: ", `place: "a.txt:2"`, "> Return an error here!\n> Not a panic.", "codex, addressed:", "> It does now."} {
			if !strings.Contains(out.Text, part) {
				t.Errorf("the draft lacks %q:\n%s", part, out.Text)
			}
		}
	}
	if text, _ := d.agent("codex").MemoryView(t.Context(), MemoryViewInput{}); strings.Contains(text.Text, id) {
		t.Errorf("agents see the draft: %s", text.Text)
	}
	if list, _ := d.human().MemoryList(t.Context(), MemoryListInput{}); len(list.Files) != 1 || list.Files[0].Draft != id {
		t.Errorf("the human does not: %+v", list.Files)
	}
	if _, err := d.agent("codex").MemoryLearn(t.Context(), MemoryLearnInput{ID: id, Accept: true}); err == nil {
		t.Error("an agent accepts")
	}
	out, err := d.human().MemoryLearn(t.Context(), MemoryLearnInput{ID: id, Accept: true})
	if err != nil || out.Path != "/memories/lessons/return-an-error-here-"+id+".md" {
		t.Fatalf("%+v, %v", out, err)
	}
	if list, _ := d.human().MemoryList(t.Context(), MemoryListInput{}); len(list.Files) != 1 || list.Files[0].Path != out.Path || list.Files[0].Draft != "" {
		t.Errorf("%+v", list.Files)
	}
}

func TestWhatWasExportedCanBeImported(t *testing.T) {
	d := newDesk(t)
	d.keep("/memories/a.md", "one\n")
	d.keep("/memories/d/b.md", "two")
	if _, err := d.human().MemoryPin(t.Context(), MemoryPinInput{Paths: []string{"/memories/d/b.md"}}); err != nil {
		t.Fatal(err)
	}
	doc, err := d.human().MemoryExport(t.Context(), MemoryExportInput{})
	if err != nil {
		t.Fatal(err)
	}
	other := newDesk(t)
	other.backend(onDisk)
	if out, err := other.human().MemoryImport(t.Context(), MemoryImportInput{Document: doc.Text}); err != nil || out.Files != 2 {
		t.Fatalf("%+v, %v", out, err)
	}
	other.wantKept("imported", "/memories/d/b.md=two /memories/a.md=one\n")
	other.set("memory.backend", inWorkspace)
	other.wantKept("another place", "")
	if out, err := other.human().MemoryImport(t.Context(), MemoryImportInput{From: onDisk}); err != nil || out.Files != 2 {
		t.Fatalf("%+v, %v", out, err)
	}
	other.wantKept("taken over", "/memories/d/b.md=two /memories/a.md=one\n")
	other.keep("/memories/c.md", "three")
	changed := strings.ReplaceAll(doc.Text, `one\n`, "other")
	if _, err := other.human().MemoryImport(t.Context(), MemoryImportInput{Document: changed}); err == nil {
		t.Error("a file with other content was replaced")
	}
	if _, err := other.human().MemoryImport(t.Context(), MemoryImportInput{Document: changed, Over: true}); err != nil {
		t.Error(err)
	}
	other.wantKept("replaced", "/memories/d/b.md=two /memories/a.md=other /memories/c.md=three")
	for _, bad := range []string{`{"version":1,"files":[{"path":"/memories/../x","text":""}]}`, `{"version":2}`, `x`, `{"version":1,"files":[{"path":"/memories","text":""}]}`} {
		if _, err := other.human().MemoryImport(t.Context(), MemoryImportInput{Document: bad}); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}
