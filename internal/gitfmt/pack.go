package gitfmt

import (
	"bytes"
	"crypto/sha1"
	"encoding/binary"
	"hash/crc32"
	"io"

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
