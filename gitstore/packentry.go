package gitstore

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"

	"github.com/go-git/go-git/v5/plumbing/format/packfile"

	"consider/internal/gitfmt"
)

// entry reads one object of the pack without applying deltas.
func (k *pack) entry(offset int64) (gitfmt.PackEntry, error) {
	var e gitfmt.PackEntry
	if offset < 12 || offset >= k.end {
		return e, errors.New("offset is outside the pack")
	}
	r := bufio.NewReaderSize(io.NewSectionReader(k.data, offset, k.end-offset), 512) // most objects are small
	size, err := e.ReadHead(r, offset)
	if err != nil {
		return e, err
	}
	if size > MaxObject {
		return e, ErrTooLarge
	}
	e.Data, err = gitfmt.Inflate(r, int(size))
	return e, err
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
