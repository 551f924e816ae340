package memory

import (
	"context"
	"errors"
	"path"
	"slices"
	"strings"

	"consider/gitstore"
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

func (b blobs) Names() (out []string, err error) {
	if b.r == nil {
		return nil, nil
	}
	out, err = gitstore.Paths(b.r, b.dir)
	for i, name := range out {
		out[i] = strings.TrimPrefix(name, b.dir+"/")
	}
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

func (b blobs) Put(name string, data []byte) { b.tx.Put(path.Join(b.dir, name), data) }

func (b blobs) Remove(name string) error {
	err := b.tx.Remove(path.Join(b.dir, name))
	if errors.Is(err, gitstore.ErrNotExist) {
		return nil
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
	origin blobs // without r if it starts empty
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
	ready  func(context.Context) error // called before a change; may be nil
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
	if _, err := own.Read(scopeFile); err != nil && p.origin.r != nil {
		return p.origin
	}
	return own
}

// Change implements [keep.Storage].
func (m *treeMemory) Change(ctx context.Context, op keep.Op, fn func(keep.Files) (keep.Edit, error)) error {
	if m.ready != nil {
		if err := m.ready(ctx); err != nil {
			return err
		}
	}
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

// begin gives the memory its own files, by copying those that it starts from.
func (p scope) begin(c *session.Change) error {
	if p.settle != nil {
		if err := p.settle(c); err != nil {
			return err
		}
	}
	if _, err := (blobs{r: c.Tx, dir: p.dir}).Read(scopeFile); !errors.Is(err, keep.ErrNotExist) {
		return err // it has them
	}
	names, err := p.origin.Names()
	if err != nil {
		return err
	}
	for _, name := range names {
		data, err := p.origin.Read(name)
		if err != nil {
			return err
		}
		c.Tx.Put(path.Join(p.dir, name), data)
	}
	c.Tx.Put(path.Join(p.dir, scopeFile), []byte("{\"version\":1}\n"))
	return nil
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
