package suggest

import (
	"slices"

	"consider/internal/enum"
	"consider/internal/gitdiff"
)

// State says whether a suggestion can be applied now.
type State string

// The states of a suggestion.
const (
	Applies State = "applies"         // the lines are those that its author saw
	Moved   State = "applies-moved"   // so they are, but elsewhere
	Changed State = "changed"         // they changed since: only a merge applies it
	Clash   State = "clash"           // both changed the same lines
	Already State = "applied-already" // the lines are as suggested
	Lost    State = "lost"            // the thread has no lines now, or it never had lines that can be replaced
)

var states = enum.Set{Values: []enum.Value{
	{Name: string(Applies), Says: "applies"},
	{Name: string(Moved), Says: "applies to the moved lines"},
	{Name: string(Changed), Says: "the lines have changed since; use --three-way to merge"},
	{Name: string(Clash), Says: "conflicts with later changes to the lines"},
	{Name: string(Already), Says: "already applied"},
	{Name: string(Lost), Says: "its lines were not found"},
}}

// Enum returns the states and their words.
func (State) Enum() enum.Set { return states }

// Words returns the state as people read it.
func (s State) Words() string { return states.Value(string(s)).Says }

// Fit compares a suggestion, text, with the lines that its author saw, then, and the current ones, now. It returns the
// new lines, or nil if the suggestion cannot be applied or already is. known is false if the lines that the author saw
// are not known.
func Fit(then, now, text []string, known, moved bool) (state State, what []string) {
	switch {
	case slices.Equal(now, text):
		return Already, nil
	case !known:
		return Clash, nil
	case slices.Equal(then, now) && moved:
		return Moved, text
	case slices.Equal(then, now):
		return Applies, text
	}
	if what = merge(then, now, text); what == nil {
		return Clash, nil
	}
	return Changed, what
}

// merge makes both changes of some lines; it returns nil if they touch.
func merge(base, ours, theirs []string) []string {
	a, b := gitdiff.Edits(base, ours), gitdiff.Edits(base, theirs)
	out := []string{}
	at := 0
	for len(a) > 0 || len(b) > 0 {
		var e gitdiff.Edit
		switch {
		case len(a) > 0 && len(b) > 0 && equal(a[0], b[0]):
			e, a, b = a[0], a[1:], b[1:]
		case len(a) > 0 && len(b) > 0 && touch(a[0], b[0]):
			return nil
		case len(b) == 0 || len(a) > 0 && a[0].Lo < b[0].Lo:
			e, a = a[0], a[1:]
		default:
			e, b = b[0], b[1:]
		}
		out = append(append(out, base[at:e.Lo]...), e.Lines...)
		at = e.Hi
	}
	return append(out, base[at:]...)
}

func equal(e, o gitdiff.Edit) bool {
	return e.Lo == o.Lo && e.Hi == o.Hi && slices.Equal(e.Lines, o.Lines)
}

// touch reports whether two edits overlap or have no line between them, so that their order is not known.
func touch(e, o gitdiff.Edit) bool { return e.Lo <= o.Hi && o.Lo <= e.Hi }
