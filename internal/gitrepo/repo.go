package gitrepo

import (
	"context"
	"errors"
	"sync"

	"consider/internal/gitdir"
	"consider/internal/gitrun"
	"consider/internal/worktree"
)

// Repo is a project opened for reading, with its repository. It opens nothing until asked.
type Repo struct {
	*worktree.Tree
	Git *gitrun.Git // asks the git program

	mu      sync.Mutex // guards the in-process reader
	objects *gitdir.Objects

	slow func() bool // see SlowPacks
}

// Open returns the view of a located project.
func Open(p worktree.Project) *Repo {
	return &Repo{Tree: worktree.Open(p), Git: gitrun.New(p), slow: sync.OnceValue(func() bool { return gitdir.SlowPacks(p) })}
}

// Close releases what was opened. The repo must not be used afterwards.
func (r *Repo) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.objects != nil {
		r.objects.Close()
		r.objects = nil
	}
	return r.Tree.Close()
}

// Definite reports whether an answer needs no second opinion.
func Definite(err error) bool {
	return errors.Is(err, worktree.ErrNotExist) || errors.Is(err, worktree.ErrNotRegular) || errors.Is(err, worktree.ErrTooLarge)
}

// errSlow means that this process would read a whole large index for one object.
var errSlow = errors.New("pack indexes are too large")

// Effort says whether a slow way to the objects is worth it.
type Effort int

const (
	QuickOnly Effort = iota // errSlow if git is installed and much quicker
	AtAnyCost
)

// WithObjects runs f on the in-process reader, one caller at a time, because go-git's storage is not safe for more. A
// second try gets a new reader, because the first may hold the pack list from before a repack.
func (r *Repo) WithObjects(how Effort, f func(*gitdir.Objects) error) error {
	if how == QuickOnly && r.slow() && r.Git.Find() == nil {
		return errSlow
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	fresh := r.objects == nil
	for {
		if r.objects == nil {
			opened, err := gitdir.OpenObjects(r.Project)
			if err != nil {
				return err
			}
			r.objects = opened
		}
		err := r.objects.Guarded(f)
		if err == nil || Definite(err) || fresh {
			return err
		}
		r.objects.Close()
		r.objects, fresh = nil, true
	}
}

// around calls ask for the repositories that dir lies in and the name of dir in each, from the innermost on, until it
// returns true or an error.
func around(dir string, ask func(r *Repo, rel string) (bool, error)) (bool, error) {
	repositories, err := worktree.Around(dir)
	if err != nil {
		return false, err
	}
	for p, rel := range repositories {
		r := Open(p)
		found, err := ask(r, rel)
		_ = r.Close() // nothing was written
		if found || err != nil {
			return found, err
		}
	}
	return false, nil
}

// ask climbs the ladder: this process answers or, if it cannot, git or, if git cannot either and only the effort was
// limited, this process. A [Definite] error is an answer. gitErr is nil if there is one; otherwise err says why this
// process has none, and gitErr why git has none.
func (r *Repo) ask(ctx context.Context, here func(*gitdir.Objects) error, git func() error) (err, gitErr error) {
	err = r.WithObjects(QuickOnly, here)
	if err == nil || Definite(err) {
		return err, nil
	}
	gitErr = git()
	if gitErr == nil || Definite(gitErr) {
		return gitErr, nil
	}
	if errors.Is(err, errSlow) && ctx.Err() == nil {
		if err = r.WithObjects(AtAnyCost, here); err == nil || Definite(err) {
			return err, nil
		}
	}
	return err, gitErr
}
