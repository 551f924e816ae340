package place

import (
	"consider/anchor"
	"consider/internal/thread"
)

// These methods are decided here; the others come from package anchor.
const (
	byRename = "renamed"
	ByHand   = "manual"
)

// PlacementOf turns a result of package anchor in file into a placement.
func PlacementOf(file string, p anchor.Placement) thread.Placement {
	if p.State != anchor.Anchored {
		out := thread.Placement{File: file, AnchorState: thread.Stale, Reason: p.Reason}
		if p.GuessStart > 0 {
			out.Guess = &thread.Guess{StartLine: p.GuessStart, EndLine: p.GuessEnd}
		}
		return out
	}
	out := thread.Placement{
		File: file, StartLine: p.Start, EndLine: p.End, AnchorState: thread.Anchored,
		Method: string(p.Method), Score: p.Score, Edited: p.Edited,
	}
	out.Perhaps = out.IsUnsure()
	return out
}

// OrphanedAt returns the placement of a thread whose file is gone, with the reason in words.
func OrphanedAt(file, reason string) thread.Placement {
	return thread.Placement{File: file, AnchorState: thread.Orphaned, Reason: reason}
}

// StaleAt returns the placement of a thread whose lines are gone, with the reason in words.
func StaleAt(file, reason string) thread.Placement {
	return thread.Placement{File: file, AnchorState: thread.Stale, Reason: reason}
}

// weakScore is the score from which a thread on edited lines is accepted in its own file without a search in others.
const weakScore = 0.88

// isWeak reports whether a thread is anchored in its file by weak evidence: its lines may have left, and the current
// ones may only be similar.
func isWeak(pl thread.Placement) bool {
	return pl.AnchorState == thread.Anchored && pl.Edited && pl.Score < weakScore
}
