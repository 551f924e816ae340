package review

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/session"
	"consider/internal/thread"
)

// PlaceInput is a file as it is being edited. An editor asks for it while the text is not saved yet.
type PlaceInput struct {
	File    string   `json:"file" help:"a file in the project"`
	Text    string   `json:"text" help:"the file's current text, including unsaved changes"`
	Threads []string `json:"threads,omitempty" help:"IDs of threads to locate, even if moved to another file (default: all in the file)"`
}

// PlaceOutput is where the threads are in the given text.
type PlaceOutput struct {
	File       string         `json:"file"` // as threads name it
	Placements []PlacedThread `json:"placements"`
}

// PlacedThread is one thread's place in the given text.
type PlacedThread struct {
	ID        string           `json:"id"`
	Placement thread.Placement `json:"placement"`
}

// PlaceText returns where the active threads of a file are in a text that may differ from the one on disk. The text is
// not kept. PlaceText omits threads that are not active, not on lines or a file, or on the old side.
func PlaceText(ctx context.Context, s *session.Session, in PlaceInput) (PlaceOutput, error) {
	switch {
	case len(in.Text) > thread.MaxText:
		return PlaceOutput{}, fail.Denied("the text is %d bytes; the limit is %d", len(in.Text), thread.MaxText)
	case strings.TrimSpace(in.File) == "":
		return PlaceOutput{}, fail.Usage("missing file name")
	}
	file, err := s.Tree.Rel(s.Caller.Dir, in.File)
	if err != nil {
		return PlaceOutput{}, session.PathError(in.File, err)
	}
	st, err := s.Read(ctx)
	if err != nil {
		return PlaceOutput{}, err
	}
	data := []byte(in.Text)
	t := &place.Text{Path: file, Side: thread.New, Data: data, Read: true, Blob: gitstore.HashBlob(data).String()}
	out := PlaceOutput{File: file, Placements: []PlacedThread{}}
	rows := st.View.Rows
	for i := range rows {
		if err := ctx.Err(); err != nil {
			return PlaceOutput{}, err
		}
		r := &rows[i]
		if r.Shape != thread.OnLines && r.Shape != thread.OnFile || !r.Side.Now() || s.Hides(r.Finding) {
			continue
		}
		named := slices.Contains(in.Threads, r.ID)
		if len(in.Threads) > 0 && !named {
			continue
		}
		if p, ok := st.Placer.PlaceIn(ctx, r, t, named); ok {
			out.Placements = append(out.Placements, PlacedThread{r.ID, p})
		}
	}
	slices.SortFunc(out.Placements, func(a, b PlacedThread) int {
		return cmp.Or(cmp.Compare(a.Placement.StartLine, b.Placement.StartLine), cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}
