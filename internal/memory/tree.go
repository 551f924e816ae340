package memory

import (
	"context"
	"errors"
	"maps"
	"path"
	"slices"

	"consider/gitstore"
	"consider/internal/extra"
	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/review/history"
	"consider/internal/session"
	"consider/internal/thread"
)

// memoryDir is the folder of the store's tree that holds memories.
const memoryDir = "memory"

// blobs is a folder of the store's tree in the form that package keep uses: of a snapshot, or of a change in progress.
type blobs struct {
	r   gitstore.Files // nil if there is no store
	tx  *gitstore.Tx
	dir string
}

func (b blobs) Names() ([]string, error) {
	ids, err := b.ids()
	return slices.Sorted(maps.Keys(ids)), err
}

// ids returns the ids of the contents by name, without reading them.
func (b blobs) ids() (map[string]gitstore.ID, error) {
	out := map[string]gitstore.ID{}
	if b.r == nil {
		return out, nil
	}
	var walk func(sub string) error
	walk = func(sub string) error {
		entries, err := b.r.ReadDir(path.Join(b.dir, sub))
		if err != nil {
			return err
		}
		for _, e := range entries {
			name := path.Join(sub, e.Name)
			if !e.Dir {
				out[name] = e.ID
			} else if err := walk(name); err != nil {
				return err
			}
		}
		return nil
	}
	return out, walk("")
}

func (b blobs) Read(name string) ([]byte, error) {
	if b.r == nil {
		return nil, keep.ErrNotExist
	}
	data, err := b.r.ReadFile(path.Join(b.dir, name))
	if errors.Is(err, gitstore.ErrNotExist) {
		return nil, keep.ErrNotExist
	}
	if data == nil {
		data = []byte{} // in held, nil means a deleted file, so an empty one must not be nil
	}
	return data, err
}

func (b blobs) Put(name string, data []byte) error {
	b.tx.Put(path.Join(b.dir, name), data)
	return nil
}

func (b blobs) Remove(name string) error {
	err := b.tx.Remove(path.Join(b.dir, name))
	if errors.Is(err, gitstore.ErrNotExist) {
		return keep.ErrNotExist
	}
	return err
}

// layer is the form in which a memory is kept in blobs.
type layer interface {
	keep.Files
	Apply(keep.Edit) error
}

// scope is where in the store's tree a memory is, and what it starts from until it is first written.
type scope struct {
	dir    string
	origin keep.Blobs // nil if it starts empty
	// news holds the files that are newer on another line of the same memory, nil for a file that was deleted there;
	// see join.go. main is that line's commit if the line is the main worktree's, or zero to keep the recorded one.
	news blobContents
	main gitstore.ID
	// settle is called by the first change that finds other outdated records, such as a renamed branch. It may be nil.
	settle func(*session.Change) error
}

// scopeFile marks a memory that has been written to. A tree has no empty folders, and a memory that was emptied must
// not start from its origin again.
const scopeFile = "scope.json"

// stateOf returns the newest state of the store; nil if there is no store.
func stateOf(ctx context.Context, s *session.Session) (gitstore.Files, error) {
	st, err := s.Snapshot(ctx)
	if err == nil {
		return st.Commit, nil
	}
	if errors.Is(err, fail.ErrNoStore) {
		err = nil
	}
	return nil, err
}

// treeMemory keeps a memory in the store's tree, where every change is a commit.
type treeMemory struct {
	s      *session.Session
	sealed bool // names are secret: commits do not name them
	find   func(ctx context.Context, r gitstore.Files) (scope, error)
	lay    func(keep.Blobs) (layer, error)
}

// View implements [keep.Storage].
func (m *treeMemory) View(ctx context.Context, fn func(keep.Files) error) error {
	r, err := stateOf(ctx, m.s)
	if err != nil {
		return err
	}
	at, err := m.find(ctx, r)
	if err != nil {
		return err
	}
	files, err := m.lay(at.blobs(r, nil))
	if err != nil {
		return err
	}
	return fn(keep.Fold(files))
}

// blobs returns the memory itself, or what it starts from.
func (p scope) blobs(r gitstore.Files, tx *gitstore.Tx) keep.Blobs {
	own := blobs{r: r, tx: tx, dir: p.dir}
	switch {
	case p.origin != nil && !p.begun(r):
		return p.origin
	case len(p.news) > 0:
		return withNews{own, p.news}
	}
	return own
}

