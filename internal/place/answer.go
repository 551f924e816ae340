package place

import (
	"cmp"
	"time"

	"consider/internal/suggest"
	"consider/internal/thread"
)

// ThreadView is one thread, as lists return it.
type ThreadView struct {
	thread.Summary
	Line          int                `json:"-"`                     // the first line where it was put; 0 when it is on no line
	OtherBranch   string             `json:"otherBranch,omitempty"` // the branch, only for a stale or orphaned thread while another one is checked out
	AnchorState   thread.AnchorState `json:"anchorState"`
	Unseen        bool               `json:"unseen"`           // a person's message that the asking agent (for other callers: any agent) has not read
	Unread        bool               `json:"unread,omitempty"` // an agent spoke last, and the asking person has not read it
	Archived      bool               `json:"archived,omitempty"`
	Deleted       bool               `json:"deleted,omitempty"`
	Worktree      string             `json:"worktree,omitempty"`  // name of the linked worktree in which the thread was made, "" for the main one
	Foreign       bool               `json:"-"`                   // it belongs to another worktree that shares this store
	Elsewhere     bool               `json:"elsewhere,omitempty"` // only a list of all worktrees has it: its code is in another worktree
	Busy          bool               `json:"-"`                   // another session works on it, so that the asking agent need not
	Placement     thread.Placement   `json:"placement"`
	Quote         []string           `json:"quote,omitempty"`         // first lines of the code: the present code, or the original code when the thread is not anchored
	QuoteMore     int                `json:"quoteMore,omitempty"`     // how many lines follow them
	UnreadReplies []thread.Reply     `json:"unreadReplies,omitempty"` // replies of the other side that are new to the caller; only for unseen, and for what awaits a person
	PlanNow       *thread.PlanNow    `json:"planNow,omitempty"`       // where the lines of a thread on a plan are in a newer version
	Receipt       *thread.Receipt    `json:"receipt,omitempty"`       // how far a person's newest message has come; only for a person, or that an agent works on the thread
}

// Where returns the thread's current location. For a thread that lost its place it is the file alone, never a line that
// may be wrong.
func (v *ThreadView) Where() thread.Where {
	out := v.Placement.Where(v.Target, v.Side)
	out.File, out.Response, out.PlanNow = cmp.Or(out.File, v.File), v.Response, v.PlanNow
	return out
}

// Why returns why the thread is not anchored; "" when it is. The branch is added here, as it is not part of a placement.
func (v *ThreadView) Why() string {
	if v.OtherBranch == "" || v.Placement.Reason == "" {
		return v.Placement.Reason
	}
	return v.Placement.Reason + "; the thread is from branch " + v.OtherBranch
}

// ThreadDetail is one whole thread.
type ThreadDetail struct {
	ThreadView
	Anchor          *thread.Anchor       `json:"anchor,omitempty"` // the latest description, from the author or from a manual move
	Reanchored      int                  `json:"reanchored,omitempty"`
	EditedAt        *time.Time           `json:"editedAt,omitempty"`
	AgentLastSeenAt *time.Time           `json:"agentLastSeenAt,omitempty"`
	SeenBy          map[string]time.Time `json:"seenBy,omitempty"`
	ImportedFrom    string               `json:"importedFrom,omitempty"`
	Linter          bool                 `json:"linter,omitempty"`  // it began as a finding in a linter's report
	Span            *thread.Span         `json:"span,omitempty"`    // of a thread on a response
	Choices         []string             `json:"choices,omitempty"` // the choices that the first message offers the person
	Thread          []thread.Reply       `json:"thread"`
	Code            *Code                `json:"code,omitempty"` // the code around the present place
	Suggestions     []Suggestion         `json:"suggestions,omitempty"`
	Images          []Image              `json:"images,omitempty"` // the images in its messages
	CheckedAt       time.Time            `json:"checkedAt"`
	Stored          *thread.Thread       `json:"-"`
}

// Image is an image that a message shows as ![name](consider:id).
type Image struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Type  string `json:"type,omitempty"`  // image/png, image/jpeg, image/gif or image/webp; "" when the store has no such image
	Bytes int    `json:"bytes,omitempty"` // its size
	Path  string `json:"path,omitempty"`  // a file with the image, relative to the project; "" when none could be written
}

// Suggestion is a replacement for the thread's lines that a message proposes.
type Suggestion struct {
	N       int           `json:"n"`                 // from 1, over all messages
	Reply   string        `json:"reply,omitempty"`   // the reply that has it, "" for the first message
	State   suggest.State `json:"state"`             // whether it can be applied now
	Text    []string      `json:"text"`              // its lines
	Diff    string        `json:"diff,omitempty"`    // the change that applying it would make now
	Applied bool          `json:"applied,omitempty"` // a person has applied it
	Version string        `json:"version"`           // of its lines: an edited suggestion has another

	AppliedBy string    `json:"appliedBy,omitempty"` // the person's name, "" if unknown
	AppliedAt time.Time `json:"appliedAt,omitzero"`
	Before    []string  `json:"before,omitempty"` // the lines that were replaced when it was applied
	After     []string  `json:"after,omitempty"`  // the lines that replaced them
}

// Fits reports whether the suggestion can be applied now. With merged, changed lines are allowed too.
func (s *Suggestion) Fits(merged bool) bool {
	return s.State == suggest.Applies || s.State == suggest.Moved || merged && s.State == suggest.Changed
}

// Code is a section of a file.
type Code struct {
	File      string   `json:"file"`
	StartLine int      `json:"startLine"` // 1-based line number of the first of Lines
	Lines     []string `json:"lines"`
	Cut       bool     `json:"cut,omitempty"`  // long lines were shortened
	More      int      `json:"more,omitempty"` // number of lines omitted at the end
}

// ViewOf returns the view of a thread, from its row and its current place. Unseen is about agent; dir is the folder
// that the thread is in.
func ViewOf(r *thread.Row, p Result, agent, dir string) ThreadView {
	return ThreadView{
		Summary: r.Summary, Line: r.Start, OtherBranch: p.otherBranch, AnchorState: p.Place.AnchorState, Unseen: r.Unseen(agent),
		Worktree: r.Worktree, Archived: dir == thread.Archived, Deleted: dir == thread.Deleted,
		Placement: p.Place, Quote: p.Quote, QuoteMore: unquotedLines(r, p),
	}
}

// unquotedLines returns how many lines of a thread's place are not quoted.
func unquotedLines(r *thread.Row, p Result) int {
	start, end := p.Place.StartLine, p.Place.EndLine
	if start == 0 {
		start, end = r.Start, r.End
	}
	if r.Shape != thread.OnLines || start == 0 || len(p.Quote) == 0 {
		return 0
	}
	return max(0, end-start+1-len(p.Quote))
}
