package gitstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"
)

const (
	// objectTmp begins the name of an object that is being written. Git leaves
	// files that begin with tmp_obj_ alone and prunes them when they are old;
	// the rest of the prefix tells our own, which gc may sweep at once.
	objectTmp    = "tmp_obj_consider_"
	gitObjectTmp = "tmp_obj_"

	// syncBatch is how many objects are open at once while they are synced.
	syncBatch = 8
)

func loosePath(id ID) string {
	h := id.String()
	return h[:2] + "/" + h[2:]
}

// readLoose reads and checks a loose object; errMissing if there is no file.
func (s *Store) readLoose(id ID) (object, error) {
	f, err := s.objects.OpenFile(loosePath(id), os.O_RDONLY|nonblock, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return object{}, fmt.Errorf("object %s: %w", id, errMissing)
	}
	if err != nil {
		return object{}, s.objectError(id, err)
	}
	defer f.Close()
	if err := wantRegular(f); err != nil {
		return object{}, damaged(id, err)
	}
	file, err := readBounded(f, maxDeflated)
	if err != nil {
		return object{}, fmt.Errorf("object %s: %w", id, err)
	}
	return decodeLoose(id, file)
}

// objectError makes a foreign thing at an object's place a damaged object: the
// others can still be read.
func (s *Store) objectError(id ID, err error) error {
	err = s.pathError("objects/"+loosePath(id), err)
	if errors.Is(err, ErrUnsafe) {
		return damaged(id, err)
	}
	return fmt.Errorf("object %s: %w", id, err)
}

// newObject is an object that is to be written.
type newObject struct {
	id ID
	object
}

// writeObjects makes the objects durable. All of a batch are renamed into
// place first and then synced side by side: the file system turns that into
// one or two journal commits instead of one per object.
func (s *Store) writeObjects(objs []newObject) error {
	for len(objs) > 0 {
		n := min(len(objs), syncBatch)
		if err := s.writeBatch(objs[:n]); err != nil {
			return err
		}
		objs = objs[n:]
	}
	return nil
}

func (s *Store) writeBatch(objs []newObject) error {
	files := make([]*os.File, 0, len(objs))
	defer func() {
		for _, f := range files {
			f.Close()
		}
	}()
	fresh := false
	for _, o := range objs {
		f, dirMade, err := s.placeObject(o)
		if err != nil {
			return fmt.Errorf("write of %s %s: %w", o.kind, o.id, err)
		}
		if f != nil {
			files = append(files, f)
		}
		fresh = fresh || dirMade
	}
	if err := syncAll(files); err != nil {
		return err
	}
	if fresh {
		return s.syncDir("objects")
	}
	return nil
}

func syncAll(files []*os.File) error {
	errs := make([]error, len(files))
	var wg sync.WaitGroup
	for i, f := range files {
		wg.Go(func() { errs[i] = syncObject(f) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

// placeObject puts an object under its name and returns the file, still to be
// synced. A real `git gc` beside us may delete a folder that was just made and
// still is empty, or a loose file that is in a pack now: then it is done again.
func (s *Store) placeObject(o newObject) (f *os.File, dirMade bool, err error) {
	for range 5 {
		f, dirMade, err = s.tryPlace(o)
		if !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	return f, dirMade, err
}

// tryPlace trusts a file that is already there only after it has been read and
// checked: a power cut leaves empty ones, and a later write of the same content
// is the chance to heal them. One that is good is synced all the same, because
// the writer who left it may have died before it did; and it is made to look
// new, because real git prunes by age what nothing names yet.
func (s *Store) tryPlace(o newObject) (f *os.File, dirMade bool, err error) {
	name := "objects/" + loosePath(o.id)
	if _, err := s.readLoose(o.id); err == nil {
		now := time.Now()
		s.objects.Chtimes(loosePath(o.id), now, now)
		f, err := s.root.OpenFile(name, reopenFlag|nonblock, 0)
		return f, false, err
	}
	dirMade, err = s.mkdir(name[:len("objects/xx")])
	if err != nil {
		return nil, false, err
	}
	f, err = s.writeTemp(name, o.object)
	return f, dirMade, err
}

func (s *Store) writeTemp(name string, o object) (*os.File, error) {
	file, err := encodeLoose(o)
	if err != nil {
		return nil, err
	}
	tmp := name[:len("objects/xx/")] + objectTmp + randomName()
	f, err := s.root.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, objectPerm)
	if err != nil {
		return nil, s.pathError(tmp, err)
	}
	if _, err = f.Write(file); err == nil {
		err = s.root.Rename(tmp, name)
	}
	if err != nil {
		f.Close()
		s.root.Remove(tmp)
		return nil, access(err)
	}
	return f, nil
}
