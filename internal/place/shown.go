package place

import (
	"context"
	"errors"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/thread"
)

// shownText takes the text from what the caller has on screen, when its file is among what differs there: where a
// page shows a diff, threads belong on the lines of that diff. false means that the file looks the same as elsewhere.
func (p *Placer) shownText(ctx context.Context, t *Text) bool {
	if p.shown == nil {
		return false
	}
	older, newer, ok := p.shown.Names(t.Path)
	switch {
	case !ok:
		return false
	case t.Side == thread.New && newer != t.Path: // it has another name on that side
		t.gone = true
		return true
	case t.Side == thread.Old && older != t.Path:
		return false
	}
	data, err := p.shown.Text(ctx, t.Side, t.Path)
	switch {
	case errors.Is(err, fail.ErrNotFound):
		t.gone = true
	case err != nil:
		t.fail(err)
	default:
		t.Data, t.Read, t.Blob = data, true, gitstore.HashBlob(data).String()
	}
	return true
}
