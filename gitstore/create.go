package gitstore

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"consider/internal/gitfmt"
	"consider/internal/safefs"
)

// Create opens the store in dir, the .consider folder, and makes it if it does not exist. The folder above dir must
// exist. Every step can be repeated, so two programs may create the same store at once, and the next Create finishes a
// killed one.
//
// The first commit, "init", holds store.json alone. It is the parent of the first update.
func Create(dir string, o Options) (*Store, error) {
	if s, err := openWithRef(dir, o); err == nil || !errors.Is(err, ErrNoStore) {
		return s, err
	}
	switch err := os.Mkdir(dir, 0o700); {
	case err == nil:
		giveToOwner(dir)
	case !errors.Is(err, fs.ErrExist):
		return nil, fmt.Errorf("create store: %w", accessError(err))
	}
	s, err := openRoot(dir, o)
	if err != nil {
		return nil, err
	}
	if err := s.build(); err != nil {
		if s.Gone() {
			err = ErrBusy // it was just being deleted; the next try makes a new one
		}
		s.Close()
		return nil, fmt.Errorf("create store %q: %w", dir, err)
	}
	return s, nil
}

// MakeFolder makes the folder dir as Create does, without a store: git ignores what is put there.
func MakeFolder(dir string) error {
	if err := os.Mkdir(dir, 0o700); err == nil {
		giveToOwner(dir)
	} else if !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("create folder: %w", accessError(err))
	}
	s, err := openRoot(dir, Options{})
	if err != nil {
		return err
	}
	defer s.Close()
	return s.ignoreSelf()
}

// openWithRef opens a store whose creation was finished.
func openWithRef(dir string, o Options) (*Store, error) {
	s, err := Open(dir, o)
	if err != nil {
		return nil, err
	}
	ref, err := s.readRef()
	if err == nil && ref.raw == "" && !s.isHalfFork() { // it has lost its ref
		if _, _, err = s.tip(); err == nil {
			err = s.NotOwn()
		}
	}
	if err == nil && ref.raw == "" {
		err = ErrNoStore
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// giveToOwner gives a new folder that root made to the owner of the folder above it.
func giveToOwner(dir string) {
	if above, err := os.Stat(filepath.Dir(dir)); err == nil {
		if h := ownerOf(above); h != nil {
			_ = os.Lchown(dir, h.uid, h.gid)
		}
	}
}

func (s *Store) build() error {
	if err := s.ignoreSelf(); err != nil {
		return err
	}
	if s.o.Making != nil {
		s.o.Making()
	}
	for _, d := range []string{"objects", "objects/info", "objects/pack", "refs", "refs/heads", "cache"} {
		if _, err := s.mkdir(d); err != nil {
			return err
		}
	}
	for _, f := range []struct{ name, text string }{{"config", configText}, {"HEAD", headText}} {
		if err := s.ensureFile(f.name, f.text); err != nil {
			return err
		}
	}
	if err := s.checkConfig(); err != nil {
		return err
	}
	var err error
	if s.objects, err = s.root.OpenRoot("objects"); err != nil {
		return s.pathError("objects", err)
	}
	for _, d := range []string{"objects", "refs", "."} {
		if err := s.syncDir(d); err != nil {
			return err
		}
	}
	if err := syncParent(s.dir); err != nil {
		return err
	}
	return s.firstCommit()
}

func (s *Store) firstCommit() error {
	return s.underLock(context.Background(), func(l *heldLock) error {
		ref, err := s.readRef()
		if err != nil || ref.raw != "" {
			return err
		}
		if s.isHalfFork() {
			err = s.fork(l, ref)
		} else {
			err = s.begin(l, ref)
		}
		if err != nil {
			return err
		}
		safefs.Sweep(s.root, ".", func(name string) bool { // left by a killed creator; a live one starts over
			return strings.HasPrefix(name, "config"+tmpMark) || strings.HasPrefix(name, "HEAD"+tmpMark)
		})
		return nil
	})
}

// begin makes the line of a store that has no ref.
func (s *Store) begin(l *heldLock, ref refState) error {
	// The store has content but no ref, so the ref was lost. A new line would hide the old one.
	if begun, err := s.isCreated(); err != nil {
		return err
	} else if begun {
		tip, err := s.recoverTip(ref)
		if err != nil {
			return err
		}
		if err := s.findHome(tip); err != nil {
			return err
		}
		return movedError(s.continueFrom(context.Background(), l, ref, tip))
	}
	return s.startLine(l, ref)
}

// startLine writes the first commit.
func (s *Store) startLine(l *heldLock, ref refState) error {
	blob := gitfmt.Object{Kind: gitfmt.Blob, Data: s.schemaText()}
	entries := []gitfmt.Entry{{Name: schemaFile, ID: blob.ID(), Mode: gitfmt.ModeFile}}
	tree := gitfmt.Object{Kind: gitfmt.Tree, Data: gitfmt.EncodeTree(entries)}
	meta, name := Meta{Subject: firstSubject}, rand.Text
	if s.o.Line != nil {
		name = s.o.Line
	}
	if line := name(); line != "" {
		meta.Trailers = []Trailer{{Key: TrailerLine, Value: line}}
	}
	commit := gitfmt.Object{Kind: gitfmt.Commit, Data: encodeCommit(tree.ID(), ID{}, meta, s.o.Program, s.now())}
	var objs []newObject
	for _, o := range []gitfmt.Object{blob, tree, commit} {
		objs = append(objs, newObject{o.ID(), o})
	}
	if err := s.writeObjects(objs); err != nil {
		return err
	}
	return s.moveRef(l, ref, objs[2].id, ID{}, firstSubject)
}

func (s *Store) schemaText() []byte {
	return fmt.Appendf(nil, "{\"schema\":%d,\"createdBy\":%q}\n", knownSchema, s.o.Program)
}
