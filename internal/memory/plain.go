package memory

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/checkpoint"
	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/review/history"
	"consider/internal/session"
	"consider/internal/settings"
)

// plainFiles selects the part of the store's tree that holds memories in plain text: all but the secret memory. Names
// and Trailer say where checkpoints and undos name commits.
var plainFiles = gitstore.Purging{Folder: memoryDir, Keep: "secret", Names: checkpoint.Dir, Trailer: history.UndoesTrailer}

// plainStore is a store that may still hold plain memories although the memory is secret.
type plainStore struct {
	svc *session.Session
	own bool // the memory that is used here is in it
}

// PlainStores returns the stores in which the memory may be in plain text if it is secret: the one here, and those that
// exchange news with it. A store precedes the one that takes over what is new in it. The caller closes them.
func PlainStores(ctx context.Context, s *session.Session) (out []plainStore, err error) {
	chosen, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	if err := chosen.Known("memory.backend"); err != nil {
		return nil, noMemory(err)
	}
	if chosen.Get("memory.backend") != settings.InSecret {
		return nil, nil
	}
	for _, dir := range s.Place.OtherStores() {
		place := s.Place
		place.StoreDir, place.Home = dir, ""
		out = append(out, plainStore{svc: s.InWorktree(place)})
	}
	return append(out, plainStore{s, true}), nil
}

func (p plainStore) Close() {
	if !p.own {
		p.svc.Release()
	}
}

// plan finds the plain memories in the store.
func (p plainStore) plan(ctx context.Context) (gitstore.PurgeReport, error) {
	store, err := p.svc.OpenStore(ctx, false)
	if err != nil {
		return gitstore.PurgeReport{}, err
	}
	return store.PurgePlan(ctx, plainFiles)
}

// memoryPaths returns the memory files among paths of the tree, as agents name them, without duplicates.
func memoryPaths(paths []string) []string {
	out := []string{}
	for _, p := range paths {
		if name, ok := memoryPath(p); ok && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

func memoryPath(path string) (string, bool) {
	for _, folder := range []string{"/files/", "/before/"} {
		if _, name, ok := strings.Cut(path, folder); ok {
			return keep.Root + "/" + name, true
		}
	}
	return "", false
}

// shownPaths returns paths as a memory that has all of them would show them.
func shownPaths(kept []string) []string {
	paths := make([]keep.Path, len(kept))
	for i, p := range kept {
		paths[i] = keep.Path(strings.TrimPrefix(p, keep.Root+"/"))
	}
	out := []string{}
	for _, p := range keep.Shown(paths) {
		out = append(out, p.String())
	}
	return out
}

// unsaved returns the plain files that the store shows now and the secret memory lacks: a purge would lose them.
// Without the key, that is all of them.
func (p plainStore) unsaved(ctx context.Context) ([]string, error) {
	if !p.own {
		return nil, nil
	}
	st, err := p.svc.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	names, err := blobs{r: st.Commit, dir: memoryDir}.Names()
	if err != nil {
		return nil, err
	}
	names = slices.DeleteFunc(names, func(n string) bool { return strings.HasPrefix(n, "secret/") || strings.HasPrefix(n, "disk/") })
	out := shownPaths(memoryPaths(names))
	b, err := openMemory(ctx, p.svc)
	if err != nil || len(out) == 0 {
		return out, err
	}
	err = b.View(ctx, func(f keep.Files) error {
		list, err := f.List()
		for _, have := range list {
			out = slices.DeleteFunc(out, func(path string) bool { return path == have.Path.String() })
		}
		return err
	})
	if _, ok := fail.As(err); ok {
		err = nil
	}
	return out, err
}

// isPlain reports whether a line of the memory's log reveals an operation on a plain memory, or cannot be read.
func isPlain(line []byte) bool {
	var e MemoryEntry
	return json.Unmarshal(line, &e) != nil || e.Backend != settings.InSecret && (e.Path != "" || e.To != "" || e.Error != "")
}

// logged counts such lines.
func (p plainStore) logged(ctx context.Context) (n int, err error) {
	store, err := p.svc.OpenStore(ctx, false)
	if err != nil {
		return 0, err
	}
	data, err := store.ReadJournal(MemoryJournal)
	for line := range bytes.Lines(data) {
		if isPlain(line) {
			n++
		}
	}
	return n, err
}

// purge removes what plan found.
func (p plainStore) purge(ctx context.Context) (objects int, err error) {
	store, err := p.svc.OpenStore(ctx, false)
	if err != nil {
		return 0, err
	}
	if err := p.svc.Backups().Delete(); err != nil {
		return 0, err
	}
	report, err := store.Purge(ctx, plainFiles)
	if err == nil {
		err = p.svc.Backups().Delete() // another program may have made a copy meanwhile
	}
	if err == nil {
		p.svc.RecordOrigin(ctx, store) // the commit by which its line is known may be a new one
		err = store.FilterJournal(MemoryJournal, func(line []byte) bool { return !isPlain(line) })
	}
	return report.Objects, err
}
