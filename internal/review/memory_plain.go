package review

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/memory"
	"consider/internal/worktree"
)

// plainFiles is what of the store's tree holds memories in plain text: all but the secret one. Checkpoints and undos
// name commits.
var plainFiles = gitstore.Purging{Folder: memoryDir, Keep: "secret", Names: checkpointDir, Trailer: undoesTrailer}

// plainStore is a store in which plain memories may be left although the memory is secret.
type plainStore struct {
	svc  *Service
	line func(worktree string, tip *gitstore.Snapshot) (bool, error)
	own  bool // its own memory is meant, not only copies of others
}

// plainStores are the stores in which this worktree's memory may be in plain text, its own and the copy of it in the
// main one. From the main worktree they are those of all worktrees whose memory is secret: what is taken out of a copy
// alone would come back with the next one. A store is before the one that it is copied to. The caller closes them.
func (s *Service) plainStores(ctx context.Context) (out []plainStore, err error) {
	settings, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	if err := settings.known("memory.backend"); err != nil {
		return nil, noMemory(err, "memory.backend", inSecret)
	}
	secret := settings.Get("memory.backend") == inSecret
	mine := plainStore{s, func(worktree string, _ *gitstore.Snapshot) (bool, error) { return worktree == "" && secret, nil }, true}
	switch {
	case !s.atHome() || s.Place.CommonDir == "":
		return only(secret, mine), nil
	case s.Place.Linked:
		out = only(secret, mine)
		if place, ok := s.Place.Main(); ok && secret {
			name := s.Place.WorktreeName
			copied := func(worktree string, _ *gitstore.Snapshot) (bool, error) { return worktree == name, nil }
			out = append(out, plainStore{s.keyed(place), copied, false})
		}
		return out, nil
	}
	live := map[string]bool{"": secret}
	for _, linked := range s.Place.LinkedWorktrees() {
		other := s.keyed(linked.Place)
		its, err := other.Settings(ctx)
		live[linked.Name] = err == nil && its.known("memory.backend") == nil && its.Get("memory.backend") == inSecret
		own := func(worktree string, _ *gitstore.Snapshot) (bool, error) { return worktree == "", nil }
		if !live[linked.Name] {
			other.close()
			continue
		}
		out = append(out, plainStore{other, own, true})
	}
	mine.own = secret
	mine.line = func(worktree string, tip *gitstore.Snapshot) (bool, error) {
		if is, ok := live[worktree]; ok {
			return is, nil
		}
		// The worktree was removed: what it had chosen is in its copy.
		its, err := decodeSettings(tip.ReadFile(settingsFile))
		its.main = func() (Settings, error) { return settings, nil }
		return its.known("memory.backend") == nil && its.Get("memory.backend") == inSecret, err
	}
	return append(out, mine), nil
}

func only(is bool, p plainStore) []plainStore {
	if !is {
		return nil
	}
	return []plainStore{p}
}

// keyed is the neighbour with the keys at hand here.
func (s *Service) keyed(place worktree.Project) *Service {
	other := s.neighbour(place)
	other.Keys = s.Keys
	return other
}

func (p plainStore) close(s *Service) {
	if p.svc != s {
		p.svc.close()
	}
}

// purging is what to take out of the store.
func (p plainStore) purging() gitstore.Purging {
	o := plainFiles
	o.Line = p.line
	return o
}

// plan looks what plain memories the store has.
func (p plainStore) plan(ctx context.Context) (gitstore.PurgeReport, error) {
	store, err := p.svc.open(ctx, false)
	if err != nil {
		return gitstore.PurgeReport{}, err
	}
	return store.PurgePlan(ctx, p.purging())
}

// memoryPaths are the files of memories among paths of the tree, as agents call them, each once.
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
			return memory.Root + "/" + name, true
		}
	}
	return "", false
}

// unsaved are the plain files that the store shows now and that the secret memory has not: nobody remembers them when
// they are gone. Without the key nobody can say, and then it is all of them.
func (p plainStore) unsaved(ctx context.Context) ([]string, error) {
	if !p.own {
		return nil, nil
	}
	st, err := p.svc.glance(ctx)
	if err != nil {
		return nil, err
	}
	names, err := blobs{r: st.snap, dir: memoryDir}.Names()
	if err != nil {
		return nil, err
	}
	names = slices.DeleteFunc(names, func(n string) bool { return strings.HasPrefix(n, "secret/") || strings.HasPrefix(n, "disk/") })
	out := memoryPaths(names)
	b, err := p.svc.memory(ctx)
	if err != nil || len(out) == 0 {
		return out, err
	}
	err = b.View(ctx, func(f memory.Files) error {
		list, err := f.List()
		for _, have := range list {
			out = slices.DeleteFunc(out, func(path string) bool { return path == have.Path.String() })
		}
		return err
	})
	var r *memory.Refusal
	if errors.As(err, &r) {
		err = nil
	}
	return out, err
}

// isPlain reports whether a line of the memory's log tells what was done with a plain memory, or cannot be read.
func isPlain(line []byte) bool {
	var e MemoryEntry
	return json.Unmarshal(line, &e) != nil || e.Backend != inSecret && (e.Path != "" || e.To != "" || e.Error != "")
}

// logged counts those lines.
func (p plainStore) logged(ctx context.Context) (n int, err error) {
	store, err := p.svc.open(ctx, false)
	if err != nil || !p.own {
		return 0, err
	}
	data, err := store.ReadJournal(memoryJournal)
	for line := range bytes.Lines(data) {
		if isPlain(line) {
			n++
		}
	}
	return n, err
}

// purge removes what plan found.
func (p plainStore) purge(ctx context.Context) (objects int, err error) {
	store, err := p.svc.open(ctx, false)
	if err != nil {
		return 0, err
	}
	report, err := store.Purge(ctx, p.purging())
	if err == nil && p.own {
		err = store.FilterJournal(memoryJournal, func(line []byte) bool { return !isPlain(line) })
	}
	return report.Objects, err
}
