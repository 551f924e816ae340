package gitstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"

	"consider/internal/gitfmt"
	"consider/internal/safefs"
)

const (
	// syncBatch is how many objects are open at once while they are synced. An
	// ordinary update has five or six.
	syncBatch = 12

	// maxLoose is the largest update that is written as loose objects.
	maxLoose = 64
)

// newObject is an object that is to be written.
type newObject struct {
	id ID
	gitfmt.Object
}

// writeObjects makes the objects durable, in three steps for each batch: the content is synced under temporary names,
// the files are renamed, and then the names are made durable. No object ever has its name without its content, so real
// git finds no damage after a power cut either. The syncs of a batch run in parallel: the file system turns them into
// one or two journal commits instead of one per object.
//
// A large update (an import, a checkpoint of many files) becomes a pack: three syncs instead of one for each object.
func (s *Store) writeObjects(objs []newObject) error { return s.writeBatches(objs, false) }

// writeFor is writeObjects for a writer that moves the ref next. If the file system keeps the order of writes, the sync
// of the ref makes the objects durable too: they are not synced one by one, only written out before they get their
// names.
func (s *Store) writeFor(l *heldLock, objs []newObject) error {
	return s.writeBatches(objs, l.keepsOrder)
}

func (s *Store) writeBatches(objs []newObject, inOrder bool) error {
	if len(objs) > maxLoose {
		return s.packObjects(objs)
	}
	for part := range slices.Chunk(objs, syncBatch) {
		b := batch{s: s, inOrder: inOrder}
		err := b.write(part)
		b.close()
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) packObjects(objs []newObject) error {
	ids := make([]ID, len(objs))
	for i, o := range objs {
		ids[i] = o.id
	}
	next := 0
	_, err := s.writePack(ids, func(ID) (gitfmt.Object, error) {
		next++
		return objs[next-1].Object, nil
	})
	return err
}

// batch is a few objects on their way to disk.
type batch struct {
	s       *Store
	files   []objectFile
	dirMade bool // a folder of objects/ is new
	inOrder bool // a later sync makes all of it durable
}

type objectFile struct {
	*os.File
	tmp, name string // tmp is empty once the file has its name
}

func (b *batch) write(objs []newObject) error {
	for _, o := range objs {
		if err := b.add(o); err != nil {
			return fmt.Errorf("write %s %s: %w", o.Kind, o.id, err)
		}
	}
	if err := b.flush(); err != nil {
		return err
	}
	for i, f := range b.files {
		if f.tmp == "" {
			continue
		}
		if err := b.s.root.Rename(f.tmp, f.name); err != nil {
			return accessError(err)
		}
		b.files[i].tmp = ""
	}
	if b.inOrder {
		return nil
	}
	// If the file system keeps the order of its metadata, the sync of the ref makes these names durable as well;
	// elsewhere (btrfs) it does not.
	if !ordersRenames(b.files[0].File) {
		if err := b.sync(); err != nil {
			return err
		}
	}
	if b.dirMade {
		return b.s.syncDir("objects")
	}
	return nil
}

// flush ensures that no name that is written later becomes durable without the contents.
func (b *batch) flush() error {
	if !b.inOrder {
		return b.sync()
	}
	files := make([]*os.File, len(b.files))
	for i, f := range b.files {
		files[i] = f.File
	}
	return accessError(writeOut(files...))
}

func (b *batch) sync() error {
	errs := make([]error, len(b.files))
	var wg sync.WaitGroup
	for i, f := range b.files {
		wg.Go(func() { errs[i] = syncObject(f.File) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

func (b *batch) close() {
	for _, f := range b.files {
		f.Close()
		if f.tmp != "" {
			_ = b.s.root.Remove(f.tmp)
		}
	}
}

// add writes an object under a temporary name. A real `git gc` may delete a new folder while it is empty, or a loose
// file whose object is in a pack now; then the write is repeated.
func (b *batch) add(o newObject) error {
	for try := 0; ; try++ {
		f, err := b.place(o)
		if err == nil {
			b.files = append(b.files, f)
			return nil
		}
		if !errors.Is(err, fs.ErrNotExist) || try == 5 {
			return err
		}
	}
}

// place trusts an existing file only after it has been read and checked: a power cut may leave empty files, and a later
// write of the same content can heal them. A good file is synced all the same, because its writer may have died before
// syncing. Its time is renewed, because real git prunes unnamed objects by age.
func (b *batch) place(o newObject) (objectFile, error) {
	s, name := b.s, "objects/"+loosePath(o.id)
	if _, err := s.readLoose(o.id); err == nil {
		now := time.Now()
		_ = s.objects.Chtimes(loosePath(o.id), now, now)
		f, err := s.root.OpenFile(name, reopenFlag|safefs.Nonblock, 0)
		return objectFile{File: f, name: name}, err
	}
	made, err := s.mkdir(name[:len("objects/xx")])
	if err != nil {
		return objectFile{}, err
	}
	b.dirMade = b.dirMade || made
	tmp := name[:len("objects/xx/")] + objectTmp + safefs.RandomName()
	f, err := s.writeTemp(tmp, o.Object)
	return objectFile{f, tmp, name}, err
}

func (s *Store) writeTemp(tmp string, o gitfmt.Object) (*os.File, error) {
	file, err := gitfmt.EncodeLoose(o)
	if err != nil {
		return nil, err
	}
	f, err := s.newFile(tmp, objectPerm)
	if err != nil {
		return nil, s.pathError(tmp, err)
	}
	if _, err = f.Write(file); err != nil {
		f.Close()
		_ = s.root.Remove(tmp)
		return nil, accessError(err)
	}
	return f, nil
}
