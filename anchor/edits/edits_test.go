// Package edits measures anchoring on synthetic edits with known truth.
//
//	go test ./anchor/edits -run xxx -bench Edits -benchtime 100x [-seed 1] [-dump] [-texts FOLDER]
//
// It takes the texts of a project (git ls-files, or every file below a folder that is not a repository), edits them at
// random from a seed, records where every line came from, asks package anchor where lines went, and reports how often
// each class of edits was followed correctly, and what the confidence is worth. -benchtime is the number of cases of each
// class. It needs only the project, and no network.
package edits

import (
	"flag"
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"consider/anchor"
)

var (
	seed  = flag.Int64("seed", 1, "seed of the edits")
	dump  = flag.Bool("dump", false, "print the cases that went wrong")
	texts = flag.String("texts", "../..", "the folder of a project")
)

// BenchmarkEdits times the questions of each kind, with the edits before them, and reports how many were right.
func BenchmarkEdits(b *testing.B) {
	files := project(b)
	var all tally
	names, _ := askers()
	for _, name := range names {
		var one tally
		b.Run(name, func(b *testing.B) {
			one = tally{} // it is called again with more cases
			one.run(name, files, *seed, b.N)
			one.report(b)
		})
		all.add(one)
	}
	b.Run("all", func(b *testing.B) { all.report(b) })
	for k, bound := range bounds {
		if all.answers[k] > 0 {
			b.Run(fmt.Sprintf("confidence=%.2f", bound), func(b *testing.B) {
				b.ReportMetric(float64(all.answers[k]), "answers")
				b.ReportMetric(percent(all.bad[k], all.answers[k]), "bad-%")
			})
		}
	}
}

// Texts of fewer lines have no surroundings, texts of more would make the cases of one file alike.
const (
	minLines = 40
	maxLines = 3000
)

// project returns the texts of a project as lines, in a fixed order.
func project(t testing.TB) (files [][]string) {
	t.Helper()
	var names []string
	if out, err := exec.CommandContext(t.Context(), "git", "-C", *texts, "ls-files", "-z").Output(); err == nil && len(out) > 0 {
		for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
			names = append(names, filepath.Join(*texts, name))
		}
	} else {
		err := filepath.WalkDir(*texts, func(path string, _ fs.DirEntry, err error) error {
			names = append(names, path)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if n := anchor.Lines(data); n >= minLines && n <= maxLines && !anchor.IsBinary(data) {
			files = append(files, strings.Split(strings.TrimSuffix(string(data), "\n"), "\n"))
		}
	}
	if len(files) < 2 {
		t.Fatalf("%s has fewer than two texts of %d lines or more", *texts, minLines)
	}
	return files
}

func TestTheTruthIsInTheNewText(t *testing.T) {
	files := project(t)
	for _, c := range classes {
		rng := rand.New(rand.NewSource(1))
		for range 100 {
			d := newDoc(rng, files[rng.Intn(len(files))], files[0])
			start, end, ok := c.make(d)
			if !ok {
				continue
			}
			if start < 0 || end < start || end >= len(d.old) {
				t.Fatalf("%s asks for lines %d to %d of %d", c.name, start, end, len(d.old))
			}
			if lo, hi, kept := d.truth(d.old, start, end); lo >= 0 && (hi >= len(d.lines) || kept < 0 || kept > 100) {
				t.Fatalf("%s: truth %d to %d of %d, %d %%", c.name, lo, hi, len(d.lines), kept)
			}
		}
	}
}

func TestTwoRunsCountTheSame(t *testing.T) {
	files := project(t)
	for _, c := range classes {
		var one, two tally
		one.run(c.name, files, 7, 3)
		two.run(c.name, files, 7, 3)
		if one != two {
			t.Errorf("%s: first %+v, then %+v", c.name, one, two)
		}
	}
}

// written returns program-like texts that stay as they are when the project
// changes.
func written() [][]string {
	var files [][]string
	for k := range 6 {
		var f []string
		for i := range 30 {
			f = append(f,
				fmt.Sprintf("// handler%d answers requests of kind %d.", 10*k+i, i%7),
				fmt.Sprintf("func handler%d(in request%d, out *response) error {", 10*k+i, i%5),
				fmt.Sprintf("\tvalue%d, err := parse(in.body, %d)", i, k),
				fmt.Sprintf("\tif err%d != nil {", k), fmt.Sprintf("\t\treturn err%d", k), "\t}",
				fmt.Sprintf("\tout.set(value%d, in.header(%q))", i, strings.Repeat("x", i%4+1)),
				fmt.Sprintf("\treturn good%d", k), "}", "")
		}
		files = append(files, f)
	}
	return files
}

// Edits that a reader would call simple are never followed to a wrong place.
func TestSimpleEditsAreFollowed(t *testing.T) {
	files := written()
	simple := []string{"insert-above", "insert-inside", "delete-around", "delete-block", "wrap", "move-far", "duplicate", "slider", "partial-range", "line-ends", "tabs"}
	for _, name := range simple {
		var one tally
		one.run(name, files, 3, 20)
		if bad := one.by[wrong] + one.by[missed]; one.n == 0 || bad > 0 {
			t.Errorf("%s: %d of %d wrong", name, bad, one.n)
		}
	}
}

// A block that moved to another file is found there, and a block that was deleted is not found.
func TestWhatMovedIsFollowed(t *testing.T) {
	files := project(t)
	var all tally
	for _, m := range moves {
		var one tally
		one.run(m.name, files, 5, 300)           // the texts are of this project: of fewer cases chance would decide
		if m.name == "to-existing-beside-twin" { // of two equal copies in one file none is taken
			one.by[exact] += one.by[falseStale]
		}
		all.add(one)
	}
	bad := all.by[wrong] + all.by[missed]
	if all.n < 200*len(moves) || 100*all.by[exact] < 95*all.n || 100*bad > 2*all.n {
		t.Errorf("%d cases, %d right, %d bad", all.n, all.by[exact], bad)
	}
}

// Of two blocks that are alike each keeps its own lines, whatever becomes of the other.
func TestCopiesAreToldApart(t *testing.T) {
	files := project(t)
	var all tally
	for _, c := range classes {
		if strings.HasPrefix(c.name, "copies-") || strings.HasPrefix(c.name, "alike-") {
			all.run(c.name, files, 5, 300) // the texts are of this project: of fewer cases chance would decide
		}
	}
	if bad := all.by[wrong] + all.by[missed]; all.n < 2000 || 1000*bad > 35*all.n {
		t.Errorf("%d cases, %d bad", all.n, bad)
	}
}
