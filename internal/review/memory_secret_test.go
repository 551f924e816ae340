package review

import (
	"bytes"
	"compress/zlib"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"consider/internal/memory"
)

// stored returns the paths and contents of everything in the store, as they are and inflated.
func (d *desk) stored() string {
	d.t.Helper()
	var out strings.Builder
	err := filepath.WalkDir(filepath.Join(d.Dir, ".consider"), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		out.WriteString(path + "\n")
		out.Write(data)
		if r, err := zlib.NewReader(bytes.NewReader(data)); err == nil {
			plain, err := io.ReadAll(r)
			if err != nil {
				return err
			}
			out.Write(plain)
		}
		return nil
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return out.String()
}

func TestASecretMemoryLeavesNothingToRead(t *testing.T) {
	d := newDesk(t)
	d.backend(inSecret)
	keys := memory.Keys{File: filepath.Join(t.TempDir(), "memory.key")}
	agent := func() *Service {
		s := d.agent("codex")
		s.Keys = keys
		return s
	}
	text := "we buy them on friday"
	if _, err := agent().MemoryCreate(t.Context(), MemoryCreateInput{Path: "/memories/plans/merger.md", Text: &text}); err != nil {
		t.Fatal(err)
	}
	if _, err := agent().MemoryReplace(t.Context(), MemoryReplaceInput{Path: "/memories/plans/merger.md", Old: "friday", New: "monday"}); err != nil {
		t.Fatal(err)
	}
	if _, err := agent().MemoryReplace(t.Context(), MemoryReplaceInput{Path: "/memories/plans/merger.md", Old: "sunday", New: "x"}); !errors.Is(err, ErrNotFound) {
		t.Fatal(err)
	}
	if _, err := agent().MemoryRename(t.Context(), MemoryRenameInput{From: "/memories/plans/merger.md", To: "/memories/plans/takeover.md"}); err != nil {
		t.Fatal(err)
	}
	all := d.stored()
	for _, word := range []string{"plans", "merger", "takeover", "friday", "monday", "sunday", "/memories/", "AGE-SECRET-KEY"} {
		if strings.Contains(all, word) {
			t.Errorf("the store gives away %q", word)
		}
	}
	log, err := agent().MemoryLog(t.Context(), MemoryLogInput{})
	if err != nil || len(log.Entries) != 4 || log.Entries[0].To != "/memories/plans/takeover.md" || log.Entries[1].OK || log.Entries[1].Error == "" {
		t.Errorf("who has the key reads the log: %+v, %v", log.Entries, err)
	}

	// Without the key, or with another, nothing is shown, nothing is changed, and nothing is lost.
	other, err := memory.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	handed := &memory.Handed{}
	handed.Hand(other)
	for want, wrong := range map[string]memory.Keys{"another key than the one of the editor": {Handed: handed}, "its key is not here": {}} {
		s := d.agent("gemini")
		s.Keys = wrong
		if _, err := s.MemoryCreate(t.Context(), MemoryCreateInput{Path: "/memories/b.md", Text: &text}); !errors.Is(err, ErrDenied) || !strings.Contains(err.Error(), want) {
			t.Errorf("create: %v, want %q", err, want)
		}
		if _, err := s.MemoryView(t.Context(), MemoryViewInput{}); !errors.Is(err, ErrDenied) {
			t.Errorf("view: %v", err)
		}
		log, err := s.MemoryLog(t.Context(), MemoryLogInput{})
		if err != nil || log.Entries[0].Path != "" || log.Entries[0].Sealed != "" {
			t.Errorf("log: %+v, %v", log.Entries, err)
		}
	}
	if all := d.stored(); strings.Contains(all, "b.md") {
		t.Error("what was tried without the key is in the store")
	}
	s := agent()
	got, err := s.MemoryGet(t.Context(), MemoryGetInput{Path: "/memories/plans/takeover.md"})
	if err != nil || got.Text != "we buy them on monday" {
		t.Errorf("with the key: %q, %v", got.Text, err)
	}
}

func TestASecretMemoryIsUndoneWithoutItsKey(t *testing.T) {
	d := newDesk(t)
	d.backend(inSecret)
	keys := memory.Keys{File: filepath.Join(t.TempDir(), "memory.key")}
	s := d.human()
	s.Keys = keys
	text := "one"
	if _, err := s.MemoryCreate(t.Context(), MemoryCreateInput{Path: "/memories/a.md", Text: &text}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.MemoryClear(t.Context(), MemoryClearInput{}); err != nil {
		t.Fatal(err)
	}
	if _, err := d.human().Undo(t.Context(), UndoInput{}); err != nil {
		t.Fatal(err)
	}
	s = d.human()
	s.Keys = keys
	if got, err := s.MemoryGet(t.Context(), MemoryGetInput{Path: "/memories/a.md"}); err != nil || got.Text != "one" {
		t.Errorf("%+v, %v", got, err)
	}
}
