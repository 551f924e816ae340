package worktree

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"path/filepath"
)

// maxPrinted is the largest file, in bytes, that a fingerprint reads.
const maxPrinted = 32 << 20

// errNoFingerprint means that git does not report everything that a fingerprint needs.
var errNoFingerprint = errors.New("git does not list the project's files")

// Fingerprint returns a hash over the project's content: HEAD's commit and, byte for byte, all files that differ from it
// and are not ignored, also in the repositories inside the project. It does not depend on times or on what is staged. Two
// worktrees that use one store never have the same one. It is an error if git does not answer, or if a file cannot be
// read.
func (t *Tree) Fingerprint(ctx context.Context) (string, error) {
	place, err := filepath.Rel(t.p.StoreDir, t.p.Root)
	if err != nil { // they are on different disks
		place = t.p.Root
	}
	sum := sha256.New()
	sum.Write(fmt.Appendf(nil, "%q %q\n", t.p.WorktreeName, place))
	if err := t.print(ctx, sum); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), nil
}

func (t *Tree) print(ctx context.Context, sum hash.Hash) error {
	s := &statusRun{t: t, ctx: ctx, found: map[string]*StatusFile{}, unconfirmed: true}
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
		content, err := t.printed(f)
		if err != nil {
			return err
		}
		sum.Write(fmt.Appendf(nil, "%q %q %x\n", f.Path, f.Mode, sha256.Sum256(content)))
	}
	for _, path := range append(inside, saw.Nested...) {
		inner := t.inner(path)
		if inner == nil {
			continue // a submodule that is not checked out
		}
		sum.Write(fmt.Appendf(nil, "in %q\n", path))
		err := inner.print(ctx, sum)
		_ = inner.Close() // nothing was written
		if err != nil {
			return err
		}
	}
	return nil
}

// printed returns the content of a file: of a link its target, of a submodule the commit.
func (t *Tree) printed(f StatusFile) (content []byte, err error) {
	switch f.Mode {
	case "":
	case modeOfModule:
		content = []byte(f.Blob)
	case modeOfLink:
		var target string
		target, err = t.ReadLink(f.Path)
		content = []byte(target)
	default:
		content, _, err = t.ReadFile(f.Path, maxPrinted)
	}
	return content, err
}

// unlisted adds the files whose changes git is set to ignore (assume-unchanged, skip-worktree), and returns the
// submodules.
func (s *statusRun) unlisted() (modules []string, err error) {
	ix, err := loadIndex(s.t.p)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	err = ix.under(s.t.prefix(), func(name string, e *indexEntry) {
		if e.mode.kind() == modeModule {
			modules = append(modules, name)
		} else if e.flags&flagValid != 0 || e.extra&extraSkipWorktree != 0 {
			if f := s.add(s.t.toTop(name)); f != nil {
				s.disk(f, e.mode.git())
			}
		}
	})
	if err == nil && (ix.split || ix.sparse) {
		err = errForeignIndex
	}
	return modules, err
}
