package thread

import (
	"strings"

	"consider/internal/enum"
)

// Target says what a thread is about.
type Target string

// The targets.
const (
	OnLines    Target = "lines"
	OnFile     Target = "file"
	OnReview   Target = "review"
	OnResponse Target = "response"
)

var targets = enum.Set{Stored: true, Values: []enum.Value{
	{Name: string(OnLines), Word: "Lines", Says: "lines of one file"},
	{Name: string(OnFile), Word: "File", Says: "a file as a whole"},
	{Name: string(OnReview), Word: "Review", Says: "the whole review"},
	{Name: string(OnResponse), Word: "Response", Says: "part of an agent's response"},
}}

// Enum returns the targets that this version knows.
func (Target) Enum() enum.Set { return targets }

// Side says which text of a diff a thread is on.
type Side string

// The sides.
const (
	New Side = "new"
	Old Side = "old"
)

var sides = enum.Set{Stored: true, Values: []enum.Value{
	{Name: string(New), Word: "New", Says: "the file in your working copy"},
	{Name: string(Old), Word: "Old", Says: "the file in HEAD, for deleted lines"},
}}

// Enum returns the sides that this version knows.
func (Side) Enum() enum.Set { return sides }

// WorkflowState says whether a thread needs attention.
type WorkflowState string

// The workflow states.
const (
	Open     WorkflowState = "open"
	Resolved WorkflowState = "resolved"
)

var workflowStates = enum.Set{Stored: true, Values: []enum.Value{
	{Name: string(Open), Word: "Open", Says: "needs attention"},
	{Name: string(Resolved), Word: "Resolved", Says: "done", Badge: "done"},
}}

// Enum returns the workflow states that this version knows.
func (WorkflowState) Enum() enum.Set { return workflowStates }

func isDue(state WorkflowState, approval bool, replies int) bool {
	return state != Resolved && (!approval || replies > 0)
}

// AuthorKind says whether an author is a human or an agent.
type AuthorKind string

// The kinds of author.
const (
	Human AuthorKind = "human"
	Agent AuthorKind = "agent"
)

var authorKinds = enum.Set{Stored: true, Values: []enum.Value{
	{Name: string(Human), Word: "Human", Says: "a human"},
	{Name: string(Agent), Word: "Agent", Says: "a coding agent, or a program that does not identify itself", Badge: "agent"},
}}

// Enum returns the kinds of author that this version knows.
func (AuthorKind) Enum() enum.Set { return authorKinds }

// Outcome says what an agent did about the thread it replies to.
type Outcome string

// The outcomes of a reply. An outcome that no code refers to needs no constant, only its entry in the list.
const (
	Addressed Outcome = "addressed"
	Answered  Outcome = "answered"
	Declined  Outcome = "declined"
	Blocked   Outcome = "blocked"
)

var outcomes = enum.Set{Stored: true, Values: []enum.Value{
	{Name: string(Addressed), Word: "Addressed", Says: "the code was changed", Badge: "good"},
	{Name: string(Answered), Word: "Answered", Says: "no change was needed", Badge: "good"},
	{Name: string(Declined), Word: "Declined", Says: "it will not be done", Badge: "bad"},
	{Name: string(Blocked), Word: "Blocked", Says: "it cannot be done yet", Badge: "bad"},
}}

// Enum returns the outcomes that this version knows.
func (Outcome) Enum() enum.Set { return outcomes }

// Proof says what changed between the person's message and an agent's claim that it changed the code. It is found by
// comparing the project's files, and is "" where they are not known.
type Proof string

// The proofs.
const (
	ChangedHere      Proof = "here"
	ChangedForm      Proof = "form"
	ChangedElsewhere Proof = "elsewhere"
	ChangedBefore    Proof = "before"
	ChangedNothing   Proof = "nothing"
)

