package review

import (
	"context"
	"errors"
	"path"
	"slices"

	"consider/gitstore"
	"consider/internal/memory"
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
		return nil, memory.ErrNotExist
	}
	data, err := b.r.ReadFile(path.Join(b.dir, name))
	if errors.Is(err, gitstore.ErrNotExist) {
		return nil, memory.ErrNotExist
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
		return memory.ErrNotExist
	}
	return err
}

// layer is how a memory lies in blobs.
type layer interface {
	memory.Files
	Apply(memory.Edit) error
}

// place is where in the store's tree a memory is, and what it starts from while it has nothing of its own.
type place struct {
	dir    string
	origin memory.Blobs // nil for nothing
	// settle is called by the first change after something else than a file was found to have changed, as a
	// branch's name; may be nil.
	settle func(*change) error
}

// scopeFile marks a memory that has been written to. A folder of the tree without files is no folder, and what
// was emptied must not start from its origin again.
const scopeFile = "scope.json"

// treeMemory keeps a memory in the store's tree, where every change is a commit.
type treeMemory struct {
	s      *Service
	sealed bool // names are secret: no commit says them
	find   func(ctx context.Context, r gitstore.Files) (place, error)
	lay    func(memory.Blobs) (layer, error)
}

// View implements [memory.Storage].
func (m *treeMemory) View(ctx context.Context, fn func(memory.Files) error) error {
	var r gitstore.Files
	st, err := m.s.glance(ctx)
	switch {
	case err == nil:
		r = st.snap
	case !errors.Is(err, ErrNoStore):
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
	return fn(files)
}

// blobs is the memory itself, or what it starts from.
func (p place) blobs(r gitstore.Files, tx *gitstore.Tx) memory.Blobs {
	own := blobs{r: r, tx: tx, dir: p.dir}
	if _, err := own.Read(scopeFile); err != nil && p.origin != nil {
		return p.origin
	}
	return own
}

// Change implements [memory.Storage].
func (m *treeMemory) Change(ctx context.Context, op memory.Op, fn func(memory.Files) (memory.Edit, error)) error {
	who, err := m.s.writer(ctx, Agent)
	if err != nil {
		return err
	}
	return m.s.update(ctx, true, func(c *change) error {
		at, err := m.find(ctx, c.tx)
		if err != nil {
			return err
		}
		from, err := m.lay(at.blobs(c.tx, c.tx))
		if err != nil {
			return err
		}
		edit, err := fn(from)
		if err != nil {
			return err
		}
		c.recordMemory(op, who, m.sealed)
		if edit.IsZero() {
			return nil
		}
		if at.settle != nil {
			if err := at.settle(c); err != nil {
				return err
			}
		}
		own := blobs{r: c.tx, tx: c.tx, dir: at.dir}
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
func (p place) begin(own blobs) error {
	if _, err := own.Read(scopeFile); !errors.Is(err, memory.ErrNotExist) {
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

const (
	opMemory      = "memory"
	memoryTrailer = "Consider-Memory"
)

// recordMemory says what the commit does to the memory.
func (c *change) recordMemory(op memory.Op, who author, sealed bool) {
	what := op.Command
	if op.Path != "" && !sealed {
		what += " " + op.Path.String()
	}
	c.record(opMemory, who, what)
	c.more = append(c.more[:0], gitstore.Trailer{Key: memoryTrailer, Value: what})
}
