package memory_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/memory"
	"consider/internal/memory/keep"
	"consider/internal/review/reviewtest"
	"consider/internal/review/undo"
	"consider/internal/session"
	"consider/internal/settings"
)

func TestASecretMemoryLeavesNothingToRead(t *testing.T) {
	d := reviewtest.New(t)
	useBackend(d, settings.InSecret)
	keys := keep.Keys{File: filepath.Join(t.TempDir(), "memory.key")}
	agent := func() *session.Session {
		s := d.Agent("codex")
		s.Keys = keys
		return s
	}
	text := "we buy them on friday"
	if _, err := memory.MemoryCreate(t.Context(), agent(), memory.MemoryCreateInput{Path: "/memories/plans/merger.md", Text: &text}); err != nil {
		t.Fatal(err)
	}
	if _, err := memory.MemoryReplace(t.Context(), agent(), memory.MemoryReplaceInput{Path: "/memories/plans/merger.md", Old: "friday", New: "monday"}); err != nil {
		t.Fatal(err)
	}
	if _, err := memory.MemoryReplace(t.Context(), agent(), memory.MemoryReplaceInput{Path: "/memories/plans/merger.md", Old: "sunday", New: "x"}); !errors.Is(err, fail.ErrNotFound) {
		t.Fatal(err)
	}
	if _, err := memory.MemoryRename(t.Context(), agent(), memory.MemoryRenameInput{From: "/memories/plans/merger.md", To: "/memories/plans/takeover.md"}); err != nil {
		t.Fatal(err)
	}
	all := d.Stored()
	for _, word := range []string{"plans", "merger", "takeover", "friday", "monday", "sunday", "/memories/", "AGE-SECRET-KEY"} {
		if strings.Contains(all, word) {
			t.Errorf("the store gives away %q", word)
		}
	}
	log, err := memory.MemoryLog(t.Context(), agent(), memory.MemoryLogInput{})
	if err != nil || len(log.Entries) != 4 || log.Entries[0].To != "/memories/plans/takeover.md" || log.Entries[1].OK || log.Entries[1].Error == "" {
		t.Errorf("who has the key reads the log: %+v, %v", log.Entries, err)
	}

	// Without the key, or with another, nothing is shown, changed or lost.
	other, err := keep.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	handed := &keep.Handed{}
	handed.Hand(other)
	for want, wrong := range map[string]keep.Keys{"a different key than the one in the editor": {Handed: handed}, "its key was not found": {}} {
		s := d.Agent("gemini")
		s.Keys = wrong
		if _, err := memory.MemoryCreate(t.Context(), s, memory.MemoryCreateInput{Path: "/memories/b.md", Text: &text}); !errors.Is(err, fail.ErrDenied) || !strings.Contains(err.Error(), want) {
			t.Errorf("create: %v, want %q", err, want)
		}
		if _, err := memory.MemoryView(t.Context(), s, memory.MemoryViewInput{}); !errors.Is(err, fail.ErrDenied) {
			t.Errorf("view: %v", err)
		}
		log, err := memory.MemoryLog(t.Context(), s, memory.MemoryLogInput{})
		if err != nil || log.Entries[0].Path != "" || log.Entries[0].Sealed != "" {
			t.Errorf("log: %+v, %v", log.Entries, err)
		}
	}
	if all := d.Stored(); strings.Contains(all, "b.md") {
		t.Error("what was tried without the key is in the store")
	}
	s := agent()
	got, err := memory.MemoryGet(t.Context(), s, memory.MemoryGetInput{Path: "/memories/plans/takeover.md"})
	if err != nil || got.Text != "we buy them on monday" {
		t.Errorf("with the key: %q, %v", got.Text, err)
	}
}

func TestAKeyForAnEditorIsUsedOnceTheEditorHandsItOver(t *testing.T) {
	d := reviewtest.New(t)
	useBackend(d, settings.InSecret)
	s := d.As(session.Caller{Human: true, IsEditor: true})
	s.Keys = keep.Keys{Handed: &keep.Handed{}}
	unlock := func(in memory.MemoryUnlockInput) memory.MemoryUnlockOutput {
		return gittest.Must(memory.MemoryUnlock(t.Context(), s, in))(t)
	}
	text := "one"
	create := func() error {
		_, err := memory.MemoryCreate(t.Context(), s, memory.MemoryCreateInput{Path: "/memories/a.md", Text: &text})
		return err
	}
	made := unlock(memory.MemoryUnlockInput{Make: true})
	if made.State != "new" || made.Identity == "" || made.Recipient == "" {
		t.Fatalf("made: %+v", made)
	}
	if err := create(); !errors.Is(err, fail.ErrDenied) {
		t.Errorf("with a key that no place has: %v", err)
	}
	if got := unlock(memory.MemoryUnlockInput{Identity: made.Identity}); got.State != "open" || got.Recipient != made.Recipient {
		t.Errorf("handed over: %+v", got)
	}
	if err := create(); err != nil {
		t.Error(err)
	}
}

