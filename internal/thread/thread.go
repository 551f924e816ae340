package thread

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"consider/internal/agents"
	"consider/internal/extra"
	"consider/internal/fail"
)

// Version is the version of the thread's JSON form.
const Version = 1

// Thread is a conversation about one place. It is stored as one JSON blob; see docs/internals/format.md.
type Thread struct {
	Version       int           `json:"version"`
	ID            string        `json:"id"` // c_ and 8 lower-case hex digits
	Target        Target        `json:"target"`
	File          string        `json:"file,omitempty"` // slash-separated, relative to the project's root
	Side          Side          `json:"side,omitempty"`
	Worktree      string        `json:"worktree,omitempty"` // name of the linked worktree, "" for the main one
	Branch        string        `json:"branch,omitempty"`   // branch checked out when the thread was made
	Labels        []string      `json:"labels,omitempty"`   // sorted, unique
	Anchor        *Anchor       `json:"anchor,omitempty"`   // never overwritten
	Reanchored    []Reanchor    `json:"reanchored,omitempty"`
	Span          *Span         `json:"span,omitempty"` // of an agent's answer, instead of file and anchor
	WorkflowState WorkflowState `json:"workflowState"`
	Proposal      *Proposal     `json:"proposal,omitempty"`
	CreatedAt     time.Time     `json:"createdAt"`
	EditedAt      *time.Time    `json:"editedAt,omitempty"`
	Author        AuthorKind    `json:"author"`
	AuthorName    string        `json:"authorName,omitempty"`
	Body          string        `json:"body"`
	Fingerprint   string        `json:"fingerprint,omitempty"` // of the project's files when a person wrote the first message
	Choices       []string      `json:"choices,omitempty"`     // that the first message, an agent's question, offers the human
	Approval      bool          `json:"approval,omitempty"`    // Body is the text of an approval of the whole review
	Linter        bool          `json:"linter,omitempty"`      // Body is a finding in a linter's report
	Flag          *Flag         `json:"flag,omitempty"`        // an agent wants the human to read these lines
	Concern       *Concern      `json:"concern,omitempty"`     // the thread is a finding, which Body reports

	AgentLastSeenAt *time.Time           `json:"agentLastSeenAt,omitempty"`
	SeenBy          map[string]time.Time `json:"seenBy,omitempty"`   // agent's name -> when
	SeenUpTo        map[string]string    `json:"seenUpTo,omitempty"` // agent's name -> id of the last entry it saw
	ImportedFrom    string               `json:"importedFrom,omitempty"`

	Applied []Applied `json:"applied,omitempty"` // suggestions that a person put into the file, oldest first
	Replies []Reply   `json:"thread"`

	Unknown extra.Fields `json:",embed"`
}

// Reply is one message after the first.
type Reply struct {
	ID         string     `json:"id"` // r_ and 8 lower-case hex digits
	Author     AuthorKind `json:"author"`
	AuthorName string     `json:"authorName,omitempty"`
	Body       string     `json:"body"`
	CreatedAt  time.Time  `json:"createdAt"`
	EditedAt   *time.Time `json:"editedAt,omitempty"`
	DeletedAt  *time.Time `json:"deletedAt,omitempty"` // its text was removed; Body says so
	Outcome    Outcome    `json:"outcome,omitempty"`
	// Unchanged says that the outcome is claimed, but the project is as it was at the last message of the person that
	// the agent had been given. It is known only when the agent replies.
	Unchanged   bool     `json:"unchanged,omitempty"`
	Proof       Proof    `json:"proof,omitempty"`       // changes that bear out the claim, compared when the agent replies
	Fingerprint string   `json:"fingerprint,omitempty"` // of the project's files when a person wrote this, or an agent claimed to have changed them
	Choices     []string `json:"choices,omitempty"`     // that an agent's question offers the human
	Choice      string   `json:"choice,omitempty"`      // the human's choice among those of the question before
	Concern     *Concern `json:"concern,omitempty"`     // one more report of the problem, by another finder
	Stance      Stance   `json:"stance,omitempty"`
	// AuthorRead is how many of the thread's first entries the agent that wrote this is known to have been given
	// before. It is 0 for a person, whose marks are private, and nil in replies of earlier versions.
	AuthorRead *int `json:"authorRead,omitempty"`
	// Worktree is the name of the worktree in which an agent wrote this, if it is not the thread's; "" is the main one.
	Worktree *string `json:"worktree,omitempty"`

	Unknown extra.Fields `json:",embed"`
}

