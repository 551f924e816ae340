package gitstore

import (
	"bytes"
	"crypto/sha1"
	"fmt"
	"io"
	"os"

	"consider/internal/gitfmt"
)

// packTrailer is the size of the checksum at the end of a pack and of an index.
const packTrailer = 20

// maxChain and maxDeltas limit the cost of one packed object: git makes chains of 50 deltas, at most 4095.
const (
	maxChain  = 4096
	maxDeltas = 4 * MaxObject
)

// pack is one pack and its index. The files are open only while in use.
type pack struct {
	name string
	idx  *os.File
	data *os.File
	end  int64 // where the objects end in the pack file

	index *gitfmt.PackIndex // nil if the file has to be opened for a search
	held  bool              // the index is in memory, unless it is too large
}

// maxHeld limits the indexes that are read into memory. A search of thousands of objects asks pack after pack, including
// those whose files are closed.
const maxHeld = 16 << 20

func (k *pack) openFiles(dir *folder) error {
	var err error
	if k.idx, err = dir.openFile(packDir+"/"+k.name+".idx", os.O_RDONLY, 0); err != nil {
		return err
	}
	if k.data, err = dir.openFile(packDir+"/"+k.name+".pack", os.O_RDONLY, 0); err == nil {
		err = k.check()
	}
	if err != nil {
		k.closeFiles()
		return fmt.Errorf("pack %s: %w", k.name, err)
	}
	return nil
}

func (k *pack) closeFiles() {
	for _, f := range []*os.File{k.idx, k.data} {
		if f != nil {
			f.Close()
		}
	}
	k.idx, k.data = nil, nil
	if !k.held {
		k.index = nil
	}
}

// check reads the header of the index, or the whole index, unless it is in memory.
func (k *pack) check() error {
	ist, err := k.idx.Stat()
	if err != nil {
		return err
	}
	dst, err := k.data.Stat()
	if err != nil {
		return err
	}
	k.end = dst.Size() - packTrailer
	if k.index != nil {
		return nil
	}
	var index io.ReaderAt = k.idx
	if k.held = ist.Size() <= maxHeld; k.held {
		data := make([]byte, ist.Size())
		if _, err := k.idx.ReadAt(data, 0); err != nil {
			return fmt.Errorf("index: %w", gitfmt.NoEOF(err))
		}
		index = bytes.NewReader(data)
	}
	k.index, err = gitfmt.ReadPackIndex(index, ist.Size())
	return err
}

// checkTrailer compares the hash of a file without its last 20 bytes with those bytes.
func (d *folder) checkTrailer(name string) error {
	file, err := d.openFile(name, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	st, err := file.Stat()
	if err != nil {
		return err
	}
	if st.Size() < packTrailer {
		return fmt.Errorf("is truncated: %w", ErrCorrupt)
	}
	h := sha1.New()
	if _, err := io.CopyN(h, file, st.Size()-packTrailer); err != nil {
		return err
	}
	var want [packTrailer]byte
	if _, err := io.ReadFull(file, want[:]); err != nil {
		return err
	}
	if !bytes.Equal(h.Sum(nil), want[:]) {
		return fmt.Errorf("does not match its checksum: %w", ErrCorrupt)
	}
	return nil
}
