package backup

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"

	"consider/gitstore"
	"consider/internal/safefs"
)

// A log has the changes since its copy was made: for each its objects, as id, size and loose file, and then the new tip, as
// id and tipMark. It is not synced. After a power cut its end may be torn; the next change is then written after the last
// whole one.
type record struct {
	ID   gitstore.ID
	Size uint32
}

const (
	recordSize = 24
	tipMark    = math.MaxUint32
)

// lastTip reads the tip at the end of a log.
func lastTip(f io.ReaderAt, size int64) (tip gitstore.ID, ok bool) {
	var r record
	err := binary.Read(io.NewSectionReader(f, size-recordSize, recordSize), binary.BigEndian, &r)
	return r.ID, err == nil && r.Size == tipMark
}

// appendLog adds a change to a log that ends in known. It does nothing if another process writes, or was faster.
func appendLog(name string, known, tip gitstore.ID, objects []gitstore.Loose) (size int64, err error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	if got, err := safefs.TryLock(f); err != nil || !got {
		return 0, err
	}
	defer safefs.Unlock(f)
	if size, err = f.Seek(0, io.SeekEnd); err != nil {
		return 0, err
	}
	if last, ok := lastTip(f, size); size > 0 && (!ok || last != known) {
		if !ok {
			_, _, size = readLog(f)
			err = f.Truncate(size)
		}
		return size, err
	}
	var text bytes.Buffer
	add := func(id gitstore.ID, size uint32, data []byte) {
		_ = binary.Write(&text, binary.BigEndian, record{id, size}) // a buffer takes everything
		text.Write(data)
	}
	for _, o := range objects {
		add(o.ID, uint32(len(o.Data)), o.Data)
	}
	add(tip, tipMark, nil)
	if _, err := f.WriteAt(text.Bytes(), size); err != nil {
		return size, errors.Join(err, f.Truncate(size))
	}
	return size + int64(text.Len()), nil
}

// readLog reads a log up to its last whole change, and returns where that ends.
func readLog(f io.ReaderAt) (tip gitstore.ID, objects []gitstore.Loose, whole int64) {
	in := bufio.NewReader(io.NewSectionReader(f, 0, math.MaxInt64))
	var at int64
	var read []gitstore.Loose
	for {
		var r record
		if binary.Read(in, binary.BigEndian, &r) != nil {
			return tip, objects, whole
		}
		at += recordSize
		if r.Size == tipMark {
			tip, objects, whole = r.ID, read, at
			continue
		}
		if r.Size > 2*gitstore.MaxObject {
			return tip, objects, whole
		}
		o := gitstore.Loose{ID: r.ID, Data: make([]byte, r.Size)}
		if _, err := io.ReadFull(in, o.Data); err != nil {
			return tip, objects, whole
		}
		at += int64(r.Size)
		read = append(read, o)
	}
}
