package worktree

import (
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"sync"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/idxfile"
)

// newPack collects objects for one pack: two files are made for any number of
// objects, where a file for each costs more than all the rest of a diff.
type newPack struct {
	mu    sync.Mutex
	known map[string]bool
	text  bytes.Buffer // all of the pack but its last sum
	index idxfile.Writer
	zip   *zlib.Writer // one for all: to make one costs more than most objects
}

const (
	packHeadSize   = 12
	objectOverhead = 32       // bytes beside a content that is stored in one block
	roomForTrees   = 64 << 10 // of folders; more than that makes the pack grow
)

// expect makes room for so many bytes of content: to grow step by step would move all that is there, again and again.
func (p *newPack) expect(size int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text.Grow(packHeadSize + size + size>>8 + roomForTrees)
}

// add puts an object in and gives its id.
func (p *newPack) add(kind plumbing.ObjectType, data []byte) (string, error) {
	sum := objectID(kind, data, sha1.Size)
	id := fmt.Sprintf("%x", sum)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known[id] {
		return id, nil
	}
	if p.known == nil {
		p.known = map[string]bool{}
	}
	p.known[id] = true
	if p.text.Len() == 0 {
		p.text.Write(make([]byte, packHeadSize)) // what stands there is known at the end
	}
	start := p.text.Len()
	size := len(data)
	b := byte(kind)<<4 | byte(size&15)
	for size >>= 4; size > 0; size >>= 7 {
		p.text.WriteByte(b | 0x80)
		b = byte(size & 0x7f)
	}
	p.text.WriteByte(b)
	if err := p.deflate(data); err != nil {
		return "", err
	}
	p.index.Add(plumbing.Hash(sum), uint64(start), crc32.ChecksumIEEE(p.text.Bytes()[start:]))
	return id, nil
}

func (p *newPack) deflate(data []byte) (err error) {
	if p.zip == nil {
		// Not made smaller: the pack is read once, and deflating was most of what a diff cost.
		if p.zip, err = zlib.NewWriterLevel(&p.text, zlib.NoCompression); err != nil {
			return err
		}
	}
	p.zip.Reset(&p.text)
	_, err = p.zip.Write(data)
	return errors.Join(err, p.zip.Close())
}

// write writes the pack and its index into an object folder. Nothing is written
// when there is nothing.
func (p *newPack) write(objects string) error {
	if len(p.known) == 0 {
		return nil
	}
	copy(p.text.Bytes(), binary.BigEndian.AppendUint32([]byte("PACK\x00\x00\x00\x02"), uint32(len(p.known))))
	sum := sha1.Sum(p.text.Bytes())
	p.text.Write(sum[:])
	if err := p.index.OnFooter(sum); err != nil {
		return err
	}
	index, err := p.index.Index()
	if err != nil {
		return err
	}
	var idx bytes.Buffer
	if _, err := idxfile.NewEncoder(&idx).Encode(index); err != nil {
		return err
	}
	name := filepath.Join(objects, "pack", fmt.Sprintf("pack-%x", sum))
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(name+".pack", p.text.Bytes(), 0o600); err != nil {
		return err
	}
	return os.WriteFile(name+".idx", idx.Bytes(), 0o600)
}
