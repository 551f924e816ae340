package memory

import (
	"context"
	"errors"
	"time"

	"consider/gitstore"
	"consider/internal/extra"
	"consider/internal/memory/keep"
	"consider/internal/session"
	"consider/internal/settings"
)

// A branch may be checked out in the main worktree today and in a linked one tomorrow, and an agent in a sandbox writes
// to the store of its own worktree alone. So a branch's memory is on two lines of commits, in the store here and in the
// main worktree's. Both are read, file by file the newer version counts, and Join makes the two the same. Which one is
// newer is told by the commit of the main line that the one here last took in; that is in scope.json.

// line is a branch's memory in one store, at one commit.
type line struct {
	blobs
	store *gitstore.Store
	tip   gitstore.ID
}

func lineIn(ctx context.Context, s *session.Session, r gitstore.Files, dir string) (line, error) {
	store, err := s.OpenStore(ctx, false)
	l := line{blobs: blobs{r: r, dir: dir}, store: store}
	switch r := r.(type) {
	case *gitstore.Snapshot:
		l.tip = r.ID()
	case *gitstore.Tx:
		l.tip = r.Base()
	}
	return l, err
}

// taken is what the main line had when it was last taken in, and as of which commit; nothing when that is not known.
func (l line) taken(main line) (map[string]gitstore.ID, gitstore.ID) {
	var mark scopeMark
	data, err := l.Read(scopeFile)
	if err != nil || extra.Unmarshal(data, &mark) != nil {
		return nil, gitstore.ID{}
	}
	id, err := gitstore.ParseID(mark.Main)
	if err != nil {
		return nil, gitstore.ID{}
	}
	snap, err := main.store.SnapshotAt(id)
	if err != nil {
		return nil, gitstore.ID{} // the store was made anew, or purged
	}
	ids, err := blobs{r: snap, dir: main.dir}.ids()
	if err != nil {
		return nil, gitstore.ID{}
	}
	return ids, id
}

// difference is how two lines of a memory differ: what each has newer, with nil for a file that was deleted there.
type difference struct {
	here, main held
	moved      bool // the main line is not the one that was taken in
}

// compare compares the line here with the main worktree's.
func (l line) compare(ctx context.Context, main line) (difference, error) {
	out := difference{here: held{}, main: held{}}
	mine, err := l.ids()
	if err != nil {
		return out, err
	}
	theirs, err := main.ids()
	if err != nil {
		return out, err
	}
	was, as := l.taken(main)
	out.moved = as.IsZero()
	for _, ids := range []map[string]gitstore.ID{theirs, was, mine} {
		for n := range ids {
			out.moved = out.moved || theirs[n] != was[n] && n != scopeFile && (!theirs[n].IsZero() || !was[n].IsZero())
			if mine[n] == theirs[n] || n == scopeFile {
				continue
			}
			mainIsNewer := mine[n] == was[n]
			if !mainIsNewer && theirs[n] != was[n] {
				mainIsNewer, err = l.isOlder(ctx, main, n, mine[n], as)
			}
			if err == nil && mainIsNewer {
				err = out.main.take(main, n, theirs[n])
			} else if err == nil {
				err = out.here.take(l, n, mine[n])
			}
			if err != nil {
				return out, err
			}
		}
	}
	return out, nil
}

func (h held) take(from line, name string, id gitstore.ID) (err error) {
	h[name] = nil
	if !id.IsZero() {
		h[name], err = from.Read(name)
	}
	return err
}

// isOlder compares two versions of a file that came to be since the lines were one. The main line's is newer when it went
// on from the one here; where neither knows the other it is the later one, the main line's in the same second.
func (l line) isOlder(ctx context.Context, main line, name string, mine, since gitstore.ID) (bool, error) {
	var at time.Time
	for c, err := range main.store.Log(ctx, gitstore.LogOptions{From: main.tip, Until: since, Paths: []string{main.dir + "/" + name}}) {
		if err != nil {
			return false, err
		}
		if at.IsZero() {
			at = c.When
		}
		snap, err := main.store.SnapshotAt(c.ID)
		if err != nil {
			return false, err
		}
		id, err := snap.FileID(main.dir + "/" + name)
		if err == nil && id == mine {
			return true, nil
		}
		if err != nil && !errors.Is(err, gitstore.ErrNotExist) {
			return false, err
		}
	}
	for c, err := range l.store.Log(ctx, gitstore.LogOptions{From: l.tip, Paths: []string{l.dir + "/" + name}, Max: 1}) {
		return err == nil && !c.When.After(at), err
	}
	return true, nil
}

