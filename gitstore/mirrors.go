package gitstore

import (
	"bytes"
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
)

// MirrorRef is the copy of a worktree's line that an earlier program made in this store.
type MirrorRef struct {
	Name string // of the worktree
	Tip  ID
	ref  string
}

// Mirrors returns the copies of worktrees' lines that were not taken over, sorted by name. One with a torn ref is omitted;
// fsck reports it.
func (s *Store) Mirrors() ([]MirrorRef, error) { return s.mirrorsIn(mirrorDir) }

func (s *Store) mirrorsIn(dir string) ([]MirrorRef, error) {
	refs, err := s.refsIn(dir)
	var out []MirrorRef
	for ref, tip := range refs {
		if name, ok := mirrorName(path.Dir(ref)); ok {
			out = append(out, MirrorRef{name, tip, dir + "/" + ref})
		}
	}
	slices.SortFunc(out, func(a, b MirrorRef) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), bytes.Compare(a.Tip[:], b.Tip[:]))
	})
	return out, err
}

// allMirrors returns the lines of other stores that this one holds, whether they were taken over or not.
func (s *Store) allMirrors() ([]MirrorRef, error) {
	waiting, err := s.mirrorsIn(mirrorDir)
	if err != nil {
		return nil, err
	}
	taken, err := s.mirrorsIn(takenDir)
	return append(waiting, taken...), err
}

// mirrorTips returns where gc begins besides the tip. Others report unreadable refs.
func (s *Store) mirrorTips() []ID {
	refs, err := s.allMirrors()
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
	out := s.takenOver(context.Background(), nil)
	for _, tip := range s.mirrorTips() {
		if out[tip] {
			continue // the rest of its line is this store's
		}
		line, _, _ := s.lineUntil(context.Background(), tip, ID{})
		for _, c := range line {
			out[c.ID] = true
		}
	}
	return out
}

// takenJournal has a line for each outbox that was taken over: its tip and where its own commits begin, zero if unknown.
// Commits that nothing names any more are not lost if they are in it.
const takenJournal = "outboxes"

// takenOver returns the commits of outboxes that were taken over, without those that are live. If live is nil, it omits
// outboxes of which it is unknown where their own commits begin.
func (s *Store) takenOver(ctx context.Context, live func(ID) bool) map[ID]bool {
	out := map[ID]bool{}
	var data []byte
	for _, name := range []string{takenJournal + ".1", takenJournal} {
		more, _ := s.readFile(journalDir+"/"+name, 4*maxJournal) // nothing is lost without it
		data = append(data, more...)
	}
	for line := range strings.Lines(string(data)) {
		tip, home, _ := strings.Cut(strings.TrimSpace(line), " ")
		at, err := ParseID(tip)
		end, endErr := ParseID(home)
		if err != nil || endErr != nil || live == nil && end.IsZero() {
			continue
		}
		for ctx.Err() == nil && at != end && !out[at] && (live == nil || !live(at)) {
			c, err := s.readCommit(at)
			if err != nil {
				break
			}
			out[at], at = true, c.Parent
		}
	}
	return out
}
