package place

import (
	"maps"

	"consider/gitstore"
	"consider/internal/thread"
)

// Refresh brings the rows up to snap and reads only the threads whose blobs are new. Threads that could not be read are
// tried again: the disk may have failed once, or a backup brought the file back.
func (v *View) Refresh(snap *gitstore.Snapshot) error {
	isSame := v.Tip == snap.ID().String()
	if isSame && v.Failed == 0 {
		return nil
	}
	known := make(map[string]*thread.Row, len(v.Rows))
	for i := range v.Rows {
		known[v.Rows[i].Blob] = &v.Rows[i]
	}
	rows, damaged, err := thread.ReadRows(snap, thread.Active, known)
	if err != nil {
		return err
	}
	v.Rows, v.Damaged = rows, damaged
	if isSame && v.Failed == len(damaged) {
		return nil
	}
	v.Tip, v.Failed, v.Dirty = snap.ID().String(), len(damaged), true
	v.prune()
	return nil
}

// prune removes from the view what no row refers to any more.
func (v *View) prune() {
	ids, files := map[string]bool{}, map[string]bool{}
	for i := range v.Rows {
		r := &v.Rows[i]
		ids[r.ID] = true
		files[textKey(r.Side, r.File)] = true
		if known := v.Places[r.ID]; known != nil {
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
