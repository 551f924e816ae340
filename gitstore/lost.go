package gitstore

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

const (
	lostStamp    = "20060102T150405Z" // in UTC, so that names sort by time
	replacedMark = "-replaced"        // ends the name of a tip that can be read and is of another line
)

// LostTip is a newest commit that could not be read, so that the commit before it is now the newest. Content that only
// the lost commit held is missing.
//
// The store stays usable, and the lost commit is not forgotten: before the first write, a ref is made that names it,
// and a commit brings back what is left of it; see [Store.salvage]. It is reported until a person acknowledges it. Both
// refs stay for good, so that gc keeps what can be read of it.
type LostTip struct {
	Ref  string // the ref that names it: the store's own until the next write, then refs/recovered/<time>
	ID   ID     // zero if the ref is torn and there is no evidence that a commit is lost
	What string
}

// Lost returns the lost tips that no person has acknowledged, oldest first. One that has no ref of its own yet comes
// last. It costs the read of a folder that most stores do not have.
func (s *Store) Lost() ([]LostTip, error) {
	lost, err := s.unacknowledged()
	if err != nil {
		return nil, err
	}
	var out []LostTip
	for _, name := range slices.Sorted(maps.Keys(lost)) {
		what := "%s, the latest commit, could not be read; the history continues from the commit before it, with whatever could be recovered"
		if strings.HasSuffix(name, replacedMark) {
			what = "another program replaced the history; %s is no longer part of it, but was kept (to read it: git --git-dir=.consider log -p " + lost[name].String()[:12] + ")"
		}
		out = append(out, LostTip{lostDir + "/" + name, lost[name], fmt.Sprintf(what, s.describeCommit(lost[name]))})
	}
	ref, tip, err := s.tip()
	if err != nil || ref.id == tip {
		return out, err
	}
	why := s.checkTip(ref)
	if why == nil {
		if errors.Is(s.judge(ref.id, true), ErrForeign) {
			out = append(out, LostTip{refName, ref.id, fmt.Sprintf(
				"%s is from a history that was created elsewhere, so your own history is shown (commit %s); your next change makes your history current again and keeps the other one", s.describeCommit(ref.id), tip)})
		}
		return out, nil // otherwise it was just rewritten
	}
	now := LostTip{refName, s.lostCommit(ref, tip), fmt.Sprintf("%v; commit %s is shown instead", why, tip)}
	if !now.ID.IsZero() {
		now.What = fmt.Sprintf("%s, the latest commit, cannot be read (%v); commit %s is shown instead; the next change recovers what is left of the latest commit", s.describeCommit(now.ID), why, tip)
	}
	return append(out, now), nil
}

// describeCommit returns a commit's id and, as long as the reflog knows it, its subject, which is all that is left of
// it.
func (s *Store) describeCommit(commit ID) string {
	moves, _ := s.moves()
	for _, m := range moves {
		if m.to == commit {
			return fmt.Sprintf("commit %s (%s)", commit, m.subject)
		}
	}
	return "commit " + commit.String()
}

// unacknowledged returns the commits in refs/recovered that are not acknowledged, by ref name, which is a time.
func (s *Store) unacknowledged() (map[string]ID, error) {
	lost, err := s.refsIn(lostDir)
	if err != nil || len(lost) == 0 {
		return nil, err
	}
	noted, err := s.refsIn(acknowledgedDir)
	maps.DeleteFunc(lost, func(name string, id ID) bool { return noted[name] == id })
	return lost, err
}

// lostCommit returns the commit that the ref should name when the store is read from tip instead. A torn ref names
// none, but the reflog is written before the ref, so its last id is what the ref was meant to hold.
func (s *Store) lostCommit(ref refState, tip ID) ID {
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

// keepLost durably makes a ref for a lost tip, whose name ends in mark. The lock must be held, and the store's own ref must not have moved yet.
func (s *Store) keepLost(id ID, mark string) error {
	if id.IsZero() {
		return nil
	}
	lost, err := s.unacknowledged()
	if err != nil {
		return err
	}
	if slices.Contains(slices.Collect(maps.Values(lost)), id) {
		return nil // an earlier process made the ref and then stopped
	}
	all, err := s.refsIn(lostDir)
	if err != nil {
		return err
	}
	return s.setRef(lostDir+"/"+freeStamp(all, s.now(), mark), refState{}, id)
}

// freeStamp returns a name for a ref that is made now and ends in mark, other than those of refs.
func freeStamp(refs map[string]ID, now time.Time, mark string) string {
	stamp := now.UTC().Format(lostStamp)
	name := stamp + mark
	for n := 2; !refs[name].IsZero(); n++ {
		name = fmt.Sprintf("%s-%d%s", stamp, n, mark)
	}
	return name
}
