package gitfmt

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"errors"
	"io"
	"strconv"
	"sync"

	"github.com/go-git/go-git/v5/plumbing"

	"consider/internal/safefs"
)

var (
	errLonger  = errors.New("longer than its header says")
	errGarbage = errors.New("garbage after the end")
	errHeader  = errors.New("bad object header")
	errName    = errors.New("content does not match its object ID")
)

// A zlib writer holds over half a megabyte, a reader some 40 KiB: creating them
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

// Source is read byte by byte, so that nothing behind a stream is read with it.
type Source interface {
	io.Reader
	io.ByteReader
}

func newInflater(r Source) (inflater, error) {
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

// Inflate reads one deflated content of exactly size bytes.
func Inflate(r Source, size int) ([]byte, error) {
	z, err := newInflater(r)
	if err != nil {
		return nil, err
	}
	defer inflaters.Put(z)
	return inflateExactly(z, size)
}

// inflateExactly reads size bytes and then requires the end of the stream, so
// that a header with a false size cannot make it inflate further. The buffer
// grows with what arrives: a short stream that claims eight megabytes costs
// only its real size.
func inflateExactly(z io.Reader, size int) ([]byte, error) {
	var buf bytes.Buffer
	buf.Grow(min(size, 64<<10) + bytes.MinRead)
	n, err := buf.ReadFrom(io.LimitReader(z, int64(size)+1))
	switch {
	case err != nil:
		return nil, NoEOF(err)
	case n < int64(size):
		return nil, io.ErrUnexpectedEOF
	case n > int64(size):
		return nil, errLonger
	}
	return buf.Bytes(), nil
}

// NoEOF turns an end of input in the middle of something into
// io.ErrUnexpectedEOF.
func NoEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// ReadLoose reads the file of a loose object and checks it against its name.
// Content of more than most bytes is not read, and gives a
// [safefs.TooLargeError].
func ReadLoose(file io.Reader, id ID, most int64) (Object, error) {
	src := bufio.NewReaderSize(file, 512) // most objects are small
	z, err := newInflater(src)
	if err != nil {
		return Object{}, err
	}
	defer inflaters.Put(z)
	k, size, err := readHeader(z)
	if err != nil {
		return Object{}, err
	}
	if size > most {
		return Object{}, &safefs.TooLargeError{Size: size, Max: most}
	}
	data, err := inflateExactly(z, int(size))
	if err != nil {
		return Object{}, err
	}
	if _, err := src.ReadByte(); err != io.EOF {
		return Object{}, errors.Join(errGarbage, err)
	}
	o := Object{k, data}
	return o, o.Check(id)
}

// Check compares the object with its id.
func (o Object) Check(id ID) error {
	if o.ID() != id {
		return errName
	}
	return nil
}

// readHeader reads "<kind> <size>\0" byte by byte, at most 32 bytes.
func readHeader(r io.Reader) (Kind, int64, error) {
	var buf [32]byte
	for n := range buf {
		if _, err := io.ReadFull(r, buf[n:n+1]); err != nil {
			return 0, 0, NoEOF(err)
		}
		if buf[n] != 0 {
			continue
		}
		name, digits, ok := bytes.Cut(buf[:n], []byte(" "))
		k, kerr := plumbing.ParseObjectType(string(name))
		size, err := strconv.ParseUint(string(digits), 10, 62)
		if !ok || kerr != nil || k > Tag || err != nil {
			break
		}
		return k, int64(size), nil
	}
	return 0, 0, errHeader
}

// EncodeLoose returns the content of a loose object's file.
func EncodeLoose(o Object) ([]byte, error) {
	var buf bytes.Buffer
	err := deflate(&buf, Header(o.Kind, len(o.Data)), o.Data)
	return buf.Bytes(), err
}
