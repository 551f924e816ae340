package exchange

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"consider/gitstore"
	"consider/internal/place"
	"consider/internal/review/plan"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// plansOf reads the plans that threads are on, in the order of the threads, and says which cannot be read.
func plansOf(ctx context.Context, s *session.Session, details []place.ThreadDetail) (out []plan.Document, damaged []thread.Damage, err error) {
	known := map[string]bool{}
	for i := range details {
		ref := details[i].Response
		if ref == nil || ref.Plan == nil || known[ref.Plan.ID] {
			continue
		}
		known[ref.Plan.ID] = true
		st, err := s.Snapshot(ctx)
		if err != nil {
			return nil, nil, err
		}
		switch d, err := plan.DocumentOf(st.Commit, ref.Plan.ID); {
		case err == nil:
			out = append(out, d)
		case !errors.Is(err, gitstore.ErrNotExist): // otherwise the threads were imported without it
			damaged = append(damaged, thread.NotRead(thread.PlanFolder(ref.Plan.ID), err))
		}
	}
	return out, damaged, nil
}

// planMarkdown writes the newest version of a plan.
func planMarkdown(d *plan.Document, b *strings.Builder) {
	p, text := d.Newest()
	fmt.Fprintf(b, "\n## %s `%s`\n\nversion %d, %s\n", p.ID, words.OneLine(strings.ReplaceAll(p.Title, "`", "'")), p.Versions, p.State)
	ticks := words.Fence(text)
	fmt.Fprintf(b, "\n%s\n%s\n%s\n", ticks, strings.TrimRight(text, "\n"), ticks)
}
