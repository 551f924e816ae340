package treediff

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"

	"consider/internal/gitdir"
	"consider/internal/gitrepo"
	"consider/internal/gitrun"
	"consider/internal/worktree"
)

// contents reads the objects of one comparison: in this process, or all of them by one git that runs until the end.
type contents struct {
	repo  *gitrepo.Repo
	ctx   context.Context
	dirs  []string // further object folders, for blobs
	quick bool     // this process has read one, so the packs are known to be small
	byGit bool     // this process could not read one
	git   *gitrun.CatFile
	noGit error // why git cannot be asked

	ahead    *gitrun.CatFile // answers the expected questions, in order
	expected []string        // ids not answered yet
	stop     context.CancelFunc
}

// fewBlobs is the number of blobs up to which this process reads them itself: for so few, starting git costs more.
const fewBlobs = 8

// expect makes git read blobs ahead; they must then be asked for in this order. A blob that git cannot give is read as
// if it had not been expected.
func (c *contents) expect(ids []string) {
	if len(ids) <= fewBlobs || c.repo.GitDir == "" || len(c.dirs) > 0 {
		return
	}
	ctx, stop := context.WithCancel(c.ctx)
	g, err := c.repo.Git.StartCatFile(ctx, "--buffer") // git may buffer its answers
	if err != nil {
		stop()
		return
	}
	c.ahead, c.expected, c.stop = g, ids, stop
	go func() {
		_, _ = io.WriteString(g.Ask, strings.Join(ids, "\n")+"\n") // fails when git ends, which its answers show
		_ = g.Ask.Close()
	}()
}

// next returns the answer that git gave ahead; ok is false if it gave no usable one.
func (c *contents) next(id string) (text []byte, ok bool, err error) {
	if len(c.expected) == 0 || c.expected[0] != id {
		return nil, false, nil
	}
	c.expected = c.expected[1:]
	text, err = c.ahead.Answer(id, plumbing.BlobObject.String(), maxHashed)
	if err != nil && !gitrepo.Definite(err) && !errors.Is(err, gitdir.ErrNoObject) {
		c.expected = nil // git will answer nothing more
	}
	return text, err == nil || gitrepo.Definite(err), err
}

// read returns an object of the project. Errors: ErrTooLarge, or anything else for what cannot be read.
func (c *contents) read(id string, kind plumbing.ObjectType, max int64) (text []byte, err error) {
	if err := c.ctx.Err(); err != nil {
		return nil, err
	}
	if c.repo.GitDir == "" {
		return nil, fmt.Errorf("%w: %s %s", gitdir.ErrNoObject, kind, id)
	}
	here := func(o *gitdir.Objects) error {
		text, err = o.Read(id, kind, max)
		return err
	}
	var hereErr error
	if !c.byGit {
		how := gitrepo.QuickOnly
		if c.quick {
			how = gitrepo.AtAnyCost
		}
		if hereErr = c.repo.WithObjects(how, here); hereErr == nil || gitrepo.Definite(hereErr) {
			c.quick = true
			return text, hereErr
		}
		c.byGit = true
	}
	text, gitErr := c.askGit(id, kind, max)
	if gitErr == nil || gitrepo.Definite(gitErr) {
		return text, gitErr
	}
	if err := c.repo.WithObjects(gitrepo.AtAnyCost, here); err == nil || gitrepo.Definite(err) {
		return text, err
	}
	return nil, errors.Join(hereErr, gitErr)
}

// blob reads a blob, from the further folders first.
func (c *contents) blob(path, id string, max int64) ([]byte, error) {
	if text, ok, err := c.next(id); ok {
		return text, err
	}
	var failed error
	for _, dir := range c.dirs {
		if len(id) != 40 {
			break
		}
		text, err := gitdir.ReadBlob(dir, id, max)
		if err == nil || gitrepo.Definite(err) {
			return text, err
		}
		failed = errors.Join(failed, err)
	}
	text, err := c.read(id, plumbing.BlobObject, max)
	if err == nil || gitrepo.Definite(err) || c.ctx.Err() != nil {
		return text, err
	}
	return nil, &worktree.PathError{Path: path, Kind: worktree.ErrUnreadable, What: "unreadable", Cause: errors.Join(failed, err)}
}

// tree reads a folder of a commit.
func (c *contents) tree(id string) ([]gitdir.Entry, error) {
	text, err := c.read(id, plumbing.TreeObject, gitdir.MaxMeta)
	if err != nil {
		return nil, err
	}
	return gitdir.ParseTree(id, text)
}

// treeBelowRoot returns the tree of the project's root in a commit, "" if there is none.
func (c *contents) treeBelowRoot(commit string) (string, error) {
	text, err := c.read(commit, plumbing.CommitObject, gitdir.MaxMeta)
	if err != nil {
		return "", err
	}
	id, err := gitdir.CommitTree(commit, text)
	below := strings.TrimSuffix(c.repo.Prefix(), "/")
	if below == "" || err != nil {
		return id, err
	}
	e, err := gitdir.FindIn(id, below, c.tree)
	if errors.Is(err, worktree.ErrNotExist) || err == nil && e.Mode.Kind() != gitdir.ModeTree {
		return "", nil
	}
	return e.ID, err
}

func (c *contents) askGit(id string, kind plumbing.ObjectType, max int64) ([]byte, error) {
	if c.git == nil && c.noGit == nil {
		c.git, c.noGit = c.repo.Git.StartCatFile(c.ctx)
	}
	if c.noGit != nil {
		return nil, c.noGit
	}
	text, err := c.git.Object(id, kind.String(), max)
	if err != nil && !gitrepo.Definite(err) && !errors.Is(err, gitdir.ErrNoObject) {
		c.noGit = c.git.Close(err)
		c.git = nil
		return nil, c.noGit
	}
	return text, err
}

func (c *contents) close() {
	if c.git != nil {
		_ = c.git.Close(nil)
		c.git = nil
	}
	if c.ahead != nil {
		c.stop()
		_ = c.ahead.Close(nil)
		c.ahead = nil
	}
}
