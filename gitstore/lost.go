package gitstore

import (
	"fmt"
	"maps"
	"slices"
)

const lostStamp = "20060102T150405Z" // in UTC: names are in the order of time

// LostTip is a newest commit that could not be read, so that the commit before
// it is the newest now. Content that only the lost one held is missing.
//
// That is no reason to stop, and none to forget the lost one: before the store
// is written to on the commit before it, a ref is made that names it, and a
// commit that brings back what is left of it; see [Store.salvage]. It stands
// until a person takes note, and both refs stay for good, so that gc keeps what
// can be read of it.
type LostTip struct {
	Ref  string // what names it: the store's own ref until the next write, refs/recovered/<time> from then on
	ID   ID     // zero if the ref is torn and nothing says that a commit is lost
	What string
}

// Lost returns the lost tips that no person has acknowledged, oldest first; one
// that is not written down yet comes last. It costs the read of a folder that
// most stores do not have.
func (s *Store) Lost() ([]LostTip, error) {
	lost, err := s.unnoted()
	if err != nil {
		return nil, err
	}
	var out []LostTip
	for _, name := range slices.Sorted(maps.Keys(lost)) {
		out = append(out, LostTip{lostDir + "/" + name, lost[name], fmt.Sprintf(
			"%s was the newest and could not be read; the store went on from the one before, with what was left of it on the disk ('consider log' tells how much)", s.called(lost[name]))})
	}
	ref, tip, err := s.tip()
	if err != nil || ref.id == tip {
		return out, err
	}
	why := s.checkTip(ref)
	if why == nil {
		return out, nil // it was written anew just now
	}
	now := LostTip{refName, s.lostBy(ref, tip), fmt.Sprintf("%v; this is the state of commit %s", why, tip)}
	if !now.ID.IsZero() {
		now.What = fmt.Sprintf("%s is the newest and cannot be read (%v); this is %s, without what only the newest held; the next change brings back what is left of it on the disk", s.called(now.ID), why, tip)
	}
	return append(out, now), nil
}

// called is a commit in words: by its id and, as long as the reflog knows it,
// by its subject, which is all that is left of it.
func (s *Store) called(commit ID) string {
	moves, _ := s.moves()
	for _, m := range moves {
		if m.to == commit {
			return fmt.Sprintf("commit %s (%s)", commit, m.subject)
		}
	}
	return "commit " + commit.String()
}

// unnoted returns what refs/recovered names, by time, but for what is noted.
func (s *Store) unnoted() (map[string]ID, error) {
	lost, err := s.refsIn(lostDir)
	if err != nil || len(lost) == 0 {
		return nil, err
	}
	noted, err := s.refsIn(notedDir)
	maps.DeleteFunc(lost, func(name string, id ID) bool { return noted[name] == id })
	return lost, err
}

// lostBy returns the commit that the ref should lead to when the store is read
// from tip instead. A torn ref names none, but the reflog is written before the
// ref: its last id is what the ref was to hold.
func (s *Store) lostBy(ref refState, tip ID) ID {
	id := ref.id
	if id.IsZero() {
		if moves, err := s.moves(); err == nil && len(moves) > 0 {
			id = moves[0].to
		}
	}
	if id == tip {
		return ID{}
	}
	return id
}

// keepLost makes a ref for a lost tip, durably. The lock must be held, and the
// store's own ref not be moved yet.
func (s *Store) keepLost(id ID) error {
	if id.IsZero() {
		return nil
	}
	lost, err := s.unnoted()
	if err != nil {
		return err
	}
	for _, known := range lost {
		if known == id {
			return nil // the process that kept it could not go on
		}
	}
	all, err := s.refsIn(lostDir)
	if err != nil {
		return err
	}
	stamp := s.now().UTC().Format(lostStamp)
	name := stamp
	for n := 2; !all[name].IsZero(); n++ {
		name = fmt.Sprintf("%s-%d", stamp, n)
	}
	return s.setRef(lostDir+"/"+name, refState{}, id)
}
