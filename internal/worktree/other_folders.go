package worktree

import (
	"bytes"
	"cmp"
	"crypto/sha1"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// indexName names the state of the index by its times and its checksum; "" when it has none.
func (t *Tree) indexName() string {
	f, err := openRegular(filepath.Join(t.p.GitDir, "index"))
	if err != nil {
		return ""
	}
	defer f.Close()
	fi, err := f.Stat()
	if err != nil {
		return ""
	}
	end := make([]byte, sha1.Size) // of a longer one, its end
	if _, err := f.ReadAt(end, fi.Size()-int64(len(end))); err != nil || bytes.Equal(end, make([]byte, len(end))) {
		return "" // index.skipHash leaves the checksum out
	}
	return fmt.Sprintf("%x %+v", end, infoOf(fi))
}

// folderSearch looks for the folders that git looks into.
type folderSearch struct {
	t       *Tree
	tracked map[string]bool // those with tracked files in or below them
	known   map[string]bool // the others
	skipped map[string]bool // those that are ignored whole, and submodules
}

// otherFolders lists the folders without tracked files that git looks into: empty ones, and those of which all files are
// ignored one by one. A file that comes there is new.
func (t *Tree) otherFolders(l *listing) (folders []string, ok bool) {
	s := folderSearch{t: t, tracked: map[string]bool{"": true}, known: map[string]bool{}, skipped: map[string]bool{}}
	t.eachTracked(func(name string, e *indexEntry) {
		foldersAbove(name, s.tracked)
		if e.mode.kind() == modeModule {
			s.skipped[name] = true
		}
	})
	for _, name := range l.untracked {
		foldersAbove(name, s.known)
	}
	for full := range l.ignored {
		name, ours := t.fromTop(full)
		if folder, whole := strings.CutSuffix(name, "/"); ours && whole {
			s.skipped[folder] = true
		} else if ours {
			foldersAbove(name, s.known)
		}
	}
	queue, err := s.unsure(slices.AppendSeq(slices.Collect(maps.Keys(s.tracked)), maps.Keys(s.known)))
	if err != nil || !s.walk(queue) {
		return nil, false
	}
	for name := range s.known {
		if !s.tracked[name] {
			folders = append(folders, name)
		}
	}
	slices.Sort(folders)
	return folders, true
}

// foldersAbove adds the folders that a name lies in.
func foldersAbove(name string, in map[string]bool) {
	for dir := path.Dir(name); dir != "." && !in[dir]; dir = path.Dir(dir) {
		in[dir] = true
	}
}

// unsure leaves out the folders that hold no others than these: a disk counts the folders of a folder among its links.
// Whether this one does shows in the root, which holds some.
func (s *folderSearch) unsure(folders []string) ([]string, error) {
	root, err := openAt(s.t.p.Root)
	if err != nil {
		return nil, err
	}
	defer root.close()
	entries, err := readDir(s.t.p.Root)
	if err != nil {
		return nil, err
	}
	inRoot := uint64(0)
	for _, e := range entries {
		if e.IsDir() {
			inRoot++
		}
	}
	links, disk, _ := root.links(".")
	if inRoot == 0 || links != inRoot+folderLinks {
		return folders, nil
	}
	more, within := map[string]uint64{}, map[string]uint64{}
	all := slices.AppendSeq(slices.Clone(folders), maps.Keys(s.skipped))
	slices.Sort(all)
	for _, dir := range slices.Compact(all) { // some are both
		n, on, ok := root.links(cmp.Or(dir, "."))
		if !ok {
			continue
		}
		if within[path.Dir(dir)]++; on == disk && n >= folderLinks {
			more[dir] = n - folderLinks
		}
	}
	return slices.DeleteFunc(folders, func(dir string) bool {
		n, counted := more[dir]
		return dir != "" && counted && n == within[dir]
	}), nil
}

// folderLinks are the links of a folder that holds none.
const folderLinks = 2

// walk adds the folders in those of the queue that are not known yet, and those in them.
func (s *folderSearch) walk(queue []string) bool {
	for len(queue) > 0 {
		dir := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		entries, err := readDir(filepath.Join(s.t.p.Root, filepath.FromSlash(dir)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) || len(s.known) > maxKept {
			return false
		}
		for _, e := range entries {
			name := path.Join(dir, e.Name())
			if !e.IsDir() || s.tracked[name] || s.known[name] || s.skipped[name] || privateName(e.Name()) {
				continue
			}
			s.known[name] = true
			if _, err := os.Lstat(filepath.Join(s.t.p.Root, filepath.FromSlash(name), ".git")); err != nil {
				queue = append(queue, name) // else it is a repository of its own
			}
		}
	}
	return true
}

// readDir lists a folder, in no order.
func readDir(dir string) ([]os.DirEntry, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.ReadDir(-1)
}
