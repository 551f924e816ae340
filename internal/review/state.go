package review

import (
	"context"

	"consider/gitstore"
)

// state is the review as one read sees it: one commit of the store, and the project's files now.
type state struct {
	svc    *Service
	store  *gitstore.Store
	snap   *gitstore.Snapshot
	view   *view   // nil after a glance, until needView
	placer *placer // likewise
	copied bool    // snap is the copy of another store, which has no cache
}

// read opens the newest state. It takes no lock and writes no history.
func (s *Service) read(ctx context.Context) (*state, error) {
	st, err := s.glance(ctx)
	if err != nil {
		return nil, err
	}
	return st, st.needView()
}

// glance opens the newest state without the view, which grows with the store. It is enough to find a thread
// by its id.
func (s *Service) glance(ctx context.Context) (*state, error) {
	store, err := s.open(ctx, false)
	if err != nil {
		return nil, err
	}
	snap, err := store.Snapshot()
	if err != nil {
		return nil, storeError(err)
	}
	s.cursor = snap.ID()
	return &state{svc: s, store: store, snap: snap}, nil
}

// needView loads the view and brings it up to the state, if that was not done yet.
func (st *state) needView() error {
	if st.view != nil {
		return nil
	}
	v := newView()
	if !st.copied {
		v = loadView(st.store)
	}
	if err := v.refresh(st.snap); err != nil {
		return err
	}
	st.view, st.placer = v, newPlacer(st.svc.Tree, st.svc.Shown, st.svc.Place.StoreDir, st.snap, v)
	return nil
}

// done leaves what was learnt for the next read.
func (st *state) done() {
	if !st.copied && st.svc.Shown == nil { // what one caller has on screen is not for others
		st.view.save(st.store)
	}
}

// thread loads one thread from a folder of the tree.
func (st *state) thread(dir, id string) (*Thread, row, error) {
	file := threadFile(dir, id)
	blob, err := st.snap.FileID(file)
	if err != nil {
		return nil, row{}, err
	}
	data, err := st.snap.ReadFile(file)
	if err != nil {
		return nil, row{}, err
	}
	t, err := decodeThread(data, id)
	if err != nil {
		return nil, row{}, err
	}
	return t, rowOf(t, blob.String()), nil
}

// placeOne returns where one thread is now.
func (st *state) placeOne(ctx context.Context, r row) (placed, error) {
	places, err := st.placer.placeAll(ctx, []row{r})
	if err != nil {
		return placed{}, err
	}
	return places[0], nil
}
