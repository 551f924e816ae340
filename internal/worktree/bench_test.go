package worktree_test

import (
	"fmt"
	"testing"

	"consider/internal/gittest"
	"consider/internal/worktree"
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
		tree := worktree.Open(locate(b, r.Dir))
		if path, err := tree.Tracked(b.Context(), ".consider"); path != "" || err != nil {
			b.Fatal(path, err)
		}
	}
}

func BenchmarkLocateHead(b *testing.B) {
	r := gittest.New(b)
	r.Commit("first")
	for b.Loop() {
		if head := worktree.Open(locate(b, r.Dir)).Head(b.Context()); head.Commit == "" {
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
		tree := worktree.Open(locate(b, r.Dir))
		if _, err := tree.FileAt(b.Context(), "HEAD", "dir00/sub0/some_file_name_0.go", limit); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkChanged10k(b *testing.B) {
	r := large(b)
	for b.Loop() {
		if _, err := worktree.Open(locate(b, r.Dir)).Changed(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkChanged10kWithoutGit(b *testing.B) {
	r := large(b)
	b.Setenv("PATH", b.TempDir())
	for b.Loop() {
		if _, err := worktree.Open(locate(b, r.Dir)).Changed(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRenamed10k(b *testing.B) {
	r := large(b)
	base := r.Git("rev-parse", "HEAD")
	r.Git("mv", "dir00/sub0/some_file_name_0.go", "moved.go")
	for b.Loop() {
		found, err := worktree.Open(locate(b, r.Dir)).Renamed(b.Context(), base,
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
