package treediff

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"

	"consider/internal/gitdir"
	"consider/internal/gitrepo"
	"consider/internal/worktree"
)

// maxHashed limits the files that are read to see whether they changed; a longer file that was touched counts as
// changed.
const maxHashed = 64 << 20

// changeCheck compares files with index entries.
type changeCheck struct {
	repo    *gitrepo.Repo
	written int64 // when the index was written: equal times may hide a later change
	modes   bool  // the disk keeps the executable bit
}

func newChangeCheck(r *gitrepo.Repo) changeCheck {
	c := changeCheck{repo: r, modes: keepsModes(r)}
	if info, err := os.Stat(filepath.Join(r.GitDir, "index")); err == nil {
		c.written = info.ModTime().UnixNano()
	}
	return c
}

// onDisk reports whether the file differs from its index entry.
func (c changeCheck) onDisk(name string, e *gitdir.IndexEntry) bool {
	if e.Unwatched() || e.IntentToAdd() {
		return !e.Unwatched()
	}
	fi, err := c.repo.Stat(name)
	if err != nil || (fi.Mode&fs.ModeSymlink != 0) != (e.Mode.Kind() == gitdir.ModeLink) {
		return true
	}
	if e.Mode.IsFile() {
		if !fi.Mode.IsRegular() || c.modes && (fi.Mode&0o100 != 0) != (e.Mode&0o100 != 0) {
			return true
		}
	}
	// Some tools set the time of an edit back. Not every system and not every program that writes an index knows the other one.
	touched := fi.MTimeNS != e.MTimeNS() || fi.CTimeNS != 0 && e.CTimeNS() != 0 && fi.CTimeNS != e.CTimeNS()
	if !touched && uint32(fi.Size) == e.Size() && fi.MTimeNS < c.written {
		return false
	}
	return c.content(name, fi, e)
}

// content compares by id. Where git converts line ends, it also compares the content as git would store it: a
// difference in line ends alone comes from the checkout, not from the user.
func (c changeCheck) content(name string, fi worktree.Info, e *gitdir.IndexEntry) bool {
	if fi.Mode&fs.ModeSymlink != 0 {
		target, err := c.repo.ReadLink(name)
		return err != nil || !bytes.Equal(gitdir.BlobID([]byte(target), len(e.ID)), e.ID)
	}
	text, _, err := c.repo.ReadFile(name, maxHashed)
	if err != nil {
		return true
	}
	if bytes.Equal(gitdir.BlobID(text, len(e.ID)), e.ID) {
		return false
	}
	plain := bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	return len(plain) == len(text) || !bytes.Equal(gitdir.BlobID(plain, len(e.ID)), e.ID)
}
