package gitstore

import (
	"bytes"
	"compress/zlib"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
)

// MaxObject is the largest content, in bytes, that an object may have. It
// bounds the memory that reading any file of the store can take.
const MaxObject = 8 << 20

// maxDeflated bounds the file of a loose object: incompressible content grows
// by five bytes per 16 KiB block, far less than what is allowed here.
const maxDeflated = MaxObject + MaxObject/64 + 1<<10

// kind is the type of an object, with the numbers of git's pack format.
type kind uint8

const (
	kindCommit   kind = 1
	kindTree     kind = 2
	kindBlob     kind = 3
	kindTag      kind = 4
	kindOfsDelta kind = 6
	kindRefDelta kind = 7
)

func (k kind) String() string {
	switch k {
	case kindCommit:
		return "commit"
	case kindTree:
		return "tree"
	case kindBlob:
		return "blob"
	case kindTag:
		return "tag"
	}
	return "kind " + strconv.Itoa(int(k))
}

func parseKind(s string) (kind, bool) {
	for _, k := range []kind{kindBlob, kindTree, kindCommit, kindTag} {
		if s == k.String() {
			return k, true
		}
	}
	return 0, false
}

// object is a decoded object whose hash has been checked.
type object struct {
	kind kind
	data []byte
}

// A zlib writer holds over half a megabyte, a reader some 40 KiB: making them
// anew for every object costs more than the work they do.
var (
	deflaters = sync.Pool{New: func() any { return zlib.NewWriter(io.Discard) }}
	inflaters sync.Pool
)

func deflate(w io.Writer, parts ...[]byte) error {
	z := deflaters.Get().(*zlib.Writer)
	defer deflaters.Put(z)
	z.Reset(w)
	for _, p := range parts {
		if _, err := z.Write(p); err != nil {
			return err
		}
	}
	return z.Close()
}

type inflater interface {
	io.ReadCloser
	zlib.Resetter
}

func newInflater(r io.Reader) (inflater, error) {
	if z, ok := inflaters.Get().(inflater); ok {
		if err := z.Reset(r, nil); err != nil {
			inflaters.Put(z)
			return nil, err
		}
		return z, nil
	}
	z, err := zlib.NewReader(r)
	if err != nil {
		return nil, err
	}
	return z.(inflater), nil
}

// inflateExactly reads size bytes and then demands the end of the stream, so
// that a header that lies about the size cannot make it inflate further. The
// buffer grows with what really arrives: a short stream that claims eight
// megabytes costs what it holds.
func inflateExactly(z io.Reader, size int) ([]byte, error) {
	first := min(size, 64<<10)
	buf := make([]byte, first, first+1)
	if _, err := io.ReadFull(z, buf); err != nil {
		return nil, noEOF(err)
	}
	for len(buf) < size {
		n := min(size-len(buf), len(buf))
		next := make([]byte, len(buf)+n)
		copy(next, buf)
		if _, err := io.ReadFull(z, next[len(buf):]); err != nil {
			return nil, noEOF(err)
		}
		buf = next
	}
	var one [1]byte
	switch n, err := z.Read(one[:]); {
	case n > 0:
		return nil, errors.New("longer than its header says")
	case err == nil || err == io.EOF:
		return buf, nil
	default:
		return nil, err
	}
}

func noEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// decodeLoose reads the file of a loose object and checks it against its name.
func decodeLoose(id ID, file []byte) (object, error) {
	src := bytes.NewReader(file)
	z, err := newInflater(src)
	if err != nil {
		return object{}, damaged(id, err)
	}
	defer inflaters.Put(z)
	k, size, err := readHeader(z)
	if err != nil {
		return object{}, damaged(id, err)
	}
	if size > MaxObject {
		return object{}, fmt.Errorf("object %s of %d bytes: %w", id, size, ErrTooLarge)
	}
	data, err := inflateExactly(z, size)
	if err != nil {
		return object{}, damaged(id, err)
	}
	if src.Len() > 0 {
		return object{}, damaged(id, errors.New("garbage after the end"))
	}
	if hashObject(k, data) != id {
		return object{}, damaged(id, errors.New("content does not match its name"))
	}
	return object{k, data}, nil
}

// readHeader reads "<kind> <size>\0" byte by byte, at most 32 of them.
func readHeader(r io.Reader) (kind, int, error) {
	var buf [32]byte
	for n := range buf {
		if _, err := io.ReadFull(r, buf[n:n+1]); err != nil {
			return 0, 0, noEOF(err)
		}
		if buf[n] != 0 {
			continue
		}
		name, digits, ok := bytes.Cut(buf[:n], []byte(" "))
		k, known := parseKind(string(name))
		size, err := strconv.ParseUint(string(digits), 10, 62)
		if !ok || !known || err != nil {
			break
		}
		return k, int(min(size, MaxObject+1)), nil
	}
	return 0, 0, errors.New("bad object header")
}

// encodeLoose returns the bytes of the file of a loose object.
func encodeLoose(o object) ([]byte, error) {
	var buf bytes.Buffer
	buf.Grow(len(o.data)/2 + 64)
	err := deflate(&buf, objectHeader(o.kind, len(o.data)), o.data)
	return buf.Bytes(), err
}

func damaged(id ID, why error) error {
	return fmt.Errorf("object %s: %w: %w", id, ErrCorrupt, why)
}
