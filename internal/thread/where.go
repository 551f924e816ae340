package thread

import (
	"strings"

	"consider/internal/words"
)

// Where is where a thread is, or was put: what of its place is known, to be said in words.
type Where struct {
	Target     Target
	Side       Side
	File       string       // "" where it is on none
	Start, End int          // 0 where no line is meant, or none is sure
	From       string       // of the old side: what has the lines, "" for HEAD
	Response   *ResponseRef // of a thread on an agent's answer
	PlanNow    *PlanNow     // of one on an older version of a plan
}

// String says it in the same words on every surface: src/auth.go:45-47, HEAD:src/auth.go:45 for lines that were removed,
// 1b2c3d4e:src/auth.go:45 where HEAD never had them, src/auth.go, the whole review. It holds words of others: the caller makes them safe before
// printing.
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
		out += shortFrom(w.From) + ":"
	case !w.Side.Known():
		out += string(w.Side) + ":"
	}
	if w.Start > 0 {
		return out + words.LineRange(w.File, w.Start, w.End)
	}
	return out + w.File
}

// shortFrom is what an old side is, in a word: a commit by the first digits of its id.
func shortFrom(from string) string {
	switch {
	case from == "":
		return "HEAD"
	case len(from) >= 40:
		return from[:8]
	}
	return from
}

// Subject is the place as the subject of a stored commit has it. It names no side, and its words stay: a commit's id is
// made of them.
func (w Where) Subject() string {
	if w.File == "" && w.Response == nil {
		return string(w.Target)
	}
	w.Target, w.Side = OnFile, New
	return w.String()
}

// Described is w on the lines that an anchor describes; on those it is on where a is nil.
func (w Where) Described(a *Anchor) Where {
	if a != nil {
		w.Start, w.End = a.StartLine, a.EndLine
	}
	return w
}

// Where is where the thread was put: by its author, or by hand since.
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

// Where is where a thread of that target and side is by the placement.
func (p Placement) Where(target Target, side Side) Where {
	return Where{Target: target, Side: side, File: p.File, Start: p.StartLine, End: p.EndLine, From: p.From}
}

// State is the placement's state in words: anchored, stale, orphaned, or "anchored, uncertain location, code edited".
func (p Placement) State() string {
	out := string(p.AnchorState)
	if p.Perhaps {
		out += ", " + strings.ToLower(PerhapsHere.Word)
	}
	if p.Edited {
		out += ", " + CodeEdited.Name
	}
	return out
}
