package place

import (
	"maps"
	"slices"

	"consider/gitstore"
	"consider/internal/thread"
)

// byID returns Places with all places in it. A list that changes nothing avoids it: with ten thousand threads, building
// the map would be noticeable.
func (v *View) byID() map[string]*Result {
	if v.kept != nil {
		_, _ = v.Rows() // places of rows that cannot be read are not known
	}
	if v.Places == nil {
		v.Places = make(map[string]*Result, len(v.near))
	}
	for i, known := range v.near {
		if known != nil && v.Places[v.rows[i].ID] == nil {
			v.Places[v.rows[i].ID] = known
		}
	}
	v.near = nil
	return v.Places
}

// placeOf returns the stored place of a thread, nil for none. It reads only that row when the view was not read
// completely.
func (v *View) placeOf(id string) *Result {
	if known := v.Places[id]; known != nil {
		return known
	}
	if v.kept == nil {
		return v.byID()[id]
	}
	if _, err := v.RowsOf([]string{id}); err != nil {
		return nil
	}
	if v.kept == nil {
		return v.byID()[id]
	}
	return v.Places[id]
}

// Refresh brings the rows up to snap and reads only the threads whose blobs are new. Threads that could not be read are
// tried again: the disk may have failed once, or a backup brought the file back.
func (v *View) Refresh(snap *gitstore.Snapshot) error {
	v.snap = snap
	if v.Tip == snap.ID().String() && len(v.Damaged) == 0 {
		return nil
	}
	old, err := v.Rows()
	if err != nil {
		return err
	}
	known := make(map[string]*thread.Row, len(old))
	for i := range old {
		known[old[i].Blob] = &old[i]
	}
	rows, damaged, err := thread.ReadRows(snap, thread.Active, known)
	if err != nil {
		return err
	}
	if v.Tip == snap.ID().String() && slices.Equal(v.Damaged, damaged) {
		return nil
	}
	v.byID() // of the old rows
	v.Tip, v.rows, v.heads, v.Damaged, v.Dirty = snap.ID().String(), rows, nil, damaged, true
	v.prune()
	return nil
}

// prune drops what no row refers to any more.
func (v *View) prune() {
	ids, files := map[string]bool{}, map[string]bool{}
	for i := range v.rows {
		r := &v.rows[i]
		ids[r.ID] = true
		files[textKey(r.Side, r.File)] = true
		if known := v.byID()[r.ID]; known != nil {
			files[textKey(r.Side, known.Place.File)] = true
		}
	}
	maps.DeleteFunc(v.Places, func(id string, _ *Result) bool { return !ids[id] })
	maps.DeleteFunc(v.Moves, func(id string, _ Result) bool { return !ids[id] })
	// While threads are lost, the files that are searched for them are kept too.
	if len(v.Moves) == 0 || len(v.Files) > len(files)+maxSearched {
		maps.DeleteFunc(v.Files, func(key string, _ fileState) bool { return !files[key] })
	}
}
