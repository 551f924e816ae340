package hook

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"consider/internal/agents"
)

// quietStore makes a project's folder with a store whose ref contains tip.
func quietStore(t *testing.T, tip string) (dir, store string) {
	t.Helper()
	dir = t.TempDir()
	store = filepath.Join(dir, storeName)
	setTip(t, store, tip)
	return dir, store
}

func setTip(t *testing.T, store, tip string) {
	t.Helper()
	file := filepath.Join(store, filepath.FromSlash(tipFile))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(tip), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestACallIsQuietUntilTheStoreMoves(t *testing.T) {
	dir, store := quietStore(t, "one\n")
	inner := filepath.Join(dir, "a", "b")
	if err := os.MkdirAll(inner, 0o755); err != nil {
		t.Fatal(err)
	}
	c := Call{Reader: Claude, Session: "1", Moment: agents.Tool}
	if FindQuiet(c, []string{inner}, "").IsCurrent() {
		t.Error("quiet before anything was noted")
	}
	before := QuietIn(store, c, []string{inner}, "")
	setTip(t, store, "two\n") // the store changes during the call
	before.Note()
	if FindQuiet(c, []string{inner}, "").IsCurrent() {
		t.Error("what was written while the call looked is not told")
	}
	QuietIn(store, c, []string{inner}, "").Note()
	if !FindQuiet(c, []string{inner}, "").IsCurrent() {
		t.Error("not quiet after a call that found nothing new")
	}
	for what, q := range map[string]Quiet{
		"another session":      FindQuiet(Call{Reader: Claude, Session: "2"}, []string{inner}, ""),
		"another agent":        FindQuiet(Call{Reader: Codex, Session: "1"}, []string{inner}, ""),
		"another folder":       FindQuiet(c, []string{dir}, ""),
		"one more folder":      FindQuiet(c, []string{inner, dir}, ""),
		"a folder not whole":   FindQuiet(c, []string{"a"}, ""),
		"a store by its name":  FindQuiet(c, []string{inner}, store),
		"another store's name": FindQuiet(c, []string{inner}, "elsewhere"),
		"nowhere":              FindQuiet(c, []string{t.TempDir()}, ""),
	} {
		if q.IsCurrent() {
			t.Errorf("quiet for %s", what)
		}
	}
	setTip(t, store, "three\n")
	if FindQuiet(c, []string{inner}, "").IsCurrent() {
		t.Error("quiet when the store has moved")
	}
	if err := os.Remove(filepath.Join(store, filepath.FromSlash(tipFile))); err != nil {
		t.Fatal(err)
	}
	if FindQuiet(c, []string{inner}, "").IsCurrent() {
		t.Error("quiet when the ref is gone")
	}
}

// This reader may not show the output at a prompt, so a quiet prompt does not make the end of the turn quiet.
func TestWhatMayNotBeHeardIsNoReasonToBeQuiet(t *testing.T) {
	_, store := quietStore(t, "one\n")
	prompt, stop := Call{Reader: VSCode, Session: "1", Moment: agents.Prompt}, Call{Reader: VSCode, Session: "1", Moment: agents.Stop}
	QuietIn(store, prompt, nil, "").Note()
	if QuietIn(store, stop, nil, "").IsCurrent() {
		t.Error("quiet at the end because the prompt was")
	}
}

func TestANoteIsReadAndMadeInPlainFilesOfTheStoreOnly(t *testing.T) {
	dir, store := quietStore(t, "one\n")
	c := Call{Reader: Claude, Session: "1"}
	q := QuietIn(store, c, []string{dir}, "")
	q.Note()
	note, outside := filepath.Join(store, filepath.FromSlash(q.name)), filepath.Join(t.TempDir(), "note")
	if err := os.Rename(note, outside); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, note); err != nil {
		t.Skip("no symbolic links here: " + err.Error())
	}
	if FindQuiet(c, []string{dir}, "").IsCurrent() {
		t.Error("a link is taken for a note")
	}
	if err := os.WriteFile(outside, []byte("kept"), 0o644); err != nil {
		t.Fatal(err)
	}
	q.Note()
	if kept, err := os.ReadFile(outside); err != nil || string(kept) != "kept" {
		t.Errorf("%q, %v", kept, err)
	}
	if err := os.WriteFile(note, []byte(strings.Repeat("x", maxTip+1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if FindQuiet(c, []string{dir}, "").IsCurrent() {
		t.Error("a long file is taken for a note")
	}
	elsewhere := t.TempDir()
	if err := os.Symlink(store, filepath.Join(elsewhere, storeName)); err != nil {
		t.Fatal(err)
	}
	QuietIn(store, c, []string{elsewhere}, "").Note()
	if FindQuiet(c, []string{elsewhere}, "").IsCurrent() {
		t.Error("a link is taken for a store")
	}
}
