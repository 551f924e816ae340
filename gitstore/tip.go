package gitstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"consider/internal/gitfmt"
)

// Tip returns the newest commit. It costs the read of one small file, unless the ref is torn: then the tip is recovered
// without writing anything, and Warn is called. ErrCorrupt if nothing is left to recover it from.
func (s *Store) Tip() (ID, error) {
	_, tip, err := s.tip()
	return tip, err
}

// How long a ref may be missing before its store counts as damaged. Making a store takes a few milliseconds.
const (
	beginTries = 20
	beginPoll  = 5 * time.Millisecond
)

// tip returns the ref as it is and the commit to continue from.
func (s *Store) tip() (refState, ID, error) {
	ref, err := s.readRef()
	return s.tipAt(ref, err)
}

// tipAt is tip for a ref that was just read.
func (s *Store) tipAt(ref refState, err error) (refState, ID, error) {
	for try := 0; ; try++ {
		if try > 0 {
			ref, err = s.readRef()
		}
		if err != nil {
			return ref, ID{}, err
		}
		err = s.checkTip(ref)
		if err == nil {
			tip, err := s.current(ref)
			s.recordJudgement(tip, tip == ref.id)
			return ref, tip, err
		}
		if !errors.Is(err, ErrCorrupt) {
			return ref, ID{}, err
		}
		// The process that makes a store writes its first commit into the reflog and then into the ref.
		if ref.raw == "" && try < beginTries {
			time.Sleep(beginPoll)
			continue
		}
		// The ref may have moved, or a repack may have run, between the reads.
		if try < 2 && !ref.torn {
			s.packs.reload()
			continue
		}
		tip, rerr := s.recoverTip(ref)
		if rerr != nil {
			return ref, ID{}, rerr
		}
		s.recordJudgement(tip, false)
		s.warn(fmt.Sprintf("the latest commit of the store cannot be read (%s: %v); commit %s is shown instead", refName, err, tip))
		return ref, tip, nil
	}
}

// checkTip checks that the ref names a commit whose root can be read.
func (s *Store) checkTip(ref refState) error {
	if ref.torn || ref.id.IsZero() {
		return fmt.Errorf("ref contains %q: %w", gitfmt.Clip(ref.raw), ErrCorrupt)
	}
	_, err := s.commitWithRoot(ref.id)
	return err
}

// recoverTip finds the commit that a torn ref should name.
func (s *Store) recoverTip(ref refState) (ID, error) {
	tip, err := s.choose(ref)
	if err != nil {
		return ID{}, err
	}
	if tip.IsZero() {
		return ID{}, fmt.Errorf("ref contains %q, and there is no commit to recover: %w", gitfmt.Clip(ref.raw), ErrCorrupt)
	}
	return tip, nil
}

// looseEnds looks through all objects for the readable commits without a child that are neither moments nor on a line that
// is already known, the newest first.
func (s *Store) looseEnds(known func(ID) bool) ([]Commit, error) {
	named := map[ID]bool{}
	var commits []Commit
	err := s.eachObject(func(id ID) error {
		if known(id) {
			return nil
		}
		o, err := s.read(id)
		if err != nil || o.Kind != gitfmt.Commit {
			return nil
		}
		if c, err := parseCommit(id, o.Data); err == nil {
			named[c.Parent] = true
			commits = append(commits, c)
		}
		return nil
	})
	commits = slices.DeleteFunc(commits, func(c Commit) bool {
		if named[c.ID] || c.isMoment() {
			return true
		}
		_, err := s.readTree(c.tree)
		return err != nil
	})
	slices.SortStableFunc(commits, func(a, b Commit) int { return b.When.Compare(a.When) })
	return commits, err
}

// looseEnd is the newest loose end that is not another store's. It is the last resort when both the ref and the reflog
// are lost. Zero if there is no readable commit.
func (s *Store) looseEnd() (ID, error) {
	mirrored := s.mirrored()
	ends, err := s.looseEnds(func(id ID) bool { return mirrored[id] })
	if len(ends) == 0 {
		return ID{}, err
	}
	return ends[0].ID, err
}

// Snapshot opens the newest commit. It writes nothing and takes no lock. ErrVersion if the tree is of a newer schema.
func (s *Store) Snapshot() (*Snapshot, error) {
	_, tip, err := s.tip()
	if err != nil {
		return nil, err
	}
	return s.snapshot(tip)
}

// NotOwn returns why the newest state is not of the user's own line, nil if it is or if there is none yet. Then nothing
// may be written.
func (s *Store) NotOwn() error {
	if s.o.Judge == nil {
		return nil
	}
	if ref, err := s.readRef(); err != nil || ref.raw != "" {
		_, _, _ = s.tipAt(ref, err) // it settles why; other errors are for those who read
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.notOwnReason
}

// choose finds the commit to continue from if the ref is torn, or leads to a line from elsewhere: the newest readable
// one of the reflog, otherwise the newest loose end of a line. One of the user's own line comes before one that may be,
// and that before one from elsewhere.
func (s *Store) choose(ref refState) (ID, error) {
	var doubtful, foreign ID
	strange := map[ID]bool{}
	try := func(id ID, current bool) (bool, error) {
		if strange[id] {
			return false, nil
		}
		if _, err := s.commitWithRoot(id); err != nil {
			return false, unlessLost(err)
		}
		why := s.judge(id, current)
		switch {
		case why == nil:
			return true, nil
		case !errors.Is(why, ErrForeign):
			doubtful = cmp.Or(doubtful, id)
		default:
			foreign = cmp.Or(foreign, id)
		}
		line, _, _ := s.lineUntil(context.Background(), id, ID{}) // the readable part of it
		for _, c := range line {
			strange[c.ID] = true
		}
		return false, nil
	}
	moves, err := s.moves()
	if err != nil && !errors.Is(err, ErrUnsafe) {
		return ID{}, err
	}
	if !ref.torn && !ref.id.IsZero() {
		moves = append([]move{{to: ref.id}}, moves...)
	}
	taken := s.takenOver(context.Background(), nil)
	for _, m := range moves {
		if taken[m.to] {
			continue
		}
		if own, err := try(m.to, m.to == ref.id); own || err != nil {
			return m.to, err
		}
	}
	mirrored := s.mirrored()
	ends, err := s.looseEnds(func(id ID) bool { return strange[id] || mirrored[id] })
	for _, c := range ends {
		if own, err := try(c.ID, false); own || err != nil {
			return c.ID, err
		}
	}
	return cmp.Or(doubtful, foreign), err
}

// current returns the commit to continue from if the ref can be read: the one that it names, or that of the user's own
// line if that was replaced.
func (s *Store) current(ref refState) (ID, error) {
	if !errors.Is(s.judge(ref.id, true), ErrForeign) {
		return ref.id, nil
	}
	if was := s.instead.Load(); was != nil && was.of == ref.id {
		return was.tip, nil
	}
	tip, err := s.choose(ref)
	if err != nil {
		return ID{}, err
	}
	s.instead.Store(&ownTip{ref.id, tip})
	if tip != ref.id {
		s.warn(fmt.Sprintf("%s points to a history that was created elsewhere; your own history is shown (commit %s)", refName, tip))
	}
	return tip, nil
}
