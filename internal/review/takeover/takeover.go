package takeover

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/review/submission"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
	"consider/internal/worktree"
)

// Take takes over the outboxes of the repository's worktrees. The caller did not ask for it, so that a failure is only a
// warning: the outbox stays as it is, and the next run tries again. Without news it reads two small files of each
// worktree.
func Take(ctx context.Context, s *session.Session) {
	home, ok := s.Place.Shared()
	s.Mu.Lock() // other requests of the process check it too
	foreign := s.CheckUser(ctx) != nil
	s.Mu.Unlock()
	if !ok || home.StoreDir != s.Place.StoreDir || foreign {
		return
	}
	defer func() { _ = recover() }() // it must not fail the request
	takeCopies(ctx, s)
	for _, w := range s.Place.LinkedWorktrees() {
		box, ok := gitstore.OutboxIn(w.Place.Own())
		if ok && box.Tip == box.Home || !ok && !w.Place.Apart() || s.MadeElsewhere() != nil {
			continue
		}
		warn(ctx, s, w.Name, take(ctx, s, w, box))
	}
}

func warn(ctx context.Context, s *session.Session, worktree string, err error) {
	if err != nil && ctx.Err() == nil && !errors.Is(err, gitstore.ErrBusy) && s.Warn != nil {
		s.Warn(fmt.Sprintf("could not take over the threads of worktree %s: %v", words.OneLine(worktree), err))
	}
}

// takeCopies takes over the lines of worktrees that earlier programs copied into the store.
func takeCopies(ctx context.Context, s *session.Session) {
	if _, err := os.Lstat(filepath.Join(s.Place.StoreDir, "refs", "worktrees")); err != nil || s.MadeElsewhere() != nil {
		return
	}
	store, err := s.OpenStore(ctx, false)
	if err != nil {
		return
	}
	refs, err := store.Mirrors()
	warn(ctx, s, "refs/worktrees", err)
	for _, ref := range refs {
		if s.Brought(ctx, store, ref.Tip) {
			warn(ctx, s, ref.Name, gitstore.ErrForeign)
			continue
		}
		snap, err := store.SnapshotAt(ref.Tip)
		if err == nil {
			err = (&outbox{ctx: ctx, s: s, worktree: ref.Name, store: store}).takeAll(snap)
		}
		if err == nil {
			err = store.KeepMirror(ctx, ref)
		}
		warn(ctx, s, ref.Name, err)
	}
}

// take takes over the own commits of an outbox, or all of a worktree's store that is none. Afterwards it is an outbox
// without commits of its own.
func take(ctx context.Context, s *session.Session, w worktree.Linked, box gitstore.Outbox) error {
	from := s.InWorktree(w.Place)
	defer from.Release()
	if from.CheckUser(ctx) != nil {
		return nil // another account keeps its threads
	}
	store, err := from.OpenStore(ctx, false)
	if err = cmp.Or(err, from.CheckOwned(ctx)); err != nil {
		return err
	}
	snap, err := store.Snapshot()
	if err = cmp.Or(err, store.NotOwn()); err != nil {
		return err
	}
	o := &outbox{ctx: ctx, s: s, worktree: w.Name, store: store}
	if box.Home.IsZero() {
		box.Tip = snap.ID()
		if err = o.takeAll(snap); err == nil {
			err = o.takePrivate()
		}
	} else {
		err = o.takeOwn(box)
	}
	if err != nil {
		return err
	}
	home, err := s.OpenStore(ctx, false)
	if err == nil {
		err = home.KeepOutbox(ctx, store, w.Name, box)
	}
	if err == nil {
		err = store.Follow(ctx, home, box)
	}
	if now, ok := gitstore.OutboxIn(w.Place.Own()); err == nil && ok && box.Home.IsZero() {
		from.RecordLine(ctx, store, now.Tip)
	}
	return err
}

// takeOwn takes over the commits of an outbox one by one.
func (o *outbox) takeOwn(box gitstore.Outbox) error {
	var commits []gitstore.Commit
	for c, err := range o.store.Log(o.ctx, gitstore.LogOptions{From: box.Tip, Until: box.Home, WithPaths: true}) {
		if err != nil {
			return err
		}
		commits = append(commits, c)
	}
	home, err := o.s.OpenStore(o.ctx, false)
	if err != nil {
		return err
	}
	o.taken, o.until = map[string]bool{}, box.Home
	for _, c := range slices.Backward(commits) {
		if err := o.takeCommit(home, c); err != nil {
			return err
		}
	}
	return nil
}

