package exchange

import (
	"context"

	"consider/internal/review/history"
	"consider/internal/review/plan"
	"consider/internal/review/submission"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// storeImported stores imported threads in one change, with their images. A thread keeps its id; a thread that is or
// was here is left alone. archived are the ids of those that were archived.
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
			used, err := c.Taken(d.Thread.ID)
			if err != nil {
				return err
			}
			if before[d.Thread.ID] || used {
				out.Skipped = append(out.Skipped, d.Thread.ID)
				continue
			}
			dir := thread.Active
			if archived[d.Thread.ID] {
				dir = thread.Archived
			}
			if d.Base != nil {
				c.Tx.Put(thread.BaseFile(dir, d.Thread.ID, 0), d.Base)
			}
			if err := c.PutImages(d.Thread, images); err != nil {
				return err
			}
			if err := c.Save(dir, d.Thread); err != nil {
				return err
			}
			ids = append(ids, d.Thread.ID)
			out.Imported = append(out.Imported, ImportedThread{ID: d.Thread.ID, Was: d.Thread.ID})
		}
		for i := range plans {
			if err := plans[i].Import(c, s.Place.WorktreeName); err != nil {
				return err
			}
		}
		c.Record(string(history.Imported), who, words.Count(ids), ids...)
		return nil
	})
	return out, err
}
