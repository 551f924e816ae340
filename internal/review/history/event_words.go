package history

import (
	"cmp"
	"fmt"
	"strings"

	"consider/internal/thread"
)

// WithPaths returns the event for a reader who sees files under other names than their paths from the project's root.
// in translates a place, of which file is a part.
func (e Event) WithPaths(in func(place, file string) string) Event {
	was := e.Place
	e.Place, e.Was = in(e.Place, e.File), in(e.Was, e.WasFile)
	if e.Kind == Undone && was != "" { // its words contain the place of the undone event
		e.What = strings.Replace(e.What, " on "+was, " on "+e.Place, 1)
		e.What = strings.Replace(e.What, " to "+was, " to "+e.Place, 1)
	}
	return e
}

// Words describes the event in one sentence: "Ann replied to c_9e3779b1 on src/a.go:45: "…"". The sentence contains
// text of others: the caller makes it safe before printing.
func (e Event) Words() string {
	out := e.sentence()
	if e.Body != "" && e.Body != e.Choice {
		out += fmt.Sprintf(`: "%s"`, e.Body)
	}
	return out
}

func (e *Event) sentence() string {
	by := e.By.String()
	if e.Claimed {
		by += " (--as human)"
	}
	if did := kinds.Value(string(e.Kind)).Says; did != "" {
		return by + " " + did + " " + e.threadWords() + e.onPlace()
	}
	switch e.Kind {
	case Replied:
		return by + e.replied()
	case Edited:
		if e.Reply != "" {
			return by + " edited " + e.Reply + " in " + e.threadWords() + e.onPlace()
		}
		return by + " edited " + e.threadWords() + e.onPlace()
	case Reanchored:
		if e.AnchorState == thread.Stale {
			return by + " marked " + e.threadWords() + e.onPlace() + " as stale"
		}
		return by + " moved " + e.threadWords() + strings.Replace(e.onPlace(), " on ", " to ", 1)
	case CheckpointMade:
		return by + " created checkpoint " + e.Checkpoint
	case CheckpointDeleted:
		return by + " deleted checkpoint " + e.Checkpoint
	case Restored:
		out := by + " restored the threads from checkpoint " + e.Checkpoint
		if len(e.Threads) > 0 {
			out += ", which deleted " + e.threadWords()
		}
		return out
	case Undone:
		return by + e.reversed()
	case Configured:
		return by + " changed a setting: " + e.What
	case Submitted:
		return by + e.reviewed()
	case PlanShown, PlanDecided:
		return by + e.decided() + " the plan " + e.What
	case Remembered:
		return by + " changed the memory: " + e.What
	case StoreMade:
		return "the store was created"
	case Recovered:
		return "the latest commit of the store was lost; recovered " + e.What
	case Repaired:
		return by + " repaired the store by restoring older versions of " + e.threadWords()
	case Placed:
		return e.placed()
	}
	return by + ": " + string(e.Kind) + " " + e.threadWords()
}

func (e *Event) replied() string {
	out := " replied to "
	if e.Resolved {
		out = " replied to and resolved "
	}
	out += e.threadWords() + e.onPlace()
	if did := cmp.Or(string(e.Outcome), string(e.Stance)); did != "" {
		out += " (" + did + ")"
	}
	if e.Choice != "" {
		out += ` (chose "` + e.Choice + `")`
	}
	return out
}

func (e *Event) onPlace() string {
	if e.Place == "" {
		return ""
	}
	return " on " + e.Place
}

// reviewed describes the outcome of a review.
func (e *Event) reviewed() string {
	notes := len(e.Threads) > 0
	with := ": " + e.threadWords()
	switch {
	case e.Verdict == Approved && notes:
		return " approved, with notes" + with
	case e.Verdict == Approved:
		return " approved"
	case e.Verdict == RequestsChanges && notes:
		return " requested changes" + with
	case e.Verdict == RequestsChanges:
		return " requested changes without comments"
	case e.Verdict != "" && e.Verdict != Commented:
		return " submitted a review (" + string(e.Verdict) + ")" + with
	case notes:
		return " submitted a review" + with
	}
	return " submitted a review without comments"
}

// decided describes what was done with a plan.
func (e *Event) decided() string {
	switch {
	case e.Kind == PlanShown:
		return " submitted"
	case e.Verdict == Approved:
		return " approved"
	case e.Verdict == RequestsChanges:
		return " requested changes to"
	}
	return " decided (" + string(e.Verdict) + ") on"
}

// reversed describes what an undo reversed.
func (e *Event) reversed() string {
	what := cmp.Or(e.What, e.Undoes)
	if e.Redo {
		return " redid: " + what
	}
	return " undid: " + what
}

// placed describes how a thread's place changed.
func (e *Event) placed() string {
	switch {
	case e.AnchorState != thread.Anchored && e.Was == "":
		return e.threadWords() + " is " + string(e.AnchorState)
	case e.AnchorState != thread.Anchored:
		return e.threadWords() + " is " + string(e.AnchorState) + " (was on " + e.Was + ")"
	case e.Was == "":
		return e.threadWords() + " is anchored again on " + e.Place
	}
	return e.threadWords() + " is now on " + e.Place + " (was on " + e.Was + ")"
}
