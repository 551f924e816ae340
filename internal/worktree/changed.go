package worktree

import (
	"bytes"
	"encoding/binary"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// maxHashed limits the files that are read to see whether they changed; a longer file that was touched counts as
// changed.
const maxHashed = 64 << 20

// changeCheck compares files with index entries.
type changeCheck struct {
	t       *Tree
	written int64 // when the index was written: equal times may hide a later change
	modes   bool  // the disk keeps the executable bit
}

func (t *Tree) newChangeCheck() changeCheck {
	c := changeCheck{t: t, modes: runtime.GOOS != "windows"}
	if s, ok := loadConfig(t.p.GitDir, t.p.CommonDir).find("core.filemode"); ok && s.value == "false" {
		c.modes = false
	}
	if info, err := os.Stat(filepath.Join(t.p.GitDir, "index")); err == nil {
		c.written = info.ModTime().UnixNano()
	}
	return c
}

// onDisk reports whether the file differs from its index entry.
func (c changeCheck) onDisk(name string, e *indexEntry) bool {
	if e.extra&extraSkipWorktree != 0 || e.flags&flagValid != 0 {
		return false
	}
	fi, err := c.t.lstat(name)
	if err != nil || (fi.Mode()&fs.ModeSymlink != 0) != (e.mode.kind() == modeLink) {
		return true
	}
	if e.mode.file() {
		if !fi.Mode().IsRegular() || c.modes && (fi.Mode()&0o100 != 0) != (e.mode&0o100 != 0) {
			return true
		}
	}
	mtime := int64(binary.BigEndian.Uint32(e.stat[8:]))*1e9 + int64(binary.BigEndian.Uint32(e.stat[12:]))
	size := binary.BigEndian.Uint32(e.stat[36:])
	if fi.ModTime().UnixNano() == mtime && uint32(fi.Size()) == size && mtime < c.written {
		return false
	}
	return c.content(name, fi, e)
}

// content compares by id. Where git converts line ends, it also compares the content as git would store it: a
// difference in line ends alone comes from the checkout, not from the user.
func (c changeCheck) content(name string, fi fs.FileInfo, e *indexEntry) bool {
	if fi.Mode()&fs.ModeSymlink != 0 {
		target, err := c.t.root.Readlink(filepath.FromSlash(name))
		return err != nil || !bytes.Equal(blobID([]byte(target), len(e.id)), e.id)
	}
	text, _, err := c.t.ReadFile(name, maxHashed)
	if err != nil {
		return true
	}
	if bytes.Equal(blobID(text, len(e.id)), e.id) {
		return false
	}
	plain := bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return len(plain) == len(text) || !bytes.Equal(blobID(plain, len(e.id)), e.id)
}
