package gitdir

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-billy/v5"
	"github.com/go-git/go-billy/v5/osfs"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/storage/filesystem"

	"consider/internal/gitfmt"
	"consider/internal/safefs"
	"consider/internal/worktree"
)

// MaxMeta limits the size of commits and trees.
const MaxMeta = 64 << 20

// Objects reads a repository's objects in this process: those of its own object directory, then those of its
// alternates.
type Objects struct {
	dirs     []string              // object directories
	packs    []*filesystem.Storage // one for each directory, for packed objects
	refs     Refs
	replaced bool

	trees map[string][]Entry // trees read so far, by id
	roots map[string]string  // by commit
}

// maxTrees is how many trees are cached.
const maxTrees = 4096

// OpenObjects opens only the storage level: settings of extensions, remotes and branches do not matter for reading an
// object.
func OpenObjects(p worktree.Project) (*Objects, error) {
	if format := p.Config().Get("extensions.objectformat"); format != "" && !strings.EqualFold(format, "sha1") {
		return nil, fmt.Errorf("%w: object format %q", errCannotRead, format)
	}
	r := Refs(p)
	o := &Objects{refs: r, replaced: r.Replaced(), trees: map[string][]Entry{}, roots: map[string]string{}}
	dirs, err := ObjectDirs(filepath.Join(p.CommonDir, "objects"))
	if err != nil {
		return nil, err
	}
	o.dirs = dirs
	for _, dir := range dirs {
		place := packsOnly{osfs.New(filepath.Dir(dir), osfs.WithBoundOS())}
		o.packs = append(o.packs, filesystem.NewStorageWithOptions(place, cache.NewObjectLRU(4*cache.MiByte),
			filesystem.Options{LargeObjectThreshold: 1 << 20, KeepDescriptors: true}))
	}
	return o, nil
}

// Close releases the packs.
func (o *Objects) Close() {
	for _, store := range o.packs {
		_ = store.Close() // nothing was written
	}
}

// maxQuickIndexes is how many bytes of pack indexes are read for one object without asking git first, which maps them
// into memory: about 100,000 objects.
const maxQuickIndexes = 4 << 20

// SlowPacks reports whether a project has so many packed objects, with those of its alternates.
func SlowPacks(p worktree.Project) bool {
	dirs, err := ObjectDirs(filepath.Join(p.CommonDir, "objects"))
	if err != nil {
		return false
	}
	total := int64(0)
	for _, dir := range dirs {
		indexes, _ := fs.Glob(os.DirFS(dir), "pack/*.idx")
		for _, index := range indexes {
			if info, err := os.Stat(filepath.Join(dir, index)); err == nil {
				total += info.Size()
			}
		}
	}
	return total > maxQuickIndexes
}

// maxAlternates limits how many object directories are searched.
const maxAlternates = 32

// ObjectDirs lists an object directory and, breadth first, its alternates.
func ObjectDirs(first string) ([]string, error) {
	var dirs []string
	seen := map[string]bool{}
	for queue := []string{first}; len(queue) > 0; queue = queue[1:] {
		dir, err := filepath.EvalSymlinks(queue[0])
		if err != nil || seen[dir] {
			continue
		}
		if filepath.Base(dir) != "objects" || len(dirs) == maxAlternates {
			return nil, fmt.Errorf("%w: object directory %q", errCannotRead, dir)
		}
		seen[dir] = true
		dirs = append(dirs, dir)
		list, err := worktree.ReadSmall(filepath.Join(dir, "info", "alternates"), worktree.MaxPointer)
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(list)) {
			line = strings.TrimRight(line, "\r\n")
			if line == "" || line[0] == '#' || line[0] == '"' || strings.ContainsRune(line, 0) {
				continue // a quoted path is rare enough to leave to git
			}
			if line = filepath.FromSlash(line); !filepath.IsAbs(line) {
				line = filepath.Join(dir, line)
			}
			queue = append(queue, line)
		}
	}
	return dirs, nil
}

// packsOnly hides two lists from go-git. It reads relative alternates wrongly and recurses endlessly over two that name
// each other; ObjectDirs reads them instead. It also calls stat for each folder of loose objects, which readLoose reads
// instead. Objects of an unfinished push are not needed yet.
type packsOnly struct{ billy.Filesystem }

func (f packsOnly) ReadDir(name string) ([]os.FileInfo, error) {
	if name == "objects" {
		return nil, nil
	}
	return f.Filesystem.ReadDir(name)
}

func (f packsOnly) Open(name string) (billy.File, error) {
	if filepath.Base(name) == "alternates" {
		return nil, os.ErrNotExist
	}
	return f.Filesystem.Open(name)
}

// Read returns an object's content. The error is ErrNoObject, ErrTooLarge, or anything else for a storage that go-git
// cannot read.
func (o *Objects) Read(id string, kind plumbing.ObjectType, max int64) ([]byte, error) {
	if o.replaced {
		if other, _, err := o.refs.Read("refs/replace/" + id); err == nil && other != "" {
			id = other
		}
	}
	var failed error
	for i, store := range o.packs {
		text, err := readLoose(o.dirs[i], id, kind, max)
		if !errors.Is(err, fs.ErrNotExist) {
			return text, err
		}
		object, err := store.EncodedObject(kind, plumbing.NewHash(id))
		if err == nil {
			return readObject(object, id, max)
		}
		if !errors.Is(err, plumbing.ErrObjectNotFound) {
			failed = errors.Join(failed, err)
		}
	}
	if failed != nil {
		return nil, fmt.Errorf("%s %s: %w", kind, id, failed)
	}
	return nil, fmt.Errorf("%w: %s %s", ErrNoObject, kind, id)
}

