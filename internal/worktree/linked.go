package worktree

import (
	"iter"
	"os"
	"path/filepath"
	"strings"
)

// Linked is a linked worktree of a repository.
type Linked struct {
	Name  string
	Place Project // the corresponding project in it
}

// LinkedWorktrees lists the linked worktrees whose folder exists, including p's own. If p lies below its top folder,
// only those with a store at the same place count.
func (p Project) LinkedWorktrees() []Linked {
	if p.CommonDir == "" {
		return nil
	}
	dir := filepath.Join(p.CommonDir, "worktrees")
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var out []Linked
	for _, e := range entries {
		admin := filepath.Join(dir, e.Name())
		text, err := ReadSmall(filepath.Join(admin, "gitdir"), MaxPointer)
		if err != nil {
			continue
		}
		dot, ok := resolveFrom(admin, strings.TrimSpace(string(text)))
		if !ok {
			continue
		}
		// The file only claims this: the folder itself has to agree.
		place, ok := p.peer(filepath.Dir(dot))
		if ok && place.Linked && place.WorktreeName == e.Name() {
			out = append(out, Linked{e.Name(), place})
		}
	}
	return out
}

// Shares reports whether the repository has a linked worktree of that name whose folder exists and has no store of its
// own: the store here may be the one that it uses.
func (p Project) Shares(name string) bool {
	if name == "" || name != filepath.Base(name) || !filepath.IsLocal(name) {
		return false
	}
	admin := filepath.Join(p.CommonDir, "worktrees", name)
	text, err := ReadSmall(filepath.Join(admin, "gitdir"), MaxPointer)
	if err != nil {
		return false
	}
	dot, ok := resolveFrom(admin, strings.TrimSpace(string(text)))
	if !ok {
		return false
	}
	_, err = os.Lstat(filepath.Join(filepath.Dir(dot), filepath.FromSlash(p.Prefix()), StoreName))
	return err != nil
}

// Main returns the corresponding project in the main worktree. It is false if there is no main worktree, as in a
// worktree of a bare repository.
func (p Project) Main() (Project, bool) {
	if !p.Linked {
		return p, !p.Bare && p.GitDir != ""
	}
	if p.MainRoot == "" {
		return Project{}, false
	}
	place, ok := p.peer(p.MainRoot)
	return place, ok && !place.Linked && !place.Bare
}

// MainStore returns where the store of Main would be, without checking.
func (p Project) MainStore() string {
	rel, err := filepath.Rel(p.Top, p.Root)
	if err != nil || p.MainRoot == "" {
		return ""
	}
	return filepath.Join(p.MainRoot, rel, StoreName)
}

// peer locates the project of another worktree of the same repository.
func (p Project) peer(top string) (Project, bool) {
	rel, err := filepath.Rel(p.Top, p.Root)
	if err != nil {
		return Project{}, false
	}
	dir, err := realDir(filepath.Join(top, rel))
	if err != nil {
		return Project{}, false
	}
	place, err := Locate(dir)
	return place, err == nil && place.CommonDir == p.CommonDir && place.Root == dir
}

// Around yields the repositories that dir lies in, from the innermost on, and the name of dir in each. The innermost
// alone is not enough: a commit of an outer one can bring files that form a repository.
func Around(dir string) (iter.Seq2[Project, string], error) {
	real, err := resolveParents(dir)
	if err != nil {
		return nil, osError(dir, err)
	}
	return func(yield func(Project, string) bool) {
		for at := range upwards(filepath.Dir(real)) {
			p := Project{Root: at}
			if !p.dotGit(at) || p.GitDir == "" {
				continue
			}
			rel, err := filepath.Rel(at, real)
			if err == nil && !yield(p, filepath.ToSlash(rel)) {
				return
			}
		}
	}, nil
}
