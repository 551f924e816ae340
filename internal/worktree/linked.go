package worktree

import (
	"iter"
	"os"
	"path/filepath"
	"slices"
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
		folder, ok := folderOf(admin)
		if !ok {
			continue
		}
		// The file only claims this: the folder itself has to agree.
		place, ok := p.peer(folder)
		if ok && place.Linked && place.WorktreeName == e.Name() {
			out = append(out, Linked{e.Name(), place})
		}
	}
	return out
}

// Worktree returns the corresponding project in the worktree of that name, "" for the main one.
func (p Project) Worktree(name string) (Project, bool) {
	if name == "" {
		return p.Main()
	}
	for _, w := range p.LinkedWorktrees() {
		if w.Name == name {
			return w.Place, true
		}
	}
	return Project{}, false
}

// Shares reports whether the repository has a linked worktree of that name whose folder exists and has no threads of its
// own: the store here may be the one that it uses.
func (p Project) Shares(name string) bool {
	if name == "" || name != filepath.Base(name) || !filepath.IsLocal(name) {
		return false
	}
	admin := filepath.Join(p.CommonDir, "worktrees", name)
	folder, ok := folderOf(admin)
	return ok && !hasLine(filepath.Join(folder, filepath.FromSlash(p.Prefix()), StoreName))
}

// folderOf returns the folder of the linked worktree for which git keeps the folder admin, as that says.
func folderOf(admin string) (string, bool) {
	dot, ok := pointedAt(admin, "gitdir", "")
	return filepath.Dir(dot), ok
}

// Apart reports whether the project's own folder has threads that belong to no other store, as worktrees' folders had
// before they shared the main one's.
func (p Project) Apart() bool { return hasLine(p.Own()) }

// hasLine reports whether a folder holds a store that is not the outbox of another one. The names are those of package
// gitstore.
func hasLine(store string) bool {
	there := func(name string) bool {
		_, err := os.Lstat(filepath.Join(store, filepath.FromSlash(name)))
		return err == nil
	}
	return slices.ContainsFunc([]string{"refs/heads/threads", "packed-refs", "logs/refs/heads/threads"}, there) && !there("refs/home/threads")
}

// Own is the folder of the project's own store, whichever store it uses.
func (p Project) Own() string { return filepath.Join(p.Root, StoreName) }

// Shared returns the project whose store the worktrees of the repository share: that of the main worktree or, if the
// repository is bare, the folder around it. It is false if there is none: that folder is in another worktree, or has other
// repositories and no store yet.
func (p Project) Shared() (Project, bool) {
	if main, ok := p.Main(); ok {
		return main, true
	}
	if !p.Linked || p.MainRoot != "" || p.Root != p.Top || !p.IsKnown() || insideWorktree(p.CommonDir) {
		return Project{}, false
	}
	around := filepath.Dir(p.CommonDir)
	home := Project{Root: around, StoreDir: filepath.Join(around, StoreName)}
	if home.checkStore() != nil || !home.HasStore && !p.isAlone(around) {
		return Project{}, false
	}
	return home, true
}

// isAlone reports whether a folder has no repository other than p's.
func (p Project) isAlone(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err == nil && !slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		at := filepath.Join(dir, e.Name())
		return e.IsDir() && at != p.CommonDir && isGitDir(at, commonDir(at))
	})
}

// OtherStores returns the folders of the stores that the project's store exchanges news with: the home of an outbox, or the
// outboxes that linked worktrees have or may make.
func (p Project) OtherStores() []string {
	if p.Home != "" {
		return []string{p.Home}
	}
	home, ok := p.Shared()
	if !ok || home.StoreDir != p.StoreDir {
		return nil
	}
	var out []string
	for _, linked := range p.LinkedWorktrees() {
		if !linked.Place.Apart() {
			out = append(out, linked.Place.Own())
		}
	}
	return out
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
