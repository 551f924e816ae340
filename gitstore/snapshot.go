package gitstore

import (
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"consider/internal/gitfmt"
)

// Snapshot is the tree of one commit. It never changes and needs no lock;
// several goroutines may read it.
type Snapshot struct {
	s    *Store
	id   ID
	tree ID
	// strange says that the line is not the user's own.
	strange bool

	mu    sync.Mutex
	trees map[ID][]gitfmt.Entry // directories read so far
}

// SnapshotAt opens any commit, ErrNotExist if there is no such commit.
func (s *Store) SnapshotAt(id ID) (*Snapshot, error) {
	switch _, err := s.read(id); {
	case errors.Is(err, errMissing):
		return nil, fmt.Errorf("commit %s: %w", id, ErrNotExist)
	case err != nil:
		return nil, err
	}
	return s.snapshot(id)
}

func (s *Store) snapshot(id ID) (*Snapshot, error) {
	w, err := s.commitWithRoot(id)
	if err != nil {
		return nil, err
	}
	sn := &Snapshot{s: s, id: id, tree: w.tree, strange: s.strange(), trees: map[ID][]gitfmt.Entry{w.tree: w.entries}}
	return sn, sn.checkSchema()
}

// checkSchema refuses a tree of a newer schema. If store.json is lost or damaged the tree still opens: one bad object
// must not hide all threads, and the layout in config protects as well.
func (sn *Snapshot) checkSchema() error {
	id, err := sn.FileID(schemaFile)
	if err != nil {
		if errors.Is(err, ErrNotExist) {
			sn.s.warn(schemaFile + " is missing from the tree")
			return nil
		}
		return err
	}
	if _, ok := sn.s.goodMeta.Load(id); ok {
		return nil
	}
	var meta struct {
		Schema int `json:"schema"`
	}
	data, err := sn.s.readBlob(id)
	if err == nil {
		err = json.Unmarshal(data, &meta)
	}
	if err != nil {
		sn.s.warn(fmt.Sprintf("%s: %v", schemaFile, err))
		return nil
	}
	if meta.Schema > knownSchema {
		return &VersionError{What: "schema", Have: meta.Schema, Know: knownSchema}
	}
	sn.s.goodMeta.Store(id, true)
	return nil
}

// ID returns the id of the commit.
func (sn *Snapshot) ID() ID { return sn.id }

// ReadFile returns the content of a file, ErrNotExist if there is no such file, ErrCorrupt if it or a directory above
// it is damaged.
func (sn *Snapshot) ReadFile(path string) ([]byte, error) {
	id, err := sn.FileID(path)
	if err != nil {
		return nil, err
	}
	data, err := sn.s.readBlob(id)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", path, err)
	}
	return sn.disowned(data), nil
}

// Strange reports whether the snapshot is of a line that is not the user's own.
func (sn *Snapshot) Strange() bool { return sn.strange }

func (sn *Snapshot) disowned(data []byte) []byte {
	if sn.strange {
		return sn.s.o.Disown(data)
	}
	return data
}

// FileID returns the id of a file without reading it.
func (sn *Snapshot) FileID(path string) (ID, error) {
	e, err := sn.find(path)
	if err == nil && e.Mode == gitfmt.ModeDir {
		err = ErrNotExist
	}
	if err != nil {
		return ID{}, fmt.Errorf("%q: %w", path, err)
	}
	return e.ID, nil
}

// ReadDir lists a directory in git's order; "" is the root. A directory that does not exist is empty.
func (sn *Snapshot) ReadDir(path string) ([]Entry, error) {
	id := sn.tree
	if path != "" {
		e, err := sn.find(path)
		if errors.Is(err, ErrNotExist) || (err == nil && e.Mode != gitfmt.ModeDir) {
			return nil, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%q: %w", path, err)
		}
		id = e.ID
	}
	entries, err := sn.dir(id)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", path, err)
	}
	return publicEntries(entries), nil
}

// ReadBlob returns the content of any blob by its id, ErrNotExist if the store has no such object.
func (sn *Snapshot) ReadBlob(id ID) ([]byte, error) {
	data, err := sn.s.readKind(id, gitfmt.Blob)
	if errors.Is(err, errMissing) {
		return nil, fmt.Errorf("blob %s: %w", id, ErrNotExist)
	}
	if err != nil {
		return nil, err
	}
	return sn.disowned(data), nil
}

func (sn *Snapshot) find(path string) (gitfmt.Entry, error) { return findBelow(sn.tree, path, sn.dir) }

// findBelow walks from a tree to a path, through directories that dir reads. ErrNotExist if nothing is there.
func findBelow(tree ID, path string, dir func(ID) ([]gitfmt.Entry, error)) (gitfmt.Entry, error) {
	names, err := splitPath(path)
	if err != nil {
		return gitfmt.Entry{}, err
	}
	at := gitfmt.Entry{ID: tree, Mode: gitfmt.ModeDir}
	for _, name := range names {
		if at.Mode != gitfmt.ModeDir {
			return at, ErrNotExist
		}
		entries, err := dir(at.ID)
		if err != nil {
			return at, err
		}
		var ok bool
		if at, ok = gitfmt.FindEntry(entries, name); !ok {
			return at, ErrNotExist
		}
	}
	return at, nil
}

func (sn *Snapshot) dir(id ID) ([]gitfmt.Entry, error) {
	sn.mu.Lock()
	entries, ok := sn.trees[id]
	sn.mu.Unlock()
	if ok {
		return entries, nil
	}
	entries, err := sn.s.readTree(id)
	if err != nil {
		return nil, err
	}
	sn.mu.Lock()
	sn.trees[id] = entries
	sn.mu.Unlock()
	return entries, nil
}
