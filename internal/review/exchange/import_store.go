package exchange

import (
	"cmp"
	"context"
	"slices"

	"consider/internal/review"
	"consider/internal/review/history"
	"consider/internal/review/plan"
	"consider/internal/review/submission"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// storeImported stores imported threads in one change, with their images. A thread keeps its id; one that has only
// ImportedFrom gets a new one. A thread that is or was here is left alone. archived are the ids of those that were
// archived. A reporter stores the findings of a report; it is nil for other documents.
func storeImported(ctx context.Context, s *session.Session, reporter *review.Reporter, drafts []submission.Prepared, images map[string][]byte, archived map[string]bool, plans ...plan.Document) (ImportOutput, error) {
	who, err := s.Author(ctx)
	if err != nil {
		return ImportOutput{}, err
	}
	var out ImportOutput
	err = s.Update(ctx, true, func(c *session.Change) error {
		out = ImportOutput{Imported: []ImportedThread{}, Skipped: []string{}}
		before, err := importedBefore(c)
		if err != nil {
			return err
		}
		var ids []string
		attempt := reporter.Begin()
		for _, d := range drafts {
			t := *d.Thread // each attempt may find another id
			was := cmp.Or(t.ID, t.ImportedFrom)
			known := before[was]
			switch {
			case known:
			case attempt != nil:
				var done review.Reported
				if done, err = attempt.Store(c, &t, d.Base); err == nil {
					known, t.ID = done.Same, done.Thread.ID
				}
			case t.ID == "":
				t.ID, err = c.NewThreadID(was, t.File, t.Body)
			default:
				known, err = c.Taken(t.ID)
			}
			if err != nil {
				return err
			}
			if known {
				out.Skipped = append(out.Skipped, was)
				continue
			}
			if attempt == nil {
				err = save(c, &t, d.Base, images, archived[t.ID])
			}
			if err != nil {
				return err
			}
			before[was] = true
			if !slices.Contains(ids, t.ID) { // another finding may have become a reply to the same one
				ids = append(ids, t.ID)
			}
			out.Imported = append(out.Imported, ImportedThread{ID: t.ID, Was: was})
		}
		if out.Plans, err = importPlans(c, plans, s.Place.WorktreeName); err != nil {
			return err
		}
		what := words.Count(ids)
		if len(ids) == 0 {
			what = words.Plural(out.Plans, "plan")
		}
		c.Record(string(history.Imported), who, what, ids...)
		return nil
	})
	return out, err
}

// save stores a thread with its base and images.
func save(c *session.Change, t *thread.Thread, base []byte, images map[string][]byte, archived bool) error {
	dir := thread.Active
	if archived {
		dir = thread.Archived
	}
	if base != nil {
		c.Tx.Put(thread.BaseFile(dir, t.ID, 0), base)
	}
	if err := c.PutImages(t, images); err != nil {
		return err
	}
	return c.Save(dir, t)
}

// importPlans stores the plans that the store does not have, and returns how many.
func importPlans(c *session.Change, plans []plan.Document, worktree string) (n int, err error) {
	for i := range plans {
		isNew, err := plans[i].Import(c, worktree)
		if err != nil {
			return 0, err
		}
		if isNew {
			n++
		}
	}
	return n, nil
}