// takeAll takes over what another line holds, in one commit, and says what only the person can make his own.
func (o *outbox) takeAll(now *gitstore.Snapshot) error {
	m := &merge{outbox: o, was: none{}, now: now, apart: true}
	err := m.all(thread.Author{Kind: thread.Agent, Name: thread.Unknown})
	if err == nil && m.strange > 0 && o.s.Warn != nil {
		o.s.Warn(fmt.Sprintf("the threads of worktree %s were taken over; messages in your name that an agent could have written are shown as from \"elsewhere\" (%d): if you wrote them, run 'consider adopt' (human only)",
			words.OneLine(o.worktree), m.strange))
	}
	return err
}

// all takes over all files, in one commit.
func (m *merge) all(by thread.Author) error {
	paths, err := gitstore.Paths(m.now, "")
	if err != nil {
		return err
	}
	return m.s.Update(m.ctx, true, func(change *session.Change) error {
		if err := m.run(change, paths); err != nil {
			return err
		}
		change.Record("import", by, words.Count(m.threads), m.threads...)
		if !m.own {
			change.From(m.worktree)
		}
		return nil
	})
}

// Merge adds to the store what a copy of it has and it lacks. All words keep their authors. base is the last commit that
// both have.
func Merge(ctx context.Context, s *session.Session, from *gitstore.Store, base gitstore.ID) error {
	by, err := s.Author(ctx)
	if err != nil {
		return err
	}
	now, err := from.Snapshot()
	if err != nil {
		return err
	}
	m := &merge{outbox: &outbox{ctx: ctx, s: s, worktree: "backup", store: from}, was: none{}, now: now, apart: true, own: true}
	if !base.IsZero() {
		was, err := from.SnapshotAt(base)
		if err == nil {
			m.was = was
		} else if !errors.Is(err, gitstore.ErrNotExist) { // a damaged copy may lack it
			return err
		}
	}
	return m.all(by)
}

// takePrivate copies the person's drafts and viewed files of a worktree's own store.
func (o *outbox) takePrivate() error {
	home, err := o.s.OpenStore(o.ctx, false)
	if err != nil {
		return err
	}
	for _, dir := range []string{thread.DraftDir, "bases", thread.ImageDir, "viewed", "read"} {
		names, err := o.store.PrivateNames(dir)
		if err != nil && !errors.Is(err, gitstore.ErrNotExist) {
			return err
		}
		for _, name := range names {
			data, err := o.store.ReadPrivate(dir + "/" + name)
			if err != nil {
				return err
			}
			if dir == thread.DraftDir {
				if name = submission.DraftIn(o.worktree, data); name == "" {
					continue
				}
			}
			if !gitstore.HasPrivate(home.Dir(), dir+"/"+name) {
				if err := home.WritePrivate(dir+"/"+name, data); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// takeCommit makes the change of one commit of the outbox in the store that takes it over, as the agent that made it.
func (o *outbox) takeCommit(home *gitstore.Store, c gitstore.Commit) error {
	m := &merge{outbox: o, was: none{}}
	var err error
	if m.now, err = o.store.SnapshotAt(c.ID); err != nil {
		return err
	}
	if !c.Parent.IsZero() {
		if m.was, err = o.store.SnapshotAt(c.Parent); err != nil {
			return err
		}
	}
	return o.s.Update(o.ctx, false, func(change *session.Change) error {
		paths := c.Paths
		taken, err := o.isTaken(home, change.Tx.Base(), c.ID)
		if taken {
			paths = nil
		}
		if err = cmp.Or(err, m.run(change, paths)); err != nil {
			return err
		}
		op := trailer(c, "Consider-Op")
		if !slices.Contains(ops, op) {
			op = "edit"
		}
		_, what, _ := strings.Cut(c.Subject, op)
		if len(m.threads) == 1 {
			_, what, _ = strings.Cut(what, m.threads[0])
		}
		change.Record(op, o.author(strings.TrimPrefix(c.AuthorName, string(thread.Agent)+":")), strings.TrimSpace(what), m.threads...)
		change.From(o.worktree)
		change.Trailers = append(change.Trailers, gitstore.Trailer{Key: takenTrailer, Value: c.ID.String()})
		for _, key := range []string{"Consider-Checkpoint", "Consider-Memory"} {
			if value := trailer(c, key); value != "" {
				change.Trailers = append(change.Trailers, gitstore.Trailer{Key: key, Value: value})
			}
		}
		return nil
	})
}
