package worktree

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-billy/v5/osfs"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/cache"
	"github.com/go-git/go-git/v5/storage/filesystem"
)

// Side is one of two trees to compare: a commit with entries laid over it.
type Side struct {
	Commit  string // "" for the empty tree
	Entries []SideEntry
}

// SideEntry replaces the file at a path, or removes it if Mode is "". As in git, a file replaces a folder of its name,
// and the reverse.
type SideEntry struct {
	Path, Mode string
	Blob       string // id of the content in an object folder or the project; for a submodule, the commit
	Data       []byte // the content itself if Blob is ""
}

// EntryAt returns mode and id of what a commit (a full id, or "HEAD") has at path. Errors: ErrNotExist (also: no such
// commit, no repository), ErrOutside, ErrUnreadable.
func (t *Tree) EntryAt(ctx context.Context, commit, path string) (mode, blob string, err error) {
	if err := CheckPath(path); err != nil {
		return "", "", err
	}
	commit, err = t.commitID(ctx, commit)
	if err != nil {
		return "", "", err
	}
	e, err := t.entryAt(ctx, commit, t.toTop(path))
	if err != nil {
		return "", "", err
	}
	return e.mode.git(), e.id, nil
}

func (t *Tree) entryAt(ctx context.Context, commit, full string) (found entry, err error) {
	if said := t.inHead.Load(); said != nil && said.commit == commit {
		if e, ok := said.files[full]; ok {
			return e, nil
		}
	}
	here := func(o *objects) error {
		tree, err := o.treeOf(commit)
		if err == nil {
			found, err = o.find(tree, full)
		}
		return err
	}
	err = t.withObjects(quickOnly, here)
	if err == nil || definite(err) {
		return found, err
	}
	lines, gitErr := t.gitList(ctx, "ls-tree", "-z", "--full-tree", commit, "--", full)
	if gitErr == nil {
		for _, line := range lines {
			if e, ok := parseTreeLine(line); ok && e.name == full {
				return e, nil
			}
		}
		return entry{}, osError(full, fs.ErrNotExist)
	}
	if ctx.Err() != nil {
		return entry{}, ctx.Err()
	}
	if errors.Is(err, errSlow) {
		if err = t.withObjects(atAnyCost, here); err == nil || definite(err) {
			return found, err
		}
	}
	if errors.Is(err, errNoCommit) {
		return entry{}, &PathError{Path: full, Kind: ErrNotExist, What: "not available: commit " + commit + " is not in the repository"}
	}
	return entry{}, &PathError{Path: full, Kind: ErrUnreadable, What: "unreadable in commit " + commit, Cause: errors.Join(err, gitErr)}
}

// ContentAt reads one path of a side, at most max bytes. The content of a symbolic link is its target. Further object
// folders are searched first. Errors: as FileAt; ErrNotRegular with the mode for a submodule or a folder.
func (t *Tree) ContentAt(ctx context.Context, side Side, path string, max int64, objectDirs ...string) (data []byte, mode string, err error) {
	if err := CheckPath(path); err != nil {
		return nil, "", err
	}
	e, laid := side.entry(path)
	if !laid {
		if side.Commit == "" {
			return nil, "", osError(path, fs.ErrNotExist)
		}
		if e.Mode, e.Blob, err = t.EntryAt(ctx, side.Commit, path); err != nil {
			return nil, "", err
		}
	}
	switch {
	case e.Mode == "":
		return nil, "", osError(path, fs.ErrNotExist)
	case e.Mode == modeOfModule:
		return nil, e.Mode, &PathError{Path: path, Kind: ErrNotRegular, What: "a submodule"}
	case e.Mode != modeOfFile && e.Mode != modeOfScript && e.Mode != modeOfLink:
		return nil, e.Mode, &PathError{Path: path, Kind: ErrNotRegular, What: "a directory"}
	case e.Blob != "":
		data, err = t.blob(ctx, path, e.Blob, objectDirs, max)
		return data, e.Mode, err
	case int64(len(e.Data)) > max:
		return nil, e.Mode, tooLarge(path, int64(len(e.Data)), max)
	}
	return slices.Clone(e.Data), e.Mode, nil
}

// entry returns what the entries put at a path. laid is also set if an entry replaces a folder of the path, or the path
// as a folder.
func (s Side) entry(path string) (e SideEntry, laid bool) {
	for _, x := range s.Entries {
		switch {
		case x.Path == path:
			e, laid = x, true
		case x.Mode != "" && (strings.HasPrefix(path, x.Path+"/") || strings.HasPrefix(x.Path, path+"/")):
			e, laid = SideEntry{Path: path}, true
		}
	}
	return e, laid
}

// blob reads a blob: from the given object folders, then from the project in this process, then by git.
func (t *Tree) blob(ctx context.Context, path, id string, dirs []string, max int64) ([]byte, error) {
	if !isID(id) {
		return nil, &PathError{Path: path, Kind: ErrUnreadable, What: "stored under an invalid object ID"}
	}
	failed := fmt.Errorf("%w: %s", errNoObject, id)
	if len(id) == 40 {
		for _, dir := range dirs {
			text, err := t.blobIn(dir, id, max)
			if err == nil || definite(err) {
				return text, err
			}
			failed = errors.Join(failed, err)
		}
	}
	if t.p.GitDir != "" {
		text, err := t.projectBlob(ctx, id, max)
		if err == nil || definite(err) || ctx.Err() != nil {
			return text, err
		}
		failed = errors.Join(failed, err)
	}
	return nil, &PathError{Path: path, Kind: ErrUnreadable, What: "unreadable", Cause: failed}
}

func (t *Tree) projectBlob(ctx context.Context, id string, max int64) (text []byte, err error) {
	here := func(o *objects) error {
		text, err = o.read(id, plumbing.BlobObject, max)
		return err
	}
	err = t.withObjects(quickOnly, here)
	if err == nil || definite(err) {
		return text, err
	}
	out, gitErr := t.git(ctx, gitCall{args: []string{"cat-file", "blob", id}, max: max})
	if errors.Is(gitErr, ErrTooLarge) {
		return nil, tooLarge(id, max+1, max)
	}
	if gitErr != nil && errors.Is(err, errSlow) {
		if err = t.withObjects(atAnyCost, here); err == nil || definite(err) {
			return text, err
		}
	}
	if gitErr != nil {
		return nil, errors.Join(err, gitErr)
	}
	return out, nil
}

// blobIn reads from an object folder that is not the project's. It opens the packs for each packed object, because
// packs may come and go at any time.
func (t *Tree) blobIn(dir, id string, max int64) (text []byte, err error) {
	o := &objects{dirs: []string{dir}}
	place := packsOnly{osfs.New(filepath.Dir(dir), osfs.WithBoundOS())}
	o.packs = append(o.packs, filesystem.NewStorageWithOptions(place, cache.NewObjectLRU(cache.MiByte), filesystem.Options{LargeObjectThreshold: 1 << 20}))
	err = guard(o, func(o *objects) error {
		text, err = o.read(id, plumbing.BlobObject, max)
		return err
	})
	return text, err
}
