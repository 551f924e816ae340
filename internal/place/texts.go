package place

import (
	"context"
	"errors"

	"consider/anchor"
	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/gitrepo"
	"consider/internal/thread"
	"consider/internal/treediff"
	"consider/internal/worktree"
)

// Placer places the threads of one read. It reads every file at most once, and maps every pair of texts once.
type Placer struct {
	tree  *gitrepo.Repo
	now   *treediff.Moment
	shown Shown // the caller's screen; may be nil
	snap  *gitstore.Snapshot
	view  *View
	dir   string // the folder of the store

	texts         map[string]*Text              // by key of the text
	maps          map[[2]string]*anchor.Mapping // by blob ids of base and text
	renames       map[string]treediff.Rename    // by path, of files that are gone
	head          *gitrepo.Head
	changed       map[string]*changes // by commit: the files that changed since
	earlierStates map[string]*projectState
	gone          map[[2]string]*anchor.Removed // by blob ids of base and text: the lines that left the base
	targetFiles   map[targetFileKey]*anchor.TargetFile
	arrivals      map[arrivalKey]*anchor.Arrival
}

// Text is the current text in which threads are placed: a file of the worktree, of HEAD for the old side, or of a shown
// comparison.
type Text struct {
	Path  string
	Side  thread.Side
	Blob  string // git blob id of the bytes, "" when there are none
	gone  bool   // there is no such file
	index string // git's id of the text in the index, when a sparse checkout omits the file
	why   string // why there are no bytes
	large bool   // there are no bytes because they are too many
	Data  []byte // read on demand
	Read  bool
}

// Shown is the comparison that the caller has on screen. Threads are then placed on its lines.
type Shown interface {
	// Names returns the names of a file on both sides; false when the comparison does not change the file.
	Names(path string) (older, newer string, ok bool)
	// Text returns a file of one side, by its name there; ErrNotFound when that side has no such file.
	Text(ctx context.Context, side thread.Side, path string) ([]byte, error)
}

// Base returns the bytes of a base, or of another blob, kept in the store.
func (p *Placer) Base(blob string) ([]byte, error) {
	id, err := gitstore.ParseID(blob)
	if err != nil {
		return nil, err
	}
	return p.snap.ReadBlob(id)
}

// Text returns the present text of path with its blob id. It reads the file only when it may have changed since the view
// was written.
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
		p.storedText(ctx, t, key, p.headNow(ctx).Commit)
	} else {
		p.worktreeText(ctx, t, key)
	}
	return t
}

func (p *Placer) worktreeText(ctx context.Context, t *Text, key string) {
	info, err := p.now.Stat(t.Path)
	if err == nil && !info.Mode.IsRegular() {
		err = worktree.ErrNotRegular
	}
	if errors.Is(err, worktree.ErrNotExist) {
		if t.index = p.now.Omitted(ctx, t.Path); t.index != "" {
			p.storedText(ctx, t, key, t.index)
			return
		}
	}
	if err != nil {
		t.fail(err)
		return
	}
	if known, ok := p.view.Files[key]; ok && p.view.isUnchanged(known, info) {
		t.Blob = known.Blob
		return
	}
	if _, err := p.Bytes(ctx, t); err != nil {
		return
	}
	// The state is the one from before the read. If the file was written in between, its times differ from these, and it
	// is read again.
	p.remember(key, fileState{Info: info, Blob: t.Blob})
}

// storedText takes a text that git stores under an id: that of the commit that has it, or its own.
func (p *Placer) storedText(ctx context.Context, t *Text, key, id string) {
	if known, ok := p.view.Files[key]; ok && known.Stored != "" && known.Stored == id {
		t.Blob = known.Blob
		return
	}
	if _, err := p.Bytes(ctx, t); err == nil {
		p.remember(key, fileState{Stored: id, Blob: t.Blob})
	}
}

func (p *Placer) headNow(ctx context.Context) *gitrepo.Head {
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

// Bytes returns the bytes of t, which it reads at most once.
func (p *Placer) Bytes(ctx context.Context, t *Text) ([]byte, error) {
	if t.Read {
		return t.Data, nil
	}
	var data []byte
	var err error
	switch {
	case t.Side == thread.Old:
		data, err = p.tree.FileAt(ctx, "HEAD", t.Path, thread.MaxText)
	case t.index != "":
		data, err = p.tree.Blob(ctx, t.index, thread.MaxText)
	default:
		data, _, err = p.tree.ReadFile(t.Path, thread.MaxText)
	}
	if err != nil {
		t.fail(err)
		return nil, err
	}
	t.Data, t.Read, t.Blob = data, true, gitstore.HashBlob(data).String()
	return data, nil
}

// fail records why there are no bytes.
func (t *Text) fail(err error) {
	t.Blob = ""
	switch {
	case errors.Is(err, worktree.ErrNotExist):
		t.gone = true
	case errors.Is(err, worktree.ErrNotRegular):
		t.why = "its path is no longer a regular file"
	case errors.Is(err, worktree.ErrTooLarge):
		t.why, t.large = "its file is too large to read", true
	case errors.Is(err, worktree.ErrOutside):
		t.why = "its path is outside the project"
	default:
		t.why = "its file cannot be read"
	}
}

// changes are the files that changed since a commit.
type changes struct {
	names   []string         // includes files that are gone
	now     map[string]*Text // those that can be searched
	tooMany bool             // too many to be searched; names and now are empty
}

// projectState is the whole project at a time when the lines were in their file: the commit that the thread was put on,
// a commit of the file's history, or a checkpoint. It distinguishes a new copy from one that was there before.
type projectState struct {
	side    treediff.Side
	skipped []string          // files that a checkpoint did not keep
	files   *changes          // changed since
	read    map[string]bool   // files that were looked at
	texts   map[string][]byte // the texts of those that had one
	unread  map[string]bool   // those whose text is not known

	goneRead bool // the files that are gone were read
}

// targetFileKey identifies a file that lines of another file may have moved to.
type targetFileKey struct {
	own, name string
	then      *projectState
}

// arrivalKey names a comparison of removed lines with a file.
type arrivalKey struct {
	removed *anchor.Removed
	in      *anchor.TargetFile
}

// shownText takes the text from the comparison that the caller has on screen, when the file differs there: on a page with
// a diff, threads belong on the lines of that diff. It returns false when the file looks the same as elsewhere.
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
