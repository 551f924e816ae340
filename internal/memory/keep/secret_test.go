package keep

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"consider/internal/fail"
)

// safe is a secret storage in a map, for tests.
type safe struct {
	*shelf
	key *Key
}

func newSafe(t *testing.T) *safe {
	t.Helper()
	key, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	return &safe{newShelf(), key}
}

func (s *safe) View(_ context.Context, fn func(Files) error) error {
	return fn(&Secret{Blobs: s.shelf, Key: s.key})
}

func (s *safe) Change(_ context.Context, _ Op, fn func(Files) (Edit, error)) error {
	b := &Secret{Blobs: s.shelf, Key: s.key}
	e, err := fn(b)
	if err != nil {
		return err
	}
	return b.Apply(e)
}

func TestTheToolAnswersTheSameInSecret(t *testing.T) {
	for _, st := range stories(t) {
		t.Run(st.Name, func(t *testing.T) { play(t, newSafe(t), st) })
	}
}

func TestNothingOfASecretMemoryCanBeRead(t *testing.T) {
	s := newSafe(t)
	mustCreate(t, s, "/memories/plans/merger.md", "we buy them on friday")
	if _, err := Pin(t.Context(), s, []string{"/memories/plans/merger.md"}, true); err != nil {
		t.Fatal(err)
	}
	for name, data := range s.m {
		for _, word := range []string{"plans", "merger", "friday", "memories"} {
			if strings.Contains(name, word) || strings.Contains(string(data), word) {
				t.Errorf("%s gives away %q", name, word)
			}
		}
	}
}

func TestADamagedBlobHidesNoOther(t *testing.T) {
	s := newSafe(t)
	mustCreate(t, s, "/memories/a.md", "one")
	mustCreate(t, s, "/memories/b.md", "two")
	a, b := s.key.name("a.md"), s.key.name("b.md")
	s.m[a], s.m[b] = s.m[b], s.m[a] // each is intact, but in the other's place
	if list, err := (&Secret{Blobs: s.shelf, Key: s.key}).List(); err != nil || len(list) != 0 {
		t.Errorf("exchanged blobs are taken for %v, %v", list, err)
	}
	s.m[a], s.m[b] = s.m[b], []byte("junk")
	if text, r := run(t, s, Command{Name: "view", Path: "/memories/a.md"}); r != nil || !strings.HasSuffix(text, "\tone") {
		t.Errorf("the other file: %q, %v", text, r)
	}
	text := "new"
	if _, r := run(t, s, Command{Name: "create", Path: "/memories/b.md", FileText: &text}); r == nil || !strings.Contains(r.Error(), "damaged") {
		t.Errorf("over the damaged one: %v", r)
	}
}

// ring is a keyring in a map.
type ring struct {
	mu sync.Mutex
	m  map[string]string
}

func (r *ring) Get(name string) (string, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s, ok := r.m[name]; ok {
		return s, nil
	}
	return "", ErrNotExist
}

func (r *ring) Set(name, secret string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.m[name] = secret
	return nil
}

func TestAKeyIsFoundWhereItIs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "sub", "memory.key")
	inRing := Keys{Keyring: &ring{m: map[string]string{}}}
	inFile := Keys{File: file}
	handed := Keys{Handed: &Handed{}}
	for name, k := range map[string]Keys{"keyring": inRing, "file": inFile} {
		if key, err := k.Find(t.Context(), ""); key != nil || err != nil {
			t.Errorf("%s: a key before there is one: %v", name, err)
		}
		made, err := k.Make(t.Context())
		if err != nil {
			t.Fatal(name, err)
		}
		if found, err := k.Find(t.Context(), made.Recipient()); err != nil || found.Secret() != made.Secret() {
			t.Errorf("%s: %v", name, err)
		}
	}
	if info, err := os.Stat(file); err != nil || modesMatter && info.Mode().Perm() != 0o600 {
		t.Errorf("the identity file is %v, %v", info.Mode(), err)
	}
	if _, err := handed.Make(t.Context()); err == nil {
		t.Error("a key was made that nobody keeps")
	}
	key, _ := NewKey()
	handed.Handed.Hand(key)
	if found, err := handed.Find(t.Context(), key.Recipient()); err != nil || found != key {
		t.Errorf("handed over: %v", err)
	}
}

func TestTwoKeysMadeAtOnceAreBothKept(t *testing.T) {
	k := Keys{Keyring: &ring{m: map[string]string{}}}
	a, err := k.Make(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	b, err := k.Make(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []*Key{a, b} {
		if found, err := k.Find(t.Context(), want.Recipient()); err != nil || found.Secret() != want.Secret() {
			t.Errorf("%s: %v", want.Recipient(), err)
		}
	}
}

func TestAWrongKeyIsSaid(t *testing.T) {
	mine, _ := NewKey()
	other, _ := NewKey()
	h := &Handed{}
	h.Hand(other)
	var r *fail.Error
	if _, err := (Keys{Handed: h}).Find(t.Context(), mine.Recipient()); !errors.As(err, &r) ||
		r.Error() != "Error: the memory was encrypted with a different key than the one in the editor" || !strings.Contains(r.Hints[0].String(), mine.Recipient()) {
		t.Errorf("another key: %v", err)
	}
	if _, err := (Keys{}).Find(t.Context(), mine.Recipient()); !errors.As(err, &r) || !strings.Contains(r.Error(), "its key was not found") {
		t.Errorf("no key: %v", err)
	}
	file := filepath.Join(t.TempDir(), "memory.key")
	if err := os.WriteFile(file, []byte(mine.Secret()), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := (Keys{File: file}).Find(t.Context(), mine.Recipient()); modesMatter && (!errors.As(err, &r) || !strings.Contains(r.Error(), "chmod 600")) {
		t.Errorf("a key that others can read: %v", err)
	}
	if _, err := ParseKey("AGE-SECRET-KEY-1NONSENSE"); err == nil || strings.Contains(err.Error(), "NONSENSE") {
		t.Errorf("no key at all: %v", err)
	}
}