// readLoose reads a loose object with the checks that go-git omits. The error is fs.ErrNotExist if the file does not
// exist.
func readLoose(objectDir, id string, kind gitfmt.Kind, max int64) ([]byte, error) {
	f, err := worktree.OpenRegular(filepath.Join(objectDir, id[:2], id[2:]))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var o gitfmt.Object
	name, err := gitfmt.ParseID(id)
	if err == nil {
		o, err = gitfmt.ReadLoose(f, name, max)
	}
	if err == nil && o.Kind != kind {
		err = fmt.Errorf("is a %s, not a %s", o.Kind, kind)
	}
	if large, ok := errors.AsType[*safefs.TooLargeError](err); ok {
		return nil, worktree.TooLarge(id, large.Size, max)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", errDamaged, id, err)
	}
	return o.Data, nil
}

func readObject(object plumbing.EncodedObject, id string, max int64) ([]byte, error) {
	if object.Size() > max {
		return nil, worktree.TooLarge(id, object.Size(), max)
	}
	reader, err := object.Reader()
	if err != nil {
		return nil, fmt.Errorf("object %s: %w", id, err)
	}
	defer reader.Close()
	text, err := io.ReadAll(io.LimitReader(reader, max+1))
	if err != nil {
		return nil, fmt.Errorf("object %s: %w", id, err)
	}
	if int64(len(text)) > max {
		return nil, worktree.TooLarge(id, int64(len(text)), max)
	}
	return text, nil
}

// TreeOf returns the id of a commit's tree.
func (o *Objects) TreeOf(commit string) (string, error) {
	if root, ok := o.roots[commit]; ok {
		return root, nil
	}
	text, err := o.Read(commit, plumbing.CommitObject, MaxMeta)
	if errors.Is(err, ErrNoObject) {
		return "", fmt.Errorf("%w: %s", ErrNoCommit, commit)
	}
	if err != nil {
		return "", err
	}
	root, err := CommitTree(commit, text)
	if err == nil && len(o.roots) < maxTrees {
		o.roots[commit] = root
	}
	return root, err
}

// Tree reads the lines of a tree.
func (o *Objects) Tree(id string) ([]Entry, error) {
	text, err := o.Read(id, plumbing.TreeObject, MaxMeta)
	if err != nil {
		return nil, err
	}
	return ParseTree(id, text)
}

// folder is tree with a cache, for the folders that requested files share. Callers must not change the lines.
func (o *Objects) folder(id string) ([]Entry, error) {
	if lines, ok := o.trees[id]; ok {
		return lines, nil
	}
	lines, err := o.Tree(id)
	if err == nil && len(o.trees) < maxTrees {
		o.trees[id] = lines
	}
	return lines, err
}

// Find walks from a tree to path. The error is ErrNotExist if the trees show that nothing is there.
func (o *Objects) Find(tree, path string) (Entry, error) { return FindIn(tree, path, o.folder) }

// FindIn is Find for trees that are read in another way.
func FindIn(tree, path string, read func(id string) ([]Entry, error)) (Entry, error) {
	at := Entry{ID: tree, Mode: ModeTree}
	for name := range strings.SplitSeq(path, "/") {
		if at.Mode.Kind() != ModeTree {
			return Entry{}, worktree.Missing(path)
		}
		entries, err := read(at.ID)
		if err != nil {
			return Entry{}, err
		}
		i := slices.IndexFunc(entries, func(e Entry) bool { return e.Name == name })
		if i < 0 {
			return Entry{}, worktree.Missing(path)
		}
		at = entries[i]
	}
	return at, nil
}

// MaxFiles limits how many files of a commit are listed at once.
const MaxFiles = 500_000

// Flatten lists all files of a commit, as a map from path to entry.
func (o *Objects) Flatten(commit string) (map[string]Entry, error) {
	root, err := o.TreeOf(commit)
	if err != nil {
		return nil, err
	}
	files := map[string]Entry{}
	var walk func(prefix, tree string, depth int) error
	walk = func(prefix, tree string, depth int) error {
		entries, err := o.Tree(tree)
		if err != nil {
			return err
		}
		if depth > safefs.MaxPath/2 || len(files)+len(entries) > MaxFiles {
			return fmt.Errorf("%w: too many files", errCannotRead)
		}
		for _, e := range entries {
			if e.Mode.Kind() != ModeTree {
				files[prefix+e.Name] = e
			} else if err := walk(prefix+e.Name+"/", e.ID, depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	return files, walk("", root, 0)
}

// Guarded runs f, and turns a panic of the library over a damaged repository into an error.
func (o *Objects) Guarded(f func(*Objects) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errCannotRead, p)
		}
	}()
	return f(o)
}

// ReadBlob reads from an object folder that is not the project's. It opens the packs for each packed object, because
// packs may come and go at any time.
func ReadBlob(dir, id string, max int64) (text []byte, err error) {
	o := &Objects{dirs: []string{dir}}
	place := packsOnly{osfs.New(filepath.Dir(dir), osfs.WithBoundOS())}
	o.packs = append(o.packs, filesystem.NewStorageWithOptions(place, cache.NewObjectLRU(cache.MiByte), filesystem.Options{LargeObjectThreshold: 1 << 20}))
	err = o.Guarded(func(o *Objects) error {
		text, err = o.Read(id, plumbing.BlobObject, max)
		return err
	})
	return text, err
}

// Has reports whether an object exists, without reading it.
func (o *Objects) Has(id string) bool {
	for i, store := range o.packs {
		if _, err := os.Lstat(filepath.Join(o.dirs[i], id[:2], id[2:])); err == nil || store.HasEncodedObject(plumbing.NewHash(id)) == nil {
			return true
		}
	}
	return false
}
