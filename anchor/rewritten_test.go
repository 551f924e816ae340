package anchor

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var sizes, usual = []int{1000, 5000, 20_000, 100_000}, []int{5000}

// rewritings are texts of some numbers of lines and ways to rewrite a share of them.
var rewritings = []struct {
	name  string
	lines []int
	text  func(n int) []string
	every int // length of the runs of rewritten lines
	act   func(rng *rand.Rand, line string) []string
}{
	{"edited", usual, made, 1, editedLine},
	{"replaced", usual, made, 8, replaced},
	{"inserted, deleted", usual, made, 4, func(rng *rand.Rand, line string) []string {
		if rng.Intn(2) == 0 {
			return nil
		}
		return []string{line, replaced(rng, line)[0]}
	}},
	{"indented", usual, made, 20, func(_ *rand.Rand, line string) []string { return []string{"\t" + line} }},
	{"mixed", sizes, made, 3, mixed},
	{"real mixed", sizes, real, 6, mixed},
	{"equal lines", sizes, equalLines, 3, mixed},
}

func made(n int) []string {
	text, _ := generated(n)
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// real returns lines of this module's own source.
func real(n int) []string {
	var lines []string
	for _, pattern := range []string{"*.go", "../internal/*/*.go", "../commands/*.go"} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			text, _ := os.ReadFile(name)
			if lines = append(lines, strings.Split(string(text), "\n")...); len(lines) >= n {
				return lines[:n]
			}
		}
	}
	return lines
}

func equalLines(n int) []string {
	rng := rand.New(rand.NewSource(int64(n)))
	lines := make([]string, n)
	for i := range lines {
		lines[i] = fmt.Sprintf("\t{name: %q, size: %d},", []string{"one", "two", "three"}[rng.Intn(3)], rng.Intn(12))
	}
	return lines
}

func editedLine(rng *rand.Rand, line string) []string {
	words := strings.Fields(line)
	if len(words) == 0 {
		return []string{line}
	}
	return []string{strings.Replace(line, words[rng.Intn(len(words))], fmt.Sprintf("changed%d", rng.Intn(1000)), 1)}
}

func replaced(rng *rand.Rand, _ string) []string {
	return []string{fmt.Sprintf("\tother%d = call%d(%d, other%d)", rng.Intn(500), rng.Intn(300), rng.Intn(900), rng.Intn(500))}
}

func mixed(rng *rand.Rand, line string) []string {
	switch rng.Intn(6) {
	case 0:
		return nil
	case 1:
		return []string{line, replaced(rng, line)[0]}
	case 2:
		return []string{"\t" + line}
	case 3:
		return replaced(rng, line)
	}
	return editedLine(rng, line)
}

// BenchmarkRewritten compares placing 30 threads in a heavily rewritten file with git diff of the same files, its start
// included. Both run in turns; x-git is the ratio of their medians of nine.
func BenchmarkRewritten(b *testing.B) {
	for _, w := range rewritings {
		for _, n := range w.lines {
			for _, share := range []int{10, 30, 60} {
				b.Run(fmt.Sprintf("%s/lines=%d/changed=%d", w.name, n, share), func(b *testing.B) {
					old := w.text(n)
					now := rewrite(rand.New(rand.NewSource(int64(n))), old, share, w.every, w.act)
					againstGit(b, text(old), text(now), len(old))
				})
			}
		}
	}
}

// rewrite changes share percent of the lines, in runs of every lines on average.
func rewrite(rng *rand.Rand, lines []string, share, every int, act func(*rand.Rand, string) []string) (out []string) {
	left := 0
	for _, line := range lines {
		if left == 0 && rng.Float64() < float64(share)/float64((100-share)*every) {
			left = 1 + rng.Intn(2*every)
		}
		if left == 0 {
			out = append(out, line)
			continue
		}
		left--
		out = append(out, act(rng, line)...)
	}
	return out
}

func againstGit(b *testing.B, old, now []byte, n int) {
	b.Chdir(b.TempDir())
	if err := os.WriteFile("old", old, 0o600); err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile("now", now, 0o600); err != nil {
		b.Fatal(err)
	}
	var ours, git []time.Duration
	for b.Loop() {
		for len(git)%9 != 0 || len(git) == 0 {
			began := time.Now()
			_ = exec.CommandContext(b.Context(), "git", "diff", "--no-index", "old", "now").Run() // it fails where files differ
			git = append(git, time.Since(began))
			began = time.Now()
			m := Map(old, now)
			for i := range 30 {
				m.Place(1+i*n/30, 3+i*n/30)
			}
			ours = append(ours, time.Since(began))
		}
	}
	slices.Sort(ours)
	slices.Sort(git)
	g, o := git[len(git)/2], ours[len(ours)/2]
	b.ReportMetric(float64(g.Microseconds())/1000, "git-ms")
	b.ReportMetric(float64(o.Microseconds())/1000, "ours-ms")
	b.ReportMetric(float64(o)/float64(g), "x-git")
}
