package worktree_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"consider/internal/gittest"
	"consider/internal/worktree"
)

func mkdir(t testing.TB, path string) string {
	t.Helper()
	if err := os.MkdirAll(path, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func locate(t testing.TB, dir string) worktree.Project {
	t.Helper()
	p, err := worktree.Locate(dir)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestRootIsTheNearestStoreBelowTheGitTop: each row is a folder to start in.
func TestRootIsTheNearestStoreBelowTheGitTop(t *testing.T) {
	base := gittest.TempDir(t)
	outer := mkdir(t, filepath.Join(base, "outer"))
	mkdir(t, filepath.Join(outer, ".consider"))
	repo := gittest.At(t, filepath.Join(outer, "repo"))
	repo.Git("init", "-q")
	mkdir(t, repo.Path("a/b"))
	mkdir(t, repo.Path("pkg/.consider/objects"))
	mkdir(t, repo.Path("pkg/x"))
	inner := gittest.At(t, repo.Path("inner"))
	inner.Git("init", "-q")
	plain := mkdir(t, filepath.Join(base, "plain", "sub"))

	for name, c := range map[string]struct {
		from, root string
		store      bool
	}{
		"git top":                         {repo.Dir, repo.Dir, false},
		"below the git top":               {repo.Path("a/b"), repo.Dir, false},
		"a store in a sub-folder":         {repo.Path("pkg/x"), repo.Path("pkg"), true},
		"inside a store":                  {repo.Path("pkg/.consider/objects"), repo.Path("pkg"), true},
		"inside .git":                     {repo.Path(".git/refs"), repo.Dir, false},
		"a repository in a repository":    {inner.Dir, inner.Dir, false},
		"a store without git":             {outer, outer, true},
		"neither git nor store":           {plain, plain, false},
		"a store above git is not looked": {repo.Dir, repo.Dir, false},
	} {
		t.Run(name, func(t *testing.T) {
			p := locate(t, c.from)
			if p.Root != c.root || p.HasStore != c.store || p.StoreDir != filepath.Join(c.root, ".consider") {
				t.Errorf("Locate(%q) = %+v", c.from, p)
			}
		})
	}
}

// TestLinkedWorktreeHasItsOwnRootAndKnowsTheMainOne: threads are mirrored there.
func TestLinkedWorktreeHasItsOwnRootAndKnowsTheMainOne(t *testing.T) {
	repo := gittest.New(t)
	repo.Commit("first")
	linked := filepath.Join(filepath.Dir(repo.Dir), "linked")
	repo.Git("worktree", "add", "-q", linked)
	inside := repo.Path(".git/wt")
	repo.Git("worktree", "add", "-q", inside)
	for _, dir := range []string{linked, inside} {
		p := locate(t, dir)
		if !p.Linked || p.Root != dir || p.WorktreeName != filepath.Base(dir) || p.MainRoot != repo.Dir || p.CommonDir != repo.Path(".git") {
			t.Errorf("Locate(%q) = %+v", dir, p)
		}
	}
}

// TestMainRootOfABareRepositoryIsEmpty: there is no place to mirror to, even if the bare repository is named like a
// normal one.
func TestMainRootOfABareRepositoryIsEmpty(t *testing.T) {
	repo := gittest.New(t)
	repo.Commit("first")
	for _, name := range []string{"x.git", "project/.git"} {
		bare := filepath.Join(filepath.Dir(repo.Dir), name)
		repo.Git("clone", "-q", "--bare", repo.Dir, bare)
		linked := filepath.Join(filepath.Dir(repo.Dir), filepath.Base(filepath.Dir(bare))+"-linked")
		repo.Git("-C", bare, "worktree", "add", "-q", linked, "-b", "b")
		if p := locate(t, linked); !p.Linked || p.MainRoot != "" {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// TestStoreThatIsNotAFolderIsRefused: following it would write elsewhere.
func TestStoreThatIsNotAFolderIsRefused(t *testing.T) {
	elsewhere := t.TempDir()
	for name, make := range map[string]func(path string) error{
		"file":          func(path string) error { return os.WriteFile(path, nil, 0o644) },
		"link":          func(path string) error { return os.Symlink(elsewhere, path) },
		"dangling link": func(path string) error { return os.Symlink(filepath.Join(elsewhere, "none"), path) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := gittest.TempDir(t)
			if err := make(filepath.Join(dir, ".consider")); err != nil {
				t.Skip("no links here: ", err)
			}
			p, err := worktree.Locate(dir)
			if !errors.Is(err, worktree.ErrUnsafeStore) || p.HasStore || p.Root != dir {
				t.Errorf("Locate = %+v, %v", p, err)
			}
		})
	}
}

// TestLocateResolvesLinksInTheStart: a project has one root, whatever path led to it.
func TestLocateResolvesLinksInTheStart(t *testing.T) {
	repo := gittest.New(t)
	mkdir(t, repo.Path("a"))
	link := filepath.Join(gittest.TempDir(t), "link")
	symlink(t, repo.Path("a"), link)
	if p := locate(t, link); p.Root != repo.Dir {
		t.Errorf("root %q, want %q", p.Root, repo.Dir)
	}
}

// TestLocateNeedsAFolder: a missing place gives an error, not a guess.
func TestLocateNeedsAFolder(t *testing.T) {
	dir := gittest.TempDir(t)
	write(t, filepath.Join(dir, "f"), "x")
	if _, err := worktree.Locate(filepath.Join(dir, "none")); !errors.Is(err, worktree.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
	if _, err := worktree.Locate(filepath.Join(dir, "f")); !errors.Is(err, worktree.ErrNotRegular) {
		t.Errorf("file: %v", err)
	}
}
