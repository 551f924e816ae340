package place

import (
	"context"
	"errors"
	"fmt"

	"consider/anchor"
	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/thread"
	"consider/internal/worktree"
)

// Placer places the threads of one read. It looks at every file once, and maps every pair of texts once.
type Placer struct {
	tree  *worktree.Tree
	shown Shown // what the caller has on screen; may be nil
	snap  *gitstore.Snapshot
	view  *View
	dir   string // the store's

	texts   map[string]*Text              // by key of the text
	maps    map[[2]string]*anchor.Mapping // by blob ids of base and text
	renames map[string]worktree.Rename    // by path, of files that are gone
	head    *worktree.Head
	changed map[string]*changes // by commit: what changed since
	thens   map[string]*earlier
}

// Text is the current text that threads are placed in: a file of the worktree, or of HEAD for the old side.
type Text struct {
	Path  string
	Side  thread.Side
	Blob  string // git blob id of the bytes, "" when there are none
	gone  bool   // there is no such file
	why   string // why there are no bytes
	large bool   // because they are too many
	Data  []byte // read when asked for
	Read  bool
}

// Shown are the two sides of a comparison that the caller has on screen. Threads are then placed on its lines.
type Shown interface {
	// Names returns the names that a file has on both sides; false when it looks the same as elsewhere.
	Names(path string) (older, newer string, ok bool)
	// Text returns a file of one side, under its name there; ErrNotFound when that side has none.
	Text(ctx context.Context, side thread.Side, path string) ([]byte, error)
}

// NewPlacer makes the placer of one read. shown may be nil; v is the view that the last read left.
func NewPlacer(tree *worktree.Tree, shown Shown, storeDir string, snap *gitstore.Snapshot, v *View) *Placer {
	return &Placer{
		tree: tree, shown: shown, dir: storeDir, snap: snap, view: v,
		texts: map[string]*Text{}, maps: map[[2]string]*anchor.Mapping{}, renames: map[string]worktree.Rename{},
		changed: map[string]*changes{}, thens: map[string]*earlier{},
	}
}

// place returns where r is now, from the view when nothing it depends on has changed.
func (p *Placer) place(ctx context.Context, r *thread.Row) (Result, error) {
	switch {
	case r.Shape == thread.OnReview || r.Shape == thread.OnResponse:
		return Result{Place: thread.Placement{AnchorState: thread.Anchored}, Quote: r.Quote}, nil
	case !r.Side.Known():
		return Result{Place: OrphanedAt(r.File, fmt.Sprintf("this consider does not know the side %q", r.Side)), Quote: r.Quote}, nil
	}
	t, rename := p.textOf(ctx, r)
	key := fmt.Sprintf("%s %s:%d-%d %s %s", r.Shape, r.Base.Blob, r.Start, r.End, t.Path, t.Blob)
	if rename != nil {
		key += fmt.Sprintf(" renamed %.3f", rename.Score)
	}
	if known, ok := p.view.Places[r.ID]; ok && known.Key == key && t.Blob != "" {
		return known, nil
	}
	got := Result{Key: key, Quote: r.Quote}
	got.Place = p.compute(ctx, r, t)
	if got.Place.AnchorState != thread.Anchored && p.keeps(r) {
		got.Place = asKept(r)
	}
	if err := ctx.Err(); err != nil {
		return Result{}, err // a text that was not read to its end is not a lost one
	}
	if got.Place.AnchorState == thread.Anchored {
		p.finish(ctx, r, t, rename, &got)
	}
	if t.Blob != "" {
		p.view.Places[r.ID] = got
		p.view.Dirty = true
	}
	return got, nil
}

