package treediff

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"path/filepath"

	"consider/internal/gitdir"
	"consider/internal/gitrepo"
)

// maxPrinted is the largest file, in bytes, that a fingerprint reads.
const maxPrinted = 32 << 20

// errNoFingerprint means that git does not report everything that a fingerprint needs.
var errNoFingerprint = errors.New("git does not list the project's files")

// Fingerprint returns a hash over the project's content: HEAD's commit and, byte for byte, all files that differ from it
// and are not ignored, also in the repositories inside the project. It does not depend on times or on what is staged. Two
// worktrees that use one store never have the same one. It is an error if git does not answer, or if a file cannot be
// read.
func Fingerprint(ctx context.Context, r *gitrepo.Repo) (string, error) {
	place, err := filepath.Rel(r.StoreDir, r.Root)
	if err != nil { // they are on different disks
		place = r.Root
	}
	sum := sha256.New()
	sum.Write(fmt.Appendf(nil, "%q %q\n", r.WorktreeName, place))
	if err := print(ctx, r, sum); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), nil
}

func print(ctx context.Context, r *gitrepo.Repo, sum hash.Hash) error {
	s := &statusRun{repo: r, ctx: ctx, found: map[string]*StatusFile{}, unconfirmed: true}
	if err := s.run(); err != nil {
		return err
	}
	inside, err := s.unlisted()
	if err != nil {
		return err
	}
	if !s.said || s.cut {
		return errNoFingerprint
	}
	saw := s.result()
	sum.Write(fmt.Appendf(nil, "%q %d\n", saw.Head.Commit, len(saw.Files)))
	for _, f := range saw.Files {
		if err := ctx.Err(); err != nil {
			return err
		}
		content, err := printed(r, f)
		if err != nil {
			return err
		}
		sum.Write(fmt.Appendf(nil, "%q %q %x\n", f.Path, f.Mode, sha256.Sum256(content)))
	}
	for _, path := range append(inside, saw.Nested...) {
		inside := inner(r, path)
		if inside == nil {
			continue // a submodule that is not checked out
		}
		sum.Write(fmt.Appendf(nil, "in %q\n", path))
		err := print(ctx, inside, sum)
		_ = inside.Close() // nothing was written
		if err != nil {
			return err
		}
	}
	return nil
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
	ix, err := gitdir.LoadIndex(s.repo.Project)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	err = ix.Under(s.repo.Prefix(), func(name string, e *gitdir.IndexEntry) {
		if e.Mode.Kind() == gitdir.ModeModule {
			modules = append(modules, name)
		} else if e.Unwatched() {
			if f := s.add(s.repo.ToTop(name)); f != nil {
				s.disk(f, e.Mode.String())
			}
		}
	})
	if err == nil && (ix.Split || ix.Sparse) {
		err = gitdir.ErrForeignIndex
	}
	return modules, err
}
