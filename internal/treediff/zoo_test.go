package treediff_test

import (
	"bytes"
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

// TestZooIsReadAndLeftAlone: we can answer everything about a repository that git can; in any repository, nothing fails
// and nothing is written.
func TestZooIsReadAndLeftAlone(t *testing.T) {
	for _, s := range gittest.SharedZoo(t) {
		t.Run(s.Name, func(t *testing.T) {
			before := gittest.Snapshot(t, s.Dir)
			defer gittest.AssertUnchanged(t, before)
			tree := open(t, s.Dir)
			if tree.Root != s.Dir {
				t.Errorf("root %q, want %q", tree.Root, s.Dir)
			}
			headAgrees(t, tree, s)
			contentAgrees(t, tree, s)
			nothingFails(t, tree)
			r := tree.Describe(t.Context())
			t.Logf("kind %s, head %s (%s), objects %s (%s), %s", r.Kind, r.Head.Via, r.Head.Reason, r.Objects, r.Reason, r.Features)
		})
	}
}

func headAgrees(t *testing.T, tree *gitrepo.Repo, s gittest.Specimen) {
	repo := gittest.At(t, s.Dir)
	head := tree.Head(t.Context())
	if id, err := repo.TryGit("rev-parse", "--verify", "--quiet", "HEAD"); err == nil && id != head.Commit {
		t.Errorf("commit %q, git says %q", head.Commit, id)
	}
	if branch, err := repo.TryGit("symbolic-ref", "--short", "--quiet", "HEAD"); err == nil && branch != head.Branch {
		t.Errorf("branch %q, git says %q", head.Branch, branch)
	}
	if head.Via != gitrepo.ViaGoGit && head.Reason == "" {
		t.Errorf("answered by %q without a reason", head.Via)
	}
}

func contentAgrees(t *testing.T, tree *gitrepo.Repo, s gittest.Specimen) {
	ctx := t.Context()
	text, err := tree.FileAt(ctx, "HEAD", "f1.txt", limit)
	if s.Name == "partial-empty" || unreadable(t, tree) {
		// The blob is missing, and git would have to fetch it; or HEAD is unknown.
		if !errors.Is(err, worktree.ErrUnreadable) {
			t.Errorf("FileAt(HEAD, f1.txt) = %q, %v; want ErrUnreadable", text, err)
		}
		return
	}
	want, gitErr := gittest.At(t, s.Dir).TryGit("cat-file", "blob", "HEAD:f1.txt")
	switch {
	case gitErr == nil && (err != nil || strings.TrimSuffix(string(text), "\n") != want):
		t.Errorf("FileAt(HEAD, f1.txt) = %q, %v; git says %q", text, err, want)
	case gitErr != nil && err != nil && !errors.Is(err, worktree.ErrNotExist):
		t.Errorf("FileAt(HEAD, f1.txt): %v", err)
	}
	if _, err := tree.FileAt(ctx, "HEAD", "never.txt", limit); !errors.Is(err, worktree.ErrNotExist) {
		t.Errorf("FileAt(HEAD, never.txt): %v", err)
	}
	onDisk, diskErr := os.ReadFile(filepath.Join(s.Dir, "f1.txt"))
	text, info, err := tree.ReadFile("f1.txt", limit)
	if diskErr == nil && (err != nil || !bytes.Equal(text, onDisk) || info.Size != int64(len(onDisk))) {
		t.Errorf("ReadFile(f1.txt) = %q, %v; the disk says %q", text, err, onDisk)
	}
	if diskErr != nil && !errors.Is(err, worktree.ErrNotExist) {
		t.Errorf("ReadFile(f1.txt) = %q, %v; the disk says %v", text, err, diskErr)
	}
}

func nothingFails(t *testing.T, tree *gitrepo.Repo) {
	ctx := t.Context()
	if path, err := tree.Tracked(ctx, ".consider"); path != "" || err != nil {
		t.Errorf("Tracked = %q, %v", path, err)
	}
	if _, err := treediff.Untracked(ctx, tree); err != nil {
		t.Errorf("Untracked: %v", err)
	}
	if _, err := treediff.Changed(ctx, tree); err != nil {
		t.Errorf("Changed: %v", err)
	}
	if name := tree.UserName(ctx); name != "" {
		t.Errorf("UserName = %q", name)
	}
	kept := func(string) []byte { return []byte("a text that is nowhere\n") }
	found, err := treediff.NewMoment(tree).Renamed(ctx, tree.Head(ctx).Commit, []string{"gone.txt"}, kept, alike)
	if r := found["gone.txt"]; err != nil || r.To != "" || r.Reason == "" {
		t.Errorf("Renamed = %+v, %v", found, err)
	}
}

// TestZooAnswersWithoutGit: without git, the first rung gives the same answer, or says that it does not know and why.
func TestZooAnswersWithoutGit(t *testing.T) {
	specimens := gittest.SharedZoo(t)
	wants := map[string]gitrepo.Head{}
	for _, s := range specimens {
		wants[s.Name] = open(t, s.Dir).Head(t.Context())
	}
	withoutGit(t)
	for _, s := range specimens {
		t.Run(s.Name, func(t *testing.T) {
			tree := open(t, s.Dir)
			head := tree.Head(t.Context())
			if want := wants[s.Name]; head.Commit != want.Commit && head.Via != gitrepo.ViaNone {
				t.Errorf("head %+v, with git %+v", head, want)
			}
			if head.Via != gitrepo.ViaGoGit && head.Reason == "" {
				t.Error("no reason")
			}
			_, err := tree.FileAt(t.Context(), "HEAD", "f1.txt", limit)
			if err != nil && !errors.Is(err, worktree.ErrNotExist) && !errors.Is(err, worktree.ErrUnreadable) {
				t.Errorf("FileAt: %v", err)
			}
			if path, err := tree.Tracked(t.Context(), ".consider"); path != "" || err != nil {
				t.Errorf("Tracked = %q, %v", path, err)
			}
			if _, err := treediff.Untracked(t.Context(), tree); err != nil {
				t.Errorf("Untracked: %v", err)
			}
		})
	}
}

// TestZooNoticesATrackedStore: a store that came with a clone must be noticed in every kind of index.
func TestZooNoticesATrackedStore(t *testing.T) {
	specimens, err := gittest.Zoo(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	for _, s := range specimens {
		t.Run(s.Name, func(t *testing.T) {
			repo := gittest.At(t, s.Dir)
			unlock(t, s)
			repo.Write(".consider/threads/one", "x\n")
			_, added := repo.TryGit("add", "-f", "--sparse", ".consider/threads/one")
			want := ""
			if added == nil {
				want = ".consider/threads/one"
			}
			if s.Name == "coreworktree" {
				want = "" // git adds from the other folder
			}
			before := gittest.Snapshot(t, s.Dir)
			got, err := open(t, s.Dir).Tracked(ctx, ".consider")
			if got != want || err != nil {
				t.Errorf("Tracked = %q, %v; want %q (git add: %v)", got, err, want, added)
			}
			gittest.AssertUnchanged(t, before)
		})
	}
}

// unlock lets git write to the specimen that has a left-over lock.
func unlock(t *testing.T, s gittest.Specimen) {
	if s.Name == "lock" {
		gittest.At(t, s.Dir).Remove(".git/index.lock")
	}
}

// TestZooFindsMovedFiles: a moved file is found whether it was moved with git or not.
func TestZooFindsMovedFiles(t *testing.T) {
	specimens, err := gittest.Zoo(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range specimens {
		text, err := os.ReadFile(filepath.Join(s.Dir, "f1.txt"))
		if err != nil {
			continue // no worktree here
		}
		t.Run(s.Name, func(t *testing.T) {
			repo := gittest.At(t, s.Dir)
			unlock(t, s)
			base := open(t, s.Dir).Head(t.Context()).Commit
			repo.Move("f1.txt", "src/moved.txt")
			moved(t, s.Dir, base, text, "not staged")
			repo.Move("src/moved.txt", "f1.txt")
			if _, err := repo.TryGit("mv", "--sparse", "f1.txt", "src/moved.txt"); err != nil {
				repo.Move("f1.txt", "src/moved.txt")
			}
			if s.Name == "emptyref" {
				return // the commit is unknown, so it is unknown whether a tracked file is new
			}
			moved(t, s.Dir, base, text, "staged")
		})
	}
}

func moved(t *testing.T, dir, base string, text []byte, how string) {
	t.Helper()
	before := gittest.Snapshot(t, dir)
	defer gittest.AssertUnchanged(t, before)
	found, err := treediff.NewMoment(open(t, dir)).Renamed(t.Context(), base, []string{"f1.txt"}, func(string) []byte { return text }, alike)
	if r := found["f1.txt"]; err != nil || r.To != "src/moved.txt" || r.Score < 0.99 {
		t.Errorf("%s: Renamed = %+v, %v", how, found, err)
	}
}

// TestDiffOfTheZoo: the last two commits compared as git compares them, and also those of repositories that git refuses
// to open.
func TestDiffOfTheZoo(t *testing.T) {
	for _, s := range gittest.SharedZoo(t) {
		t.Run(s.Name, func(t *testing.T) {
			before := gittest.Snapshot(t, s.Dir)
			defer gittest.AssertUnchanged(t, before)
			tree := open(t, s.Dir)
			head := tree.Head(t.Context()).Commit
			if head == "" {
				return
			}
			now := treediff.Side{Commit: head, Entries: []treediff.SideEntry{{Path: "f1.txt", Mode: "100644", Data: []byte("laid\n")}, {Path: "src/a.go"}}}
			got, err := treediff.Compare(t.Context(), tree, treediff.Side{Commit: head}, now, treediff.Options{})
			if err != nil || len(got) == 0 {
				t.Fatalf("Diff = %+v, %v", got, err)
			}
			was, gitErr := gittest.At(t, s.Dir).TryGit("rev-parse", "HEAD~1")
			if gitErr != nil || s.Name == "partial-empty" || s.Name == "sha256" {
				return
			}
			want, gitErr := gittest.At(t, s.Dir).TryGit("diff", was, head)
			got, err = treediff.Compare(t.Context(), tree, treediff.Side{Commit: was}, treediff.Side{Commit: head}, treediff.Options{})
			if gitErr == nil && (err != nil || strings.TrimSuffix(patchOf(got), "\n") != want) {
				t.Errorf("Diff = %v\n%s\ngit says\n%s", err, patchOf(got), want)
			}
		})
	}
}
