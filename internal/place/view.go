package place

import (
	"maps"
	"slices"
	"time"

	"consider/gitstore"
	"consider/internal/thread"
	"consider/internal/words"
	"consider/internal/worktree"
)

// View is what a read leaves behind for the next one, in the store's cache: the rows of all active threads and where
// each stood in which text. All of it can be derived again, and it never goes stale: rows are kept under the id of
// their blob, placements under the ids of both texts.
type View struct {
	Tip     string
	Rows    []thread.Row
	Damaged []thread.Damage
	Files   map[string]fileState // by path, or by "old:" and path
	Places  map[string]Result    // by thread id
	Moves   map[string]Result    // by thread id: where lost threads' code is in other files, if anywhere

	Written time.Time // when the cache file was written, by the clock of its disk
	Dirty   bool
}

// fileState is the text that a file held when it was last read.
type fileState struct {
	Info   worktree.Info
	Commit string // of texts read from a commit
	Blob   string // git blob id of its bytes
}

// Result is a placement together with what it was computed from.
type Result struct {
	Key   string
	Place thread.Placement
	Quote []string

	OtherBranch string // the branch that it was put there on, where it has lost its place and another one is checked out; not kept
}

// String is the damage on one line.
func String(d thread.Damage) string { return words.OneLine(d.Path + ": " + d.Problem) }

// ViewFile is the name of the view in the store's cache.
const ViewFile = "view"

// racy is how much older than the cache a file must be for its times to be believed: a file written twice
// within one tick of its disk's clock looks the same both times. Two seconds is the coarsest tick in use.
const racy = 2 * time.Second

// NewView returns an empty view.
func NewView() *View { return (&View{Dirty: true}).complete() }

// complete makes the maps that are missing.
func (v *View) complete() *View {
	if v.Files == nil {
		v.Files = map[string]fileState{}
	}
	if v.Places == nil {
		v.Places = map[string]Result{}
	}
	if v.Moves == nil {
		v.Moves = map[string]Result{}
	}
	return v
}

// trusts reports whether a file that now has info still holds the text of state.
func (v *View) trusts(state fileState, info worktree.Info) bool {
	before := v.Written.Add(-racy).UnixNano()
	return state.Info == info && info.MTimeNS < before && info.CTimeNS < before
}

// Refresh brings the rows up to snap, reading only the threads whose blobs are new. What could not be read before is read
// anew: the disk may have failed once, or a backup brought the file back.
func (v *View) Refresh(snap *gitstore.Snapshot) error {
	if v.Tip == snap.ID().String() && len(v.Damaged) == 0 {
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
	if v.Tip == snap.ID().String() && slices.Equal(v.Damaged, damaged) {
		return nil
	}
	v.Tip, v.Rows, v.Damaged, v.Dirty = snap.ID().String(), rows, damaged, true
	v.prune()
	return nil
}

// prune drops what no row refers to any more.
func (v *View) prune() {
	ids, files := map[string]bool{}, map[string]bool{}
	for i := range v.Rows {
		r := &v.Rows[i]
		ids[r.ID] = true
		files[textKey(r.Side, r.File)] = true
		files[textKey(r.Side, v.Places[r.ID].Place.File)] = true
	}
	maps.DeleteFunc(v.Places, func(id string, _ Result) bool { return !ids[id] })
	maps.DeleteFunc(v.Moves, func(id string, _ Result) bool { return !ids[id] })
	maps.DeleteFunc(v.Files, func(key string, _ fileState) bool { return !files[key] })
}

// textKey names a text in the view.
func textKey(side thread.Side, path string) string {
	if side == thread.Old {
		return "old:" + path
	}
	return path
}
