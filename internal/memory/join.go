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

// A branch may be checked out in the main worktree today and in a linked one tomorrow, and an agent in a sandbox can
// write only to the store of its own worktree. So a branch's memory is on two lines of commits, in the store here and
// in the main worktree's. Both are read; for each file, the newer version counts; and Join makes the two lines equal.
// Which version is newer follows from the commit of the main line that was last merged into the line here; scope.json
// records it.

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

// taken returns the ids of the main line's files when it was last merged, and its commit then; both are zero if that is
// unknown.
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
		return nil, gitstore.ID{} // the store was created again, or purged
	}
	ids, err := blobs{r: snap, dir: main.dir}.ids()
	if err != nil {
		return nil, gitstore.ID{}
	}
	return ids, id
}

// difference is how two lines of a memory differ: the newer files of each, with nil for a file that was deleted there.
type difference struct {
	here, main blobContents
	moved      bool // the main line has changed since it was merged
}

// compare compares the line here with the main worktree's line.
func (l line) compare(ctx context.Context, main line) (difference, error) {
	out := difference{here: blobContents{}, main: blobContents{}}
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

func (h blobContents) take(from line, name string, id gitstore.ID) (err error) {
	h[name] = nil
	if !id.IsZero() {
		h[name], err = from.Read(name)
	}
	return err
}

// isOlder reports whether the version of a file here is older than the main line's, when both changed since the lines
// were equal. The main line's version is newer if it followed the one here. If neither line contains the other's
// version, the later one is newer; within the same second, the main line's.
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

// mainBranch returns a session for the main worktree's memory of a branch. It is nil if the main worktree keeps its
// memory in another place: a plain memory must not get into a store whose memory is secret.
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

// branchIn returns where a branch's memory is in one state of a store, and its line there.
func branchIn(ctx context.Context, s *session.Session, r gitstore.Files, branch string) (scope, line, error) {
	at, _, _, err := ownBranch(ctx, s, r, branch)
	if err != nil {
		return at, line{}, err
	}
	l, err := lineIn(ctx, s, r, at.dir)
	return at, l, err
}

// withMain adds to a branch's memory what is newer in the main worktree's. A memory that cannot be read is ignored: an
// agent in a sandbox may see only its own worktree.
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

// joinPatience is how long a join may take: the caller requested something else.
const joinPatience = 500 * time.Millisecond

// takeIn copies to the store here what is newer in the main worktree's memory.
func takeIn(ctx context.Context, s *session.Session, branch string) error {
	find := branchPlace(s, branch, "")
	return copyNews(ctx, s, func(r gitstore.Files) (scope, error) { return find(ctx, r) })
}

// giveBack copies to the main worktree's store what is newer in the memory here.
func giveBack(ctx context.Context, s, main *session.Session, branch string) error {
	st, err := s.Snapshot(ctx)
	if err != nil {
		return err
	}
	own, here, err := branchIn(ctx, s, st.Commit, branch)
	if err != nil || !own.begun(st.Commit) {
		return err
	}
	return copyNews(ctx, main, func(r gitstore.Files) (scope, error) {
		at, there, err := branchIn(ctx, main, r, branch)
		if err != nil {
			return at, err
		}
		d, err := here.compare(ctx, there)
		at.news = d.here
		return at, err
	})
}

// copyNews copies to a store the news of the memory that find finds in a state of it.
func copyNews(ctx context.Context, s *session.Session, find func(gitstore.Files) (scope, error)) error {
	st, err := s.Snapshot(ctx)
	if err != nil {
		return err
	}
	if at, err := find(st.Commit); err != nil || len(at.news) == 0 {
		return err
	}
	return s.Update(ctx, false, func(c *session.Change) error {
		who, err := s.Author(ctx)
		if err != nil {
			return err
		}
		recordMemory(c, keep.Op{Command: "join"}, who, false)
		at, err := find(c.Tx)
		if err != nil || len(at.news) == 0 {
			return err
		}
		return at.begin(c)
	})
}

// branchPlace returns a function that finds the memory of the checked-out branch.
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