// begun reports whether the memory has been written to.
func (p scope) begun(r gitstore.Files) bool {
	_, err := blobs{r: r, dir: p.dir}.Read(scopeFile)
	return err == nil
}

// Change implements [keep.Storage].
func (m *treeMemory) Change(ctx context.Context, op keep.Op, fn func(keep.Files) (keep.Edit, error)) error {
	who, err := m.s.Author(ctx)
	if err != nil {
		return err
	}
	return m.s.Update(ctx, true, func(c *session.Change) error {
		at, err := m.find(ctx, c.Tx)
		if err != nil {
			return err
		}
		files, err := m.lay(at.blobs(c.Tx, c.Tx))
		if err != nil {
			return err
		}
		from := keep.Fold(files)
		edit, err := fn(from)
		if err == nil {
			edit, err = from.Kept(edit)
		}
		if err != nil {
			return err
		}
		recordMemory(c, op, who, m.sealed)
		if edit.IsZero() {
			return nil
		}
		if err := at.begin(c); err != nil {
			return err
		}
		to, err := m.lay(blobs{r: c.Tx, tx: c.Tx, dir: at.dir})
		if err != nil {
			return err
		}
		return to.Apply(edit)
	})
}

// withNews is a memory with the newer files of another line.
type withNews struct {
	keep.Blobs
	news blobContents
}

func (w withNews) Names() ([]string, error) {
	names, err := w.Blobs.Names()
	names = slices.DeleteFunc(names, func(n string) bool { _, is := w.news[n]; return is })
	for n, data := range w.news {
		if data != nil {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return names, err
}

func (w withNews) Read(name string) ([]byte, error) {
	data, is := w.news[name]
	switch {
	case !is:
		return w.Blobs.Read(name)
	case data == nil:
		return nil, keep.ErrNotExist
	}
	return data, nil
}

// begin gives the memory its own files, by copying everything that it shows: the files that it starts from, and the
// news.
func (p scope) begin(c *session.Change) error {
	if p.settle != nil {
		if err := p.settle(c); err != nil {
			return err
		}
	}
	own := blobs{r: c.Tx, tx: c.Tx, dir: p.dir}
	from, mark := p.news, scopeMark{Version: 1}
	data, err := own.Read(scopeFile)
	switch {
	case err == nil && extra.Unmarshal(data, &mark) != nil:
		mark = scopeMark{Version: 1} // only its existence matters
	case errors.Is(err, keep.ErrNotExist) && p.origin != nil:
		from, err = readBlobs(p.origin)
		delete(from, scopeFile)
	}
	if err = unlessMissing(err); err != nil {
		return err
	}
	if !p.main.IsZero() {
		mark.Main = p.main.String()
	}
	if data, err = extra.Marshal(mark); err == nil {
		err = own.Put(scopeFile, append(data, '\n'))
	}
	for name, data := range from {
		if err != nil {
			break
		}
		if data != nil {
			err = own.Put(name, data)
		} else {
			err = unlessMissing(own.Remove(name))
		}
	}
	return err
}

func unlessMissing(err error) error {
	if errors.Is(err, keep.ErrNotExist) {
		return nil
	}
	return err
}

// recordMemory describes the change to the memory in the commit.
func recordMemory(c *session.Change, op keep.Op, who thread.Author, sealed bool) {
	what := op.Command
	if op.Path != "" && !sealed {
		what += " " + op.Path.String()
	}
	c.Record(history.OpMemory, who, what)
	c.Trailers = append(c.Trailers[:0], gitstore.Trailer{Key: history.MemoryTrailer, Value: what})
}

// blobContents is blobs that were read; it does not change.
type blobContents map[string][]byte

func readBlobs(b keep.Blobs) (blobContents, error) {
	names, err := b.Names()
	if err != nil {
		return nil, err
	}
	out := blobContents{}
	for _, n := range names {
		if out[n], err = b.Read(n); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// scopeMark is the content of scope.json.
type scopeMark struct {
	Version int          `json:"version"`
	Main    string       `json:"main,omitempty"` // the last commit of the main worktree's store that was merged
	Unknown extra.Fields `json:",embed"`
}
