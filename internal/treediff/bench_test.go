package treediff_test

import (
	"fmt"
	"testing"

	"consider/internal/gitrepo"
	"consider/internal/gittest"
	"consider/internal/treediff"
)

func large(b *testing.B) *gittest.Repo {
	r := gittest.New(b)
	for i := range 10_000 {
		r.Write(fmt.Sprintf("dir%02d/sub%d/some_file_name_%d.go", i%100, i%7, i), fmt.Sprint(i, "\n"))
	}
	r.Commit("first")
	r.Git("gc", "-q")
	return r
}

func BenchmarkTracked10k(b *testing.B) {
	r := large(b)
	for b.Loop() {
		tree := gitrepo.Open(locate(b, r.Dir))
		if path, err := tree.Tracked(b.Context(), ".consider"); path != "" || err != nil {
			b.Fatal(path, err)
		}
	}
}

func BenchmarkLocateHead(b *testing.B) {
	r := gittest.New(b)
	r.Commit("first")
	for b.Loop() {
		if head := gitrepo.Open(locate(b, r.Dir)).Head(b.Context()); head.Commit == "" {
			b.Fatal(head)
		}
	}
}

func BenchmarkReadFile(b *testing.B) {
	r := gittest.New(b)
	r.Write("a/b/c/d.txt", "text\n")
	tree := open(b, r.Dir)
	for b.Loop() {
		if _, _, err := tree.ReadFile("a/b/c/d.txt", limit); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkFileAt10k(b *testing.B) {
	r := large(b)
	for b.Loop() {
		tree := gitrepo.Open(locate(b, r.Dir))
		if _, err := tree.FileAt(b.Context(), "HEAD", "dir00/sub0/some_file_name_0.go", limit); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkChanged10k(b *testing.B) {
	r := large(b)
	for b.Loop() {
		if _, err := treediff.Changed(b.Context(), gitrepo.Open(locate(b, r.Dir))); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkChanged10kWithoutGit(b *testing.B) {
	r := large(b)
	b.Setenv("PATH", b.TempDir())
	for b.Loop() {
		if _, err := treediff.Changed(b.Context(), gitrepo.Open(locate(b, r.Dir))); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRenamed10k(b *testing.B) {
	r := large(b)
	base := r.Git("rev-parse", "HEAD")
	r.Git("mv", "dir00/sub0/some_file_name_0.go", "moved.go")
	for b.Loop() {
		found, err := treediff.NewMoment(gitrepo.Open(locate(b, r.Dir))).Renamed(b.Context(), base,
			[]string{"dir00/sub0/some_file_name_0.go"}, func(string) []byte { return []byte("0\n") }, alike)
		if err != nil || len(found) != 1 {
			b.Fatal(found, err)
		}
	}
}

func BenchmarkStat(b *testing.B) {
	r := gittest.New(b)
	r.Write("a/b/c/d.txt", "text\n")
	tree := open(b, r.Dir)
	for b.Loop() {
		if _, err := tree.Stat("a/b/c/d.txt"); err != nil {
			b.Fatal(err)
		}
	}
}

// changed20 is a large repository with twenty edited files, four of them staged, and five new ones.
func changed20(b *testing.B) (r *gittest.Repo, side treediff.Side) {
	r = large(b)
	side.Commit = r.Git("rev-parse", "HEAD")
	for i := range 20 {
		name, text := fmt.Sprintf("dir%02d/sub%d/some_file_name_%d.go", i, i%7, i), fmt.Sprint("changed ", i, "\n")
		r.Write(name, text)
		side.Entries = append(side.Entries, treediff.SideEntry{Path: name, Mode: "100644", Data: []byte(text)})
	}
	r.Git("add", "dir00", "dir01", "dir02", "dir03")
	for i := range 5 {
		r.Write(fmt.Sprintf("dir%02d/new", i), "new\n")
	}
	return r, side
}

// BenchmarkChanged20 measures what a person looks at and its diff, and git's time for the same in the same repository.
func BenchmarkChanged20(b *testing.B) {
	r, side := changed20(b)
	saw := func(b *testing.B) {
		for b.Loop() {
			if s, err := treediff.StatusOf(b.Context(), gitrepo.Open(locate(b, r.Dir))); err != nil || len(s.Files) != 25 {
				b.Fatal(len(s.Files), err)
			}
		}
	}
	diff := func(b *testing.B) {
		for b.Loop() {
			got, err := treediff.Compare(b.Context(), gitrepo.Open(locate(b, r.Dir)), treediff.Side{Commit: side.Commit}, side, treediff.Options{})
			if err != nil || len(got) != 20 {
				b.Fatal(len(got), err)
			}
		}
	}
	git := func(args ...string) func(b *testing.B) {
		return func(b *testing.B) {
			for b.Loop() {
				plainGit(b, r.Dir, args...)
			}
		}
	}
	b.Run("saw", saw)
	b.Run("git status", git("status", "--porcelain", "--untracked-files=all"))
	b.Run("git stash create", git("stash", "create"))
	b.Run("diff", diff)
	b.Run("git diff", git("diff", "HEAD"))
	b.Setenv("PATH", b.TempDir())
	b.Run("saw without git", saw)
	b.Run("diff without git", diff)
}
