package gitstore

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func journalled(t *testing.T) *Store {
	t.Helper()
	s, err := Create(filepath.Join(t.TempDir(), ".consider"), Options{Now: time.Now, Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestLinesOfAJournalStayWhole(t *testing.T) {
	s := journalled(t)
	if data, err := s.ReadJournal("x"); err != nil || len(data) != 0 {
		t.Errorf("before the first line: %q, %v", data, err)
	}
	var writers sync.WaitGroup
	for w := range 4 {
		writers.Go(func() {
			for i := range 50 {
				if err := s.AppendJournal("x", fmt.Appendf(nil, "%d-%d-%s", w, i, strings.Repeat("x", 300))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	writers.Wait()
	data, err := s.ReadJournal("x")
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n"))
	for _, l := range lines {
		if !bytes.HasSuffix(l, []byte(strings.Repeat("x", 300))) || len(l) > 310 {
			t.Errorf("a torn line: %q", l)
		}
	}
	if len(lines) != 200 {
		t.Errorf("%d lines, want 200", len(lines))
	}
	if err := s.AppendJournal("x", []byte("two\nlines")); err == nil {
		t.Error("two lines are taken for one")
	}
}

func TestAJournalIsBounded(t *testing.T) {
	s := journalled(t)
	line := bytes.Repeat([]byte("y"), 10_000)
	for range 200 {
		if err := s.AppendJournal("x", line); err != nil {
			t.Fatal(err)
		}
	}
	data, err := s.ReadJournal("x")
	if err != nil || len(data) < maxJournal || len(data) > 2*maxJournal+3*len(line) {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if r, err := s.Fsck(t.Context(), nil); err != nil || len(r.Problems) > 0 || len(r.Debris) > 0 {
		t.Errorf("fsck: %+v, %v", r, err)
	}
}

func TestAJournalIsNoLink(t *testing.T) {
	s := journalled(t)
	outside := filepath.Join(t.TempDir(), "outside")
	for _, err := range []error{
		os.WriteFile(outside, []byte("outside\n"), 0o644), os.Mkdir(filepath.Join(s.Dir(), journalDir), 0o755),
		os.Symlink(outside, filepath.Join(s.Dir(), journalDir, "x")),
	} {
		if err != nil {
			t.Skip("no links here: " + err.Error())
		}
	}
	if err := s.AppendJournal("x", []byte("line")); err == nil {
		t.Error("written through a link")
	}
	if _, err := s.ReadJournal("x"); err == nil {
		t.Error("read through a link")
	}
	for _, name := range []string{"../x", "", "a/b", "."} {
		if err := s.AppendJournal(name, []byte("line")); err == nil {
			t.Errorf("%q is a name", name)
		}
	}
	if data, _ := os.ReadFile(outside); string(data) != "outside\n" {
		t.Errorf("outside holds %q", data)
	}
}

func TestLinesThatAreTakenOutOfAJournalAreGone(t *testing.T) {
	s := journalled(t)
	for i := range 200 {
		word := "keep"
		if i%2 == 0 {
			word = "drop"
		}
		if err := s.AppendJournal("x", append([]byte(word), bytes.Repeat([]byte("z"), 4000)...)); err != nil {
			t.Fatal(err)
		}
	}
	keep := func(line []byte) bool { return bytes.HasPrefix(line, []byte("keep")) }
	for range 2 {
		if err := s.FilterJournal("x", keep); err != nil {
			t.Fatal(err)
		}
		data, err := s.ReadJournal("x")
		if err != nil || bytes.Count(data, []byte("keep")) != 100 || bytes.Contains(data, []byte("drop")) {
			t.Errorf("%d lines, %v", bytes.Count(data, []byte("\n")), err)
		}
	}
	if err := s.FilterJournal("none", keep); err != nil {
		t.Errorf("a journal that was never written: %v", err)
	}
}
