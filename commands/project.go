package commands

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"time"

	"github.com/urfave/cli/v3"

	"consider/internal/fail"
	"consider/internal/gitrepo"
	"consider/internal/review/takeover"
	"consider/internal/session"
	"consider/internal/setup"
	"consider/internal/watch"
	"consider/internal/worktree"
)

// watcher watches a project's store and files.
func watcher(place worktree.Project) *watch.Watcher {
	return watch.New(watch.Options{
		Root: place.Root, Store: place.StoreDir, Git: place.GitDir, Others: place.OtherStores, After: time.After, Open: watch.Notify,
	})
}

// project finds the project around the working directory. store is the store's folder given by flag, "" if none was.
func (a *app) project(store string) (*session.Project, error) { return a.projectAt(a.env.Dir, store) }

// projectShown is project for a run that prints text: the printed paths start in the working directory.
func (a *app) projectShown(store string) (*session.Project, error) {
	p, err := a.project(store)
	if err == nil {
		a.folder = p.FolderIn(a.env.Dir)
	}
	return p, err
}

// opened returns the project in which a command was called, and its caller.
func (a *app) opened(c *cli.Command) (*session.Project, session.Caller, error) {
	caller, err := a.caller(c)
	if err != nil {
		return nil, caller, err
	}
	project, err := a.projectShown(c.String("store"))
	return project, caller, err
}

// projectAt finds the project around an absolute folder.
func (a *app) projectAt(dir, store string) (*session.Project, error) {
	place, err := worktree.Locate(dir)
	switch {
	case errors.Is(err, worktree.ErrUnsafeStore):
		return nil, fail.Denied("%w", err).Hint("rename or move the existing file, since consider needs a folder of that name")
	case errors.Is(err, worktree.ErrNotExist): // the folder existed when a server was started in it
		return nil, fail.NotFound("the current directory %q no longer exists", dir).Hint("change to an existing directory")
	case err != nil:
		return nil, fmt.Errorf("find the project: %w", err)
	}
	if store = cmp.Or(store, a.env.Getenv("CONSIDER_DIR")); store != "" {
		place.StoreDir = a.absolute(store)
	} else {
		place = session.AtHome(place, a.env.Getenv("SUDO_UID"))
	}
	p := &session.Project{
		Place: place, Tree: gitrepo.Open(place), Now: a.env.Now, Program: "consider/" + a.env.Build,
		Warn: a.warn, Machine: a.machine(), Named: store != "", Sudo: a.env.Getenv("SUDO_UID"),
		Patience: a.env.Patience, Line: a.env.Line, FinishRemoval: setup.FinishRemoval, TakeOver: takeover.Take, Merge: takeover.Merge,
	}
	if dir := configFolder(a.env.Getenv, runtime.GOOS); filepath.IsAbs(dir) {
		p.Origin.Key = filepath.Join(dir, "consider", "origin.key")
	}
	p.State = stateFolder(a.env.Getenv, runtime.GOOS)
	p.Keys = memoryKeys(a.env.Getenv, runtime.GOOS)
	p.Watch = func() *watch.Watcher { return watcher(place) }
	p.Agents = a.finder(place)
	return p, nil
}

// progress returns a function that shows long work on stderr. It shows nothing for the first second, and nothing at all
// if no person reads stderr.
func (a *app) progress() func(done, total int) {
	start := a.env.Now()
	shown := start
	return func(done, total int) {
		now := a.env.Now()
		if !a.env.ErrTerminal || now.Sub(start) < progressAfter || now.Sub(shown) < progressEvery && done < total {
			return
		}
		shown = now
		fmt.Fprintf(a.env.Stderr, "\r%d of %d", done, total)
		if done >= total {
			fmt.Fprintln(a.env.Stderr)
		}
	}
}
