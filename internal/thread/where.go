package thread

import (
	"strings"

	"consider/internal/words"
)

// Where is the current or original place of a thread, as far as it is known. Its methods describe the place in words.
type Where struct {
	Target     Target
	Side       Side
	File       string       // "" if it is not on a file
	Start, End int          // 0 if it is not on lines, or they are uncertain
	From       string       // for the old side: the source of the lines, "" for HEAD
	Response   *ResponseRef // for a thread on an agent's response or a plan
	PlanNow    *PlanNow     // for a thread on an older version of a plan
}

// String describes the place in the same words on every surface: src/auth.go:45-47, HEAD:src/auth.go:45 for lines that
// were removed, 1b2c3d4e:src/auth.go:45 if HEAD never had them, src/auth.go, the whole review. The result contains text
// of others: the caller makes it safe before printing.
func (w Where) String() string {
	switch {
	case w.Response != nil && w.Response.Plan != nil:
		return w.Response.Plan.with(w.PlanNow)
	case w.Response != nil:
		return w.Response.String()
	case w.File == "" && w.Target == OnReview:
		return targets.Value(string(OnReview)).Says
	case w.File == "":
		return string(w.Target)
	}
	out := ""
	if !w.Target.Known() {
		out = string(w.Target) + " "
	}
	switch {
	case w.Side == Old:
		out += shortSideName(w.From) + ":"
	case !w.Side.Known():
		out += string(w.Side) + ":"
	}
	if w.Start > 0 {
		return out + words.LineRange(w.File, w.Start, w.End)
	}
	return out + w.File
}

// shortSideName returns the short name of an old side; a commit is named by the first digits of its id.
func shortSideName(from string) string {
	switch {
	case from == "":
		return "HEAD"
	case len(from) >= 40:
		return from[:8]
	}
	return from
}

// Subject returns the place for the subject of a stored commit, without a side. Its wording must not change, as it
// determines the commit's id.
func (w Where) Subject() string {
	if w.File == "" && w.Response == nil {
		return string(w.Target)
	}
	w.Target, w.Side = OnFile, New
	return w.String()
}

// Described returns w on the lines that an anchor describes, or w itself if a is nil.
func (w Where) Described(a *Anchor) Where {
	if a != nil {
		w.Start, w.End = a.StartLine, a.EndLine
	}
	return w
}

// Where returns where the thread was put by its author or, later, by hand.
func (r *Row) Where() Where {
	out := Where{Target: r.Target, Side: r.Side, From: r.Base.From, Response: r.Response}
	switch r.Shape {
	case OnLines:
		out.File, out.Start, out.End = r.File, r.Start, r.End
	case OnFile:
		out.File = r.File
	}
	return out
}

// Where returns where a thread of that target and side is, according to the placement.
func (p Placement) Where(target Target, side Side) Where {
	return Where{Target: target, Side: side, File: p.File, Start: p.StartLine, End: p.EndLine, From: p.From}
}

// State returns the placement's state in words: anchored, stale, orphaned, or "anchored, uncertain location, code
// edited".
func (p Placement) State() string {
	out := string(p.AnchorState)
	if p.Perhaps {
		out += ", " + strings.ToLower(PerhapsHere.Word)
	}
	if p.NotCheckedOut {
		out += ", " + NotHere.Name
	}
	if p.Edited {
		out += ", " + CodeEdited.Name
	}
	return out
}
