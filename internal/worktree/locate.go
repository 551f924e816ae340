package worktree

import (
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"consider/internal/gitfmt"
)

// Project is the location of a project. Paths are absolute with symbolic links resolved; a path that does not apply is
// empty.
type Project struct {
	Root     string // the folder that stored paths are relative to
	StoreDir string // Root/.consider, whether it exists or not
	HasStore bool   // StoreDir is a real directory
	Home     string // the store that StoreDir is the outbox of; empty if StoreDir is where the threads are

	Top       string // top folder of the git worktree; Root or above it
	GitDir    string // this worktree's git directory
	CommonDir string // the git directory that all worktrees share
	Bare      bool   // Top is itself a git directory

	Linked       bool   // a linked worktree (git worktree add)
	WorktreeName string // its name under CommonDir/worktrees
	MainRoot     string // root of the main worktree; empty if that is bare or unknown, or does not know this worktree
}

// Folders returns the folders that hold the project's files; empty names mean nothing.
func (p Project) Folders() []string {
	main := p.MainRoot
	if p.Linked && main == "" { // it does not know this worktree (any more), but is still the same project
		main = mainRoot(p.CommonDir)
	}
	return []string{p.Root, p.Top, main}
}

// Locate finds the project that dir lies in, without running git.
//
// The root is the nearest folder upwards that has a store, but never above the git top level; otherwise the git top
// level; otherwise dir. If anything but a directory has the store's name, the error is ErrUnsafeStore, and the project
// is filled in as far as possible.
func Locate(dir string) (Project, error) {
	start, err := realDir(dir)
	if err != nil {
		return Project{}, err
	}
	p := Project{Root: start}
	store := ""
	for at := start; ; {
		up := filepath.Dir(at)
		if PrivateName(filepath.Base(at)) && up != at {
			// Inside .git or a store: whatever looks like a project here belongs to the surrounding one.
			p.Root, store, at = up, "", up
			continue
		}
		if store == "" {
			if _, err := os.Lstat(filepath.Join(at, StoreName)); err == nil {
				store = at
			}
		}
		if p.FindGit(at) {
			p.Root = p.Top
			break
		}
		if up == at {
			break
		}
		at = up
	}
	if store != "" {
		p.Root = store
	}
	p.StoreDir = filepath.Join(p.Root, StoreName)
	return p, p.checkStore()
}

func realDir(dir string) (string, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("project folder: %w", osError(dir, err))
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return "", fmt.Errorf("project folder: %w", osError(dir, err))
	}
	info, err := os.Stat(real)
	if err != nil {
		return "", fmt.Errorf("project folder: %w", osError(dir, err))
	}
	if !info.IsDir() {
		return "", fmt.Errorf("project folder: %w", notRegular(dir, info.Mode()))
	}
	return real, nil
}

func (p *Project) checkStore() error {
	info, err := os.Lstat(p.StoreDir)
	switch {
	case err != nil:
		return nil
	case info.IsDir():
		p.HasStore = true
		return nil
	default:
		return &PathError{Path: p.StoreDir, Kind: ErrUnsafeStore, What: kindOf(info.Mode()) + ", not a directory"}
	}
}

// git looks for a repository at exactly this folder and fills in its places. It reports whether the search ends here.
func (p *Project) FindGit(at string) bool { return p.dotGit(at) || p.bareGit(at) }

// dotGit looks for .git, which no commit can bring. The search also ends at a .git file that leads nowhere: git stops
// there too, so the folder belongs to no other repository.
func (p *Project) dotGit(at string) bool {
	dot := filepath.Join(at, ".git")
	info, err := os.Stat(dot) // follows links, because a .git that is a link is a normal set-up
	switch {
	case err == nil && info.IsDir():
		real, err := filepath.EvalSymlinks(dot)
		if err != nil {
			return false
		}
		return p.gitDir(at, real)
	case err == nil && info.Mode().IsRegular():
		p.Top = at
		if target, ok := pointedAt(at, ".git", "gitdir:"); ok {
			p.gitDir(at, target)
		}
		return true
	}
	return false
}

// bareGit recognizes a folder that is itself a git directory. A commit can bring one, with settings and a store of its
// author's choice. So it counts as a plain folder if a worktree surrounds it (as in git with
// safe.bareRepository=explicit), or if it says that another repository has its objects.
func (p *Project) bareGit(at string) bool {
	if hasPrivateName(at) || commonDir(at) != at || !isGitDir(at, at) || insideWorktree(at) {
		return false
	}
	p.Bare = p.gitDir(at, at)
	return p.Bare
}

func insideWorktree(dir string) bool {
	for at := range upwards(filepath.Dir(dir)) {
		var p Project
		if p.dotGit(at) && p.HasFiles() {
			return true
		}
	}
	return false
}

