package history

import (
	"encoding/json"

	"consider/gitstore"
	"consider/internal/thread"
)

// digest is the part of a thread that events use. A log reads a thread once for each event, so it decodes only this
// part: decoding whole threads would make the log of a long thread slow.
type digest struct {
	Target     thread.Target `json:"target"`
	Side       thread.Side   `json:"side"`
	File       string        `json:"file"`
	Anchor     span          `json:"anchor"`
	Reanchored []struct {
		File   string `json:"file"`
		Anchor span   `json:"anchor"`
		Gone   bool   `json:"gone"`
	} `json:"reanchored"`
	Span struct {
		Response string      `json:"response"`
		Agent    string      `json:"agent"`
		Mark     thread.Mark `json:"mark"`
		Source   *planSource `json:"source"`
	} `json:"span"`
	State   thread.WorkflowState `json:"workflowState"`
	Body    string               `json:"body"`
	Replies []struct {
		ID      string         `json:"id"`
		Outcome thread.Outcome `json:"outcome"`
		Choice  string         `json:"choice"`
		Body    string         `json:"body"`
	} `json:"thread"`
}

type span struct {
	StartLine int `json:"startLine"`
	EndLine   int `json:"endLine"`
	Base      struct {
		From string `json:"from"`
	} `json:"base"`
}

// planSource is the part of a thread's span that names a plan.
type planSource struct {
	Plan    string `json:"plan"`
	Version int    `json:"version"`
	Anchor  span   `json:"anchor"`
}

func (p *planSource) ref() *thread.PlanRef {
	if p == nil || !thread.IsID(p.Plan, thread.PlanPrefix) {
		return nil
	}
	return &thread.PlanRef{ID: p.Plan, Version: p.Version, StartLine: p.Anchor.StartLine, EndLine: p.Anchor.EndLine}
}

// digest reads a thread as it was at a commit; nil if it cannot be read.
func (h History) digest(commit gitstore.ID, id string) *digest {
	if commit.IsZero() || !thread.IsID(id, thread.ThreadPrefix) {
		return nil
	}
	snap, err := h.Store.SnapshotAt(commit)
	if err != nil {
		return nil
	}
	for _, dir := range thread.Folders {
		data, err := snap.ReadFile(thread.File(dir, id))
		if err != nil {
			continue
		}
		g := &digest{}
		if json.Unmarshal(data, g) != nil {
			return nil
		}
		return g
	}
	return nil
}

// place returns where the thread was put last, by its author or by hand.
func (g *digest) place() thread.Where {
	file, at := g.File, g.Anchor
	if n := len(g.Reanchored); n > 0 {
		file, at = g.Reanchored[n-1].File, g.Reanchored[n-1].Anchor
	}
	out := thread.Where{Target: g.Target, Side: g.Side, From: at.Base.From}
	switch g.Target.Shape(file, at.StartLine, at.EndLine, g.Span.Response != "") {
	case thread.OnLines:
		out.File, out.Start, out.End = file, at.StartLine, at.EndLine
	case thread.OnFile:
		out.File = file
	case thread.OnResponse:
		out.Response = &thread.ResponseRef{ID: g.Span.Response, Agent: g.Span.Agent, Mark: g.Span.Mark, Plan: g.Span.Source.ref()}
	default:
		return thread.Where{} // an event without a place is on the whole review
	}
	return out
}

// History reads events from the store's commits.
type History struct{ Store *gitstore.Store }
