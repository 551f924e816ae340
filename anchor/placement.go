package anchor

// Version names the algorithm. It changes when answers may change, so that
// placements kept in a cache can be recomputed.
const Version = "anchor/8"

// State says whether a place was found. The caller decides about a third state of the product, "orphaned": the file
// itself is gone.
type State string

// The states of a [Placement].
const (
	Anchored State = "anchored"
	Stale    State = "stale"
)

// Method names the step that decided a placement. Callers add "renamed" and "manual", which the two texts do not show.
type Method string

// The methods of a [Placement], from the surest to the weakest.
const (
	Unchanged Method = "unchanged" // same lines at the same numbers
	Diff      Method = "diff"      // same lines, shifted by edits elsewhere
	Edited    Method = "edited"    // lines whose text changed
	Moved     Method = "moved"     // lines that left their neighbours
	Reflowed  Method = "reflowed"  // lines that were split or joined
	Context   Method = "context"   // content and context, no base text
)

// Placement is where lines of the old text are in the new one.
type Placement struct {
	State      State
	Start, End int     // 1-based inclusive lines of the new text; 0, 0 when stale
	Method     Method  // the step that decided; "" when stale
	Score      float64 // confidence in 0..1, a multiple of 1/1000
	Edited     bool    // the text of the range differs from the original text
	GuessStart int     // only when stale: a guess to show, never the place; 0 when there is none
	GuessEnd   int
	Reason     string // only when stale: why, in a few lower-case words
}

// The reasons of a stale [Placement].
const (
	reasonNoLines   = "no such lines"
	reasonGone      = "its lines are gone"
	reasonTie       = "two locations match equally well"
	reasonUnsure    = "no location matches well enough"
	reasonBinary    = "file is binary"
	reasonEmpty     = "file is empty"
	reasonLong      = "file is too long"
	reasonNoContent = "no text to look for"
)

func stale(reason string) Placement { return Placement{State: Stale, Reason: reason} }