// textOf returns the text that r is to be found in, following a rename of its file.
func (p *Placer) textOf(ctx context.Context, r *thread.Row) (*Text, *worktree.Rename) {
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

// compute places r in t without looking at the view.
func (p *Placer) compute(ctx context.Context, r *thread.Row, t *Text) thread.Placement {
	switch {
	case t.gone:
		reason := "its file is gone"
		if rename, ok := p.renames[r.File]; ok && rename.Reason != "" {
			reason += ": " + rename.Reason
		}
		return OrphanedAt(r.File, reason)
	case t.large && r.Shape == thread.OnFile:
		return thread.Placement{File: t.Path, AnchorState: thread.Anchored, Method: string(anchor.Unchanged), Score: 1}
	case t.Blob == "":
		return OrphanedAt(r.File, t.why)
	case r.Shape == thread.OnFile:
		return thread.Placement{
			File: t.Path, AnchorState: thread.Anchored, Method: string(anchor.Unchanged), Score: 1,
			Edited: r.Base.Blob != "" && r.Base.Blob != t.Blob,
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
		return PlacementOf(t.Path, m.Place(r.Start, r.End))
	}
	d, err := p.description(r)
	if err != nil {
		return StaleAt(t.Path, "its original text cannot be read")
	}
	return PlacementOf(t.Path, anchor.Find(d, now))
}

// finish adds to an anchored placement what the texts alone do not say.
func (p *Placer) finish(ctx context.Context, r *thread.Row, t *Text, rename *worktree.Rename, got *Result) {
	if r.Manual && got.Place.Method == string(anchor.Unchanged) {
		got.Place.Method = ByHand
	}
	if rename != nil {
		got.Place.Method = byRename
		got.Place.Score = min(got.Place.Score, rename.Score)
	}
	if r.Shape == thread.OnLines && got.Place.Edited {
		if now, err := p.Bytes(ctx, t); err == nil {
			got.Quote = thread.Quote(thread.LinesOf(now, got.Place.StartLine, got.Place.EndLine))
		}
	}
}

// mapping returns the line map from the base that was kept to now, or nil when no base was kept.
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

// Base returns the bytes of a base kept in the store.
func (p *Placer) Base(blob string) ([]byte, error) {
	id, err := gitstore.ParseID(blob)
	if err != nil {
		return nil, err
	}
	return p.snap.ReadBlob(id)
}

func (p *Placer) description(r *thread.Row) (anchor.Description, error) {
	id, err := gitstore.ParseID(r.Blob)
	if err != nil {
		return anchor.Description{}, err
	}
	data, err := p.snap.ReadBlob(id)
	if err != nil {
		return anchor.Description{}, err
	}
	t, err := thread.Decode(data, r.ID)
	if err != nil {
		return anchor.Description{}, err
	}
	_, a, _ := t.Place()
	return a.Description(), nil
}

// Text returns the text of path as it is now, and its blob id, reading the file only when it may have
// changed since the view was written.
func (p *Placer) Text(ctx context.Context, side thread.Side, path string) *Text {
	key := textKey(side, path)
	if t, ok := p.texts[key]; ok {
		return t
	}
	t := &Text{Path: path, Side: side}
	p.texts[key] = t
	if p.shownText(ctx, t) {
		return t
	}
	if side == thread.Old {
		p.committedText(ctx, t, key)
	} else {
		p.worktreeText(ctx, t, key)
	}
	return t
}

func (p *Placer) worktreeText(ctx context.Context, t *Text, key string) {
	info, err := p.tree.Stat(t.Path)
	if err == nil && !info.Mode.IsRegular() {
		err = worktree.ErrNotRegular
	}
	if err != nil {
		t.fail(err)
		return
	}
	if known, ok := p.view.Files[key]; ok && p.view.trusts(known, info) {
		t.Blob = known.Blob
		return
	}
	if _, err := p.Bytes(ctx, t); err != nil {
		return
	}
	// The state from before the read: should the file have been written in between, its times differ from
	// these, and it is read again.
	p.remember(key, fileState{Info: info, Blob: t.Blob})
}

func (p *Placer) committedText(ctx context.Context, t *Text, key string) {
	head := p.headNow(ctx)
	if known, ok := p.view.Files[key]; ok && known.Commit != "" && known.Commit == head.Commit {
		t.Blob = known.Blob
		return
	}
	if _, err := p.Bytes(ctx, t); err == nil {
		p.remember(key, fileState{Commit: head.Commit, Blob: t.Blob})
	}
}

func (p *Placer) headNow(ctx context.Context) *worktree.Head {
	if p.head == nil {
		head := p.tree.Head(ctx)
		p.head = &head
	}
	return p.head
}

func (p *Placer) remember(key string, state fileState) {
	p.view.Files[key] = state
	p.view.Dirty = true
}

// Bytes reads t, once.
func (p *Placer) Bytes(ctx context.Context, t *Text) ([]byte, error) {
	if t.Read {
		return t.Data, nil
	}
	var data []byte
	var err error
	if t.Side == thread.Old {
		data, err = p.tree.FileAt(ctx, "HEAD", t.Path, thread.MaxText)
	} else {
		data, _, err = p.tree.ReadFile(t.Path, thread.MaxText)
	}
	if err != nil {
		t.fail(err)
		return nil, err
	}
	t.Data, t.Read, t.Blob = data, true, gitstore.HashBlob(data).String()
	return data, nil
}

// fail notes why there are no bytes.
func (t *Text) fail(err error) {
	t.Blob = ""
	switch {
	case errors.Is(err, worktree.ErrNotExist):
		t.gone = true
	case errors.Is(err, worktree.ErrNotRegular):
		t.why = "it is not a regular file now"
	case errors.Is(err, worktree.ErrTooLarge):
		t.why, t.large = "its file is too large to be read", true
	case errors.Is(err, worktree.ErrOutside):
		t.why = "its path leaves the project"
	default:
		t.why = "its file cannot be read"
	}
}

// findRenames asks once, for each base commit, where the files went that are gone.
func (p *Placer) findRenames(ctx context.Context, rows []thread.Row) error {
	gone := map[string][]string{} // by base commit
	bases := map[string]string{}  // by path: the base of the first thread on it
	var order []string
	for i := range rows {
		r := &rows[i]
		if r.Shape != thread.OnLines && r.Shape != thread.OnFile || !r.Side.Now() || !p.Text(ctx, r.Side, r.File).gone {
			continue
		}
		if _, ok := bases[r.File]; ok {
			continue
		}
		if _, ok := gone[r.Base.Commit]; !ok {
			order = append(order, r.Base.Commit)
		}
		bases[r.File] = r.Base.Blob
		gone[r.Base.Commit] = append(gone[r.Base.Commit], r.File)
	}
	textOf := func(path string) []byte {
		data, _ := p.Base(bases[path])
		return data
	}
	for _, commit := range order {
		found, err := p.tree.Renamed(ctx, commit, gone[commit], textOf, anchor.Similarity)
		if err != nil {
			return fmt.Errorf("look for renamed files: %w", err)
		}
		for path, rename := range found {
			p.renames[path] = rename
		}
	}
	return nil
}

// changes are the files that changed since a commit.
type changes struct {
	names []string         // those that are gone too
	now   map[string]*Text // those that can be searched
	many  bool             // too many to be searched: names and now are empty
}

// earlier is the whole project as it once was, in a state in which the lines stood in their file: the commit that the
// thread was put on, one that was made of the text since, or a checkpoint. Against it one can tell a copy that came
// from one that was there before.
type earlier struct {
	side    worktree.Side
	skipped []string // files that a checkpoint did not keep
	files   *changes // since
	texts   map[string][]byte
	unread  map[string]bool // files whose text is not known
}

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
