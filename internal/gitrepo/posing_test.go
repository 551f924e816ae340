package gitrepo_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"consider/internal/gitrepo"
	"consider/internal/gittest"
	"consider/internal/treediff"
	"consider/internal/worktree"
)

// posing writes the files that make a folder look like a git directory, as a commit can bring them.
func posing(t *testing.T, dir, commondir string) {
	t.Helper()
	write(t, filepath.Join(dir, "HEAD"), "ref: refs/heads/main\n")
	if commondir != "" {
		write(t, filepath.Join(dir, "commondir"), commondir+"\n")
		return
	}
	write(t, filepath.Join(dir, "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = true\n[user]\n\tname = Evil\n")
	write(t, filepath.Join(dir, "objects", ".k"), "")
	write(t, filepath.Join(dir, "refs", ".k"), "")
}

// A clone with such a folder in it used to show its author's threads as the user's own, and copied them into the store
// of any repository that the folder named.
func TestACommitBringsNoRepository(t *testing.T) {
	other := gittest.New(t)
	other.Commit("other")
	for name, commondir := range map[string]string{
		"a bare one": "", "one of the clone's": "../.git", "one of another repository's": other.Path(".git"), "its own": ".",
	} {
		t.Run(name, func(t *testing.T) {
			author := gittest.New(t)
			author.Write("a.txt", "a\n")
			posing(t, author.Path("pkg"), commondir)
			author.Write("pkg/sub/a.txt", "a\n")
			author.Write("pkg/.consider/HEAD", "x\n")
			author.Commit("first")
			clone := gittest.At(t, filepath.Join(gittest.TempDir(t), "clone"))
			clone.Git("clone", "-q", author.Dir, ".")
			for _, from := range []string{"pkg", "pkg/sub", "pkg/refs"} {
				if from == "pkg/refs" && commondir != "" {
					continue
				}
				p := locate(t, clone.Path(from))
				want := worktree.Project{
					Root: clone.Path("pkg"), StoreDir: clone.Path("pkg/.consider"), HasStore: true,
					Top: clone.Dir, GitDir: clone.Path(".git"), CommonDir: clone.Path(".git"),
				}
				if p != want {
					t.Errorf("from %s: %+v", from, p)
				}
			}
			claim, err := gitrepo.ClaimOn(t.Context(), clone.Path("pkg/.consider"))
			if want := (gitrepo.Claim{Top: clone.Dir, Path: "pkg/.consider/HEAD"}); claim != want || err != nil {
				t.Errorf("ClaimOn = %+v, %v", claim, err)
			}
			notMisled(t, clone)
		})
	}
}

// notMisled asks in the posing folder, which git itself would accept.
func notMisled(t *testing.T, clone *gittest.Repo) {
	t.Helper()
	clone.Git("config", "include.path", "none") // makes the reader ask git for the name
	clone.Write("pkg/sub/a.txt", "b\n")
	tree := open(t, clone.Path("pkg"))
	if name := tree.UserName(t.Context()); name != "" {
		t.Errorf("the user's name is %q", name)
	}
	if saw, err := treediff.StatusOf(t.Context(), tree); err != nil || len(saw.Files) != 1 || saw.Files[0].Path != "sub/a.txt" {
		t.Errorf("Changed = %v, %v", saw.Files, err)
	}
	if head := tree.Head(t.Context()); head.Commit != clone.Git("rev-parse", "HEAD") {
		t.Errorf("Head = %+v", head)
	}
}

// TestRealRepositoriesInsideAWorktreeAreFound: the rule about posing folders does not apply to them.
func TestRealRepositoriesInsideAWorktreeAreFound(t *testing.T) {
	base := gittest.TempDir(t)
	outer := gittest.At(t, filepath.Join(base, "outer"))
	outer.Git("init", "-q")
	outer.Write("a.txt", "a\n")
	outer.Commit("first")
	outer.Git("worktree", "add", "-q", "./linked", "-b", "linked")
	outer.Git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", outer.Dir, "module")
	outer.Git("init", "-q", "nested")
	outer.Git("init", "-q", "--separate-git-dir=gitdir", "apart")
	outer.Git("clone", "-q", "--bare", ".", "inner.git")
	outer.Git("-C", "inner.git", "worktree", "add", "-q", outer.Path("ofbare"), "-b", "ofbare")
	outer.Git("clone", "-q", "--bare", ".", filepath.Join(base, "bare.git"))
	outer.Git("clone", "-q", "--bare", ".", filepath.Join(base, "around", ".bare"))
	write(t, filepath.Join(base, "around", ".git"), "gitdir: ./.bare\n")
	posing(t, filepath.Join(base, "bare.git", "odd"), "")
	posing(t, filepath.Join(base, "bare.git", "odd"), "../../outer/.git")

	for name, c := range map[string]struct {
		from, top    string
		bare, linked bool
		main         string
	}{
		"a linked worktree below the main one": {from: "outer/linked", linked: true, main: "outer"},
		"a submodule":                          {from: "outer/module"},
		"a repository in a repository":         {from: "outer/nested"},
		"one with its git directory elsewhere": {from: "outer/apart"},
		"a worktree of a bare one":             {from: "outer/ofbare", linked: true},
		"a bare one":                           {from: "bare.git", bare: true},
		"below a bare one":                     {from: "bare.git/refs/heads", top: "bare.git", bare: true},
		"a linked one without a worktree":      {from: "bare.git/odd", top: "bare.git", bare: true},
		"a bare one with its worktrees around": {from: "around/.bare", bare: true},
		"the folder around it":                 {from: "around"},
		"a bare one in a worktree":             {from: "outer/inner.git", top: "outer"},
		"a git directory in a worktree":        {from: "outer/gitdir", top: "outer"},
	} {
		t.Run(name, func(t *testing.T) {
			top, main := filepath.Join(base, c.from), ""
			if c.top != "" {
				top = filepath.Join(base, c.top)
			}
			if c.main != "" {
				main = filepath.Join(base, c.main)
			}
			p := locate(t, filepath.Join(base, c.from))
			if p.Root != top || p.Top != top || p.GitDir == "" || p.Bare != c.bare || p.Linked != c.linked || p.MainRoot != main {
				t.Errorf("Locate = %+v", p)
			}
			if claim, err := gitrepo.ClaimOn(t.Context(), p.StoreDir); claim != (gitrepo.Claim{}) || err != nil {
				t.Errorf("ClaimOn = %+v, %v", claim, err)
			}
		})
	}
}

// TestTheMainWorktreeHasToKnowALinkedOne: its store is written to.
func TestTheMainWorktreeHasToKnowALinkedOne(t *testing.T) {
	repo := gittest.New(t)
	repo.Commit("first")
	base := filepath.Dir(repo.Dir)
	real := filepath.Join(base, "real")
	repo.Git("worktree", "add", "-q", real)
	unknown := func(dir string) {
		t.Helper()
		p := locate(t, dir)
		if _, ok := p.Main(); ok || !p.Linked || p.MainRoot != "" {
			t.Errorf("Locate(%q) = %+v", dir, p)
		}
		// It still is the same project for the search of programs.
		if folders := p.Folders(); folders[2] != repo.Dir {
			t.Errorf("Folders = %q", folders)
		}
	}
	for name, admin := range map[string]string{
		"a git directory of its own": filepath.Join(base, "admin"),
		"one named like a real one":  filepath.Join(base, "fake", "real"),
		"one in the right folder":    repo.Path(".git/worktrees/made"),
		"another one's":              repo.Path(".git/worktrees/real"),
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(gittest.TempDir(t), "here")
			write(t, filepath.Join(dir, ".git"), "gitdir: "+admin+"\n")
			if filepath.Base(admin) != "real" || filepath.Dir(admin) != repo.Path(".git/worktrees") {
				posing(t, admin, repo.Path(".git"))
				write(t, filepath.Join(admin, "gitdir"), filepath.Join(dir, "gone", ".git")+"\n")
			}
			if name == "a git directory of its own" {
				write(t, filepath.Join(admin, "gitdir"), filepath.Join(dir, ".git")+"\n") // it knows itself
			}
			unknown(dir)
		})
	}
	moved := filepath.Join(base, "moved")
	if err := os.Rename(real, moved); err != nil {
		t.Fatal(err)
	}
	unknown(moved)
	gittest.At(t, moved).Git("worktree", "repair")
	if p := locate(t, moved); p.MainRoot != repo.Dir {
		t.Errorf("after git worktree repair: %+v", p)
	}
}

