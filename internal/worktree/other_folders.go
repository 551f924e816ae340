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

// indexName identifies the state of the index by its times and its checksum; "" if it has none.
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
	end := make([]byte, sha1.Size) // the last bytes of a longer checksum
	if _, err := f.ReadAt(end, fi.Size()-int64(len(end))); err != nil || bytes.Equal(end, make([]byte, len(end))) {
		return "" // with index.skipHash there is no checksum
	}
	return fmt.Sprintf("%x %+v", end, infoOf(fi))
}

// folderSearch looks for the folders that git searches.
type folderSearch struct {
	t       *Tree
	tracked map[string]bool // folders with tracked files in or below them
	known   map[string]bool // other folders
	skipped map[string]bool // folders that are ignored whole, and submodules
}

// otherFolders lists the folders without tracked files that git searches: empty ones, and those whose files are all
// ignored one by one. A file that appears there is new.
func (t *Tree) otherFolders(l *listing, ix *index) (folders []string, ok bool) {
	s := folderSearch{t: t, tracked: map[string]bool{"": true}, known: map[string]bool{}, skipped: map[string]bool{}}
	prefix := t.prefix()
	_ = ix.folders(prefix, func(name string) { // entries read before an error still count
		s.tracked[name] = true
		foldersAbove(name, s.tracked)
	})
	_ = ix.each(func(e *indexEntry) bool {
		if e.mode.kind() == modeModule {
			s.skipped[strings.TrimPrefix(string(e.name), prefix)] = true
		}
		return true
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

// foldersAbove adds the folders that contain a name.
func foldersAbove(name string, in map[string]bool) {
	for dir := path.Dir(name); dir != "." && !in[dir]; dir = path.Dir(dir) {
		in[dir] = true
	}
}

// unsure leaves out the folders that contain no folders but the listed ones: some disks count the sub-folders of a
// folder among its links. The root shows whether this disk does, if the root contains any.
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

// folderLinks is the number of links of a folder without sub-folders.
const folderLinks = 2

// walk searches the folders in queue for unknown ones, and then those. It returns false if a folder cannot be read or
// there are too many.
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
				queue = append(queue, name) // otherwise it is a separate repository
			}
		}
	}
	return true
}

// readDir lists a folder in no particular order.
func readDir(dir string) ([]os.DirEntry, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.ReadDir(-1)
}
