package gitstore

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"consider/internal/gitfmt"
	"consider/internal/safefs"
)

// MirrorRef is the copy of another store's line in this one.
type MirrorRef struct {
	Name string
	Tip  ID
	// Former is set for the line of an earlier store of the same name that the present line does not descend from.
	Former bool
}

// Mirrors returns the lines of other stores that this one holds, sorted by name. A mirror with a torn ref is omitted;
// the next mirror makes it anew.
func (s *Store) Mirrors() ([]MirrorRef, error) {
	refs, err := s.refsIn(mirrorDir)
	if err != nil {
		return nil, err
	}
	var out []MirrorRef
	for ref, tip := range refs {
		folder, leaf := strings.CutSuffix(ref, mirrorLeaf)
		if name, former, ok := mirrorName(folder); leaf && ok {
			out = append(out, MirrorRef{name, tip, former})
		}
	}
	slices.SortFunc(out, func(a, b MirrorRef) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), bytes.Compare(a.Tip[:], b.Tip[:]))
	})
	return out, nil
}

// MirrorSnapshot opens what the store of that name showed when it was last mirrored, ErrNotExist if it never was.
func (s *Store) MirrorSnapshot(name string) (*Snapshot, error) {
	file, err := mirrorRef(name)
	if err != nil {
		return nil, err
	}
	ref, err := s.readRefFile(file)
	switch {
	case err != nil:
		return nil, err
	case ref.torn:
		return nil, fmt.Errorf("%s contains %q: %w", file, gitfmt.Clip(ref.raw), ErrCorrupt)
	case ref.id.IsZero():
		return nil, fmt.Errorf("mirror %q: %w", name, ErrNotExist)
	}
	return s.snapshot(ref.id)
}

// MirrorTip returns the tip of the mirror of that name in the store in dir, without opening the store. It is false if
// the one file it reads does not hold the tip. Every run uses it to find out that there is nothing to do.
func MirrorTip(dir, name string) (ID, bool) {
	ref, err := mirrorRef(name)
	if err != nil {
		return ID{}, false
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return ID{}, false
	}
	defer root.Close()
	f, err := openQuick(root, ref)
	if err != nil {
		return ID{}, false
	}
	defer f.Close()
	raw, err := safefs.ReadAll(f, maxRefFile)
	if err != nil {
		return ID{}, false
	}
	state := parseRef(string(raw))
	return state.id, !state.torn
}

// mirrorTips returns where gc and fsck begin besides the tip. Others report unreadable mirrors.
func (s *Store) mirrorTips() []ID {
	refs, err := s.Mirrors()
	if err != nil {
		return nil
	}
	ids := make([]ID, len(refs))
	for i, r := range refs {
		ids[i] = r.Tip
	}
	return ids
}

// mirrored returns the commits of other stores: they must never be taken for the lost tip of this one.
func (s *Store) mirrored() map[ID]bool {
	out := map[ID]bool{}
	for _, tip := range s.mirrorTips() {
		line, _, _ := s.lineUntil(context.Background(), tip, ID{})
		for _, c := range line {
			out[c.ID] = true
		}
	}
	return out
}
