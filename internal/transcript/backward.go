package transcript

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// Bounds of reading one file.
const (
	maxBack    = 64 << 20 // bytes that are read back from a file's end
	maxLine    = 4 << 20  // bytes of a line that is looked at; longer ones hold images and outputs of tools
	firstChunk = 64 << 10 // bytes of the first read
)

// errMoved says that a file was cut short while it was read.
var errMoved = errors.New("the file shrank while it was being read")

// backward gives the lines of a file, last one first. It reads a chunk at a time and holds no more than one line
// and one chunk. Lines are bytes: a chunk may begin inside a character, a line never does, as no character of
// UTF-8 holds a newline.
type backward struct {
	r         io.ReaderAt
	remaining int64  // bytes before buf that were not read yet
	read      int64  // bytes read so far
	buf       []byte // bytes that were read but not returned yet
	seek      int    // buf[seek:] is known to hold no newline
	skip      bool   // the line at the end of buf is too long: its rest is dropped

	limit int64 // of read
	cut   bool  // stopped at the limit
	ended bool
}

func newBackward(r io.ReaderAt, size int64) *backward {
	return &backward{r: r, remaining: size, limit: maxBack}
}

// next returns the line before the one it returned last, without its newline. long says that a line was too long
// and is not given. ok is false at the beginning of the file, and at the limit.
func (b *backward) next() (line []byte, long, ok bool, err error) {
	for {
		if i := bytes.LastIndexByte(b.buf[:b.seek], '\n'); i >= 0 {
			line, long = b.buf[i+1:], b.skip || len(b.buf)-i-1 > maxLine
			b.buf, b.seek, b.skip = b.buf[:i], i, false
			if line = trim(line); long || len(line) > 0 {
				return line, long, true, nil
			}
			continue
		}
		if b.remaining == 0 {
			return b.firstLine()
		}
		if b.read >= b.limit {
			b.cut = true
			return nil, false, false, nil
		}
		if err := b.more(); err != nil {
			return nil, false, false, err
		}
	}
}

// firstLine returns the line that the file begins with.
func (b *backward) firstLine() (line []byte, long, ok bool, err error) {
	if b.ended {
		return nil, false, false, nil
	}
	b.ended = true
	line, long = trim(b.buf), b.skip || len(b.buf) > maxLine
	return line, long, long || len(line) > 0, nil
}

// more reads the chunk before what there is.
func (b *backward) more() error {
	b.seek = 0
	if len(b.buf) > maxLine {
		b.buf, b.skip = b.buf[:0], true
	}
	if b.skip {
		b.buf = b.buf[:0] // all of it belongs to the line that is dropped
	}
	// A chunk as large as the line so far keeps the copying of long lines linear.
	n := min(b.remaining, int64(max(firstChunk, len(b.buf))))
	next := make([]byte, int(n), int(n)+len(b.buf))
	got, err := b.r.ReadAt(next, b.remaining-n)
	if int64(got) < n {
		if err == nil || errors.Is(err, io.EOF) {
			return errMoved
		}
		return fmt.Errorf("read: %w", err)
	}
	b.remaining -= n
	b.read += n
	b.seek = len(next)
	b.buf = append(next, b.buf...)
	return nil
}

// trim takes off what may stand around a record: line ends of Windows, and the NULs that a crash leaves.
func trim(line []byte) []byte { return bytes.Trim(line, "\x00 \t\r\n") }
