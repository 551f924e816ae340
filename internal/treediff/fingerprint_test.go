package treediff_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"consider/internal/gitrepo"
	"consider/internal/gittest"
	"consider/internal/treediff"
	"consider/internal/worktree"
)

// printed is a project with a file of each kind: unchanged, edited, staged, new, a link, a submodule and a repository
// that git does not track.
func printed(t *testing.T) *gittest.Repo {
	r := gittest.New(t)
	for _, name := range []string{"same", "edited", "staged", "hidden", "skipped"} {
		r.Write(name, "one\n")
	}
	r.Write("run.sh", "#!/bin/sh\n")
	r.Write(".gitignore", "*.log\n")
	link(t, r, "same", "link")
	commitIn(t, r.Path("sub"), "one")
	r.Commit("first")
	r.Git("update-index", "--assume-unchanged", "hidden")
	r.Git("update-index", "--skip-worktree", "skipped")
	commitIn(t, r.Path("nested"), "one")
	r.Write("edited", "two\n")
	r.Write("staged", "two\n")
	r.Git("add", "staged")
	r.Write("new", "new\n")
	return r
}

func fingerprint(t *testing.T, dir string) string {
	t.Helper()
	return gittest.Must(fingerprintOf(t.Context(), open(t, dir)))(t)
}

func TestAFingerprintStaysWhereNoContentChanged(t *testing.T) {
	r := printed(t)
	before := fingerprint(t, r.Dir)
	for what, do := range map[string]func(t *testing.T, r *gittest.Repo){
		"nothing": func(*testing.T, *gittest.Repo) {},
		"times": func(t *testing.T, r *gittest.Repo) {
			for _, name := range []string{"same", "edited", "staged", "new"} {
				if err := os.Chtimes(r.Path(name), time.Unix(1e9, 0), time.Unix(1e9, 0)); err != nil {
					t.Fatal(err)
				}
			}
		},
		"the same bytes":       func(_ *testing.T, r *gittest.Repo) { r.Write("edited", "two\n"); r.Write("new", "new\n") },
		"staged":               func(_ *testing.T, r *gittest.Repo) { r.Git("add", "edited", "new") },
		"no longer staged":     func(_ *testing.T, r *gittest.Repo) { r.Git("reset", "-q") },
		"intended to be added": func(_ *testing.T, r *gittest.Repo) { r.Git("add", "-N", "new") },
		"an ignored file":      func(_ *testing.T, r *gittest.Repo) { r.Write("x.log", "x\n") },
		"the store":            func(_ *testing.T, r *gittest.Repo) { r.Write(".consider/x", "x\n") },
		"there and back":       func(_ *testing.T, r *gittest.Repo) { r.Write("same", "x\n"); r.Write("same", "one\n") },
	} {
		t.Run(what, func(t *testing.T) {
			do(t, r)
			if after := fingerprint(t, r.Dir); after != before || len(before) != 32 {
				t.Errorf("%q, then %q", before, after)
			}
		})
	}
}