// Flag is an agent's claim that lines should be read. It is a claim like all that agents write: it hides nothing.
type Flag struct {
	Kind FlagKind `json:"kind"`
	Step int      `json:"step,omitempty"` // its place in the agent's order; 0 for none

	Unknown extra.Fields `json:",embed"`
}

// MarshalJSON writes unknown fields back, for every encoder.
func (f Flag) MarshalJSON() ([]byte, error) {
	type plain Flag
	return extra.Marshal((*plain)(&f))
}

// NothingChanged is the meaning of Unchanged, in words for readers other than the person.
const NothingChanged = "nothing in the project changed since the human's message"

// Proposal is an agent's wish to resolve a thread that only a person may resolve (the setting "resolve").
type Proposal struct {
	By string    `json:"by"`
	At time.Time `json:"at"`

	Unknown extra.Fields `json:",embed"`
}

// Applied is a suggestion of the thread that a person put into its file.
type Applied struct {
	N         int       `json:"n"` // which of the thread's suggestions, from 1
	ByName    string    `json:"byName,omitempty"`
	At        time.Time `json:"at"`
	File      string    `json:"file"`
	StartLine int       `json:"startLine"`          // first line of After in the changed file
	FromLine  int       `json:"fromLine,omitempty"` // first line of Before in the original file, if different
	Before    []string  `json:"before"`             // the lines that it replaced
	After     []string  `json:"after"`              // the lines that replaced them
	// Cut is the removed text in bytes, with the end of the line above if that was removed too. It is set only if
	// putting back the lines of Before alone would restore other line ends.
	Cut  string `json:"cut,omitempty"`
	Blob string `json:"blob"` // git blob id of the whole file with After

	Unknown extra.Fields `json:",embed"`
}

// MarshalJSON writes unknown fields back, for every encoder.
func (a Applied) MarshalJSON() ([]byte, error) {
	type plain Applied
	return extra.Marshal((*plain)(&a))
}

// Message is one of the messages of a thread.
type Message struct {
	Reply string // "" for the first one
	Body  string
	At    time.Time // when it was written or last edited
	By    Author

	Concern *Concern // as in [Thread] and [Reply]
}

// Messages returns the first message and the replies, in order.
func (t *Thread) Messages() []Message {
	out := []Message{{"", t.Body, last(t.CreatedAt, t.EditedAt), Author{t.Author, t.AuthorName}, t.Concern}}
	for _, r := range t.Replies {
		out = append(out, Message{r.ID, r.Body, last(r.CreatedAt, r.EditedAt), Author{r.Author, r.AuthorName}, r.Concern})
	}
	return out
}

// Entry returns the position of an entry of the thread: 0 for the body, i for the i-th reply (from 1), or -1 if the
// thread does not have it. Entries are ordered by their place in the thread, never by time.
func (t *Thread) Entry(id string) int {
	if id == t.ID {
		return 0
	}
	i := slices.IndexFunc(t.Replies, func(r Reply) bool { return r.ID == id })
	if i < 0 {
		return -1
	}
	return i + 1
}

// EntryID returns the id of the entry at a position.
func (t *Thread) EntryID(i int) string {
	if i == 0 {
		return t.ID
	}
	return t.Replies[i-1].ID
}

func last(made time.Time, edited *time.Time) time.Time { return *cmp.Or(edited, &made) }

// Reanchor is a place given by hand, after the anchor lost its own. The last one counts; undoing it restores the one
// before.
type Reanchor struct {
	File   string     `json:"file"`
	Anchor Anchor     `json:"anchor"`
	At     time.Time  `json:"at"`
	By     AuthorKind `json:"by"`
	ByName string     `json:"byName,omitempty"`
	Gone   bool       `json:"gone,omitempty"` // the lines were marked as gone; the place is the one before

	Unknown extra.Fields `json:",embed"`
}

// SaidGone reports whether the thread's lines were marked as gone, and no place was given since.
func (t *Thread) SaidGone() bool {
	n := len(t.Reanchored)
	return n > 0 && t.Reanchored[n-1].Gone
}

// Place returns the current file and anchor, and whether they were given by hand.
func (t *Thread) Place() (file string, a *Anchor, manual bool) { return t.PlaceBefore(0) }

// PlaceBefore returns what Place did before the thread was put elsewhere for the last n times.
func (t *Thread) PlaceBefore(n int) (file string, a *Anchor, manual bool) {
	if n = len(t.Reanchored) - n; n > 0 {
		return t.Reanchored[n-1].File, &t.Reanchored[n-1].Anchor, true
	}
	return t.File, t.Anchor, false
}

