package place

import (
	"fmt"
	"time"

	"consider/gitstore"
	"consider/internal/thread"
	"consider/internal/words"
	"consider/internal/worktree"
)

// View is what a read leaves for the next one in the store's cache: the rows of all active threads, and where each was in
// which text. All of it can be derived again, and it cannot go stale: rows are kept under the id of their blob,
// placements under the ids of both texts.
type View struct {
	Tip     string
	Damaged []thread.Damage
	Files   map[string]fileState // by path, or by "old:" and path
	Places  map[string]*Result   // by thread id, for those that near does not have; a result is replaced, never changed
	Moves   map[string]Result    // by thread id: where the code of a lost thread is in other files, if anywhere

	Written time.Time // when the cache file was written, by the clock of its disk
	Dirty   bool

	snap  *gitstore.Snapshot // the state of the store that it was brought up to
	kept  *kept              // the part that was not read yet; nil when all was
	heads []Head             // of all rows; nil until they are needed
	rows  []thread.Row       // all rows, once kept is nil
	near  []*Result          // the places of rows as they were read, in the same order; nil for a row that has none, or whose place is in Places
}

// fileState is the text that a file had when it was last read.
type fileState struct {
	Info   worktree.Info
	Commit string // for texts read from a commit
	Blob   string // git blob id of its bytes
}

// Result is a placement together with what it was computed from.
type Result struct {
	Key   Key
	Place thread.Placement
	Quote []string

	OtherBranch string // the branch that the thread was put on, when it lost its place and another branch is checked out; not stored
}

// Key is the input from which a placement was computed. A placement with another key is no longer valid.
type Key struct {
	Shape      thread.Target
	Base       string // blob id of the text in which the lines were described
	Start, End int    // lines of that text
	Path, Blob string // the text in which they were searched for
	More       string // everything else that it depends on
}

// ofRow reports whether the key has the row's own place.
func (k *Key) ofRow(r *thread.Row) bool {
	return k.Shape == r.Shape && k.Base == r.Base.Blob && k.Start == r.Start && k.End == r.End
}

func (k *Key) String() string {
	return fmt.Sprintf("%s %s:%d-%d %s %s%s", k.Shape, k.Base, k.Start, k.End, k.Path, k.Blob, k.More)
}

// String returns the damage on one line.
func String(d thread.Damage) string { return words.OneLine(d.Path + ": " + d.Problem) }

// ViewFile is the name of the view in the store's cache.
const ViewFile = "view"

// racy is how much older than the cache a file must be for its times to be trusted: a file that is written twice within
// one tick of its disk's clock looks the same both times. Two seconds is the coarsest tick in use.
const racy = 2 * time.Second

// maxSearched bounds the files in the view that have no thread and were only searched for lost ones.
const maxSearched = 2000

// NewView returns an empty view.
func NewView() *View { return (&View{Dirty: true}).complete() }

// complete makes the missing maps.
func (v *View) complete() *View {
	if v.Files == nil {
		v.Files = map[string]fileState{}
	}
	if v.Places == nil {
		v.Places = map[string]*Result{}
	}
	if v.Moves == nil {
		v.Moves = map[string]Result{}
	}
	return v
}

// learn notes a place for the next read.
func (v *View) learn(id string, p *Result) { v.Places[id], v.Dirty = p, true }

// nearTo returns the stored places of rows in their order, or nil when rows are not the view's own, so that each id would
// have to be looked up.
func (v *View) nearTo(rows []thread.Row) []*Result {
	if len(rows) == 0 || len(rows) != len(v.near) || &rows[0] != &v.rows[0] {
		return nil
	}
	return v.near
}

// trusts reports whether a file that now has info still has the text of state.
func (v *View) trusts(state fileState, info worktree.Info) bool {
	before := v.Written.Add(-racy).UnixNano()
	return state.Info == info && info.MTimeNS < before && info.CTimeNS < before
}

// textKey names a text in the view.
func textKey(side thread.Side, path string) string {
	if side == thread.Old {
		return "old:" + path
	}
	return path
}

// Head is the head of a row, with the data to check whether the thread is still where it was.
type Head struct {
	thread.Head
	standing standing
	side     thread.Side
	blob     string // the text in which it was placed
	at, size int    // offset of its row after the index, and its length
}

// standing is how far a stored place can be used without placing the thread anew.
type standing int

const (
	unsure    standing = iota // the thread must be placed
	inItsFile                 // the place is valid while its file has the same text
	anywhere                  // the place needs no file
)

// kept is the part of a view's file that is read on demand.
type kept struct {
	store *gitstore.Store
	start string // start of the file, which identifies it
	from  int64  // offset of the rows
	text  string // the rows, "" until they are read
	n     int
	heads string // the heads, as they are written
	words []string
}