func TestAFingerprintChangesWithAnyContent(t *testing.T) {
	r := printed(t)
	before := fingerprint(t, r.Dir)
	for _, act := range []struct {
		what string
		do   func(t *testing.T, r *gittest.Repo)
	}{
		{"an edit", func(_ *testing.T, r *gittest.Repo) { r.Write("same", "six\n") }},
		{"another edit", func(_ *testing.T, r *gittest.Repo) { r.Write("edited", "six\n") }},
		{"an edit back", func(_ *testing.T, r *gittest.Repo) { r.Write("edited", "one\n") }},
		{"an edit after staging", func(_ *testing.T, r *gittest.Repo) { r.Write("staged", "six\n") }},
		{"of a new file", func(_ *testing.T, r *gittest.Repo) { r.Write("new", "old\n") }},
		{"another new file", func(_ *testing.T, r *gittest.Repo) { r.Write("newer", "") }},
		{"a new file gone", func(_ *testing.T, r *gittest.Repo) { r.Remove("new") }},
		{"a file gone", func(_ *testing.T, r *gittest.Repo) { r.Remove("same") }},
		{"a new name", func(_ *testing.T, r *gittest.Repo) { r.Move("edited", "other") }},
		{"a new name of a new file", func(_ *testing.T, r *gittest.Repo) { r.Move("newer", "newest") }},
		{"in another repository", func(t *testing.T, r *gittest.Repo) { write(t, r.Path("nested/new"), "six\n") }},
		{"a commit of the same bytes", func(_ *testing.T, r *gittest.Repo) { r.Commit("second") }},
		{"an empty commit", func(_ *testing.T, r *gittest.Repo) { r.Git("commit", "-q", "--allow-empty", "-m", "second") }},
		{"where git must not look", func(_ *testing.T, r *gittest.Repo) { r.Write("hidden", "six\n") }},
		{"what git must skip", func(_ *testing.T, r *gittest.Repo) { r.Write("skipped", "six\n") }},
		{"the commit of a submodule", func(t *testing.T, r *gittest.Repo) { commitIn(t, r.Path("sub"), "two") }},
		{"in a submodule", func(t *testing.T, r *gittest.Repo) { write(t, r.Path("sub/a.txt"), "six\n") }},
		{"new in a submodule", func(t *testing.T, r *gittest.Repo) { write(t, r.Path("sub/new"), "six\n") }},
		{"where a link leads", func(t *testing.T, r *gittest.Repo) {
			r.Remove("link")
			link(t, r, "staged", "link")
		}},
		{"a file instead of a link", func(_ *testing.T, r *gittest.Repo) { r.Remove("link"); r.Write("link", "same") }},
		{"the mode", func(t *testing.T, r *gittest.Repo) {
			if runtime.GOOS == "windows" {
				t.Skip("files have no such mode here")
			}
			if err := os.Chmod(r.Path("run.sh"), 0o755); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(act.what, func(t *testing.T) {
			act.do(t, r)
			after := fingerprint(t, r.Dir)
			if after == before {
				t.Errorf("it stays %q", before)
			}
			before = after
		})
	}
}

// Nobody waits until a file of any size is read: of a large one, size and time must do.
func TestALargeFileCountsByItsSizeAndTime(t *testing.T) {
	r := printed(t)
	var prints []string
	for _, size := range []int64{33 << 20, 34 << 20} {
		if err := os.Truncate(r.Path("new"), size); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			reading, err := treediff.Fingerprint(t.Context(), open(t, r.Dir), 64<<20, 64<<20)
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(reading.Saw.Files, func(f treediff.StatusFile) bool { return f.Path == "new" })
			if reading.Contents[i] != nil || len(reading.IDs) != len(reading.Contents) {
				t.Errorf("%d bytes: its content is kept", size)
			}
			prints = append(prints, reading.Print)
		}
	}
	if prints[0] != prints[1] || prints[1] == prints[2] || prints[2] != prints[3] {
		t.Errorf("%v", prints)
	}
}

// Only where everything is known can it be said that nothing changed.
func TestThereIsNoFingerprintOfWhatIsNotKnown(t *testing.T) {
	for what, do := range map[string]func(t *testing.T, r *gittest.Repo){
		"a file that cannot be read": func(t *testing.T, r *gittest.Repo) {
			if os.Geteuid() <= 0 {
				t.Skip("this user can read everything, or the system has no such mode")
			}
			if err := os.Chmod(r.Path("edited"), 0); err != nil {
				t.Fatal(err)
			}
		},
		"an index in two halves": func(_ *testing.T, r *gittest.Repo) { r.Git("update-index", "--split-index") },
		"a damaged submodule":    func(t *testing.T, r *gittest.Repo) { write(t, r.Path("sub/.git/index"), "junk") },
		"no git":                 func(t *testing.T, _ *gittest.Repo) { withoutGit(t) },
		"no repository":          func(t *testing.T, r *gittest.Repo) { r.Move(".git", "git") },
	} {
		t.Run(what, func(t *testing.T) {
			r := printed(t)
			do(t, r)
			if got, err := fingerprintOf(t.Context(), open(t, r.Dir)); err == nil || got != "" {
				t.Errorf("it is %q", got)
			}
		})
	}
}

// A copy of the project can use the store of the first one (CONSIDER_DIR).
func TestTwoWorktreesNeverHaveTheSameFingerprint(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.txt", "one\n")
	r.Commit("first")
	other := filepath.Join(gittest.TempDir(t), "other")
	r.Git("worktree", "add", "-q", "--detach", other)
	if here, there := fingerprint(t, r.Dir), fingerprint(t, other); here == there {
		t.Errorf("both have %q", here)
	}
	copied := gittest.TempDir(t)
	if err := os.CopyFS(copied, os.DirFS(r.Dir)); err != nil {
		t.Fatal(err)
	}
	if here, there := fingerprint(t, r.Dir), fingerprint(t, copied); here != there {
		t.Errorf("moved with its store, it has %q instead of %q", there, here)
	}
	place := gittest.Must(worktree.Locate(copied))(t)
	place.StoreDir = r.Path(".consider")
	tree := gitrepo.Open(place)
	defer tree.Close()
	if here, there := fingerprint(t, r.Dir), gittest.Must(fingerprintOf(t.Context(), tree))(t); here == there {
		t.Errorf("both have %q", here)
	}
}

// The store's folder is the root: the rest of the repository counts only by its commits.
func TestAFingerprintOfASubFolder(t *testing.T) {
	r := gittest.New(t)
	r.Write("sub/a.txt", "one\n")
	r.Write("b.txt", "one\n")
	r.Commit("first")
	r.Write("sub/.consider/x", "x\n")
	before := fingerprint(t, r.Path("sub"))
	r.Write("b.txt", "two\n")
	if after := fingerprint(t, r.Path("sub")); after != before {
		t.Error("a file outside changes it")
	}
	r.Write("sub/a.txt", "two\n")
	if after := fingerprint(t, r.Path("sub")); after == before {
		t.Error("a file in it does not")
	}
}

func TestAFingerprintOfTheZooWritesNothing(t *testing.T) {
	specimens := gittest.SharedZoo(t)
	found := 0
	for _, s := range specimens {
		before := gittest.Snapshot(t, s.Dir)
		tree := open(t, s.Dir)
		first, err := fingerprintOf(t.Context(), tree)
		again, _ := fingerprintOf(t.Context(), open(t, s.Dir))
		if first != again || (err == nil) != (first != "") {
			t.Errorf("%s: %q, %v, then %q", s.Name, first, err, again)
		}
		if first != "" {
			found++
		}
		gittest.AssertUnchanged(t, before)
	}
	if found < len(specimens)/2 {
		t.Errorf("%d of %d have one", found, len(specimens))
	}
}

func TestACancelledFingerprintStops(t *testing.T) {
	r := printed(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if got, err := fingerprintOf(ctx, open(t, r.Dir)); !errors.Is(err, context.Canceled) || got != "" {
		t.Errorf("%q, %v", got, err)
	}
}