// MarshalJSON writes unknown fields back, for every encoder.
func (r Reply) MarshalJSON() ([]byte, error) {
	type plain Reply
	return extra.Marshal((*plain)(&r))
}

// Encode returns the stored form of a thread.
func Encode(t *Thread) ([]byte, error) {
	t.Replies = OrEmpty(t.Replies)
	data, err := extra.Document(t)
	if err != nil {
		return nil, fmt.Errorf("encode thread %q: %w", t.ID, err)
	}
	return data, nil
}

// Decode reads a stored thread and checks the properties that the rest of the package relies on. The error wraps
// [fail.ErrCorrupt] or [fail.ErrNewer].
func Decode(data []byte, id string) (*Thread, error) {
	var t Thread
	err := extra.Unmarshal(data, &t)
	if err != nil || t.Version > Version {
		if err := checkVersion(data, id); err != nil {
			return nil, err
		}
	}
	if err != nil {
		return nil, fmt.Errorf("thread %q: %w: %w", id, fail.ErrCorrupt, err)
	}
	if err := t.check(id); err != nil {
		return nil, fmt.Errorf("thread %q: %w: %w", id, fail.ErrCorrupt, err)
	}
	t.joinMarks()
	return &t, nil
}

// joinMarks puts the marks under former names of an agent under its present one.
func (t *Thread) joinMarks() {
	for name, id := range t.SeenUpTo {
		now := agents.Present(name)
		if now == name {
			continue
		}
		delete(t.SeenUpTo, name)
		if t.Entry(id) >= t.Entry(t.SeenUpTo[now]) {
			t.SeenUpTo[now] = id
		}
	}
	for name, at := range t.SeenBy {
		if now := agents.Present(name); now != name {
			delete(t.SeenBy, name)
			if at.After(t.SeenBy[now]) {
				t.SeenBy[now] = at
			}
		}
	}
}

func (t *Thread) check(id string) error {
	switch {
	case t.ID != id:
		return fmt.Errorf("invalid ID %q", t.ID)
	case !IsWord(string(t.WorkflowState)):
		return fmt.Errorf("invalid workflow state %q", t.WorkflowState)
	case !IsWord(string(t.Target)):
		return fmt.Errorf("invalid target %q", t.Target)
	case t.Side != "" && !IsWord(string(t.Side)):
		return fmt.Errorf("invalid side %q", t.Side)
	case !IsWord(string(t.Author)):
		return fmt.Errorf("invalid author %q", t.Author)
	}
	for _, r := range t.Replies {
		if !IsID(r.ID, ReplyPrefix) {
			return fmt.Errorf("invalid reply ID %q", r.ID)
		}
	}
	if t.Target == OnResponse && (t.Span == nil || !IsWord(string(t.Span.Mark))) {
		return fmt.Errorf("missing location in the response")
	}
	file, a, _ := t.Place()
	if t.Target == OnLines && (a == nil || a.StartLine < 1 || a.EndLine < a.StartLine) {
		return fmt.Errorf("missing location in the file")
	}
	if (t.Target == OnLines || t.Target == OnFile) && !SafePath(file) {
		return fmt.Errorf("invalid path %q", file)
	}
	return nil
}

// maxWord is the maximum length in bytes of a stored word, such as a state.
const maxWord = 64

// IsWord reports whether s can be such a word: one that is safe in a heading, a header and a class name.
func IsWord(s string) bool {
	return s != "" && len(s) <= maxWord && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == ""
}

// NewerError returns the error for stored data of a higher version than this consider knows.
func NewerError(what string, have, know int) error {
	return fmt.Errorf("%s was %w: it has format version %d; this version of consider supports up to %d", what, fail.ErrNewer, have, know)
}

// VersionIn returns the version of a stored JSON object, or 0 if it has none. Nothing else is decoded, as an object of
// a newer version may have a different form.
func VersionIn(data []byte) int {
	var v struct {
		VersionIn int `json:"version"`
	}
	_ = json.Unmarshal(data, &v) // an error leaves it 0
	return v.VersionIn
}

// checkVersion returns an error for a thread of a newer version.
func checkVersion(data []byte, id string) error {
	if v := VersionIn(data); v > Version {
		return NewerError(fmt.Sprintf("thread %q", id), v, Version)
	}
	return nil
}
