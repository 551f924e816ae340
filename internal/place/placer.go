package place

import (
	"context"
	"fmt"

	"consider/anchor"
	"consider/gitstore"
	"consider/internal/gitrepo"
	"consider/internal/thread"
	"consider/internal/treediff"
)

// NewPlacer returns the placer of one read. shown may be nil; v is the view that the last read left.
func NewPlacer(tree *gitrepo.Repo, shown Shown, storeDir string, snap *gitstore.Snapshot, v *View) *Placer {
	return &Placer{
		tree: tree, now: treediff.NewMoment(tree), shown: shown, dir: storeDir, snap: snap, view: v,
		texts: map[string]*Text{}, maps: map[[2]string]*anchor.Mapping{}, renames: map[string]treediff.Rename{},
		changed: map[string]*changes{}, earlierStates: map[string]*projectState{},
		gone: map[[2]string]*anchor.Removed{}, targetFiles: map[targetFileKey]*anchor.TargetFile{}, arrivals: map[arrivalKey]*anchor.Arrival{},
	}
}

// place returns where r is now, from the view when nothing that it depends on has changed.
func (p *Placer) place(ctx context.Context, r *thread.Row) (Result, error) {
	switch {
	case r.Shape == thread.OnReview || r.Shape == thread.OnResponse:
		return Result{Place: thread.Placement{AnchorState: thread.Anchored}, Quote: r.Quote}, nil
	case !r.Side.Known():
		return Result{Place: OrphanedAt(r.File, fmt.Sprintf("this version of consider does not support the diff side %q", r.Side)), Quote: r.Quote}, nil
	}
	t, rename := p.textOf(ctx, r)
	key := keyOf(r, t, rename)
	if known := p.view.Places[r.ID]; known != nil && known.Key == key && t.Blob != "" {
		return *known, nil
	}
	got := Result{Key: key, Quote: r.Quote}
	got.Place = p.compute(ctx, r, t)
	got.Place.NotCheckedOut = t.index != ""
	if got.Place.AnchorState != thread.Anchored && p.isOnStoredText(r) {
		got.Place = placeInBase(r)
	}
	if err := ctx.Err(); err != nil {
		return Result{}, err // a text that was not read completely is not lost
	}
	if got.Place.AnchorState == thread.Anchored {
		p.finish(ctx, r, t, rename, &got)
	}
	if t.Blob != "" {
		p.view.setPlace(r.ID, &got)
	}
	return got, nil
}

// keyOf returns the key of a row in a text. A list compares thousands of keys, and most of their parts share memory.
func keyOf(r *thread.Row, t *Text, rename *treediff.Rename) Key {
	k := Key{Shape: r.Shape, Base: r.Base.Blob, Start: r.Start, End: r.End, Path: t.Path, Blob: t.Blob}
	if r.Manual {
		k.More = " by hand"
	}
	if r.Gone {
		k.More += " gone"
	}
	if t.index != "" {
		k.More += " not checked out"
	}
	if rename != nil {
		k.More += fmt.Sprintf(" renamed %.3f", rename.Score)
	}
	return k
}

// textOf returns the text in which to find r, following a rename of its file.
func (p *Placer) textOf(ctx context.Context, r *thread.Row) (*Text, *treediff.Rename) {
	t := p.Text(ctx, r.Side, r.File)
	if !t.gone {
		return t, nil
	}
	rename, ok := p.renames[r.File]
	if !ok || rename.To == "" {
		return t, nil
	}
	if to := p.Text(ctx, r.Side, rename.To); to.Blob != "" {
		return to, &rename
	}
	return t, nil
}

// compute places r in t without using the view.
func (p *Placer) compute(ctx context.Context, r *thread.Row, t *Text) thread.Placement {
	switch {
	case t.gone:
		reason := "its file is gone"
		if rename, ok := p.renames[r.File]; ok && rename.Reason != "" {
			reason += ": " + rename.Reason
		}
		return OrphanedAt(r.File, reason)
	case r.Gone:
		return StaleAt(t.Path, "its lines were marked as gone")
	case t.Blob == "" && !(t.large && r.Shape == thread.OnFile):
		return OrphanedAt(r.File, t.why)
	case r.Shape == thread.OnFile:
		return thread.Placement{
			File: t.Path, AnchorState: thread.Anchored, Method: string(anchor.Unchanged), Score: 1,
			Edited: !t.large && r.Base.Blob != "" && r.Base.Blob != t.Blob,
		}
	case r.Base.Blob == t.Blob:
		return thread.Placement{
			File: t.Path, StartLine: r.Start, EndLine: r.End, AnchorState: thread.Anchored,
			Method: string(anchor.Unchanged), Score: 1,
		}
	}
	now, err := p.Bytes(ctx, t)
	if err != nil {
		return OrphanedAt(r.File, "its file cannot be read")
	}
	if m := p.mapping(r.Base.Blob, t.Blob, now); m != nil {
		at, undone := m.Place(r.Start, r.End), 0
		if r.Manual {
			at, undone = p.placeUndone(r, now, at)
		}
		out := PlacementOf(t.Path, at)
		out.Undone = undone
		return out
	}
	d, err := p.description(r)
	if err != nil {
		return StaleAt(t.Path, "its original text cannot be read")
	}
	return PlacementOf(t.Path, anchor.Find(d, now))
}

// finish adds to an anchored placement what does not follow from the texts alone.
func (p *Placer) finish(ctx context.Context, r *thread.Row, t *Text, rename *treediff.Rename, got *Result) {
	if r.Manual && got.Place.Method == string(anchor.Unchanged) {
		got.Place.Method = ByHand
	}
	if rename != nil {
		got.Place.Method = byRename
		got.Place.Score = min(got.Place.Score, rename.Score)
		got.Place.Perhaps = got.Place.IsUnsure()
	}
	if r.Shape == thread.OnLines && (got.Place.Edited || r.Manual) { // the suggestion that the thread was put on may be undone
		if now, err := p.Bytes(ctx, t); err == nil {
			got.Quote = thread.Quote(anchor.LinesOf(now, got.Place.StartLine, got.Place.EndLine))
		}
	}
}

// mapping returns the line map from a kept base to now, or nil when the base was not kept.
func (p *Placer) mapping(base, blob string, now []byte) *anchor.Mapping {
	pair := [2]string{base, blob}
	if m, ok := p.maps[pair]; ok {
		return m
	}
	var m *anchor.Mapping
	if then, err := p.Base(base); err == nil {
		m = anchor.Map(then, now)
	}
	p.maps[pair] = m
	return m
}

func (p *Placer) description(r *thread.Row) (anchor.Description, error) {
	t, err := p.readThread(r)
	if err != nil {
		return anchor.Description{}, err
	}
	_, a, _ := t.Place()
	return a.Description(), nil
}
