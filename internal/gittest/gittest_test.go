package gittest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"consider/internal/gittest"
)

func TestMain(m *testing.M) { os.Exit(gittest.Main(m)) }

// TestSameCallsGiveSameIDs: tests elsewhere may contain object ids.
func TestSameCallsGiveSameIDs(t *testing.T) {
	make := func() string {
		r := gittest.New(t)
		r.Write("a.txt", "a\n")
		return r.Commit("first")
	}
	a, b := make(), make()
	if a != b || len(a) != 40 {
		t.Errorf("ids %s and %s", a, b)
	}
}

// TestFingerprintSeesEveryKindOfWrite: each of these writes would break a
// promise.
func TestFingerprintSeesEveryKindOfWrite(t *testing.T) {
	for name, write := range map[string]func(r *gittest.Repo){
		"index":         func(r *gittest.Repo) { r.Write("new", "n"); r.Git("add", "new"); r.Remove("new") },
		"HEAD":          func(r *gittest.Repo) { r.Git("symbolic-ref", "HEAD", "refs/heads/other") },
		"a ref":         func(r *gittest.Repo) { r.Git("update-ref", "refs/x/y", "HEAD") },
		"packed refs":   func(r *gittest.Repo) { r.Git("pack-refs", "--all") },
		"configuration": func(r *gittest.Repo) { r.Git("config", "a.b", "c") },
		"a hook":        func(r *gittest.Repo) { r.Write(".git/hooks/pre-commit", "#!/bin/sh\n") },
		"exclude":       func(r *gittest.Repo) { r.Write(".git/info/exclude", "x\n") },
		"an object":     func(r *gittest.Repo) { r.Git("hash-object", "-w", "other.txt") },
		"a file":        func(r *gittest.Repo) { r.Write("a.txt", "b\n") },
		"a new file":    func(r *gittest.Repo) { r.Write("c.txt", "b\n") },
		"a lost file":   func(r *gittest.Repo) { r.Remove("a.txt") },
		"a mode":        func(r *gittest.Repo) { os.Chmod(r.Path("a.txt"), 0o755) },
		"a store in .git": func(r *gittest.Repo) {
			r.Write(".git/.consider/x", "x")
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := small(t)
			before := gittest.Snapshot(t, r.Dir)
			write(r)
			if gittest.Diff(before.Print, gittest.Snapshot(t, r.Dir).Print) == "" {
				t.Error("not noticed")
			}
		})
	}
}

func small(t *testing.T) *gittest.Repo {
	r := gittest.New(t)
	r.Write("a.txt", "a\n")
	r.Commit("first")
	r.Write("other.txt", "other\n")
	return r
}

// TestFingerprintIgnoresTheStoreAndTimes: permitted changes must not be
// reported.
func TestFingerprintIgnoresTheStoreAndTimes(t *testing.T) {
	r := small(t)
	r.Write(".consider/.gitignore", "*\n")
	before := gittest.Snapshot(t, r.Dir)
	r.Write(".consider/objects/x", "x")
	text, err := os.ReadFile(r.Path("a.txt"))
	if err != nil {
		t.Fatal(err)
	}
	r.Write("a.txt", string(text))
	gittest.AssertUnchanged(t, before)
}

// TestFingerprintSeesAStoreThatGitSees: its files are not in the fingerprint, but what git status says of them is.
func TestFingerprintSeesAStoreThatGitSees(t *testing.T) {
	r := small(t)
	r.Write(".consider/.gitignore", "*\n")
	r.Write(".consider/x", "x")
	noticed := func(write func()) {
		t.Helper()
		before := gittest.Snapshot(t, r.Dir)
		write()
		if gittest.Diff(before.Print, gittest.Snapshot(t, r.Dir).Print) == "" {
			t.Error("not noticed")
		}
	}
	noticed(func() { r.Remove(".consider/.gitignore") })
	noticed(func() { r.Write(".consider/.gitignore", "*\n") })
	r.Git("add", "-f", ".consider/x")
	noticed(func() { r.Write(".consider/x", "changed") })
}

// TestFingerprintSeesTheSharedDirectoryOfALinkedWorktree: most of a linked
// worktree's repository is outside its folder.
func TestFingerprintSeesTheSharedDirectoryOfALinkedWorktree(t *testing.T) {
	r := small(t)
	r.Git("worktree", "add", "-q", "../linked")
	linked := filepath.Join(filepath.Dir(r.Dir), "linked")
	before := gittest.Snapshot(t, linked)
	r.Git("config", "a.b", "c")
	if diff := gittest.Diff(before.Print, gittest.Snapshot(t, linked).Print); !strings.Contains(diff, "config") {
		t.Errorf("diff %q does not tell of the configuration", diff)
	}
}

// TestZooIsComplete: every specimen exists, and only those that need a newer
// git may give a reason why they differ.
func TestZooIsComplete(t *testing.T) {
	specimens := gittest.SharedZoo(t)
	if len(specimens) < 48 {
		t.Errorf("%d specimens", len(specimens))
	}
	newer := map[string]bool{"reftable": true, "rel-wt": true, "cruft": true}
	for _, s := range specimens {
		if info, err := os.Stat(s.Dir); err != nil || !info.IsDir() {
			t.Errorf("%s: %v", s.Name, err)
		}
		if s.Reason != "" && !newer[s.Name] {
			t.Errorf("%s: %s", s.Name, s.Reason)
		}
	}
}
