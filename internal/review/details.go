package review

import (
	"context"

	"consider/anchor"
	"consider/internal/place"
	"consider/internal/session"
	"consider/internal/thread"
)

// Details returns active threads with all their replies, at the places where they were put. Ids of unknown threads are
// skipped.
func Details(ctx context.Context, s *session.Session, ids []string) ([]place.ThreadDetail, error) {
	st, err := s.Snapshot(ctx)
	if err != nil {
		return nil, err
	}
	receipts := receiptsOf(s, st.Store)
	out := []place.ThreadDetail{}
	for _, id := range ids {
		t, r, err := st.Thread(thread.Active, id)
		if session.IsGone(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		v := place.ViewOf(&r, place.Result{Place: originalPlacement(t), Quote: r.Quote}, s.Agent(), thread.Active)
		v.Receipt = receipts.of(&r)
		d := detailOf(s, v, t)
		d.Images = imagesOf(st, t)
		out = append(out, d)
	}
	return out, nil
}

// detailOf adds to a view what only the stored thread holds.
func detailOf(s *session.Session, v place.ThreadView, t *thread.Thread) place.ThreadDetail {
	d := place.ThreadDetail{
		ThreadView: v, EditedAt: t.EditedAt, AgentLastSeenAt: t.AgentLastSeenAt, SeenBy: t.SeenBy,
		ImportedFrom: t.ImportedFrom, Linter: t.Linter, Span: t.Span, Choices: t.Choices, Reanchored: len(t.Reanchored), Thread: thread.OrEmpty(t.Replies), CheckedAt: s.Now().UTC(), Stored: t,
	}
	_, d.Anchor, _ = t.Place()
	return d
}

// originalPlacement returns the placement of a thread in the text that its anchor describes.
func originalPlacement(t *thread.Thread) thread.Placement {
	p := thread.Placement{AnchorState: thread.Anchored, File: t.File}
	if t.File != "" {
		p.Method, p.Score = string(anchor.Unchanged), 1
	}
	if t.Target == thread.OnLines {
		p.StartLine, p.EndLine, p.From = t.Anchor.StartLine, t.Anchor.EndLine, t.Anchor.Base.From
	}
	return p
}
