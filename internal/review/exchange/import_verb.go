package exchange

import (
	"context"
	"errors"

	"consider/internal/fail"
	"consider/internal/finding"
	"consider/internal/review/submission"
	"consider/internal/session"
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
	case errors.Is(err, finding.ErrMany), errors.Is(err, finding.ErrLarge):
		return ImportOutput{}, fail.Usage("the report is too large: %w", err).Hint("run the linter on fewer files or rules at a time, and import each report")
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
	head := s.Tree.Head(ctx)
	var drafts []submission.Prepared
	bases := map[string][]byte{} // by blob id: many comments are on one text
	for i := range old.Comments {
		t, base, err := fromV1(s, &old.Comments[i], head)
		if err == nil && hasHumanContent(t) {
			err = checkHumanContent(s.Caller, "comment", i+1)
		}
		if err != nil {
			return ImportOutput{}, err
		}
		if known, ok := bases[t.Anchor.Base.Blob]; ok {
			base = known
		}
		bases[t.Anchor.Base.Blob] = base
		drafts = append(drafts, submission.Prepared{Thread: t, Base: base})
	}
	return storeImported(ctx, s, nil, drafts, nil, nil)
}
