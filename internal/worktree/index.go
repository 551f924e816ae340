package worktree

import (
	"bytes"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
)

// errForeignIndex means that only git itself can read the form of the index.
var errForeignIndex = errors.New("index cannot be read directly")

// errCutIndex means that the index is not as git wrote it.
var errCutIndex = errors.New("checksum mismatch: it is truncated or damaged")

const maxIndex = 1 << 30

// index is the bytes of a git index and what is needed to walk them. We walk it ourselves because the one question
// asked at every start (Tracked) must not build ten thousand entries.
type index struct {
	data    []byte
	version uint32
	count   int
	idLen   int // bytes of an object id
	split   bool
	shared  []byte // id of the shared half of a split index
	sparse  bool
}

// indexEntry is one entry; its slices are only valid during the visit.
type indexEntry struct {
	name  []byte
	id    []byte
	stat  []byte // ctime, mtime (seconds, nanoseconds), dev, ino, mode, uid, gid, size: 4 bytes each
	mode  fileMode
	flags uint16
	extra uint16 // the second flags, of version 3 and later
}

const (
	flagValid    = 0x8000 // assume unchanged
	flagExtended = 0x4000
	flagStage    = 0x3000
	flagNameLen  = 0x0fff

	extraSkipWorktree = 0x4000
	extraIntentToAdd  = 0x2000
)

// loadIndex reads the index of this worktree. The error is fs.ErrNotExist if there is none.
func loadIndex(p Project) (*index, error) {
	if p.GitDir == "" {
		return nil, fs.ErrNotExist
	}
	data, err := readSmall(filepath.Join(p.GitDir, "index"), maxIndex)
	if err != nil {
		return nil, err
	}
	return newIndex(data, idLength(p))
}

// loadIndexHead is loadIndex for the first bytes only: entries are sorted, so names that start with a dot come early in
// an index of any size.
func loadIndexHead(p Project) (*index, error) {
	f, err := openRegular(filepath.Join(p.GitDir, "index"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data := make([]byte, 64<<10)
	n, err := io.ReadFull(f, data)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	return newIndex(data[:n], idLength(p))
}

// intactIndex returns ErrBrokenIndex for an index that was cut off or damaged since git wrote it. Git does not check
// the checksum, and answers from whatever it finds there.
func (p Project) intactIndex() error {
	if err := checkIndex(p); err != nil {
		return fmt.Errorf("%w: %w", ErrBrokenIndex, err)
	}
	return nil
}

func checkIndex(p Project) error {
	f, err := openRegular(filepath.Join(p.GitDir, "index"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	sum, idLen := newHash(idLength(p)), idLength(p)
	if _, err := io.CopyN(sum, f, info.Size()-int64(idLen)); err != nil {
		return errCutIndex
	}
	end := make([]byte, idLen)
	if _, err := io.ReadFull(f, end); err != nil {
		return errCutIndex
	}
	// With index.skipHash there is no checksum.
	if !bytes.Equal(end, sum.Sum(nil)) && !bytes.Equal(end, make([]byte, idLen)) {
		return errCutIndex
	}
	return nil
}

// idLength returns the number of bytes in the repository's object ids.
func idLength(p Project) int {
	if strings.EqualFold(loadConfig(p.GitDir, p.CommonDir).get("extensions.objectformat"), "sha256") {
		return sha256.Size
	}
	return sha1.Size
}

func newIndex(data []byte, idLen int) (*index, error) {
	if len(data) < 12+idLen || string(data[:4]) != "DIRC" {
		return nil, errForeignIndex
	}
	ix := &index{
		data: data, idLen: idLen,
		version: binary.BigEndian.Uint32(data[4:]), count: int(binary.BigEndian.Uint32(data[8:])),
	}
	if ix.version < 2 || ix.version > 4 {
		return nil, errForeignIndex
	}
	return ix, nil
}

// each visits the entries in order until visit returns false, then reads on to learn whether the index is split or
// sparse.
func (ix *index) each(visit func(*indexEntry) bool) error {
	going := true
	at, err := ix.entries(func(e *indexEntry) bool {
		going = going && visit(e)
		return true
	})
	if err != nil {
		return err
	}
	return ix.extensions(ix.data[at : len(ix.data)-ix.idLen])
}

// under is each for the names that begin with prefix; visit gets them without it.
func (ix *index) under(prefix string, visit func(name string, e *indexEntry)) error {
	return ix.each(func(e *indexEntry) bool {
		if len(e.name) >= len(prefix) && string(e.name[:len(prefix)]) == prefix {
			visit(string(e.name[len(prefix):]), e)
		}
		return true
	})
}

// entries visits the entries in order until visit returns false. It returns the offset after the last one visited.
func (ix *index) entries(visit func(*indexEntry) bool) (at int, err error) {
	var (
		e      indexEntry
		end    = len(ix.data) - ix.idLen // a checksum ends the file
		fixed  = 40 + ix.idLen + 2
		before []byte // name of the previous entry, for version 4
		ok     bool
	)
	at = 12
	for range ix.count {
		if at+fixed+2 > end {
			return 0, errForeignIndex
		}
		head, size := ix.data[at:], fixed
		e.flags, e.extra = binary.BigEndian.Uint16(head[fixed-2:]), 0
		if e.flags&flagExtended != 0 {
			e.extra = binary.BigEndian.Uint16(head[fixed:])
			size += 2
		}
		e.stat, e.id = head[:40], head[40:40+ix.idLen]
		e.mode = fileMode(binary.BigEndian.Uint32(head[24:]))
		rest := ix.data[at+size : end]
		if ix.version == 4 {
			e.name, at, ok = prefixedName(rest, before, at+size)
			before = e.name
		} else {
			e.name, at, ok = paddedName(rest, int(e.flags&flagNameLen), at, size)
		}
		if !ok || at > end {
			return 0, errForeignIndex
		}
		if !visit(&e) {
			return at, nil
		}
	}
	return at, nil
}

// paddedName reads a name of version 2 or 3: a short length is in the flags, and NULs pad it to a multiple of eight.
func paddedName(rest []byte, length, at, size int) (name []byte, next int, ok bool) {
	if length == flagNameLen {
		length = bytes.IndexByte(rest, 0)
	}
	if length < 0 || length >= len(rest) {
		return nil, 0, false
	}
	return rest[:length], at + (size+length+8)&^7, true
}

// prefixedName reads a name of version 4: how many bytes to drop from the previous name, then the new ending and a NUL.
func prefixedName(rest, before []byte, at int) (name []byte, next int, ok bool) {
	drop, used := 0, 0
	for {
		if used >= len(rest) || used > 8 {
			return nil, 0, false
		}
		c := rest[used]
		used++
		drop = drop<<7 | int(c&0x7f)
		if c&0x80 == 0 {
			break
		}
		drop++
	}
	end := bytes.IndexByte(rest[used:], 0)
	if end < 0 || drop > len(before) {
		return nil, 0, false
	}
	name = append(before[:len(before)-drop], rest[used:used+end]...)
	return name, at + used + end + 1, true
}

func (ix *index) extensions(rest []byte) error {
	for len(rest) >= 8 {
		size := int(binary.BigEndian.Uint32(rest[4:]))
		if size > len(rest)-8 {
			return errForeignIndex
		}
		switch string(rest[:4]) {
		case "link":
			ix.split = true
			ix.shared = rest[8 : 8+min(size, ix.idLen)]
		case "sdir":
			ix.sparse = true
		}
		rest = rest[8+size:]
	}
	return nil
}

// hexID is the entry's object id as text.
func (e *indexEntry) hexID() string { return hex.EncodeToString(e.id) }
