package place

import (
	"fmt"
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
	Damaged []thread.Damage
	Files   map[string]fileState // by path, or by "old:" and path
	Places  map[string]*Result   // by thread id, as far as near has none; a result is replaced, never changed
	Moves   map[string]Result    // by thread id: where lost threads' code is in other files, if anywhere

	Written time.Time // when the cache file was written, by the clock of its disk
	Dirty   bool

	store *gitstore.Store    // whose cache it is from, nil for none
	snap  *gitstore.Snapshot // what it was brought up to
	kept  *kept              // what was not read of it yet; nil for nothing
	heads []Head             // of all rows; nil before they are asked for
	rows  []thread.Row       // all, as soon as kept is nil
	near  []*Result          // the places of rows, in their order, as they were read; nil where there is none, or they are in Places
}

// fileState is the text that a file held when it was last read.
type fileState struct {
	Info   worktree.Info
	Commit string // of texts read from a commit
	Blob   string // git blob id of its bytes
}

// Result is a placement together with what it was computed from.
type Result struct {
	Key   Key
	Place thread.Placement
	Quote []string

	OtherBranch string // the branch that it was put there on, where it has lost its place and another one is checked out; not kept
}

// Key is what a placement was computed from, and so whether it still holds.
type Key struct {
	Shape      thread.Target
	Base       string // blob id of the text that the lines were described in
	Start, End int    // there
	Path, Blob string // the text that they were looked for in
	More       string // what else it depends on
}

// ofRow reports whether the key has the row's own place.
func (k *Key) ofRow(r *thread.Row) bool {
	return k.Shape == r.Shape && k.Base == r.Base.Blob && k.Start == r.Start && k.End == r.End
}

func (k *Key) String() string {
	return fmt.Sprintf("%s %s:%d-%d %s %s%s", k.Shape, k.Base, k.Start, k.End, k.Path, k.Blob, k.More)
}

// String is the damage on one line.
func String(d thread.Damage) string { return words.OneLine(d.Path + ": " + d.Problem) }

// ViewFile is the name of the view in the store's cache.
const ViewFile = "view"

// racy is how much older than the cache a file must be for its times to be believed: a file written twice
// within one tick of its disk's clock looks the same both times. Two seconds is the coarsest tick in use.
const racy = 2 * time.Second

// maxSearched is how many files are known that no thread is on, because they were searched for lost ones.
const maxSearched = 2000

// NewView returns an empty view.
func NewView() *View { return (&View{Dirty: true}).complete() }

// complete makes the maps that are missing.
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

// nearTo are the places that rows had, in their order, where that is known without a look at each id.
func (v *View) nearTo(rows []thread.Row) []*Result {
	if len(rows) == 0 || len(rows) != len(v.near) || &rows[0] != &v.rows[0] {
		return nil
	}
	return v.near
}

// trusts reports whether a file that now has info still holds the text of state.
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

// Head is the head of a row, and what tells whether the thread is still where it was.
type Head struct {
	thread.Head
	standing standing
	side     thread.Side
	blob     string // the text that it stood in
	at, size int    // where its row is, after the index
}

// standing is what a kept place is worth without a look at more than the text it is in.
type standing int

const (
	unsure    standing = iota // it is asked for
	inItsFile                 // it stands while its file has the same text
	anywhere                  // it needs no file
)

// kept is the part of a view's file that is read when it is asked for.
type kept struct {
	store *gitstore.Store
	start string // of the file, which tells it from another one
	from  int64  // where the rows begin
	text  string // the rows, "" as long as they were not read
	n     int
	heads string // as they are written
	words []string
}
