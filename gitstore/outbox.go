package gitstore

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"consider/internal/safefs"
)

// Outbox is what the refs of an outbox say. An outbox is a store for a process that may read another store, its home,
// but not write to it: a copy of the home's line, and after it commits of its own, until they are taken over.
type Outbox struct {
	Home ID // the newest commit that was copied from the home
	Tip  ID // the commits after Home are the outbox's own
}

// OutboxIn returns the state of the outbox in dir without opening it. It is false if dir has none whose refs are whole.
func OutboxIn(dir string) (Outbox, bool) {
	home, ok := tipIn(dir, homeRef)
	tip, has := tipIn(dir, refName)
	return Outbox{home, tip}, ok && has
}

// TipIn returns the tip of the store in dir without opening it. It is false if the one file that it reads does not hold
// the tip.
func TipIn(dir string) (ID, bool) { return tipIn(dir, refName) }

func tipIn(dir, ref string) (ID, bool) {
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

// Writable reports whether this process may write to the store in dir, or make it. It writes nothing to find out.
func Writable(dir string) bool {
	f, err := os.OpenFile(dir+"/"+lockName, os.O_RDWR, 0)
	if err == nil {
		_ = f.Close() // nothing was written
		return true
	}
	return os.IsNotExist(err) && mayWriteTo(dir)
}

// forkSubject is in the reflog of an outbox where its line begins.
const forkSubject = "fork"

// isHalfFork reports whether a store without a ref is an outbox that is not made yet: it has no commit that its home does
// not have.
func (s *Store) isHalfFork() bool {
	if s.o.Fork == nil {
		return false
	}
	moves, err := s.moves()
	if err != nil || slices.ContainsFunc(moves, func(m move) bool { return m.subject != forkSubject }) {
		return false
	}
	taken := s.takenOver(context.Background(), nil)
	own, err := s.looseEnds(func(id ID) bool {
		_, err := s.o.Fork.read(id)
		return err == nil || taken[id]
	})
	return err == nil && len(own) == 0
}

// findHome makes a recovered store the outbox again that it was, if it is one: its own commits come after those that the
// home has.
func (s *Store) findHome(tip ID) error {
	if s.o.Fork == nil || s.o.Whole {
		return nil
	}
	line, _, err := s.lineUntil(context.Background(), tip, ID{})
	for _, c := range line {
		if on, err := s.o.Fork.Contains(context.Background(), c.ID); err != nil {
			return err
		} else if on {
			return s.setHome(context.Background(), c.ID)
		}
	}
	return unlessLost(err)
}

// fork makes the line of a new outbox. The lock must be held.
func (s *Store) fork(l *heldLock, ref refState) error {
	tip, err := s.o.Fork.Tip()
	if err != nil {
		return err
	}
	if err := s.copyLine(context.Background(), s.o.Fork, tip, ID{}); err != nil {
		return err
	}
	if !s.o.Whole {
		if err := s.setHome(context.Background(), tip); err != nil { // first: without it the store would not be an outbox
			return err
		}
	}
	return s.moveRef(l, ref, tip, ID{}, forkSubject)
}

func (s *Store) setHome(ctx context.Context, tip ID) error {
	have, err := s.readRefFile(homeRef)
	if err != nil || have.id == tip {
		return err
	}
	return s.setRefInTime(ctx, homeRef, have, tip)
}

// Follow makes an outbox continue from the newest commit of its home. Its own commits must have been taken over. It does
// nothing if the outbox is no longer as it was.
func (s *Store) Follow(ctx context.Context, home *Store, was Outbox) error {
	l, err := s.lock(ctx)
	if err != nil {
		return err
	}
	defer l.release()
	ref, err := s.readRef()
	if err != nil || ref.id != was.Tip {
		return err
	}
	tip, err := home.Tip()
	if err != nil {
		return err
	}
	known := was.Home
	if _, err := s.commitWithRoot(known); isLost(err) {
		known = ID{} // all of it is copied again, which heals this one
	}
	if err := s.copyLine(ctx, home, tip, known); err != nil {
		return err
	}
	on, err := home.Contains(ctx, was.Home)
	if err != nil {
		return err
	}
	if !on && !was.Home.IsZero() { // its history was rewritten, and what a purge removed there is still here
		was.Home = ID{}
		err = s.writeFile(purgeMark, nil, true)
	}
	if err == nil && was.Tip != was.Home {
		err = s.recordTaken(was.Tip, was.Home)
	}
	if err != nil {
		return err
	}
	if tip != was.Tip {
		if err := s.moveRef(l, ref, tip, was.Tip, "follow"); err != nil {
			return err
		}
	}
	return s.setHome(ctx, tip)
}

// Meet returns what an outbox says once it is true for its home, s: a Follow that was stopped, or that runs meanwhile,
// leaves commits of the home that its refs do not name yet. It is false if the history of s has been rewritten since.
func (s *Store) Meet(ctx context.Context, from *Store, box Outbox) (Outbox, bool, error) {
	tip, err := s.Tip()
	if err != nil {
		return box, false, err
	}
	since, known, err := s.lineUntil(ctx, tip, box.Home)
	if err != nil || !known && !box.Home.IsZero() {
		return box, false, err
	}
	own, met, err := from.lineUntil(ctx, box.Tip, box.Home)
	if err == nil && !met { // the outbox could not read what it had of its home
		since, _, err = s.lineUntil(ctx, tip, ID{})
	}
	for _, c := range own {
		if slices.ContainsFunc(since, func(h Commit) bool { return h.ID == c.ID }) {
			box.Home = c.ID
			break
		}
	}
	return box, true, err
}

// KeepOutbox copies the commits of an outbox and names the newest one by refs/outbox/<name>/<time>, so that nothing in
// them is lost if it could not be taken over. A store whose history was purged does not take them: it would have the
// old history again.
func (s *Store) KeepOutbox(ctx context.Context, from *Store, name string, box Outbox) error {
	return s.underLock(ctx, func(*heldLock) error {
		box, known, err := s.Meet(ctx, from, box)
		if err != nil || !known || box.Home == box.Tip {
			return err
		}
		if err := s.recordTaken(box.Tip, box.Home); err != nil {
			return err
		}
		if err := s.copyLine(ctx, from, box.Tip, box.Home); err != nil {
			return err
		}
		return s.keepTaken(ctx, name, box.Tip)
	})
}

// outboxKept is how long a store keeps the commits of an outbox that were taken over.
const outboxKept = 30 * 24 * time.Hour

// KeepMirror gives the copy of a worktree's line, which was taken over, the name that the commits of outboxes have.
func (s *Store) KeepMirror(ctx context.Context, m MirrorRef) error {
	return s.underLock(ctx, func(*heldLock) error {
		have, err := s.readRefFile(m.ref)
		if err != nil || have.id != m.Tip { // another process was faster
			return err
		}
		if err := s.keepTaken(ctx, m.Name, m.Tip); err != nil {
			return err
		}
		return s.removeRef(m.ref)
	})
}

// maxTakenName limits the part of a worktree's name that a folder of refs has, in bytes.
const maxTakenName = 80

// keepTaken names a line that was taken over, unless it has a name. The lock must be held.
func (s *Store) keepTaken(ctx context.Context, name string, tip ID) error {
	dir := takenDir + "/" + escapeName(name[:min(len(name), maxTakenName)])
	taken, err := s.refsIn(dir)
	if err != nil || slices.Contains(slices.Collect(maps.Values(taken)), tip) {
		return err
	}
	return s.setRefInTime(ctx, dir+"/"+freeStamp(taken, s.now(), ""), refState{}, tip)
}

// dropOutboxes deletes the refs of outboxes that were taken over long ago. The lock must be held.
func (s *Store) dropOutboxes() error {
	taken, err := s.refsIn(takenDir)
	if err != nil {
		return err
	}
	for name, tip := range taken {
		stamp, _, _ := strings.Cut(name[strings.LastIndex(name, "/")+1:], "-")
		if at, err := time.Parse(lostStamp, stamp); err != nil || s.now().Sub(at) < outboxKept {
			continue
		}
		if err := s.recordTaken(tip, ID{}); err != nil {
			return err
		}
		if err := s.removeRef(takenDir + "/" + name); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) recordTaken(tip, home ID) error {
	return s.AppendJournal(takenJournal, fmt.Appendf(nil, "%s %s", tip, home))
}
