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
// archived.
func storeImported(ctx context.Context, s *session.Session, drafts []submission.Prepared, images map[string][]byte, archived map[string]bool, plans ...plan.Document) (ImportOutput, error) {
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
		for _, d := range drafts {
			t := *d.Thread // each attempt may find another id
			was := cmp.Or(t.ID, t.ImportedFrom)
			known := before[was]
			switch {
			case known:
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
			dir := thread.Active
			if archived[t.ID] {
				dir = thread.Archived
			}
			if d.Base != nil {
				c.Tx.Put(thread.BaseFile(dir, t.ID, 0), d.Base)
			}
			if err := c.PutImages(&t, images); err != nil {
				return err
			}
			if err := c.Save(dir, &t); err != nil {
				return err
			}
			before[was] = true
			ids = append(ids, t.ID)
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

// storeFindings stores the findings of a report in one change, each once.
func storeFindings(ctx context.Context, s *session.Session, reporter *review.Reporter, drafts []submission.Prepared) (ImportOutput, error) {
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
		r, ids := reporter.Begin(), []string{}
		for _, d := range drafts {
			t := *d.Thread
			if before[t.ID] {
				out.Skipped = append(out.Skipped, t.ID)
				continue
			}
			done, err := r.Store(c, &t, d.Base)
			switch {
			case err != nil:
				return err
			case done.Same:
				out.Skipped = append(out.Skipped, t.ID)
				continue
			case !slices.Contains(ids, done.Thread.ID):
				ids = append(ids, done.Thread.ID)
			}
			out.Imported = append(out.Imported, ImportedThread{ID: done.Thread.ID, Was: t.ID})
		}
		c.Record(string(history.Imported), who, words.Count(ids), ids...)
		return ctx.Err()
	})
	return out, err
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