// TestATrackedStoreIsNoticedInEveryIndex: at any place, in any form of the index, with git and without. Without git it
// may only be reported as unknown.
func TestATrackedStoreIsNoticedInEveryIndex(t *testing.T) {
	stores := map[string]string{ // by the place that is asked about
		".consider": ".consider", "deep/er/.consider": "deep/er/.consider", "inner/.consider": "inner/.consider",
		"pkg/.consider": "PKG/.Consider", ".hid/den/.consider": ".hid/den/.consider",
	}
	each := func(r *gittest.Repo, args ...string) {
		for _, store := range stores {
			r.Git(append(args, store+"/HEAD")...)
		}
	}
	for form, change := range map[string]func(r *gittest.Repo){
		"as git makes it": func(*gittest.Repo) {},
		"version 4":       func(r *gittest.Repo) { r.Git("update-index", "--index-version", "4") },
		"split":           func(r *gittest.Repo) { r.Git("update-index", "--split-index") },
		"split before": func(r *gittest.Repo) {
			each(r, "rm", "-q", "--cached")
			r.Git("update-index", "--split-index")
			each(r, "add", "-f")
		},
		"split, version 4": func(r *gittest.Repo) { r.Git("update-index", "--index-version", "4", "--split-index") },
		"sparse":           func(r *gittest.Repo) { r.Git("sparse-checkout", "set", "--cone", "--no-sparse-index", "none") },
		"folded":           func(r *gittest.Repo) { r.Git("sparse-checkout", "set", "--cone", "--sparse-index", "none") },
		"skip worktree":    func(r *gittest.Repo) { each(r, "update-index", "--skip-worktree") },
		"assume unchanged": func(r *gittest.Repo) { each(r, "update-index", "--assume-unchanged") },
		"intent to add":    func(r *gittest.Repo) { each(r, "rm", "-q", "--cached"); each(r, "add", "-f", "-N") },
	} {
		t.Run(form, func(t *testing.T) {
			repo := gittest.New(t)
			repo.Write("z.txt", "z\n")
			for _, store := range stores {
				repo.Write(store+"/HEAD", "x\n")
			}
			repo.Commit("first")
			change(repo)
			repo.Git("init", "-q", "inner")
			repo.Write("pkg/a.txt", "a\n")
			for asked, store := range stores {
				repo.Write(store+"/HEAD", "x\n") // git may have removed it from the disk, so the store is written again
				claim, err := gitrepo.ClaimOn(t.Context(), repo.Path(asked))
				if err != nil || claim.Top != repo.Dir || !strings.HasPrefix(claim.Path, store) {
					t.Errorf("%s, with git: %+v, %v", store, claim, err)
				}
			}
			withoutGit(t)
			for asked, store := range stores {
				claim, err := gitrepo.ClaimOn(t.Context(), repo.Path(asked))
				if claim.Top != repo.Dir || !errors.Is(err, gitrepo.ErrUnknownIndex) && !strings.HasPrefix(claim.Path, store) {
					t.Errorf("%s, without git: %+v, %v", store, claim, err)
				}
			}
		})
	}
}

// TestAStoreOfOnesOwnIsNotTakenForATrackedOne: an unusual index must not keep people without git from working.
func TestAStoreOfOnesOwnIsNotTakenForATrackedOne(t *testing.T) {
	for form, args := range map[string][]string{
		"split":  {"update-index", "--split-index"},
		"folded": {"sparse-checkout", "set", "--cone", "--sparse-index", "pkg"},
	} {
		t.Run(form, func(t *testing.T) {
			repo := gittest.New(t)
			for _, name := range []string{"a.txt", "pkg/a.txt", "other/.consider/HEAD", "pkg.consider/x", "pk/.consider/x"} {
				repo.Write(name, "x\n")
			}
			repo.Commit("first")
			repo.Git(args...)
			withoutGit(t)
			for _, store := range []string{".consider", "pkg/.consider"} {
				if claim, err := gitrepo.ClaimOn(t.Context(), repo.Path(store)); claim != (gitrepo.Claim{}) || err != nil {
					t.Errorf("%s: %+v, %v", store, claim, err)
				}
			}
		})
	}
}
