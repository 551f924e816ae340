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

// An editor has a text of its own of a file, which may not be saved. It asks what to change in that text (a dry run), makes
// the change itself, so that its own undo takes it back, and once it has saved the file it has the suggestion noted. The
// note is made from the same text and from the file on the disk, never from the editor's word for it.

// checkEditor refuses what cannot be said of an editor's text, and finds its file.
func (j *job) checkEditor() error {
	switch in := j.in; {
	case in.File == "" && (in.Text != "" || in.Noted):
		return fail.Usage("whose text is it?").Hint("name its file too")
	case in.File == "":
		return nil
	case len(in.Text) > thread.MaxText:
		return fail.Denied("the text has %d bytes, the limit is %d", len(in.Text), thread.MaxText)
	case in.DryRun == in.Noted:
		return fail.Usage("with a text of an editor it is a dry run, or a note of what the editor did")
	}
	file, err := j.s.Tree.Rel(j.s.Caller.Dir, j.in.File)
	if err != nil {
		return session.PathError(j.in.File, err)
	}
	j.in.File = file
	return nil
}

// suggestions returns what a thread suggests and where it is: in the file on the disk, or in the text of an editor.
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

// saved finds what an editor put into its text in the file that it saved, and refuses what is not there.
func (j *job) saved() (todo []file, err error) {
	text := []byte(j.in.Text)
	for _, p := range j.parts {
		if text, _, err = suggest.Put(text, p.StartLine, p.EndLine, p.sug.What); err != nil {
			return nil, fail.Conflict("nothing can be put into the text: %v", err)
		}
	}
	f, err := j.open(j.in.File)
	if err != nil {
		return nil, err
	}
	j.stand()
	for i := range j.parts {
		p := &j.parts[i]
		start, ok := standsAt(f.data, p.start, p.sug.What)
		if len(p.sug.What) == 0 { // nothing shows where it was but the rest of the file
			ok = bytes.Equal(bytes.TrimPrefix(f.data, mark), bytes.TrimPrefix(text, mark))
		}
		if !ok {
			return nil, fail.Conflict("%q does not hold the lines of %s#%d", f.name, p.Thread, p.N).Hint("save the file with them first")
		}
		p.start = start
	}
	return []file{f}, nil
}

// mark is what a text may begin with on the disk, and not in an editor.
var mark = []byte("\ufeff")

// once refuses to note what is noted already.
func once(t *thread.Thread, n int) error {
	if slices.ContainsFunc(t.Applied, func(a thread.Applied) bool { return a.N == n }) {
		return fail.Conflict("%s#%d is noted as applied already", t.ID, n)
	}
	return nil
}
