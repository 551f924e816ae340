package review

import (
	"maps"
	"path"
	"strings"
	"time"

	"consider/gitstore"
	"consider/internal/worktree"
)

// view is what a read leaves behind for the next one, in the store's cache: the rows of all active threads
// and where each stood in which text. It holds nothing that cannot be derived again, and nothing in it is
// believed that could have changed: rows are kept under the id of their blob, placements under the ids of
// both texts.
type view struct {
	Tip     string
	Rows    []row
	Damaged []Damage
	Files   map[string]fileState // by path, or by "old:" and path
	Places  map[string]placed    // by thread id
	Moves   map[string]placed    // by thread id: where lost threads' code is in other files, if anywhere

	written time.Time // when the cache file was written, by the clock of its disk
	dirty   bool
}

// fileState is the text that a file held when it was last read.
type fileState struct {
	Info   worktree.Info
	Commit string // of texts read from a commit
	Blob   string // git blob id of its bytes
}

// placed is a placement together with what it was computed from.
type placed struct {
	Key   string
	Place Placement
	Quote []string
}

// Damage is a thread, or something else of the store, that could not be read. The others are not affected.
type Damage struct {
	Path    string `json:"path"` // in the store's tree
	Problem string `json:"problem"`

	newer bool // it is not damaged: a newer consider wrote it
}

// String is the damage on one line.
func (d Damage) String() string { return oneLine(d.Path + ": " + d.Problem) }

const viewFile = "view"

// racy is how much older than the cache a file must be for its times to be believed: a file written twice
// within one tick of its disk's clock looks the same both times. Two seconds is the coarsest tick in use.
const racy = 2 * time.Second

// loadView returns the view that an earlier read left, or an empty one.
func loadView(store *gitstore.Store) *view {
	v := newView()
	if data, written, err := store.ReadCache(viewFile); err == nil {
		if known, err := decodeView(data); err == nil {
			known.written = written
			v = known
		}
	}
	return v.complete()
}

func newView() *view { return (&view{dirty: true}).complete() }

// complete makes the maps that are missing.
func (v *view) complete() *view {
	if v.Files == nil {
		v.Files = map[string]fileState{}
	}
	if v.Places == nil {
		v.Places = map[string]placed{}
	}
	if v.Moves == nil {
		v.Moves = map[string]placed{}
	}
	return v
}

// save leaves the view for the next read. A store that cannot be written to is read all the same.
func (v *view) save(store *gitstore.Store) {
	if !v.dirty {
		return
	}
	if data, err := encodeView(v); err == nil {
		_ = store.WriteCache(viewFile, data)
	}
}

// trusts reports whether a file that now has info still holds the text of state.
func (v *view) trusts(state fileState, info worktree.Info) bool {
	before := v.written.Add(-racy).UnixNano()
	return state.Info == info && info.MTimeNS < before && info.CTimeNS < before
}

// refresh brings the rows up to snap, reading only the threads whose blobs are new.
func (v *view) refresh(snap *gitstore.Snapshot) error {
	if v.Tip == snap.ID().String() {
		return nil
	}
	known := make(map[string]*row, len(v.Rows))
	for i := range v.Rows {
		known[v.Rows[i].Blob] = &v.Rows[i]
	}
	rows, damaged, err := readRows(snap, activeDir, known)
	if err != nil {
		return err
	}
	v.Tip, v.Rows, v.Damaged, v.dirty = snap.ID().String(), rows, damaged, true
	v.prune()
	return nil
}

// prune drops what no row refers to any more.
func (v *view) prune() {
	ids, files := map[string]bool{}, map[string]bool{}
	for i := range v.Rows {
		r := &v.Rows[i]
		ids[r.ID] = true
		files[textKey(r.Side, r.File)] = true
		files[textKey(r.Side, v.Places[r.ID].Place.File)] = true
	}
	maps.DeleteFunc(v.Places, func(id string, _ placed) bool { return !ids[id] })
	maps.DeleteFunc(v.Moves, func(id string, _ placed) bool { return !ids[id] })
	maps.DeleteFunc(v.Files, func(key string, _ fileState) bool { return !files[key] })
}

// readRows returns the rows of all threads in a folder of the tree, and the threads that cannot be read.
// known are rows by the id of their blob.
func readRows(snap gitstore.Files, dir string, known map[string]*row) ([]row, []Damage, error) {
	fans, err := snap.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	var rows []row
	var damaged []Damage
	for _, fan := range fans {
		entries, err := snap.ReadDir(path.Join(dir, fan.Name))
		if err != nil {
			damaged = append(damaged, notRead(path.Join(dir, fan.Name), err))
			continue
		}
		for _, e := range entries {
			id, ok := strings.CutSuffix(e.Name, ".json")
			if !ok {
				continue
			}
			r, err := readRow(snap, id, e.ID, known)
			if err != nil {
				damaged = append(damaged, notRead(path.Join(dir, fan.Name, e.Name), err))
				continue
			}
			rows = append(rows, r)
		}
	}
	return rows, damaged, nil
}

func readRow(snap gitstore.Files, id string, blob gitstore.ID, known map[string]*row) (row, error) {
	if r, ok := known[blob.String()]; ok && r.ID == id {
		return *r, nil
	}
	data, err := snap.ReadBlob(blob)
	if err != nil {
		return row{}, err
	}
	t, err := decodeThread(data, id)
	if err != nil {
		return row{}, err
	}
	return rowOf(t, blob.String()), nil
}
