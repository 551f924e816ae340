package gitstore

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"

	"github.com/go-git/go-git/v5/plumbing/format/packfile"

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

// maxChain and maxDeltas bound what one packed object may cost: git makes
// chains of 50 deltas, 4095 at most.
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
}

func (k *pack) openFiles(s *Store) error {
	var err error
	if k.idx, err = s.openFile(packDir+"/"+k.name+".idx", os.O_RDONLY, 0); err != nil {
		return err
	}
	if k.data, err = s.openFile(packDir+"/"+k.name+".pack", os.O_RDONLY, 0); err == nil {
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

// check reads the header of the index and makes sure that the sizes agree, so
// that every later offset can be trusted to lie in the file.
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
		return errors.New("index is not of version 2")
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
		return errors.New("index is cut short")
	}
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
	for lo < hi {
		mid := (lo + hi) / 2
		if _, err := k.idx.ReadAt(at[:], idxNames+20*mid); err != nil {
			return 0, fmt.Errorf("index: %w", gitfmt.NoEOF(err))
		}
		switch bytes.Compare(at[:], id[:]) {
		case 0:
			return k.offset(mid)
		case -1:
			lo = mid + 1
		default:
			hi = mid
		}
	}
	return 0, errMissing
}

func (k *pack) offset(n int64) (int64, error) {
	var b [8]byte
	if _, err := k.idx.ReadAt(b[:4], idxNames+24*k.count()+4*n); err != nil {
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
	if _, err := k.idx.ReadAt(b[:], at); err != nil {
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

// packEntry is an object as it lies in a pack: whole, or a delta against the
// object at base or named ref.
type packEntry struct {
	gitfmt.Object
	base int64
	ref  ID
}

// object reads what lies at an offset, applying as many deltas as it takes.
func (p *packSet) object(k *pack, offset int64) (gitfmt.Object, error) {
	var deltas [][]byte
	var offsets []int64
	total := 0
	at := gitfmt.Object{}
	for {
		if o, ok := p.bases[baseKey{k.name, offset}]; ok {
			at = o
			break
		}
		e, err := k.entry(offset)
		if err != nil {
			return at, err
		}
		offsets = append(offsets, offset)
		if e.Kind != gitfmt.OfsDelta && e.Kind != gitfmt.RefDelta {
			at = e.Object
			break
		}
		if e.Kind == gitfmt.RefDelta {
			if e.base, err = k.locate(e.ref); err != nil {
				return at, fmt.Errorf("delta base %s: %w", e.ref, errors.New("not in the pack"))
			}
		}
		deltas = append(deltas, e.Data)
		if total += len(e.Data); total > maxDeltas || len(deltas) > maxChain {
			return at, errors.New("delta chain is too long")
		}
		offset = e.base
	}
	for i := len(deltas) - 1; i >= 0; i-- {
		p.remember(baseKey{k.name, offset}, at)
		data, err := applyDelta(at.Data, deltas[i])
		if err != nil {
			return at, err
		}
		at, offset = gitfmt.Object{Kind: at.Kind, Data: data}, offsets[i]
	}
	return at, nil
}

// remember keeps a delta base: the versions of one thread lie in one chain, and
// without it each would be built from the first.
func (p *packSet) remember(key baseKey, o gitfmt.Object) {
	if _, ok := p.bases[key]; ok || len(o.Data) > maxBases/8 {
		return
	}
	if p.bases == nil || p.baseBytes+len(o.Data) > maxBases {
		p.bases, p.baseBytes = map[baseKey]gitfmt.Object{}, 0
	}
	p.bases[key] = o
	p.baseBytes += len(o.Data)
}

// entry reads one object of the pack without applying deltas.
func (k *pack) entry(offset int64) (packEntry, error) {
	var e packEntry
	if offset < 12 || offset >= k.end {
		return e, errors.New("offset is outside the pack")
	}
	r := bufio.NewReader(io.NewSectionReader(k.data, offset, k.end-offset))
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

// readHead reads the type and size, seven bits a byte after the first, and the
// base of a delta.
func (e *packEntry) readHead(r *bufio.Reader, offset int64) (uint64, error) {
	b, err := r.ReadByte()
	if err != nil {
		return 0, gitfmt.NoEOF(err)
	}
	e.Kind = gitfmt.Kind(b >> 4 & 7)
	size := uint64(b & 15)
	for shift := 4; b&0x80 != 0; shift += 7 {
		if b, err = r.ReadByte(); err != nil || shift > 50 {
			return 0, errors.New("bad size of a packed object")
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
		err = fmt.Errorf("packed object of %s", e.Kind)
	}
	return size, err
}

// readDistance reads how far before this object its base begins.
func (e *packEntry) readDistance(r *bufio.Reader, offset int64) error {
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

// applyDelta refuses a delta that announces too large a result before it is
// made; go-git checks the rest.
func applyDelta(base, delta []byte) ([]byte, error) {
	_, n := binary.Uvarint(delta)
	if n <= 0 {
		return nil, errors.New("bad delta")
	}
	size, m := binary.Uvarint(delta[n:])
	if m <= 0 {
		return nil, errors.New("bad delta")
	}
	if size > MaxObject {
		return nil, ErrTooLarge
	}
	return packfile.PatchDelta(base, delta)
}