// mainBranch opens the main worktree's memory of a branch; nil where there is none that counts: the main one may keep
// its memory in another place, and beside a secret one there is to be no plain one.
func mainBranch(ctx context.Context, s *session.Session, branch string) *session.Session {
	main, ok := s.Place.Main()
	if !ok || !s.Place.Linked || !s.OwnsStore() || branch == noBranch {
		return nil
	}
	other := s.InWorktree(main)
	chosen, err := other.Settings(ctx)
	if err != nil || chosen.Get("memory.backend") != settings.InBranch {
		other.Release()
		return nil
	}
	return other
}

// branchIn is the line of a branch's memory at one state of a store, and where it is there.
func branchIn(ctx context.Context, s *session.Session, r gitstore.Files, branch string) (scope, line, error) {
	at, _, _, err := ownBranch(ctx, s, r, branch)
	if err != nil {
		return at, line{}, err
	}
	l, err := lineIn(ctx, s, r, at.dir)
	return at, l, err
}

// withMain adds to a branch's memory what the main worktree's has newer. What cannot be read is as if it were not there:
// an agent in a sandbox may see its own worktree alone.
func (p *scope) withMain(ctx context.Context, s *session.Session, r gitstore.Files, branch string) {
	other := mainBranch(ctx, s, branch)
	if other == nil {
		return
	}
	defer other.Release()
	st, err := other.Snapshot(ctx)
	if err != nil {
		return
	}
	_, main, err := branchIn(ctx, other, st.Commit, branch)
	if err != nil {
		return
	}
	if p.origin != nil || !p.begun(r) {
		p.main = main.tip
		return
	}
	here, err := lineIn(ctx, s, r, p.dir)
	if err != nil {
		return
	}
	if d, err := here.compare(ctx, main); err == nil && d.moved {
		p.news, p.main = d.main, main.tip
	}
}

// joinPatience is how long a join may take: the caller asked for something else.
const joinPatience = 500 * time.Millisecond

// takeIn puts into the store here what the main worktree's memory has newer.
func takeIn(ctx context.Context, s *session.Session, branch string) error {
	find := branchPlace(s, branch, "")
	st, err := s.Snapshot(ctx)
	if err != nil {
		return err
	}
	if at, err := find(ctx, st.Commit); err != nil || len(at.news) == 0 {
		return err
	}
	return s.Update(ctx, false, joining(ctx, s, func(c *session.Change) (scope, error) { return find(ctx, c.Tx) }))
}

// giveBack puts into the main worktree's store what the memory here has newer.
func giveBack(ctx context.Context, s, main *session.Session, branch string) error {
	st, err := s.Snapshot(ctx)
	if err != nil {
		return err
	}
	own, here, err := branchIn(ctx, s, st.Commit, branch)
	if err != nil || !own.begun(st.Commit) {
		return err
	}
	find := func(r gitstore.Files) (scope, error) {
		at, there, err := branchIn(ctx, main, r, branch)
		if err != nil {
			return at, err
		}
		d, err := here.compare(ctx, there)
		at.news = d.here
		return at, err
	}
	was, err := main.Snapshot(ctx)
	if err != nil {
		return err
	}
	if at, err := find(was.Commit); err != nil || len(at.news) == 0 {
		return err
	}
	return main.Update(ctx, false, joining(ctx, main, func(c *session.Change) (scope, error) { return find(c.Tx) }))
}

// joining is the change that puts news where they are not yet.
func joining(ctx context.Context, s *session.Session, find func(*session.Change) (scope, error)) func(*session.Change) error {
	return func(c *session.Change) error {
		who, err := s.Author(ctx)
		if err != nil {
			return err
		}
		recordMemory(c, keep.Op{Command: "join"}, who, false)
		at, err := find(c)
		if err != nil || len(at.news) == 0 {
			return err
		}
		return at.begin(c)
	}
}

// branchPlace is the memory of the branch that is checked out.
func branchPlace(s *session.Session, branch, start string) func(context.Context, gitstore.Files) (scope, error) {
	return func(ctx context.Context, r gitstore.Files) (scope, error) {
		p, now, there, err := ownBranch(ctx, s, r, branch)
		switch {
		case err != nil:
			return scope{}, err
		case there:
			p.withMain(ctx, s, r, branch)
			return p, nil
		}
		if p.origin = branchElsewhere(ctx, s, branch); p.origin == nil && start == settings.StartParent {
			if parent, ok := now.Branches[s.Tree.BranchParent(ctx, branch)]; ok {
				p.origin = blobs{r: r, dir: branchDir(parent.ID)}
			}
		}
		p.withMain(ctx, s, r, branch)
		return p, nil
	}
}
