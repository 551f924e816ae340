package exchange

import (
	"context"
	"errors"

	"consider/internal/fail"
	"consider/internal/finding"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// Import imports threads in one change. Importing a file again adds only its new threads.
func Import(ctx context.Context, s *session.Session, in ImportInput) (ImportOutput, error) {
	if in.Store == nil {
		text, err := s.ReadOriginal()
		if err != nil {
			return ImportOutput{}, err
		}
		in.Store = &text
	}
	if doc, ours := readExportDoc(*in.Store); ours {
		return importExported(ctx, s, doc)
	}
	all, err := finding.Read(*in.Store)
	switch {
	case err == nil:
		return importFindings(ctx, s, all)
	case !errors.Is(err, finding.ErrOther):
		return ImportOutput{}, fail.Usage("cannot read the report: %w", err)
	}
	return importV1(ctx, s, *in.Store)
}

// importV1 imports the original tool's comments under new ids.
func importV1(ctx context.Context, s *session.Session, text string) (ImportOutput, error) {
	old, err := readV1(text)
	if err != nil {
		return ImportOutput{}, err
	}
	for i := range old.Comments {
		if old.Comments[i].hasHumanContent() {
			if err := checkHumanContent(s.Caller, "comment", i+1); err != nil {
				return ImportOutput{}, err
			}
		}
	}
	who, err := s.Author(ctx)
	if err != nil {
		return ImportOutput{}, err
	}
	head := s.Tree.Head(ctx)
	var out ImportOutput
	err = s.Update(ctx, true, func(c *session.Change) error {
		out = ImportOutput{Imported: []ImportedThread{}, Skipped: []string{}}
		before, err := importedBefore(c)
		if err != nil {
			return err
		}
		var ids []string
		for i := range old.Comments {
			was := &old.Comments[i]
			if before[was.ID] {
				out.Skipped = append(out.Skipped, was.ID)
				continue
			}
			t, base, err := fromV1(s, was, head)
			if err != nil {
				return err
			}
			if t.ID, err = c.NewThreadID(was.ID, t.File, t.Body); err != nil {
				return err
			}
			if base != nil {
				c.Tx.Put(thread.BaseFile(thread.Active, t.ID, 0), base)
			}
			if err := c.Save(thread.Active, t); err != nil {
				return err
			}
			before[was.ID] = true
			ids = append(ids, t.ID)
			out.Imported = append(out.Imported, ImportedThread{ID: t.ID, Was: was.ID})
		}
		c.Record("import", who, words.Count(ids), ids...)
		return nil
	})
	return out, err
}
