package gitstore

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/go-git/go-git/v5/plumbing/format/packfile"

	"consider/internal/gitfmt"
)

// packEntry is an object as stored in a pack: whole, or a delta against the object at offset base or with id ref.
type packEntry struct {
	gitfmt.Object
	base int64
	ref  ID
}

// entry reads one object of the pack without applying deltas.
func (k *pack) entry(offset int64) (packEntry, error) {
	var e packEntry
	if offset < 12 || offset >= k.end {
		return e, errors.New("offset is outside the pack")
	}
	r := bufio.NewReaderSize(io.NewSectionReader(k.data, offset, k.end-offset), 512) // most objects are small
	size, err := e.readHead(r, offset)
	if err != nil {
		return e, err
	}
	if size > MaxObject {
		return e, ErrTooLarge
	}
	e.Data, err = gitfmt.Inflate(r, int(size))
	return e, err
}

// readHead reads the type, the size, seven bits a byte after the first, and the base of a delta.
func (e *packEntry) readHead(r gitfmt.Source, offset int64) (uint64, error) {
	b, err := r.ReadByte()
	if err != nil {
		return 0, gitfmt.NoEOF(err)
	}
	e.Kind = gitfmt.Kind(b >> 4 & 7)
	size := uint64(b & 15)
	for shift := 4; b&0x80 != 0; shift += 7 {
		if b, err = r.ReadByte(); err != nil || shift > 50 {
			return 0, errors.New("invalid size of a packed object")
		}
		size |= uint64(b&0x7f) << shift
	}
	switch e.Kind {
	case gitfmt.Commit, gitfmt.Tree, gitfmt.Blob, gitfmt.Tag:
	case gitfmt.OfsDelta:
		err = e.readDistance(r, offset)
	case gitfmt.RefDelta:
		_, err = io.ReadFull(r, e.ref[:])
	default:
		err = fmt.Errorf("unsupported packed object type: %s", e.Kind)
	}
	return size, err
}

// readDistance reads how far before this object its base begins.
func (e *packEntry) readDistance(r gitfmt.Source, offset int64) error {
	var n int64
	for i := range 9 {
		b, err := r.ReadByte()
		if err != nil {
			return gitfmt.NoEOF(err)
		}
		if i > 0 {
			n++
		}
		n = n<<7 | int64(b&0x7f)
		if b&0x80 == 0 {
			break
		}
	}
	if n <= 0 || n >= offset {
		return errors.New("delta base is outside the pack")
	}
	e.base = offset - n
	return nil
}

// applyDelta refuses a delta that announces too large a result before making the result; go-git checks the rest.
func applyDelta(base, delta []byte) ([]byte, error) {
	_, n := binary.Uvarint(delta)
	if n <= 0 {
		return nil, errors.New("invalid delta")
	}
	size, m := binary.Uvarint(delta[n:])
	if m <= 0 {
		return nil, errors.New("invalid delta")
	}
	if size > MaxObject {
		return nil, ErrTooLarge
	}
	return packfile.PatchDelta(base, delta)
}
