package gitdir

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

	"consider/internal/worktree"
)

// ErrForeignIndex means that only git itself can read the form of the index.
var ErrForeignIndex = errors.New("index cannot be read directly")

// errCutIndex means that the index is not as git wrote it.
var errCutIndex = errors.New("checksum mismatch: it is truncated or damaged")

const maxIndex = 1 << 30

// Index is the bytes of a git index and what is needed to walk them. We walk it ourselves because the one question
// asked at every start (Tracked) must not build ten thousand entries.
type Index struct {
	data    []byte
	Version uint32
	count   int
	idLen   int // bytes of an object id
	Split   bool
	shared  []byte // id of the shared half of a split index
	Sparse  bool
}

// IndexEntry is one entry; its slices are only valid during the visit.
type IndexEntry struct {
	Name  []byte
	ID    []byte
	stat  []byte // ctime, mtime (seconds, nanoseconds), dev, ino, mode, uid, gid, size: 4 bytes each
	Mode  Mode
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

// LoadIndex reads the index of this worktree. The error is fs.ErrNotExist if there is none.
func LoadIndex(p worktree.Project) (*Index, error) {
	if p.GitDir == "" {
		return nil, fs.ErrNotExist
	}
	data, err := worktree.ReadSmall(filepath.Join(p.GitDir, "index"), maxIndex)
	if err != nil {
		return nil, err
	}
	return newIndex(data, IDLength(p))
}

// CheckIndex returns ErrBrokenIndex for an index that was cut off or damaged since git wrote it. Git does not check
// the checksum, and answers from whatever it finds there.
func CheckIndex(p worktree.Project) error {
	if err := checkIndex(p); err != nil {
		return fmt.Errorf("%w: %w", ErrBrokenIndex, err)
	}
	return nil
}

func checkIndex(p worktree.Project) error {
	f, err := worktree.OpenRegular(filepath.Join(p.GitDir, "index"))
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
	sum, idLen := newHash(IDLength(p)), IDLength(p)
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

// IDLength returns the number of bytes in the repository's object ids.
func IDLength(p worktree.Project) int {
	if strings.EqualFold(p.Config().Get("extensions.objectformat"), "sha256") {
		return sha256.Size
	}
	return sha1.Size
}

func newIndex(data []byte, idLen int) (*Index, error) {
	if len(data) < 12+idLen || string(data[:4]) != "DIRC" {
		return nil, ErrForeignIndex
	}
	ix := &Index{
		data: data, idLen: idLen,
		Version: binary.BigEndian.Uint32(data[4:]), count: int(binary.BigEndian.Uint32(data[8:])),
	}
	if ix.Version < 2 || ix.Version > 4 {
		return nil, ErrForeignIndex
	}
	return ix, nil
}

// Each visits the entries in order until visit returns false, then reads on to learn whether the index is split or
// sparse.
func (ix *Index) Each(visit func(*IndexEntry) bool) error {
	going := true
	at, err := ix.entries(func(e *IndexEntry) { going = going && visit(e) })
	if err != nil {
		return err
	}
	return ix.extensions(ix.data[at : len(ix.data)-ix.idLen])
}

// Under is each for the names that begin with prefix; visit gets them without it.
func (ix *Index) Under(prefix string, visit func(name string, e *IndexEntry)) error {
	return ix.Each(func(e *IndexEntry) bool {
		if len(e.Name) >= len(prefix) && string(e.Name[:len(prefix)]) == prefix {
			visit(string(e.Name[len(prefix):]), e)
		}
		return true
	})
}

// entries visits the entries in order. It returns the offset after the last one.
func (ix *Index) entries(visit func(*IndexEntry)) (at int, err error) {
	var (
		e      IndexEntry
		end    = len(ix.data) - ix.idLen // a checksum ends the file
		fixed  = 40 + ix.idLen + 2
		before []byte // name of the previous entry, for version 4
		ok     bool
	)
	at = 12
	for range ix.count {
		if at+fixed+2 > end {
			return 0, ErrForeignIndex
		}
		head, size := ix.data[at:], fixed
		e.flags, e.extra = binary.BigEndian.Uint16(head[fixed-2:]), 0
		if e.flags&flagExtended != 0 {
			e.extra = binary.BigEndian.Uint16(head[fixed:])
			size += 2
		}
		e.stat, e.ID = head[:40], head[40:40+ix.idLen]
		e.Mode = Mode(binary.BigEndian.Uint32(head[24:]))
		rest := ix.data[at+size : end]
		if ix.Version == 4 {
			e.Name, at, ok = prefixedName(rest, before, at+size)
			before = e.Name
		} else {
			e.Name, at, ok = paddedName(rest, int(e.flags&flagNameLen), at, size)
		}
		if !ok || at > end {
			return 0, ErrForeignIndex
		}
		visit(&e)
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

func (ix *Index) extensions(rest []byte) error {
	for len(rest) >= 8 {
		size := int(binary.BigEndian.Uint32(rest[4:]))
		if size > len(rest)-8 {
			return ErrForeignIndex
		}
		switch string(rest[:4]) {
		case "link":
			ix.Split = true
			ix.shared = rest[8 : 8+min(size, ix.idLen)]
		case "sdir":
			ix.Sparse = true
		}
		rest = rest[8+size:]
	}
	return nil
}

// InConflict reports whether the entry is one side of a conflict.
func (e *IndexEntry) InConflict() bool { return e.flags&flagStage != 0 }

// intended reports whether the name was added without content (git add -N).
func (e *IndexEntry) IntentToAdd() bool { return e.extra&extraIntentToAdd != 0 }

// Unwatched reports whether git is set to ignore changes of the file (assume-unchanged, skip-worktree).
func (e *IndexEntry) Unwatched() bool {
	return e.flags&flagValid != 0 || e.SkipWorktree()
}

// SkipWorktree reports whether a sparse checkout omits the file.
func (e *IndexEntry) SkipWorktree() bool { return e.extra&extraSkipWorktree != 0 }

// MTimeNS is the time of change of the file that was added, in nanoseconds since 1970.
func (e *IndexEntry) MTimeNS() int64 {
	return int64(binary.BigEndian.Uint32(e.stat[8:]))*1e9 + int64(binary.BigEndian.Uint32(e.stat[12:]))
}

// CTimeNS is the time at which the system last changed anything about that file, likewise.
func (e *IndexEntry) CTimeNS() int64 {
	return int64(binary.BigEndian.Uint32(e.stat))*1e9 + int64(binary.BigEndian.Uint32(e.stat[4:]))
}

// Size is the size of that file, modulo 2^32.
func (e *IndexEntry) Size() uint32 { return binary.BigEndian.Uint32(e.stat[36:]) }

// HexID is the entry's object id as text.
func (e *IndexEntry) HexID() string { return hex.EncodeToString(e.ID) }

// EmptyIndex is the index of a repository to which no file was added.
func EmptyIndex() *Index { return &Index{data: make([]byte, 32), idLen: sha1.Size} }
