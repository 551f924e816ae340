package treediff

import (
	"cmp"
	"errors"
	"path"
	"strings"

	"consider/internal/gitdir"
	"consider/internal/worktree"
)

// maxAttributes limits a .gitattributes that is read, in bytes.
const maxAttributes = 1 << 20

// settled reports whether a file has the attributes that it had on the old side. Git reads them from the disk, where the
// author of the change may have set them. In a project below the top of its repository, they can come from above it.
func (d *diffRun) settled(a Side, f *FileDiff) bool {
	older := cmp.Or(f.From, f.Path)
	if d.generated[older] != f.Generated || d.repo.Prefix() != "" {
		return false
	}
	for _, name := range []string{f.Path, older} {
		for name != "." {
			name = path.Dir(name)
			if !d.sameOnDisk(a, path.Join(name, ".gitattributes")) {
				return false
			}
		}
	}
	return true
}

// sameOnDisk reports whether a file of the old side is on the disk as it was, or is on neither.
func (d *diffRun) sameOnDisk(a Side, name string) bool {
	same, known := d.onDisk[name]
	if known {
		return same
	}
	was, errA := d.contentAt(a, name)
	is, _, errB := d.repo.ReadFile(name, maxAttributes)
	plain := func(text []byte) string { return strings.ReplaceAll(string(text), "\r\n", "\n") }
	same = errA == nil && errB == nil && plain(was) == plain(is)
	same = same || errors.Is(errA, worktree.ErrNotExist) && errors.Is(errB, worktree.ErrNotExist)
	d.onDisk[name] = same
	return same
}

// contentAt is [ContentAt] for many paths of the old side: one git reads all trees.
func (d *diffRun) contentAt(a Side, name string) ([]byte, error) {
	if _, laid := a.entry(name); laid || a.Commit == "" {
		text, _, err := ContentAt(d.ctx, d.repo, a, name, maxAttributes, d.o.ObjectDirs...)
		return text, err
	}
	var e gitdir.Entry
	root, err := d.from.treeBelowRoot(a.Commit)
	if err == nil {
		e, err = gitdir.FindIn(root, name, d.from.tree)
	}
	if err != nil {
		return nil, err
	}
	return d.from.blob(name, e.ID, maxAttributes)
}
