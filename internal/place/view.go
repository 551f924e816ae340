package place

import (
	"fmt"
	"time"

	"consider/internal/thread"
	"consider/internal/words"
	"consider/internal/worktree"
)

// View is the cache that a read leaves in the store for the next one: the rows of all active threads, and where each
// was in which text. All of it can be derived again, and it cannot go stale: rows are kept under the id of their blob,
// placements under the ids of both texts.
type View struct {
	stored
	Damaged []thread.Damage // threads that this read could not read
	Written time.Time       // when the cache file was written, by the clock of its disk
	Dirty   bool
}

// stored is what the cache has of a view.
type stored struct {
	Tip    string
	Failed int                  // how many threads could not be read
	Rows   []thread.Row         // of all active threads; callers must not change them
	Files  map[string]fileState // by path, or by "old:" and path
	Places map[string]*Result   // by thread id; a result is replaced, never changed
	Moves  map[string]Result    // by thread id: where the code of a lost thread is in other files, if anywhere
}

// fileState is the text that a file had when it was last read.
type fileState struct {
	Info   worktree.Info
	Stored string // for texts that git stores: the id of the commit, or of a text in the index
	Blob   string // git blob id of its bytes
}

// Result is a placement together with what it was computed from.
type Result struct {
	Key   Key
	Place thread.Placement
	Quote []string

	otherBranch string // the branch that the thread was put on, when it lost its place and another branch is checked out
}

// Key is the input from which a placement was computed. A placement with another key is no longer valid.
type Key struct {
	Shape      thread.Target
	Base       string // blob id of the text in which the lines were described
	Start, End int    // lines of that text
	Path, Blob string // the text in which they were searched for
	More       string // everything else that it depends on
}

func (k *Key) String() string {
	return fmt.Sprintf("%s %s:%d-%d %s %s%s", k.Shape, k.Base, k.Start, k.End, k.Path, k.Blob, k.More)
}

// String returns the damage on one line.
func String(d thread.Damage) string { return words.OneLine(d.Path + ": " + d.Problem) }

// ViewFile is the name of the view in the store's cache. Names of other worktrees' views begin with it.
const ViewFile = "view"

// racy is how much older than the cache a file must be for its times to be trusted: a file that is written twice within
// one tick of its disk's clock looks the same both times. Two seconds is the coarsest tick in use.
const racy = 2 * time.Second

// maxSearched bounds the files in the view that have no thread and were only searched for lost ones.
const maxSearched = 2000

// NewView returns an empty view.
func NewView() *View {
	return &View{Dirty: true, stored: stored{Files: map[string]fileState{}, Places: map[string]*Result{}, Moves: map[string]Result{}}}
}

// setPlace keeps a place for the next read.
func (v *View) setPlace(id string, p *Result) { v.Places[id], v.Dirty = p, true }

// isUnchanged reports whether a file that now has info still has the text of state.
func (v *View) isUnchanged(state fileState, info worktree.Info) bool {
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
