package thread

// Placement is the current place of a thread. It is a pure function of the stored thread and the current project.
type Placement struct {
	File          string      `json:"file,omitempty"`
	StartLine     int         `json:"startLine,omitempty"` // 1-based, inclusive; 0 unless anchored on lines
	EndLine       int         `json:"endLine,omitempty"`
	From          string      `json:"from,omitempty"` // for a thread on an old side whose lines HEAD does not have: the commit, checkpoint or index that has them
	AnchorState   AnchorState `json:"anchorState"`
	Method        string      `json:"method,omitempty"`        // how it was found; "" unless anchored
	Score         float64     `json:"score,omitempty"`         // 0..1, how sure
	Perhaps       bool        `json:"perhaps,omitempty"`       // anchored, but uncertain: reanchor --here confirms the place, --gone rejects it
	Edited        bool        `json:"edited,omitempty"`        // the text is no longer the original one
	Undone        int         `json:"-"`                       // how many of the suggestions that the thread was put on have been undone in the file
	NotCheckedOut bool        `json:"notCheckedOut,omitempty"` // a sparse checkout omits the file: the place is in the text of git's index
	Reason        string      `json:"reason,omitempty"`        // why it is not anchored
	Guess         *Guess      `json:"guess,omitempty"`         // for a stale thread; only to show, never to act on
	Candidate     *Candidate  `json:"candidate,omitempty"`     // for a thread that is not anchored: another file to which its code may have gone
}

// Sure is the score from which a place is shown as certain.
const Sure = 0.90

// IsUnsure reports whether a placement is shown as uncertain.
func (p Placement) IsUnsure() bool { return p.AnchorState == Anchored && p.Score > 0 && p.Score < Sure }

// Shown returns the lines that are shown as a thread's: its place or, if it has none, where its code may be.
func (p Placement) Shown() (file string, start, end int) {
	switch {
	case p.AnchorState == Anchored:
		return p.File, p.StartLine, p.EndLine
	case p.Candidate != nil:
		return p.Candidate.File, p.Candidate.StartLine, p.Candidate.EndLine
	case p.Guess != nil:
		return p.File, p.Guess.StartLine, p.Guess.EndLine
	}
	return p.File, 0, 0
}

// Candidate is a place in another file that a thread's code may have moved to. A person or reanchor has to confirm it.
type Candidate struct {
	File      string `json:"file"`
	StartLine int    `json:"startLine"`
	EndLine   int    `json:"endLine"`
}

// Guess is where a stale thread's code may be.
type Guess struct {
	StartLine int `json:"startLine"`
	EndLine   int `json:"endLine"`
}
