package history

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"consider/gitstore"
	"consider/internal/enum"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// EventKind is the kind of an event.
type EventKind string

// The kinds of event. All but the last are commits of the store, under the name of their operation.
const (
	ThreadStarted     EventKind = "thread"
	Replied           EventKind = "reply"
	ThreadResolved    EventKind = "resolve"
	Reopened          EventKind = "reopen"
	Proposed          EventKind = "propose"
	Edited            EventKind = "edit"
	Labelled          EventKind = "label"
	Applied           EventKind = "apply" // a suggestion was applied to its file
	Reanchored        EventKind = "reanchor"
	Archived          EventKind = "archive"
	Unarchived        EventKind = "unarchive"
	ThreadDeleted     EventKind = "delete"
	Undeleted         EventKind = "undelete"
	CheckpointMade    EventKind = "checkpoint"
	CheckpointDeleted EventKind = "checkpoint-delete"
	Restored          EventKind = "restore"
	Undone            EventKind = "undo"
	Imported          EventKind = "import"
	Adopted           EventKind = "adopt"
	Configured        EventKind = "config"
	Marked            EventKind = "mark" // a span of an agent's answer; its threads include the marks it replaced
	Unmarked          EventKind = "unmark"
	Submitted         EventKind = "review" // a whole review, with a verdict and perhaps no thread
	PlanShown         EventKind = "plan"   // a version of a plan
	PlanDecided       EventKind = "plan-verdict"
	Seen              EventKind = "seen"
	Remembered        EventKind = "memory" // the memory was changed
	StoreMade         EventKind = "init"
	Recovered         EventKind = "recover"   // the newest state was lost, and what remained of it was restored
	Repaired          EventKind = "repair"    // older versions replaced what was damaged
	Placed            EventKind = "placement" // a file changed, and a thread is elsewhere; only watch emits it
)

// kinds gives the words of each kind for the middle of a sentence, between the author and the threads. A kind whose
// sentence is formed differently has none here.
var kinds = enum.Set{Stored: true, Values: []enum.Value{
	{Name: string(ThreadStarted), Says: "started"},
	{Name: string(Replied)},
	{Name: string(ThreadResolved), Says: "resolved"},
	{Name: string(Reopened), Says: "reopened"},
	{Name: string(Proposed), Says: "proposed to resolve"},
	{Name: string(Edited)},
	{Name: string(Labelled), Says: "changed the labels of"},
	{Name: string(Applied), Says: "applied a suggestion from"},
	{Name: string(Reanchored)},
	{Name: string(Archived), Says: "archived"},
	{Name: string(Unarchived), Says: "unarchived"},
	{Name: string(ThreadDeleted), Says: "deleted"},
	{Name: string(Undeleted), Says: "undeleted"},
	{Name: string(CheckpointMade)},
	{Name: string(CheckpointDeleted)},
	{Name: string(Restored)},
	{Name: string(Undone)},
	{Name: string(Imported), Says: "imported"},
	{Name: string(Adopted), Says: "adopted"},
	{Name: string(Configured)},
	{Name: string(Marked), Says: "marked"},
	{Name: string(Unmarked), Says: "removed the mark"},
	{Name: string(Submitted)},
	{Name: string(PlanShown)},
	{Name: string(PlanDecided)},
	{Name: string(Seen), Says: "read"},
	{Name: string(Remembered)},
	{Name: string(StoreMade)},
	{Name: string(Recovered)},
	{Name: string(Repaired)},
	{Name: string(Placed)},
}}

// Enum returns the kinds that this version knows.
func (EventKind) Enum() enum.Set { return kinds }

// opAdd is the operation that starts a thread. It is the only one whose event has another name.
const opAdd = "add"

