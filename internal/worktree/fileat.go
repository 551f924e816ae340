package worktree

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
)

// FileAt reads path as it is in a commit: a full id, or "HEAD". The content is
// the blob's, before any line-end conversion.
//
// Errors: ErrNotExist (also: no such commit, no repository), ErrOutside,
// ErrNotRegular, ErrTooLarge, ErrUnreadable.
func (t *Tree) FileAt(ctx context.Context, commit, path string, max int64) ([]byte, error) {
	if err := CheckPath(path); err != nil {
		return nil, err
	}
	isHead := commit == "HEAD"
	commit, err := t.commitID(ctx, commit)
	if err != nil {
		return nil, err
	}
	text, err := t.storedFile(commit, t.toTop(path), max, quickOnly)
	if err == nil || definite(err) {
		return text, err
	}
	text, gitErr := t.gitFile(ctx, commit, t.toTop(path), max)
	if errors.Is(err, errSlow) && gitErr != nil && !definite(gitErr) && ctx.Err() == nil {
		if text, err = t.storedFile(commit, t.toTop(path), max, atAnyCost); err == nil || definite(err) {
			return text, err
		}
	}
	switch {
	case gitErr == nil, definite(gitErr):
		return text, gitErr
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, errNoCommit) && isHead:
		return nil, broken(err, gitErr)
	case errors.Is(err, errNoCommit):
		return nil, &PathError{Path: path, Kind: ErrNotExist, What: "not available: commit " + commit + " is not in the repository"}
	default:
		return nil, &PathError{Path: path, Kind: ErrUnreadable, What: "unreadable in commit " + commit, Cause: errors.Join(err, gitErr)}
	}
}

// definite reports whether an answer needs no second opinion.
func definite(err error) bool {
	return errors.Is(err, ErrNotExist) || errors.Is(err, ErrNotRegular) || errors.Is(err, ErrTooLarge)
}

// commitID checks a commit before it reaches a command line.
func (t *Tree) commitID(ctx context.Context, commit string) (string, error) {
	if commit == "HEAD" && t.p.GitDir != "" {
		head := t.Head(ctx)
		if err := head.Err(); err != nil {
			return "", err
		}
		commit = head.Commit
	}
	if t.p.GitDir == "" || !isID(commit) {
		return "", &PathError{Path: commit, Kind: ErrNotExist, What: "not a commit in this repository"}
	}
	return commit, nil
}

// effort says whether a slow way to the objects is worth it.
type effort int

const (
	quickOnly effort = iota // errSlow if git is installed and much quicker
	atAnyCost
)

// withObjects runs f on the in-process reader, one caller at a time, because go-git's storage is not safe for more. A
// second try gets a new reader, because the first may hold the pack list from before a repack.
func (t *Tree) withObjects(how effort, f func(*objects) error) error {
	if _, err := t.findGit(); err == nil && how == quickOnly && t.slowPacks() {
		return errSlow
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	fresh := t.objects == nil
	for {
		if t.objects == nil {
			opened, err := openObjects(t.p)
			if err != nil {
				return err
			}
			t.objects = opened
		}
		err := guard(t.objects, f)
		if err == nil || definite(err) || fresh {
			return err
		}
		t.objects.close()
		t.objects, fresh = nil, true
	}
}

func (t *Tree) slowPacks() bool {
	t.packsOnce.Do(func() { t.slow = slowPacks(t.p) })
	return t.slow
}

// guard turns a panic of the library over a damaged repository into an error.
func guard(o *objects, f func(*objects) error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errCannotRead, p)
		}
	}()
	return f(o)
}

func (t *Tree) storedFile(commit, path string, max int64, how effort) (text []byte, err error) {
	err = t.withObjects(how, func(o *objects) error {
		tree, err := o.treeOf(commit)
		if err != nil {
			return err
		}
		e, err := o.find(tree, path)
		if err != nil {
			return err
		}
		if !e.mode.file() {
			return &PathError{Path: path, Kind: ErrNotRegular, What: e.mode.words()}
		}
		text, err = o.read(e.id, plumbing.BlobObject, max)
		return err
	})
	return text, err
}

// gitFile asks git in two steps: an empty answer from the tree means "not there", a failure means "cannot say".
func (t *Tree) gitFile(ctx context.Context, commit, path string, max int64) ([]byte, error) {
	lines, err := t.gitList(ctx, "ls-tree", "-z", "--full-tree", commit, "--", path)
	if err != nil {
		return nil, err
	}
	for _, line := range lines {
		e, ok := parseTreeLine(line)
		if !ok || e.name != path {
			continue
		}
		if !e.mode.file() {
			return nil, &PathError{Path: path, Kind: ErrNotRegular, What: e.mode.words()}
		}
		text, err := t.git(ctx, gitCall{args: []string{"cat-file", "blob", e.id}, max: max})
		if errors.Is(err, ErrTooLarge) {
			return nil, tooLarge(path, max+1, max)
		}
		return text, err
	}
	return nil, osError(path, fs.ErrNotExist)
}

// parseTreeLine reads "<mode> <type> <id>\t<path>".
func parseTreeLine(line string) (entry, bool) {
	meta, name, ok := strings.Cut(line, "\t")
	fields := strings.Fields(meta)
	if !ok || len(fields) != 3 || !isID(fields[2]) {
		return entry{}, false
	}
	mode, err := strconv.ParseUint(fields[0], 8, 32)
	return entry{name: name, id: fields[2], mode: fileMode(mode)}, err == nil
}

func (t *Tree) filesOf(commit string) (files map[string]entry, err error) {
	err = t.withObjects(atAnyCost, func(o *objects) error {
		files, err = o.flatten(commit)
		return err
	})
	return files, err
}

// filesAt lists a commit's files in this process, otherwise by git.
func (t *Tree) filesAt(ctx context.Context, commit string) (map[string]entry, error) {
	files, err := t.filesOf(commit)
	if err == nil {
		return files, nil
	}
	lines, gitErr := t.gitList(ctx, "ls-tree", "-r", "-z", "--full-tree", commit, "--")
	if gitErr != nil {
		return nil, errors.New(inWords(gitErr, err))
	}
	files = map[string]entry{}
	for _, line := range lines {
		if e, ok := parseTreeLine(line); ok {
			files[e.name] = e
		}
	}
	return files, nil
}