// upwards yields a folder and all folders above it.
func upwards(dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for yield(dir) && filepath.Dir(dir) != dir {
			dir = filepath.Dir(dir)
		}
	}
}

func (p *Project) gitDir(top, dir string) bool {
	common := commonDir(dir)
	if !isGitDir(dir, common) {
		return false
	}
	p.Top, p.GitDir, p.CommonDir = top, dir, common
	if dir != common {
		p.Linked = true
		p.WorktreeName = filepath.Base(dir)
		if p.IsKnown() {
			p.MainRoot = mainRoot(common)
		}
	}
	return true
}

// IsKnown reports whether the repository lists this linked worktree. Any folder can claim to be a worktree of it.
func (p *Project) IsKnown() bool {
	if filepath.Dir(p.GitDir) != filepath.Join(p.CommonDir, "worktrees") {
		return false
	}
	listed, ok := pointedAt(p.GitDir, "gitdir", "")
	if !ok {
		return false
	}
	there, err := os.Stat(listed)
	if err != nil {
		return false
	}
	here, err := os.Stat(filepath.Join(p.Top, ".git"))
	return err == nil && os.SameFile(there, here)
}

// isGitDir is git's own test for a git directory.
func isGitDir(dir, common string) bool {
	if _, err := os.Lstat(filepath.Join(dir, "HEAD")); err != nil {
		return false
	}
	return IsDir(filepath.Join(common, "objects")) && IsDir(filepath.Join(common, "refs"))
}

func IsDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// pointedAt returns what one of git's files in a folder points to: it holds nothing but a path, after a prefix.
func pointedAt(dir, name, prefix string) (string, bool) {
	text, err := ReadSmall(filepath.Join(dir, name), MaxPointer)
	target, ok := strings.CutPrefix(string(text), prefix)
	if err != nil || !ok {
		return "", false
	}
	return resolveFrom(dir, strings.TrimSpace(target))
}

// commonDir returns the directory that holds objects and refs for a git directory: itself, unless a worktree's
// commondir file says otherwise.
func commonDir(dir string) string {
	if common, ok := pointedAt(dir, "commondir", ""); ok {
		return common
	}
	return dir
}

func resolveFrom(base, target string) (string, bool) {
	if target == "" || strings.ContainsRune(target, 0) {
		return "", false
	}
	target = filepath.FromSlash(target)
	if !filepath.IsAbs(target) {
		target = filepath.Join(base, target)
	}
	real, err := filepath.EvalSymlinks(target)
	return real, err == nil
}

// mainRoot returns the folder of the main worktree, as far as the shared git directory shows it.
func mainRoot(common string) string {
	config := Project{GitDir: common, CommonDir: common}.Config()
	if config.IsTrue("core.bare") {
		return ""
	}
	if at := config.Get("core.worktree"); at != "" {
		root, _ := resolveFrom(common, at)
		return root
	}
	if filepath.Base(common) == ".git" {
		return filepath.Dir(common)
	}
	return ""
}

// HasFiles reports whether the project has files on disk. A bare repository and the folder around one have none.
func (p Project) HasFiles() bool {
	return p.GitDir == "" || !p.Bare && (p.Linked || !p.Config().IsTrue("core.bare"))
}

// misleads reports whether git would find another repository than Locate: a folder of the project that looks like a
// bare repository, whose settings git would use.
func (p Project) MisleadsGit() bool {
	for at := range upwards(p.Root) {
		if at == p.Top {
			return false
		}
		if isGitDir(at, commonDir(at)) {
			return true
		}
		if p.Top == "" {
			return false // git does not look above the root
		}
	}
	return false
}

const MaxConfig = 4 << 20

// Config reads the repository's own settings. An unreadable file counts as empty.
func (p Project) Config() *gitfmt.Config {
	c := &gitfmt.Config{}
	ReadConfig(c, filepath.Join(p.CommonDir, "config"))
	if c.IsTrue("extensions.worktreeconfig") {
		ReadConfig(c, filepath.Join(p.GitDir, "config.worktree"))
	}
	return c
}

// ReadConfig adds the settings of one file. An unreadable file counts as empty.
func ReadConfig(c *gitfmt.Config, path string) {
	if text, err := ReadSmall(path, MaxConfig); err == nil {
		c.Parse(string(text))
	}
}

// FromTop and ToTop convert between paths from the root and from the git top.
func (p Project) ToTop(path string) string { return p.Prefix() + path }

func (p Project) FromTop(path string) (string, bool) {
	return strings.CutPrefix(path, p.Prefix())
}

// Prefix is the root relative to the git top: "" or "sub/folder/".
func (p Project) Prefix() string {
	if p.Top == "" || p.Top == p.Root {
		return ""
	}
	rel, err := filepath.Rel(p.Top, p.Root)
	if err != nil {
		return ""
	}
	return filepath.ToSlash(rel) + "/"
}
