package gitstore

import (
	"bufio"
	"bytes"
	"crypto/sha1"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"io"
	"os"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/idxfile"
)

// packTmp begins the name of a pack that is being written. Git prunes old
// files of the pack folder that begin with tmp_; the rest tells our own. The
// names must not end in .idx: git would take a half-written one for an index.
const packTmp = "tmp_pack_consider_"

// writePack packs the objects, publishes the pack and its index durably, and
// returns once every object has been read back from it. The objects are stored
// whole: deltas between the versions of a thread gain next to nothing beside
// the trees, and would make each read a chain of reads. get is called once for
// each id, in their order.
func (s *Store) writePack(ids []ID, get func(ID) (object, error)) error {
	_, err := s.writeNamedPack(ids, get)
	return err
}

// writeNamedPack also returns the pack's name.
func (s *Store) writeNamedPack(ids []ID, get func(ID) (object, error)) (string, error) {
	if err := s.ensurePackDir(); err != nil {
		return "", err
	}
	tmp := packDir + "/" + packTmp + randomName()
	defer func() {
		_ = s.root.Remove(tmp + "-pack")
		_ = s.root.Remove(tmp + "-idx")
	}()
	w := &packWriter{sum: sha1.New()}
	err := s.writeNew(tmp+"-pack", func(out io.Writer) error { return w.write(out, ids, get) })
	if err != nil {
		return "", fmt.Errorf("pack: %w", err)
	}
	err = s.writeNew(tmp+"-idx", func(out io.Writer) error { return w.writeIndex(out) })
	if err != nil {
		return "", fmt.Errorf("pack index: %w", err)
	}
	name := "pack-" + w.name.String()
	if s.verifyPack(name, ids) == nil {
		return name, nil // the same pack is there, of a run that was stopped
	}
	// The pack first: a reader takes an index as the sign that the pack is there.
	for _, ext := range []string{"pack", "idx"} {
		if err := s.root.Rename(tmp+"-"+ext, packDir+"/"+name+"."+ext); err != nil {
			return "", access(err)
		}
	}
	if err := s.syncDir(packDir); err != nil {
		return "", err
	}
	return name, s.verifyPack(name, ids)
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
	f, err := s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, objectPerm)
	if err != nil {
		return s.pathError(name, err)
	}
	b := bufio.NewWriterSize(f, 64<<10)
	err = fill(b)
	if err == nil {
		err = b.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// packWriter writes a pack of version 2 and remembers what the index needs.
type packWriter struct {
	sum   hash.Hash
	at    uint64
	index idxfile.Writer
	name  ID // the pack's checksum
}

func (w *packWriter) write(out io.Writer, ids []ID, get func(ID) (object, error)) error {
	out = io.MultiWriter(out, w.sum)
	_ = w.index.OnHeader(uint32(len(ids)))
	head := binary.BigEndian.AppendUint32([]byte("PACK\x00\x00\x00\x02"), uint32(len(ids)))
	if _, err := out.Write(head); err != nil {
		return err
	}
	w.at = uint64(len(head))
	var buf bytes.Buffer
	for _, id := range ids {
		o, err := get(id)
		if err != nil {
			return err
		}
		buf.Reset()
		buf.Write(packHead(o.kind, len(o.data)))
		if err := deflate(&buf, o.data); err != nil {
			return err
		}
		w.index.Add(plumbing.Hash(id), w.at, crc32.ChecksumIEEE(buf.Bytes()))
		w.at += uint64(buf.Len())
		if _, err := out.Write(buf.Bytes()); err != nil {
			return err
		}
	}
	w.sum.Sum(w.name[:0])
	_, err := out.Write(w.name[:])
	return err
}

func packHead(k kind, size int) []byte {
	b := byte(k)<<4 | byte(size&15)
	var head []byte
	for size >>= 4; size > 0; size >>= 7 {
		head = append(head, b|0x80)
		b = byte(size & 0x7f)
	}
	return append(head, b)
}

func (w *packWriter) writeIndex(out io.Writer) error {
	if err := w.index.OnFooter(plumbing.Hash(w.name)); err != nil {
		return err
	}
	idx, err := w.index.Index()
	if err != nil {
		return err
	}
	_, err = idxfile.NewEncoder(out).Encode(idx)
	return err
}

// verifyPack reads every object back from the pack, by way of the index.
func (s *Store) verifyPack(name string, ids []ID) error {
	k := &pack{name: name}
	if err := k.openFiles(s); err != nil {
		return err
	}
	defer k.closeFiles()
	var p packSet
	for _, id := range ids {
		offset, err := k.locate(id)
		if err != nil {
			return fmt.Errorf("new pack: object %s: %w", id, err)
		}
		o, err := p.object(k, offset)
		if err == nil && hashObject(o.kind, o.data) != id {
			err = errors.New("content does not match its name")
		}
		if err != nil {
			return fmt.Errorf("new pack: %w", damaged(id, err))
		}
	}
	return nil
}
