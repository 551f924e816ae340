package place

import (
	"consider/anchor"
	"consider/internal/thread"
)

// methods that are decided here; the others are package anchor's
const (
	byRename = "renamed"
	ByHand   = "manual"
)

// PlacementOf turns what package anchor found in file into a placement.
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

// OrphanedAt is the placement of a thread whose file is gone, with the reason in words.
func OrphanedAt(file, reason string) thread.Placement {
	return thread.Placement{File: file, AnchorState: thread.Orphaned, Reason: reason}
}

// StaleAt is the placement of a thread whose lines are gone, with the reason in words.
func StaleAt(file, reason string) thread.Placement {
	return thread.Placement{File: file, AnchorState: thread.Stale, Reason: reason}
}

// weakScore is the score from which lines that changed are believed in their own file without a look at others.
const weakScore = 0.88

// weak reports whether a thread was anchored in its file by little: its lines may have left, and these be like them.
func weak(pl thread.Placement) bool {
	return pl.AnchorState == thread.Anchored && pl.Edited && pl.Score < weakScore
}
