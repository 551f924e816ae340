package memory_test

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/enum"
	"consider/internal/gittest"
	"consider/internal/memory"
	"consider/internal/memory/keep"
	"consider/internal/review/reviewtest"
	"consider/internal/settings"
)

// These tests check what every storage promises. A new storage is tested automatically, since its name is in the enum.

// kept is a storage under test. It is opened anew for each use, as a new process would.
type kept struct {
	*reviewtest.Desk
	t       *testing.T
	backend string
}

func eachStorage(t *testing.T, promise func(*testing.T, *kept)) {
	t.Helper()
	for _, backend := range enum.Of[settings.Backend]().Names() {
		t.Run(backend, func(t *testing.T) {
			t.Parallel()
			d := reviewtest.New(t)
			d.Keys = keep.Keys{File: filepath.Join(t.TempDir(), "memory.key")}
			promise(t, &kept{d, t, backend})
		})
	}
}

func (k *kept) open() keep.Storage {
	k.t.Helper()
	return gittest.Must(memory.OpenStorage(k.t.Context(), k.Agent("codex"), k.backend))(k.t)
}

// change applies an edit to a newly opened storage.
func (k *kept) change(e keep.Edit) {
	k.t.Helper()
	if err := k.open().Change(k.t.Context(), keep.Op{Command: "test"}, func(keep.Files) (keep.Edit, error) { return e, nil }); err != nil {
		k.t.Fatal(err)
	}
}

// refused runs a command of the memory tool that must not change anything.
func (k *kept) refused(want error, c keep.Command) {
	k.t.Helper()
	before, tip := k.all(), k.tip()
	text, err := keep.Run(k.t.Context(), k.open(), c)
	if !errors.Is(err, want) {
		k.t.Errorf("%s %.60q: %.60q, %v; want the refusal %q", c.Name, c.Where(), text, err, want)
	}
	if diff := cmp.Diff(before, k.all()); diff != "" || k.tip() != tip {
		k.t.Errorf("%s %.60q was refused, and changed (-before +after):\n%.500s", c.Name, c.Where(), diff)
	}
}

func (k *kept) tip() string {
	k.t.Helper()
	return gittest.Must(k.Agent("codex").Tip(k.t.Context()))(k.t)
}

// all returns every file with its content, as the next process reads it; a star marks a pinned file.
func (k *kept) all() map[string]string {
	k.t.Helper()
	out := map[string]string{}
	err := k.open().View(k.t.Context(), func(f keep.Files) error {
		list, pins := gittest.Must(f.List())(k.t), gittest.Must(f.Pins())(k.t)
		if !slices.IsSortedFunc(list, func(a, b keep.File) int { return strings.Compare(string(a.Path), string(b.Path)) }) || !slices.IsSorted(pins) || len(slices.Compact(pins)) < len(pins) {
			k.t.Errorf("not in order: %v, pins %v", list, pins)
		}
		for _, file := range list {
			data := gittest.Must(f.Read(file.Path))(k.t)
			if len(data) != file.Size {
				k.t.Errorf("%s has %d bytes, listed are %d", file.Path, len(data), file.Size)
			}
			name := string(file.Path)
			if slices.Contains(pins, file.Path) {
				name += "*"
			}
			out[name] = string(data)
		}
		return nil
	})
	if err != nil {
		k.t.Fatal(err)
	}
	return out
}

func (k *kept) want(when string, want map[string]string) {
	k.t.Helper()
	if diff := cmp.Diff(want, k.all()); diff != "" {
		k.t.Errorf("%s (-want +got):\n%.2000s", when, diff)
	}
}

// texts makes an edit that writes files, given as "path", "content", …
func texts(pairs ...string) keep.Edit {
	e := keep.Edit{Write: map[keep.Path][]byte{}}
	for i := 0; i < len(pairs); i += 2 {
		e.Write[keep.Path(pairs[i])] = []byte(pairs[i+1])
	}
	return e
}
