package gitstore

import (
	"bufio"
	"fmt"
	"io"

	"consider/internal/gitfmt"
	"consider/internal/safefs"
)

// writePack packs the objects, publishes the pack and its index durably, and returns the pack's name once every object
// has been read back from it. The objects are stored whole: deltas between the versions of a thread would save next to
// nothing, compared with the trees, and would make each read a chain of reads. get is called once for each id, in order.
func (s *Store) writePack(ids []ID, get func(ID) (gitfmt.Object, error)) (string, error) {
	var w gitfmt.PackWriter
	name, err := s.publishPack(&w, ids, func(out io.Writer) error { return w.Write(out, ids, get) })
	if err != nil {
		return "", err
	}
	return name, s.verifyPack(name, ids)
}

// publishPack durably publishes a pack that fill writes and w made. It does not read the pack back.
func (s *Store) publishPack(w *gitfmt.PackWriter, ids []ID, fill func(io.Writer) error) (string, error) {
	if err := s.ensurePackDir(); err != nil {
		return "", err
	}
	tmp := packDir + "/" + packTmp + safefs.RandomName()
	defer func() {
		_ = s.root.Remove(tmp + "-pack")
		_ = s.root.Remove(tmp + "-idx")
	}()
	err := s.writeNew(tmp+"-pack", fill)
	if err != nil {
		return "", fmt.Errorf("pack: %w", err)
	}
	err = s.writeNew(tmp+"-idx", w.WriteIndex)
	if err != nil {
		return "", fmt.Errorf("pack index: %w", err)
	}
	name := "pack-" + w.Name.String()
	if s.verifyPack(name, ids) == nil {
		return name, nil // a stopped run has published the same pack
	}
	// The pack goes first: for a reader, an index shows that the pack exists.
	for _, ext := range []string{"pack", "idx"} {
		if err := s.root.Rename(tmp+"-"+ext, packDir+"/"+name+"."+ext); err != nil {
			return "", accessError(err)
		}
	}
	return name, s.syncDir(packDir)
}

func (s *Store) ensurePackDir() error {
	made, err := s.mkdir(packDir)
	if err == nil && made {
		err = s.syncDir("objects")
	}
	return err
}

// writeNew writes a new file and makes its content durable.
func (s *Store) writeNew(name string, fill func(io.Writer) error) error {
	err := safefs.Write(s.root, name, safefs.How{Perm: objectPerm, Sync: true, Made: s.heir.giveFile}, func(w io.Writer) error {
		b := bufio.NewWriterSize(w, 64<<10)
		if err := fill(b); err != nil {
			return err
		}
		return b.Flush()
	})
	return s.pathError(name, err)
}

// verifyPack reads every object back from the pack through the index.
func (s *Store) verifyPack(name string, ids []ID) error {
	k := &pack{name: name}
	if err := k.openFiles(&s.folder); err != nil {
		return err
	}
	defer k.closeFiles()
	var p packSet
	for _, id := range ids {
		offset, err := k.index.Find(id)
		if err != nil {
			return fmt.Errorf("new pack: object %s: %w", id, err)
		}
		o, err := p.object(k, offset)
		if err == nil {
			err = o.Check(id)
		}
		if err != nil {
			return fmt.Errorf("new pack: %w", damaged(id, err))
		}
	}
	return nil
}
