package apply

import (
	"bytes"
	"context"
	"slices"

	"consider/internal/fail"
	"consider/internal/review"
	"consider/internal/session"
	"consider/internal/suggest"
	"consider/internal/thread"
)

// An editor has its own text of a file, which may be unsaved. It asks what to change in that text (a dry run) and makes
// the change itself, so that its own undo reverses it. After saving the file it has the suggestion recorded. That
// record is made from the same text and from the file on disk; the editor's claim alone is not trusted.

// checkEditor validates the input about an editor's text, and finds its file.
func (j *job) checkEditor() error {
	switch in := j.in; {
	case in.File == "" && (in.Text != "" || in.Noted):
		return fail.Usage("{--text} requires a file").Hint("pass the path of the open file")
	case in.File == "":
		return nil
	case len(in.Text) > thread.MaxText:
		return fail.Denied("the text is %d bytes; the limit is %d", len(in.Text), thread.MaxText)
	case in.DryRun == in.Noted:
		return fail.Usage("{--text} requires either {--dry-run} or {--noted}")
	}
	file, err := j.s.Tree.Rel(j.s.Caller.Dir, j.in.File)
	if err != nil {
		return session.PathError(j.in.File, err)
	}
	j.in.File = file
	return nil
}

// suggestions returns a thread's suggestions and its place: in the file on disk, or in an editor's text.
func (j *job) suggestions(ctx context.Context, st *session.Snapshot, t *thread.Thread, r *thread.Row) (thread.Placement, []review.Suggestion, error) {
	if j.in.File != "" {
		return review.SuggestionsIn(ctx, st, t, r, j.in.File, []byte(j.in.Text))
	}
	place, err := st.Place(ctx, *r)
	if err != nil {
		return thread.Placement{}, nil, err
	}
	return place.Place, review.Suggestions(ctx, st, t, r, place.Place), nil
}

// saved checks that the saved file holds what an editor put into its text, and returns an error if it does not.
func (j *job) saved() (todo []file, err error) {
	text := []byte(j.in.Text)
	for _, p := range j.parts {
		if text, _, err = suggest.Put(text, p.StartLine, p.EndLine, p.sug.What); err != nil {
			return nil, fail.Conflict("cannot change the text: %v", err)
		}
	}
	f, err := j.open(j.in.File)
	if err != nil {
		return nil, err
	}
	j.placeParts()
	for i := range j.parts {
		p := &j.parts[i]
		start, ok := findLines(f.data, p.start, p.sug.What)
		if len(p.sug.What) == 0 { // only the rest of the file shows where the removed lines were
			ok = bytes.Equal(bytes.TrimPrefix(f.data, mark), bytes.TrimPrefix(text, mark))
		}
		if !ok {
			return nil, fail.Conflict("%q does not contain the lines from suggestion %s#%d", f.name, p.Thread, p.N).Hint("save the file first")
		}
		p.start = start
	}
	return []file{f}, nil
}

// mark is the byte order mark, which a file on disk may begin with but an editor's text does not.
var mark = []byte("\ufeff")

// isNoted reports whether a suggestion is noted as applied in the text that the file has: by another window, or before an
// undo and a redo.
func isNoted(t *thread.Thread, n int, blob string) bool {
	return slices.ContainsFunc(t.Applied, func(a thread.Applied) bool { return a.N == n && a.Blob == blob })
}
