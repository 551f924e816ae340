package treediff

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"

	"consider/internal/gitdir"
	"consider/internal/gitrepo"
	"consider/internal/worktree"
)

// walker lists files as git ls-files would, for use without git.
type walker struct {
	repo    *gitrepo.Repo
	ctx     context.Context
	tracked map[string]bool // by path from the root
	links   bool            // also list symbolic links
	names   []string
}

// walkWith lists the files below the root that are neither tracked nor ignored.
func walkWith(w *walker) ([]string, error) {
	var patterns []gitignore.Pattern
	if w.repo.CommonDir != "" {
		patterns = readIgnores(filepath.Join(w.repo.CommonDir, "info", "exclude"), nil)
	}
	if err := w.dir("", patterns); err != nil {
		return nil, err
	}
	return ours(w.names), nil
}

// trackedNames lists the index by path from the root; without a readable index nothing counts as tracked.
func trackedNames(r *gitrepo.Repo) map[string]bool {
	names := map[string]bool{}
	_ = eachTracked(r, func(name string, _ *gitdir.IndexEntry) { names[name] = true })
	return names
}

// intended lists the files whose names git was given without content (git add -N).
func intended(r *gitrepo.Repo) []string {
	var names []string
	_ = eachTracked(r, func(name string, e *gitdir.IndexEntry) {
		if e.IntentToAdd() {
			names = append(names, name)
		}
	})
	return names
}

// eachTracked visits the entries of the index; those before an error still count.
func eachTracked(r *gitrepo.Repo, visit func(name string, e *gitdir.IndexEntry)) error {
	ix, err := gitdir.LoadIndex(r.Project)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	err = ix.Under(r.Prefix(), visit)
	if err == nil && (ix.Split || ix.Sparse) {
		err = gitdir.ErrForeignIndex
	}
	return err
}

// dir lists one folder, named by its path from the root ("" or "a/b/").
func (w *walker) dir(prefix string, patterns []gitignore.Pattern) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	place := filepath.Join(w.repo.Root, filepath.FromSlash(prefix))
	entries, err := os.ReadDir(place)
	if err != nil {
		return nil // a folder that cannot be read holds nothing that can be shown
	}
	var domain []string
	if prefix != "" {
		domain = strings.Split(strings.TrimSuffix(prefix, "/"), "/")
	}
	patterns = append(patterns[:len(patterns):len(patterns)], readIgnores(filepath.Join(place, ".gitignore"), domain)...)
	matcher := gitignore.NewMatcher(patterns)
	for _, e := range entries {
		if len(w.names) >= maxListed {
			return nil
		}
		name := prefix + e.Name()
		ignored := matcher.Match(append(domain[:len(domain):len(domain)], e.Name()), e.IsDir())
		switch {
		case e.IsDir() && !ignored && !w.skips(e.Name(), place):
			if err := w.dir(name+"/", patterns); err != nil {
				return err
			}
		case (e.Type().IsRegular() || w.links && e.Type() == fs.ModeSymlink) && !ignored && !w.tracked[name]:
			w.names = append(w.names, name)
		}
	}
	return nil
}

// skips reports whether to skip a folder: one that is not ours, or that tools fill and people do not read. The latter
// are skipped only if no repository says what to ignore.
func (w *walker) skips(name, place string) bool {
	if worktree.PrivateName(name) {
		return true
	}
	if _, err := os.Lstat(filepath.Join(place, name, ".git")); err == nil {
		return true
	}
	if w.repo.GitDir != "" {
		return false
	}
	switch name {
	case ".hg", ".svn", ".jj", "node_modules", ".venv", "__pycache__", ".cache", ".tox":
		return true
	}
	return false
}

// readIgnores reads a file of ignore patterns that apply below domain.
func readIgnores(path string, domain []string) []gitignore.Pattern {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&fs.ModeSymlink != 0 {
		return nil // git does not follow a link here either
	}
	text, err := worktree.ReadSmall(path, worktree.MaxConfig)
	if err != nil {
		return nil
	}
	var patterns []gitignore.Pattern
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\r\n")
		if line != "" && line[0] != '#' {
			patterns = append(patterns, gitignore.ParsePattern(line, domain))
		}
	}
	return patterns
}

// maxListed limits the lists of files.
const maxListed = 200_000

// ours keeps the names that can be stored paths. It drops a folder (git's way to list a repository inside this one) and
// the store itself.
func ours(names []string) []string {
	names = slices.DeleteFunc(names, func(name string) bool { return worktree.CheckPath(name) != nil })
	return names[:min(len(names), maxListed)]
}