// Event is something that happened to the review. Its words are in [Event.Words].
type Event struct {
	Cursor      string             `json:"cursor"` // the store's commit that it is, or at which it was found
	At          time.Time          `json:"at"`
	Kind        EventKind          `json:"kind"`
	By          Who                `json:"by,omitzero"` // empty for init and placement
	Threads     []string           `json:"threads,omitempty"`
	Reply       string             `json:"reply,omitempty"` // the reply that was added or edited
	Outcome     thread.Outcome     `json:"outcome,omitempty"`
	Stance      thread.Stance      `json:"stance,omitempty"`
	Choice      string             `json:"choice,omitempty"`      // the answer that a person chose to an agent's question
	Resolved    bool               `json:"resolved,omitempty"`    // the reply also resolved the thread
	Place       string             `json:"place,omitempty"`       // of the only thread: where it was put; for placement, where it is
	Was         string             `json:"was,omitempty"`         // where it was before; only for placement
	File        string             `json:"-"`                     // the file of Place
	WasFile     string             `json:"-"`                     // the file of Was
	AnchorState thread.AnchorState `json:"anchorState,omitempty"` // for placement, and for a reanchor that marked the lines as gone
	Body        string             `json:"body,omitempty"`        // first line of the message, at most 200 bytes
	Whole       bool               `json:"-"`                     // Body is the whole message, of the only thread
	Checkpoint  string             `json:"checkpoint,omitempty"`
	Review      string             `json:"review,omitempty"`   // id of the submission; only for review
	Verdict     Verdict            `json:"verdict,omitempty"`  // only for review; a review without threads and body had no comments
	Undoes      string             `json:"undoes,omitempty"`   // cursor of the event that was undone
	Redo        bool               `json:"redo,omitempty"`     // an undo was undone
	Worktree    string             `json:"worktree,omitempty"` // linked worktree that shares the store, in which it was made
	Claimed     bool               `json:"claimed,omitempty"`  // only --as human says that it was a person
	What        string             `json:"what,omitempty"`     // for undo: the undone change, in words; for config: the setting; for recover and repair, and an import without threads: how much; for memory: the command and its path; for a plan: its id, version and words
}

// Who is an author as an event names it.
type Who struct {
	Kind thread.AuthorKind `json:"kind"`
	Name string            `json:"name,omitempty"`
}

// EventOf reads an event from the commit alone; [History.Detail] adds the parts that need the threads.
func EventOf(c gitstore.Commit) Event {
	e := Event{Cursor: c.ID.String(), At: c.When.UTC(), By: WhoOf(c.AuthorName)}
	for _, t := range c.Trailers {
		switch t.Key {
		case "Consider-Op":
			e.Kind = EventKind(t.Value)
		case "Consider-Thread":
			e.Threads = append(e.Threads, t.Value)
		case "Consider-Checkpoint":
			e.Checkpoint = t.Value
		case SubmissionTrailer:
			e.Review = t.Value
		case VerdictTrailer:
			e.Verdict = Verdict(t.Value)
		case session.ClaimTrailer:
			e.Claimed = true
		case session.WorktreeTrailer:
			e.Worktree = t.Value
		case UndoesTrailer:
			e.Undoes = t.Value
		case MemoryTrailer:
			e.What = t.Value
		}
	}
	switch e.Kind {
	case "":
		first, _, _ := strings.Cut(c.Subject, " ")
		e.Kind = EventKind(first)
	case opAdd:
		e.Kind = ThreadStarted
	case Configured, Recovered, Repaired, PlanShown, PlanDecided:
		_, e.What, _ = strings.Cut(c.Subject, " ")
	case Imported:
		if len(e.Threads) == 0 {
			_, e.What, _ = strings.Cut(c.Subject, " ")
		}
	}
	return e
}

// WhoOf parses the author of a commit, as session.Change.Meta wrote it.
func WhoOf(signature string) Who {
	kind, name, named := strings.Cut(signature, ":")
	if k := thread.AuthorKind(kind); thread.IsWord(kind) && (named || k == thread.Human || k == thread.Agent) { // otherwise it is git's own: only a name
		return Who{k, strings.TrimSpace(name)}
	}
	return Who{}
}

