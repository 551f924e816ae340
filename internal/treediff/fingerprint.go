package treediff

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"path/filepath"

	"consider/internal/gitdir"
	"consider/internal/gitrepo"
	"consider/internal/worktree"
)

// maxPrinted is the largest file, in bytes, that a fingerprint reads. Of a larger one it takes the size and the time.
const maxPrinted = 32 << 20

// errNoFingerprint means that git does not report everything that a fingerprint needs.
var errNoFingerprint = errors.New("git does not list the project's files")

// Reading is the project's content as one read found it.
type Reading struct {
	Print    string   // its fingerprint
	Saw      Status   // without the files of repositories inside the project
	Contents [][]byte // of Saw.Files, in their order; nil for those that are gone or larger than what is kept
	IDs      []string // of their contents, as git would name a blob
}

// Fingerprint returns the fingerprint of the project's content: a hash over HEAD's commit and, byte for byte, all files that
// differ from it and are not ignored, also in the repositories inside the project. It does not depend on what is staged, nor
// on times but those of files over 32 MiB. Two worktrees that use one store never have the same one. Contents of at most
// maxFile bytes, and of maxTotal together, are kept. It is an error if git does not answer, or if a file cannot be read.
// Without a repository, only the files in alone are read.
func Fingerprint(ctx context.Context, r *gitrepo.Repo, maxFile, maxTotal int, alone ...string) (*Reading, error) {
	place, err := filepath.Rel(r.StoreDir, r.Root)
	if err != nil { // they are on different disks
		place = r.Root
	}
	sum, reading := sha256.New(), &Reading{}
	sum.Write(fmt.Appendf(nil, "%q %q\n", r.WorktreeName, place))
	reading.Saw, err = print(ctx, r, sum, alone, func(content []byte, whole bool) {
		id := hex.EncodeToString(gitdir.BlobID(content, sha1.Size))
		switch {
		case !whole || len(content) > maxFile || len(content) > maxTotal:
			content = nil
		case content == nil:
			content = []byte{}
		}
		maxTotal -= len(content)
		reading.IDs = append(reading.IDs, id)
		reading.Contents = append(reading.Contents, content)
	})
	if err != nil {
		return nil, err
	}
	reading.Print = hex.EncodeToString(sum.Sum(nil)[:16])
	return reading, nil
}

// print adds to sum what is in r, and calls see with the contents of its own files.
func print(ctx context.Context, r *gitrepo.Repo, sum hash.Hash, alone []string, see func(content []byte, whole bool)) (Status, error) {
	s := &statusRun{repo: r, ctx: ctx, found: map[string]*StatusFile{}, unconfirmed: true}
	if r.GitDir == "" {
		for _, path := range alone {
			s.untracked(path)
			s.said = true
		}
	} else if err := s.run(); err != nil {
		return Status{}, err
	}
	inside, err := s.unlisted()
	if err != nil {
		return Status{}, err
	}
	if !s.said || s.cut {
		return Status{}, errNoFingerprint
	}
	saw := s.result()
	sum.Write(fmt.Appendf(nil, "%q %d\n", saw.Head.Commit, len(saw.Files)))
	for _, f := range saw.Files {
		if err := ctx.Err(); err != nil {
			return saw, err
		}
		content, err := printed(r, f)
		large := errors.Is(err, worktree.ErrTooLarge)
		if large {
			var info worktree.Info
			info, err = r.Stat(f.Path)
			content = fmt.Appendf(nil, "%d %d", info.Size, info.MTimeNS)
		}
		if err != nil {
			return saw, err
		}
		see(content, !large)
		sum.Write(fmt.Appendf(nil, "%q %q %x\n", f.Path, f.Mode, sha256.Sum256(content)))
	}
	for _, path := range append(inside, saw.Nested...) {
		inside := inner(r, path)
		if inside == nil {
			continue // a submodule that is not checked out
		}
		sum.Write(fmt.Appendf(nil, "in %q\n", path))
		_, err := print(ctx, inside, sum, nil, func([]byte, bool) {})
		_ = inside.Close() // nothing was written
		if err != nil {
			return saw, err
		}
	}
	return saw, nil
}

// printed returns the content of a file: of a link its target, of a submodule the commit.
func printed(r *gitrepo.Repo, f StatusFile) (content []byte, err error) {
	switch f.Mode {
	case "":
	case gitdir.ModeOfModule:
		content = []byte(f.Blob)
	case gitdir.ModeOfLink:
		var target string
		target, err = r.ReadLink(f.Path)
		content = []byte(target)
	default:
		content, _, err = r.ReadFile(f.Path, maxPrinted)
	}
	return content, err
}

// unlisted adds the files whose changes git is set to ignore (assume-unchanged, skip-worktree), and returns the
// submodules.
func (s *statusRun) unlisted() (modules []string, err error) {
	err = eachTracked(s.repo, func(name string, e *gitdir.IndexEntry) {
		if e.Mode.Kind() == gitdir.ModeModule {
			modules = append(modules, name)
		} else if e.Unwatched() {
			if f := s.add(s.repo.ToTop(name)); f != nil {
				s.disk(f, e.Mode.String())
			}
		}
	})
	return modules, err
}
