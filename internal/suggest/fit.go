package suggest

import (
	"slices"

	"github.com/pmezard/go-difflib/difflib"

	"consider/internal/enum"
)

// State says whether a suggestion can be applied now.
type State string

// The states of a suggestion.
const (
	Applies State = "applies"         // the lines are what its author saw
	Moved   State = "applies-moved"   // they are, and stand elsewhere
	Changed State = "changed"         // they changed since: only a merge applies it
	Clash   State = "clash"           // both changed the same lines
	Already State = "applied-already" // the lines are as it says
	Lost    State = "lost"            // the thread has no lines now, or it never had lines that can be replaced
)

var states = enum.Set{Values: []enum.Value{
	{Name: string(Applies), Says: "applies"},
	{Name: string(Moved), Says: "applies, lines moved"},
	{Name: string(Changed), Says: "the lines changed since; --three-way merges"},
	{Name: string(Clash), Says: "the lines changed since, where it changes them"},
	{Name: string(Already), Says: "applied already"},
	{Name: string(Lost), Says: "its lines are lost"},
}}

// Enum is the states and their words.
func (State) Enum() enum.Set { return states }

// Words is the state as people read it.
func (s State) Words() string { return states.Value(string(s)).Says }

// Fit compares a suggestion with the lines as its author saw them and as they are now. what is what the lines would be;
// nil where nothing can be done. known is false where it is not known what the author saw.
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

// merge makes both changes of some lines; nil where they touch.
func merge(base, ours, theirs []string) []string {
	a, b := edits(base, ours), edits(base, theirs)
	out := []string{}
	at := 0
	for len(a) > 0 || len(b) > 0 {
		var e edit
		switch {
		case len(a) > 0 && len(b) > 0 && a[0].equal(b[0]):
			e, a, b = a[0], a[1:], b[1:]
		case len(a) > 0 && len(b) > 0 && a[0].touches(b[0]):
			return nil
		case len(b) == 0 || len(a) > 0 && a[0].lo < b[0].lo:
			e, a = a[0], a[1:]
		default:
			e, b = b[0], b[1:]
		}
		out = append(append(out, base[at:e.lo]...), e.lines...)
		at = e.hi
	}
	return append(out, base[at:]...)
}

// edit puts lines in place of lines lo to hi (exclusive).
type edit struct {
	lo, hi int
	lines  []string
}

func (e edit) equal(o edit) bool {
	return e.lo == o.lo && e.hi == o.hi && slices.Equal(e.lines, o.lines)
}

// touches reports whether two edits overlap or have no line between them: which of them comes first is then not known.
func (e edit) touches(o edit) bool { return e.lo <= o.hi && o.lo <= e.hi }

func edits(base, to []string) []edit {
	var out []edit
	for _, op := range difflib.NewMatcher(base, to).GetOpCodes() {
		if op.Tag != 'e' {
			out = append(out, edit{op.I1, op.I2, to[op.J1:op.J2]})
		}
	}
	return out
}
