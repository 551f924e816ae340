package gitfmt

import (
	"bytes"
	"crypto/sha1"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/idxfile"
)

// PackWriter writes a pack of version 2, and then its index. Objects are stored
// whole, not as deltas.
type PackWriter struct {
	Name  ID // the pack's checksum, once it is written
	index idxfile.Writer
}

// Write writes a pack of the objects. It calls get once for each id, in order.
func (w *PackWriter) Write(out io.Writer, ids []ID, get func(ID) (Object, error)) error {
	sum := sha1.New()
	out = io.MultiWriter(out, sum)
	_ = w.index.OnHeader(uint32(len(ids)))
	head := binary.BigEndian.AppendUint32([]byte("PACK\x00\x00\x00\x02"), uint32(len(ids)))
	if _, err := out.Write(head); err != nil {
		return err
	}
	at := uint64(len(head))
	var buf bytes.Buffer
	for _, id := range ids {
		o, err := get(id)
		if err != nil {
			return err
		}
		buf.Reset()
		buf.Write(packHead(o.Kind, len(o.Data)))
		if err := deflate(&buf, o.Data); err != nil {
			return err
		}
		w.index.Add(plumbing.Hash(id), at, crc32.ChecksumIEEE(buf.Bytes()))
		at += uint64(buf.Len())
		if _, err := out.Write(buf.Bytes()); err != nil {
			return err
		}
	}
	sum.Sum(w.Name[:0])
	_, err := out.Write(w.Name[:])
	return err
}

// packHead encodes an object's kind and size: four bits of the size in the
// first byte, then seven in each.
func packHead(k Kind, size int) []byte {
	b := byte(k)<<4 | byte(size&15)
	var head []byte
	for size >>= 4; size > 0; size >>= 7 {
		head = append(head, b|0x80)
		b = byte(size & 0x7f)
	}
	return append(head, b)
}

// WriteIndex writes the index of the pack that Write wrote.
func (w *PackWriter) WriteIndex(out io.Writer) error {
	if err := w.index.OnFooter(plumbing.Hash(w.Name)); err != nil {
		return err
	}
	idx, err := w.index.Index()
	if err != nil {
		return err
	}
	_, err = idxfile.NewEncoder(out).Encode(idx)
	return err
}

// Sizes of an index file of version 2 (gitformat-pack): a header of 8 bytes,
// 256 counts, then for each object its id, a CRC and an offset, then the
// offsets over 2 GiB and two checksums.
const (
	indexHeader   = 8
	indexNames    = indexHeader + 256*4
	indexPerEntry = 20 + 4 + 4
	indexTrailer  = 40
)

// PackIndex is the index of a pack. It is searched where it lies: only its
// header is read at first.
type PackIndex struct {
	file   io.ReaderAt
	size   int64
	fanout [256]uint32
}

// ReadPackIndex reads the header of an index and checks that the sizes agree,
// so that every later offset lies in the file.
func ReadPackIndex(file io.ReaderAt, size int64) (*PackIndex, error) {
	x := &PackIndex{file: file, size: size}
	head := make([]byte, indexNames)
	if err := x.readAt(head, 0); err != nil {
		return nil, err
	}
	if !bytes.Equal(head[:indexHeader], []byte{0xff, 't', 'O', 'c', 0, 0, 0, 2}) {
		return nil, errors.New("index is not version 2")
	}
	last := uint32(0)
	for i := range x.fanout {
		n := binary.BigEndian.Uint32(head[indexHeader+4*i:])
		if n < last {
			return nil, errors.New("index is out of order")
		}
		x.fanout[i], last = n, n
	}
	if size < indexNames+int64(last)*indexPerEntry+indexTrailer {
		return nil, errors.New("index is truncated")
	}
	return x, nil
}

func (x *PackIndex) readAt(b []byte, at int64) error {
	if _, err := x.file.ReadAt(b, at); err != nil {
		return fmt.Errorf("index: %w", NoEOF(err))
	}
	return nil
}

func (x *PackIndex) count() int64 { return int64(x.fanout[255]) }

// ErrMissing means that an object is not where it was searched.
var ErrMissing = errors.New("object missing")

// Find searches for an object and returns its offset in the pack. It returns
// [ErrMissing] if the pack does not have the object.
func (x *PackIndex) Find(id ID) (int64, error) {
	lo, hi := int64(0), int64(x.fanout[id[0]])
	if id[0] > 0 {
		lo = int64(x.fanout[id[0]-1])
	}
	var at ID
	for lo < hi {
		mid := (lo + hi) / 2
		if err := x.readAt(at[:], indexNames+20*mid); err != nil {
			return 0, err
		}
		switch bytes.Compare(at[:], id[:]) {
		case 0:
			return x.offset(mid)
		case -1:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return 0, ErrMissing
}

// offset returns the offset of the nth object.
func (x *PackIndex) offset(n int64) (int64, error) {
	var b [8]byte
	if err := x.readAt(b[:4], indexNames+24*x.count()+4*n); err != nil {
		return 0, err
	}
	small := binary.BigEndian.Uint32(b[:4])
	if small <= math.MaxInt32 {
		return int64(small), nil
	}
	at := indexNames + indexPerEntry*x.count() + 8*int64(small&math.MaxInt32)
	if at+8 > x.size-indexTrailer {
		return 0, errors.New("index: offset out of range")
	}
	if err := x.readAt(b[:], at); err != nil {
		return 0, err
	}
	return int64(binary.BigEndian.Uint64(b[:]) & math.MaxInt64), nil
}

// AppendIDs appends the ids of all objects, or none if they cannot be read.
func (x *PackIndex) AppendIDs(ids []ID) []ID {
	names := make([]byte, 20*x.count())
	if x.readAt(names, indexNames) != nil {
		return ids
	}
	for ; len(names) >= 20; names = names[20:] {
		ids = append(ids, ID(names[:20]))
	}
	return ids
}

// PackEntry is an object as stored in a pack: whole, or a delta against the
// object at offset Base or with id Ref.
type PackEntry struct {
	Object
	Base int64
	Ref  ID
}

// ReadHead reads what precedes the content of the entry at an offset of a pack:
// the type, the size, seven bits a byte after the first, and the base of a
// delta. It returns the size.
func (e *PackEntry) ReadHead(r Source, offset int64) (uint64, error) {
	b, err := r.ReadByte()
	if err != nil {
		return 0, NoEOF(err)
	}
	e.Kind = Kind(b >> 4 & 7)
	size := uint64(b & 15)
	for shift := 4; b&0x80 != 0; shift += 7 {
		if b, err = r.ReadByte(); err != nil || shift > 50 {
			return 0, errors.New("invalid size of a packed object")
		}
		size |= uint64(b&0x7f) << shift
	}
	switch e.Kind {
	case Commit, Tree, Blob, Tag:
	case OfsDelta:
		err = e.readDistance(r, offset)
	case RefDelta:
		_, err = io.ReadFull(r, e.Ref[:])
	default:
		err = fmt.Errorf("unsupported packed object type: %s", e.Kind)
	}
	return size, err
}

// readDistance reads how far before this object its base begins.
func (e *PackEntry) readDistance(r Source, offset int64) error {
	var n int64
	for i := range 9 {
		b, err := r.ReadByte()
		if err != nil {
			return NoEOF(err)
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
	e.Base = offset - n
	return nil
}