// Is reports whether a is that author. Git keeps a name on one line, without < and >.
func (w Who) Is(a thread.Author) bool {
	a.Name = strings.Join(strings.Fields(words.OneLine(a.Name)), " ")
	return w.Kind == a.Kind && (w.Name == a.Name || thread.Author(w).MarkName() == a.MarkName())
}

// setBody sets the message of the event.
func (e *Event) setBody(body string) {
	e.Body = words.Headline(body)
	e.Whole = e.Body == body && len(e.Threads) == 1
}

// HasMessages reports whether the event brought messages.
func (e *Event) HasMessages() bool {
	return e.Kind == ThreadStarted || e.Kind == Replied || e.Kind == Imported
}

// Hidden reports whether the reader of a state of the store gets none of the event's threads.
func (e *Event) Hidden(st *session.Snapshot) bool {
	return len(e.Threads) > 0 && !slices.ContainsFunc(e.Threads, func(id string) bool { return !st.Hides(id) })
}

func (e *Event) about(id string) bool { return slices.Contains(e.Threads, id) }

// Quiet reports events that say nothing about the review itself: an agent has read something, or the store was created.
func (e *Event) Quiet() bool { return e.Kind == Seen || e.Kind == StoreMade }

// recoveredNothing reports that a state was lost and nothing of it remained, so there is nothing to undo.
func (e *Event) recoveredNothing() bool {
	return e.Kind == Recovered && strings.HasPrefix(e.What, gitstore.NothingOf)
}

// String names the author for a sentence. It adds the kind if the name suggests another kind.
func (w Who) String() string {
	switch expected := session.IsAgents(w.Name) == (w.Kind == thread.Agent); {
	case w.Name != "" && w.Kind != "" && !expected:
		return fmt.Sprintf("%s (%s)", w.Name, w.Kind)
	case w.Name != "":
		return w.Name
	case w.Kind == thread.Agent:
		return "an agent"
	case w.Kind == thread.Human:
		return "the human"
	case w.Kind != "":
		return string(w.Kind)
	}
	return "someone"
}

const maxNamed = 5 // threads that a sentence names

// threadWords names the event's threads in a sentence or, if it has none, what else it is about.
func (e *Event) threadWords() string {
	switch n := len(e.Threads); {
	case n == 0:
		return cmp.Or(e.What, "no thread")
	case n == 1:
		return e.Threads[0]
	case n <= maxNamed:
		return words.Plural(n, "thread") + " (" + strings.Join(e.Threads, ", ") + ")"
	default:
		return fmt.Sprintf("%s (%s and %d more)", words.Plural(n, "thread"), strings.Join(e.Threads[:maxNamed], ", "), n-maxNamed)
	}
}

// The operation and the trailer of commits that change the memory.
const (
	OpMemory      = "memory"
	MemoryTrailer = "Consider-Memory"
)

// Verdict is a reviewer's decision on the whole change.
type Verdict string

// The verdicts.
const (
	Commented       Verdict = "comment"
	Approved        Verdict = "approve"
	RequestsChanges Verdict = "request_changes"
)

var verdicts = enum.Set{Stored: true, Values: []enum.Value{
	{Name: string(Commented), Word: "Comment", Says: "general feedback, without a verdict"},
	{Name: string(Approved), Word: "Approve", Says: "the changes are fine; comments are only notes"},
	{Name: string(RequestsChanges), Word: "Request changes", Says: "the comments must be addressed"},
}}

// Enum returns the verdicts that this version knows.
func (Verdict) Enum() enum.Set { return verdicts }

// Trailers of the commit of a submitted review.
const (
	VerdictTrailer    = "Consider-Verdict"
	SubmissionTrailer = "Consider-Review"
)

// PlanWords describes the subject of a plan's event: a version, and the first words of it or of the decision.
func PlanWords(id string, version int, said string) string {
	out := fmt.Sprintf("%s, version %d", id, version)
	if said = strings.TrimSpace(said); said != "" {
		out += ": " + words.Headline(said)
	}
	return out
}

// UndoesTrailer names the commit that an undo reversed.
const UndoesTrailer = "Consider-Undoes"
