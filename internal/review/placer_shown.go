package review

import (
	"context"
	"errors"

	"consider/gitstore"
)

// shownText takes the text from what the caller has on screen, when its file is among what differs there: where a
// page shows a diff, threads belong on the lines of that diff. false means that the file looks the same as elsewhere.
func (p *placer) shownText(ctx context.Context, t *text) bool {
	if p.shown == nil {
		return false
	}
	older, newer, ok := p.shown.Names(t.path)
	switch {
	case !ok:
		return false
	case t.side == New && newer != t.path: // it has another name on that side
		t.gone = true
		return true
	case t.side == Old && older != t.path:
		return false
	}
	data, err := p.shown.Text(ctx, t.side, t.path)
	switch {
	case errors.Is(err, ErrNotFound):
		t.gone = true
	case err != nil:
		t.fail(err)
	default:
		t.data, t.read, t.blob = data, true, gitstore.HashBlob(data).String()
	}
	return true
}
