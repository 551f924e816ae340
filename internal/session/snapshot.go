package session

import (
	"context"
	"errors"
	"time"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/thread"
)

// Snapshot is the review as one read sees it: one commit of the store, and the project's files now.
type Snapshot struct {
	Session *Session
	Store   *gitstore.Store
	Commit  *gitstore.Snapshot
	View    *place.View   // nil until LoadView
	Placer  *place.Placer // likewise
}

// Read opens the newest state. It takes no lock and writes no history.
func (s *Session) Read(ctx context.Context) (*Snapshot, error) {
	st, err := s.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	return st, st.LoadView()
}

// ReadIfAny is Read, but returns nil if there is no store yet.
func (s *Session) ReadIfAny(ctx context.Context) (*Snapshot, error) {
	st, err := s.Read(ctx)
	if errors.Is(err, fail.ErrNoStore) {
		return nil, nil
	}
	return st, err
}

// Snapshot opens the newest state without the view, which grows with the store. That is enough to find a thread by its
// id.
func (s *Session) Snapshot(ctx context.Context) (*Snapshot, error) {
	store, err := s.OpenStore(ctx, false)
	if err != nil {
		return nil, err
	}
	snap, err := store.Snapshot()
	if err != nil {
		return nil, StoreError(err)
	}
	s.At = snap.ID()
	s.warnOfBackup(ctx, store, s.At)
	return &Snapshot{Session: s, Store: store, Commit: snap}, nil
}

// LoadView loads the view and brings it up to the snapshot's state, unless it is loaded already.
func (st *Snapshot) LoadView() error {
	if st.View != nil {
		return nil
	}
	v := place.NewView()
	if !st.Commit.Strange() { // otherwise its cache was written by its maker
		v = place.LoadView(st.Store, st.Session.ViewFile(), st.prove)
	}
	if err := v.Refresh(st.Commit); err != nil {
		return err
	}
	st.View, st.Placer = v, place.NewPlacer(st.Session.Tree, st.Session.Shown, st.Session.Place.StoreDir, st.Commit, v)
	return nil
}

// SaveView saves the view for the next read.
func (st *Snapshot) SaveView() {
	if !st.Commit.Strange() && st.Session.Shown == nil { // a view of one caller's screen is not for others
		st.View.Save(st.Store, st.Session.ViewFile(), st.prove)
	}
}

// ViewFile is the name of this worktree's view: the same thread has other places in another worktree.
func (s *Session) ViewFile() string {
	if s.OwnsStore() {
		return place.ViewFile
	}
	return place.ViewFile + "-" + gitstore.HashBlob([]byte(s.Place.Root)).String()
}

func (st *Snapshot) prove(data []byte) string { return st.Session.Origin.Proof(st.Store.Dir(), data) }

// Thread loads one thread from a folder of the tree.
func (st *Snapshot) Thread(dir, id string) (*thread.Thread, thread.Row, error) {
	file := thread.File(dir, id)
	blob, err := st.Commit.FileID(file)
	if err != nil {
		return nil, thread.Row{}, err
	}
	data, err := st.Commit.ReadFile(file)
	if err != nil {
		return nil, thread.Row{}, err
	}
	t, err := thread.Decode(data, id)
	if err != nil {
		return nil, thread.Row{}, err
	}
	return t, thread.RowOf(t, blob.String()), nil
}

// Hides reports whether the caller does not get a thread; see [Session.Hides].
func (st *Snapshot) Hides(id string) bool {
	if st.Session.Caller.IsPerson() {
		return false
	}
	t, _, err := thread.Find(st.Commit, id)
	return err == nil && t != nil && st.Session.Hides(t.Finding())
}

// Place returns where one thread is now.
func (st *Snapshot) Place(ctx context.Context, r thread.Row) (place.Result, error) {
	places, err := st.Placer.PlaceAll(ctx, []thread.Row{r})
	if err != nil {
		return place.Result{}, err
	}
	return places[0], nil
}

// Uninstalled works like [Project.Uninstalled] for the store that st was read from. If that store is gone, damaged
// counts as an error of it.
func (st *Snapshot) Uninstalled(err error, damaged []thread.Damage) error {
	return uninstalled(st.Store, err, damaged)
}

// IsAdviceDue reports whether the advice on how an agent is notified was not shown within the last hour, and records that
// it is shown now. If it cannot be recorded, the advice is shown each time.
func (s *Session) IsAdviceDue(now time.Time) bool {
	data, _ := s.Store.ReadCache("advised") // without it, the advice is due
	shown, err := time.Parse(time.RFC3339, string(data))
	due := err != nil || now.Sub(shown).Abs() >= time.Hour
	if due {
		_ = s.Store.WriteCache("advised", []byte(now.Format(time.RFC3339)))
	}
	return due
}
