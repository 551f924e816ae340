package gitstore

import (
	"cmp"
	"context"
	"slices"
	"time"
)

// judgementValid is how long a line counts as not the user's own, in a process that goes on: a person may adopt it.
const judgementValid = 2 * time.Second

// judge asks whose the line is that ends in tip. One that is the user's own stays so.
func (s *Store) judge(tip ID, current bool) error {
	if s.o.Judge == nil {
		return nil
	}
	s.mu.Lock()
	j, ok := s.judged[tip]
	s.mu.Unlock()
	if ok && (j.reason == nil || time.Since(j.at) < judgementValid) {
		return j.reason
	}
	j = judgement{s.o.Judge(s, tip, current), time.Now()}
	s.mu.Lock()
	s.judged[tip] = j
	s.mu.Unlock()
	return j.reason
}

// sameLine records that a tip is another one's line, rewritten.
func (s *Store) sameLine(was, tip ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.judged[tip] = s.judged[was]
}

// recordJudgement records whose line a reader continues with.
func (s *Store) recordJudgement(tip ID, current bool) {
	why := s.judge(tip, current)
	s.mu.Lock()
	s.notOwnReason = why
	s.mu.Unlock()
}

// strange reports whether what is read has to be disowned.
func (s *Store) strange() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.notOwnReason != nil && s.o.Disown != nil
}

// TrailerLine is in the first commit of a line. Its random value makes the commit's id one that cannot be guessed.
const TrailerLine = "Consider-Line"

// First walks from tip to the commit that identifies its line, or to a commit that is known to be on the line, and
// returns where it ended and after how many steps. The line is identified by its first commit, or by its second if the
// first has no [TrailerLine], because the first's id then depends only on the second in which it was made; zero if there is
// no second yet. With an error it is the earliest commit that can be read.
func (s *Store) First(ctx context.Context, tip, known ID) (first ID, steps int, err error) {
	for at := tip; ; steps++ {
		if at == known {
			return at, steps, nil
		}
		c, err := s.readCommit(at)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return first, steps, err
		}
		if c.Parent.IsZero() {
			if slices.ContainsFunc(c.Trailers, func(t Trailer) bool { return t.Key == TrailerLine }) {
				first = at
			}
			return first, steps, nil
		}
		first, at = at, c.Parent
	}
}

// maxProof limits a file that Proofs returns.
const maxProof = 64 << 20

// Proofs returns the content of the files that a checkout must have brought if it brought a line: those that hold the
// given commits, and if it is the current line, those that name its tip.
func (s *Store) Proofs(current bool, commits ...ID) (out [][]byte) {
	var names []string
	for _, id := range commits {
		names = append(names, "objects/"+loosePath(id))
		if pack := s.packs.holder(id); pack != "" {
			names = append(names, packDir+"/"+pack+".pack")
		}
	}
	if current {
		names = append(names, refName, packedRefs, reflogName)
	}
	for _, name := range names {
		if data, err := s.readFile(name, maxProof); err == nil {
			out = append(out, data)
		}
	}
	return out
}

// fromGit reports whether a checkout brought the file of an object.
func (s *Store) fromGit(id ID) bool { return s.o.Brought != nil && s.o.Brought(s.Proofs(false, id)...) }
