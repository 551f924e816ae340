package gitstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// judgement is what [Options.Judge] said of a line.
type judgement struct {
	why error
	at  time.Time
}

// judgedFor is how long a line counts as not the user's own, in a process that goes on: a person may adopt it.
const judgedFor = 2 * time.Second

// ownTip is the tip that was found in place of one of a line from elsewhere.
type ownTip struct{ of, tip ID }

// judge asks whose the line is that ends in tip. One that is the user's own stays so.
func (s *Store) judge(tip ID, current bool) error {
	if s.o.Judge == nil {
		return nil
	}
	s.mu.Lock()
	j, ok := s.judged[tip]
	s.mu.Unlock()
	if ok && (j.why == nil || time.Since(j.at) < judgedFor) {
		return j.why
	}
	j = judgement{s.o.Judge(s, tip, current), time.Now()}
	s.mu.Lock()
	s.judged[tip] = j
	s.mu.Unlock()
	return j.why
}

// sameLine records that a tip is another one's line, rewritten.
func (s *Store) sameLine(was, tip ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.judged[tip] = s.judged[was]
}

// settle records whose line a reader continues with.
func (s *Store) settle(tip ID, current bool) {
	why := s.judge(tip, current)
	s.mu.Lock()
	s.why = why
	s.mu.Unlock()
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
	return s.why
}

// strange reports whether what is read has to be disowned.
func (s *Store) strange() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.why != nil && s.o.Disown != nil
}

// TrailerLine is in the first commit of a line. Its random value makes the commit's id one that cannot be guessed.
const TrailerLine = "Consider-Line"

// First walks from tip to the commit that tells its line from all others, or to a commit that is known to be on the
// line, and returns where it ended and after how many steps. That is the first one, or the second if the first has no
// [TrailerLine], because its id follows from the second in which it was made. With an error it is the earliest commit that
// can be read.
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
			if first.IsZero() || slices.ContainsFunc(c.Trailers, func(t Trailer) bool { return t.Key == TrailerLine }) {
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
		if _, err := s.whole(id); err != nil {
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
		line, _, _ := s.lineUntil(context.Background(), id, ID{}) // what can be read of it
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
	for _, m := range moves {
		if own, err := try(m.to, m.to == ref.id); own || err != nil {
			return m.to, err
		}
	}
	mirrored := s.mirrored()
	ends, err := s.looseEnds(func(id ID) bool { return strange[id] })
	for _, c := range ends {
		if mirrored[c.ID] {
			continue
		}
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
	s.mu.Lock()
	was := s.instead
	s.mu.Unlock()
	if was.of == ref.id {
		return was.tip, nil
	}
	tip, err := s.choose(ref)
	if err != nil {
		return ID{}, err
	}
	s.mu.Lock()
	s.instead = ownTip{ref.id, tip}
	s.mu.Unlock()
	if tip != ref.id {
		s.warn(fmt.Sprintf("%s names a history that was made elsewhere; this is the state of your own, commit %s", refName, tip))
	}
	return tip, nil
}

// cameBy reports whether a checkout brought the file of an object.
func (s *Store) cameBy(id ID) bool { return s.o.Brought != nil && s.o.Brought(s.Proofs(false, id)...) }