func TestASecretMemoryIsUndoneWithoutItsKey(t *testing.T) {
	d := reviewtest.New(t)
	useBackend(d, settings.InSecret)
	keys := keep.Keys{File: filepath.Join(t.TempDir(), "memory.key")}
	s := d.Human()
	s.Keys = keys
	text := "one"
	if _, err := memory.MemoryCreate(t.Context(), s, memory.MemoryCreateInput{Path: "/memories/a.md", Text: &text}); err != nil {
		t.Fatal(err)
	}
	if _, err := memory.MemoryClear(t.Context(), s, memory.MemoryClearInput{}); err != nil {
		t.Fatal(err)
	}
	if _, err := undo.Undo(t.Context(), d.Human(), undo.UndoInput{}); err != nil {
		t.Fatal(err)
	}
	s = d.Human()
	s.Keys = keys
	if got, err := memory.MemoryGet(t.Context(), s, memory.MemoryGetInput{Path: "/memories/a.md"}); err != nil || got.Text != "one" {
		t.Errorf("%+v, %v", got, err)
	}
}

// Two processes create the memory at the same time, each with its own key: the second must not overwrite the first.
func TestAKeyThatCameTooLateWritesNothing(t *testing.T) {
	d := reviewtest.New(t)
	open := func(keyFile string) keep.Storage {
		s := d.Agent("codex")
		s.Keys = keep.Keys{File: keyFile}
		return gittest.Must(memory.OpenStorage(t.Context(), s, settings.InSecret))(t)
	}
	write := func(to keep.Storage, text string) error {
		return to.Change(t.Context(), keep.Op{Command: "test"}, func(keep.Files) (keep.Edit, error) { return texts(text+".md", text), nil })
	}
	mine, theirs := filepath.Join(t.TempDir(), "mine"), filepath.Join(t.TempDir(), "theirs")
	late, reader := open(mine), open(mine)
	if err := write(open(theirs), "first"); err != nil {
		t.Fatal(err)
	}
	tip := gittest.Must(d.Agent("codex").Tip(t.Context()))(t)
	if err := write(late, "late"); !errors.Is(err, fail.ErrDenied) {
		t.Errorf("with a key of its own: %v", err)
	}
	if err := reader.View(t.Context(), func(keep.Files) error { return nil }); !errors.Is(err, fail.ErrDenied) {
		t.Errorf("read without the key: %v", err)
	}
	if now := gittest.Must(d.Agent("codex").Tip(t.Context()))(t); now != tip {
		t.Error("the memory has changed")
	}
	err := open(theirs).View(t.Context(), func(f keep.Files) error {
		if got := gittest.Must(f.Read("first.md"))(t); string(got) != "first" {
			t.Errorf("it holds %q", got)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// Anyone can encrypt for a memory's recipient, and so could give an entry of the log another path.
func TestAnEntryThatNoHolderOfTheKeyWroteIsShownWithoutItsPath(t *testing.T) {
	d := reviewtest.New(t)
	useBackend(d, settings.InSecret)
	s := d.Agent("codex")
	s.Keys = keep.Keys{File: filepath.Join(t.TempDir(), "memory.key")}
	text := "one"
	if _, err := memory.MemoryCreate(t.Context(), s, memory.MemoryCreateInput{Path: "/memories/a.md", Text: &text}); err != nil {
		t.Fatal(err)
	}
	key, err := s.Keys.Find(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	sealed, err := key.Seal(`{"path":"/memories/forged.md"}`)
	if err != nil {
		t.Fatal(err)
	}
	store, err := s.OpenStore(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	const entry = `{"at":"2026-11-29T12:00:00Z","by":{"kind":"agent"},"command":"view","backend":"secret","ok":true,"sealed":"%s"%s}`
	for _, mac := range []string{"", `,"mac":"00"`} {
		if err := store.AppendJournal(memory.MemoryJournal, fmt.Appendf(nil, entry, sealed, mac)); err != nil {
			t.Fatal(err)
		}
	}
	log, err := memory.MemoryLog(t.Context(), s, memory.MemoryLogInput{})
	if err != nil || len(log.Entries) != 3 || log.Entries[0].Path+log.Entries[1].Path != "" || log.Entries[2].Path != "/memories/a.md" || log.Entries[2].MAC != "" {
		t.Errorf("%+v, %v", log.Entries, err)
	}
}
