package watch

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// refFolder contains the store's one ref, which is replaced by a rename at every change.
var refFolder = filepath.Join("refs", "heads")

const refName = "threads" // as in package gitstore

// state is the result of stat, at one moment, for everything that is watched.
type state struct {
	store [3]stamp // the folder, its ref, its packed refs
	git   [2]stamp // HEAD and index

	others map[string]stamp // the refs of other stores, by folder
	files  map[string]stamp
	set    map[string]stamp // the files when they were set
	paths  map[string]stamp
	put    map[string]stamp // the paths when they were set
}

// grain is the resolution of file systems' timestamps: a folder that changes twice within it may keep its time.
// Resolutions of a second or two, as in FAT, are not covered.
const grain = 20 * time.Millisecond

// stamp is the result of stat for one file. Two stamps differ in the file if it was replaced, and in size or time if
// it was written. A young stamp of a folder was read so soon after a change that another change may leave the same
// stamp, so it equals no later stamp: a false report only costs a list.
type stamp struct {
	exists bool
	young  bool
	file   fs.FileInfo
}

func stampOf(path string) stamp {
	info, err := os.Lstat(path)
	if err != nil {
		return stamp{}
	}
	return stamp{exists: true, young: info.IsDir() && time.Since(info.ModTime()).Abs() < grain, file: info}
}

// same reports whether nothing was written between s and a later t. content is false for a folder of which only the
// identity matters, because its times change with every file in it.
func (s stamp) same(t stamp, content bool) bool {
	if !s.exists || !t.exists {
		return s.exists == t.exists
	}
	if !os.SameFile(s.file, t.file) || s.file.Mode() != t.file.Mode() {
		return false
	}
	return !content || !s.young && s.file.Size() == t.file.Size() && s.file.ModTime().Equal(t.file.ModTime())
}

// changeTo returns the change from s to t. A file that is new in t is compared with its stamp when it was set, the ref of
// a store that is new in t with none.
func (s state) changeTo(t state) Change {
	c := Change{
		Store: !s.store[0].same(t.store[0], false) || !s.store[1].same(t.store[1], true) || !s.store[2].same(t.store[2], true),
		Git:   !s.git[0].same(t.git[0], true) || !s.git[1].same(t.git[1], true),
	}
	c.Store = c.Store || len(changed(s.others, t.others, nil)) > 0
	c.Files = changed(s.files, t.files, t.set)
	c.Paths = len(changed(s.paths, t.paths, t.put)) > 0
	return c
}

// changed returns the sorted names of those whose stamp is another one now. Before they were watched, they had the stamp
// in set.
func changed(before, now, set map[string]stamp) (out []string) {
	for name, is := range now {
		was, ok := before[name]
		if !ok {
			was = set[name]
		}
		if !was.same(is, true) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// nearest returns dir if it is a folder, and otherwise the nearest folder above it.
func nearest(dir string) string {
	for {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return dir
		}
		dir = up
	}
}

// Change is the difference between two states.
type Change struct {
	Store bool     // the store changed, was made or was deleted
	Git   bool     // HEAD or the index was written
	Files []string // the changed ones of the files that were set, sorted; owned by the caller
	Paths bool     // one of the paths that were set changed
}