var proofs = enum.Set{Stored: true, Values: []enum.Value{
	{Name: string(ChangedHere), Word: "Changed here", Says: "the thread's lines were changed", Badge: "good"},
	{Name: string(ChangedForm), Word: "Only spacing changed", Says: "of the thread's lines, only the spacing was changed", Badge: "stale"},
	{Name: string(ChangedElsewhere), Word: "Changed elsewhere", Says: "other lines were changed, not the thread's own", Badge: "quiet"},
	{Name: string(ChangedBefore), Word: "Changed before the message", Says: "the thread's lines were changed before the human's last message, and nothing since", Badge: "stale"},
	{Name: string(ChangedNothing), Word: "Nothing changed since the message", Says: "nothing in the project was changed since the human's message", Badge: "bad"},
}}

// Enum returns the proofs that this version knows.
func (Proof) Enum() enum.Set { return proofs }

// Text returns the proof in words, "" for one that this version does not know.
func (p Proof) Text() string {
	if !proofs.Has(string(p)) {
		return ""
	}
	return strings.ToLower(proofs.Value(string(p)).Word)
}

// Empty reports whether nothing bears out the claim.
func (p Proof) Empty() bool {
	return p == ChangedForm || p == ChangedBefore || p == ChangedNothing
}

// FlagKind says why an agent wants lines to be read.
type FlagKind string

// The kinds of flags.
const (
	FlagUnsure FlagKind = "unsure"
	FlagLook   FlagKind = "look"
)

var flagKinds = enum.Set{Stored: true, Values: []enum.Value{
	{Name: string(FlagUnsure), Word: "Unsure", Says: "the agent is unsure about these lines", Badge: "ask"},
	{Name: string(FlagLook), Word: "To read", Says: "the agent wants these lines to be read", Badge: "quiet"},
}}

// Enum returns the kinds of flags that this version knows.
func (FlagKind) Enum() enum.Set { return flagKinds }

// AnchorState says whether a thread's place is still known.
type AnchorState string

// The anchor states.
const (
	Anchored AnchorState = "anchored"
	Stale    AnchorState = "stale"
	Orphaned AnchorState = "orphaned"
)

var anchorStates = enum.Set{Values: []enum.Value{
	{Name: string(Anchored), Word: "Anchored", Says: "its location is known"},
	{Name: string(Stale), Word: "Stale", Says: "its file exists, but its lines were not found, or their location is uncertain", Badge: "stale"},
	{Name: string(Orphaned), Word: "Orphaned", Says: "its file is gone or cannot be read", Badge: "stale"},
}}

// Enum returns the anchor states.
func (AnchorState) Enum() enum.Set { return anchorStates }

// CodeEdited is shown next to the state of an anchored thread whose text is no longer the original one.
var CodeEdited = enum.Value{
	Name: "code edited", Word: "Code edited", Says: "its lines were found, but their text was edited", Badge: "quiet",
}

// PerhapsHere is shown next to the state of a thread whose place is uncertain.
var PerhapsHere = enum.Value{
	Name: "perhaps", Word: "Uncertain location", Says: "its location is uncertain: confirm it, or mark the thread stale", Badge: "stale",
}

// NotHere is shown next to the state of a thread whose file a sparse checkout omits.
var NotHere = enum.Value{
	Name: "not checked out here", Word: "Not checked out here", Says: "a sparse checkout omits its file; the lines are those in git's index", Badge: "quiet",
}

// Mark says what a person thinks of a part of an agent's response.
type Mark string

// The marks.
const (
	Keep Mark = "keep"
	Drop Mark = "drop"
)

var marks = enum.Set{Stored: true, Values: []enum.Value{
	{Name: string(Keep), Word: "Keep", Says: "it is valuable", Badge: "keep"},
	{Name: string(Drop), Word: "Drop", Says: "disregard or reconsider it", Badge: "drop"},
}}

// Enum is the marks that this version knows.
func (Mark) Enum() enum.Set { return marks }

// Words returns the text of a thread whose author left only the mark.
func (m Mark) Words() string {
	v := marks.Value(string(m))
	if v.Says == "" {
		return v.Word
	}
	return v.Word + " this: " + v.Says + "."
}
