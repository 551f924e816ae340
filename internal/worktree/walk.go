package worktree

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"
)

// walker lists files as git ls-files would, for use without git.
type walker struct {
	t       *Tree
	ctx     context.Context
	tracked map[string]bool // by path from the root
	links   bool            // also list symbolic links
	names   []string
}

// walk lists the files below the root that are neither tracked nor ignored.
func (t *Tree) walk(ctx context.Context) ([]string, error) {
	return t.walkWith(&walker{t: t, ctx: ctx, tracked: t.trackedNames()})
}

func (t *Tree) walkWith(w *walker) ([]string, error) {
	var patterns []gitignore.Pattern
	if t.p.CommonDir != "" {
		patterns = readIgnores(filepath.Join(t.p.CommonDir, "info", "exclude"), nil)
	}
	if err := w.dir("", patterns); err != nil {
		return nil, err
	}
	return t.ours(w.names), nil
}

// trackedNames lists the index by path from the root; without a readable index nothing counts as tracked.
func (t *Tree) trackedNames() map[string]bool {
	names := map[string]bool{}
	t.eachTracked(func(name string, _ *indexEntry) { names[name] = true })
	return names
}

// intended lists the files whose names git was given without content (git add -N).
func (t *Tree) intended() []string {
	var names []string
	t.eachTracked(func(name string, e *indexEntry) {
		if e.extra&extraIntentToAdd != 0 {
			names = append(names, name)
		}
	})
	return names
}

func (t *Tree) eachTracked(visit func(name string, e *indexEntry)) {
	ix, err := loadIndex(t.p)
	if err != nil {
		return
	}
	_ = ix.under(t.prefix(), visit) // entries read before an error still count
}

// dir lists one folder, named by its path from the root ("" or "a/b/").
func (w *walker) dir(prefix string, patterns []gitignore.Pattern) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	place := filepath.Join(w.t.p.Root, filepath.FromSlash(prefix))
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
	if privateName(name) {
		return true
	}
	if _, err := os.Lstat(filepath.Join(place, name, ".git")); err == nil {
		return true
	}
	if w.t.p.GitDir != "" {
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
	text, err := readSmall(path, maxConfig)
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
func (t *Tree) ours(names []string) []string {
	kept := names[:0]
	for _, name := range names {
		if CheckPath(name) == nil && len(kept) < maxListed {
			kept = append(kept, name)
		}
	}
	return kept
}
