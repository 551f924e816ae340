package gitstore

import (
	"bytes"
	"crypto/sha1"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"consider/internal/gitfmt"
)

// Sizes of an index file of version 2 (gitformat-pack): a header of 8 bytes,
// 256 counts, then for each object its id, a CRC and an offset, then the
// offsets over 2 GiB and two checksums.
const (
	idxHeader   = 8
	idxNames    = idxHeader + 256*4
	idxPerEntry = 20 + 4 + 4
	idxTrailer  = 40
	packTrailer = 20
)

// maxChain and maxDeltas limit the cost of one packed object: git makes chains of 50 deltas, at most 4095.
const (
	maxChain  = 4096
	maxDeltas = 4 * MaxObject
)

// pack is one pack and its index. The files are open only while in use.
type pack struct {
	name   string
	idx    *os.File
	data   *os.File
	idxEnd int64 // size of the index file
	end    int64 // where the objects end in the pack file
	fanout [256]uint32

	loadedIndex io.ReaderAt // the index in memory, unless it is too large; otherwise nil
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
}

// check reads the header of the index and checks that the sizes agree, so that every later offset lies in the file.
func (k *pack) check() error {
	ist, err := k.idx.Stat()
	if err != nil {
		return err
	}
	dst, err := k.data.Stat()
	if err != nil {
		return err
	}
	k.idxEnd, k.end = ist.Size(), dst.Size()-packTrailer
	head := make([]byte, idxNames)
	if _, err := k.idx.ReadAt(head, 0); err != nil {
		return fmt.Errorf("index: %w", gitfmt.NoEOF(err))
	}
	if !bytes.Equal(head[:idxHeader], []byte{0xff, 't', 'O', 'c', 0, 0, 0, 2}) {
		return errors.New("index is not version 2")
	}
	last := uint32(0)
	for i := range k.fanout {
		n := binary.BigEndian.Uint32(head[idxHeader+4*i:])
		if n < last {
			return errors.New("index is out of order")
		}
		k.fanout[i], last = n, n
	}
	if k.idxEnd < idxNames+int64(last)*idxPerEntry+idxTrailer {
		return errors.New("index is truncated")
	}
	if k.loadedIndex != nil || k.idxEnd > maxHeld {
		return nil
	}
	data := make([]byte, k.idxEnd)
	if _, err := k.idx.ReadAt(data, 0); err != nil {
		return fmt.Errorf("index: %w", gitfmt.NoEOF(err))
	}
	k.loadedIndex = bytes.NewReader(data)
	return nil
}

func (k *pack) count() int64 { return int64(k.fanout[255]) }

// locate searches the index for an object and returns its offset in the pack.
func (k *pack) locate(id ID) (int64, error) {
	lo, hi := int64(0), int64(k.fanout[id[0]])
	if id[0] > 0 {
		lo = int64(k.fanout[id[0]-1])
	}
	var at ID
	index := k.loadedIndex
	if index == nil {
		index = k.idx
	}
	for lo < hi {
		mid := (lo + hi) / 2
		if _, err := index.ReadAt(at[:], idxNames+20*mid); err != nil {
			return 0, fmt.Errorf("index: %w", gitfmt.NoEOF(err))
		}
		switch bytes.Compare(at[:], id[:]) {
		case 0:
			return k.offset(index, mid)
		case -1:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return 0, errMissing
}

func (k *pack) offset(index io.ReaderAt, n int64) (int64, error) {
	var b [8]byte
	if _, err := index.ReadAt(b[:4], idxNames+24*k.count()+4*n); err != nil {
		return 0, fmt.Errorf("index: %w", gitfmt.NoEOF(err))
	}
	small := binary.BigEndian.Uint32(b[:4])
	if small <= math.MaxInt32 {
		return int64(small), nil
	}
	at := idxNames + idxPerEntry*k.count() + 8*int64(small&math.MaxInt32)
	if at+8 > k.idxEnd-idxTrailer {
		return 0, errors.New("index: offset out of range")
	}
	if _, err := index.ReadAt(b[:], at); err != nil {
		return 0, fmt.Errorf("index: %w", gitfmt.NoEOF(err))
	}
	return int64(binary.BigEndian.Uint64(b[:]) & math.MaxInt64), nil
}

func (k *pack) appendIDs(ids []ID) []ID {
	names := make([]byte, 20*k.count())
	if _, err := k.idx.ReadAt(names, idxNames); err != nil {
		return ids
	}
	for ; len(names) >= 20; names = names[20:] {
		ids = append(ids, ID(names[:20]))
	}
	return ids
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
