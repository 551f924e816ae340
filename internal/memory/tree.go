package memory

import (
	"context"
	"errors"
	"path"
	"slices"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/review/history"
	"consider/internal/session"
	"consider/internal/thread"
)

// memoryDir is the folder of the store's tree in which memories are.
const memoryDir = "memory"

// blobs is a folder of the store's tree as package memory sees it: of a snapshot, or of a change under way.
type blobs struct {
	r   gitstore.Files // nil for a store that is not there
	tx  *gitstore.Tx
	dir string
}

func (b blobs) Names() ([]string, error) {
	if b.r == nil {
		return nil, nil
	}
	var out []string
	var walk func(sub string) error
	walk = func(sub string) error {
		entries, err := b.r.ReadDir(path.Join(b.dir, sub))
		if err != nil {
			return err
		}
		for _, e := range entries {
			name := path.Join(sub, e.Name)
			if !e.Dir {
				out = append(out, name)
			} else if err := walk(name); err != nil {
				return err
			}
		}
		return nil
	}
	err := walk("")
	slices.Sort(out)
	return out, err
}

func (b blobs) Read(name string) ([]byte, error) {
	if b.r == nil {
		return nil, keep.ErrNotExist
	}
	data, err := b.r.ReadFile(path.Join(b.dir, name))
	if errors.Is(err, gitstore.ErrNotExist) {
		return nil, keep.ErrNotExist
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

// layer is how a memory lies in blobs.
type layer interface {
	keep.Files
	Apply(keep.Edit) error
}

// scope is where in the store's tree a memory is, and what it starts from while it has nothing of its own.
type scope struct {
	dir    string
	origin keep.Blobs // nil for nothing
	// settle is called by the first change after something else than a file was found to have changed, as a
	// branch's name; may be nil.
	settle func(*session.Change) error
}

// scopeFile marks a memory that has been written to. A folder of the tree without files is no folder, and what
// was emptied must not start from its origin again.
const scopeFile = "scope.json"

// treeMemory keeps a memory in the store's tree, where every change is a commit.
type treeMemory struct {
	s      *session.Session
	sealed bool // names are secret: no commit says them
	find   func(ctx context.Context, r gitstore.Files) (scope, error)
	lay    func(keep.Blobs) (layer, error)
}

// View implements [keep.Storage].
func (m *treeMemory) View(ctx context.Context, fn func(keep.Files) error) error {
	var r gitstore.Files
	st, err := m.s.Snapshot(ctx)
	switch {
	case err == nil:
		r = st.Commit
	case !errors.Is(err, fail.ErrNoStore):
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

// blobs is the memory itself, or what it starts from.
func (p scope) blobs(r gitstore.Files, tx *gitstore.Tx) keep.Blobs {
	own := blobs{r: r, tx: tx, dir: p.dir}
	if _, err := own.Read(scopeFile); err != nil && p.origin != nil {
		return p.origin
	}
	return own
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
		if at.settle != nil {
			if err := at.settle(c); err != nil {
				return err
			}
		}
		own := blobs{r: c.Tx, tx: c.Tx, dir: at.dir}
		if err := at.begin(own); err != nil {
			return err
		}
		to, err := m.lay(own)
		if err != nil {
			return err
		}
		return to.Apply(edit)
	})
}

// begin makes the memory one of its own: what it starts from is copied.
func (p scope) begin(own blobs) error {
	if _, err := own.Read(scopeFile); !errors.Is(err, keep.ErrNotExist) {
		return err
	}
	if p.origin != nil {
		names, err := p.origin.Names()
		if err != nil {
			return err
		}
		for _, n := range names {
			data, err := p.origin.Read(n)
			if err != nil {
				return err
			}
			if err := own.Put(n, data); err != nil {
				return err
			}
		}
	}
	return own.Put(scopeFile, []byte("{\"version\":1}\n"))
}

// recordMemory says what the commit does to the memory.
func recordMemory(c *session.Change, op keep.Op, who thread.Author, sealed bool) {
	what := op.Command
	if op.Path != "" && !sealed {
		what += " " + op.Path.String()
	}
	c.Record(history.OpMemory, who, what)
	c.Trailers = append(c.Trailers[:0], gitstore.Trailer{Key: history.MemoryTrailer, Value: what})
}
