package main

import (
	"bytes"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"
)

// project is the repository that holds this program.
func project(t *testing.T) [][]string {
	t.Helper()
	files, err := readProject("../../..")
	if err != nil || len(files) < 2 {
		t.Fatalf("%d texts: %v", len(files), err)
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

func TestTwoRunsPrintTheSame(t *testing.T) {
	files := project(t)
	var out [2]bytes.Buffer
	for k := range out {
		var r report
		for _, c := range classes {
			r.run(c, files, 7, 3, false)
		}
		r.print(&out[k])
	}
	if !bytes.Equal(out[0].Bytes(), out[1].Bytes()) {
		t.Errorf("first\n%s\nthen\n%s", &out[0], &out[1])
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
	for _, c := range classes {
		if !slices.Contains(simple, c.name) {
			continue
		}
		var r report
		r.run(c, files, 3, 20, false)
		if row := r.rows[0]; row.by[wrong]+row.by[missed] > 0 {
			t.Errorf("%s: %d of %d wrong", c.name, row.by[wrong]+row.by[missed], row.n)
		}
	}
}

// A block that moved to another file is found there, and a block that was deleted is not found.
func TestWhatMovedIsFollowed(t *testing.T) {
	files := project(t)
	var r report
	for _, m := range moves {
		r.runMoves(m, files, 5, 300, false) // the texts are of this project: of fewer cases chance would decide
	}
	n, right, bad := 0, 0, 0
	for _, row := range r.rows {
		if row.name == "to-existing-beside-twin" { // of two equal copies in one file none is taken
			row.by[exact] += row.by[falseStale]
		}
		n += row.n
		right += row.by[exact]
		bad += row.by[wrong] + row.by[missed]
	}
	if n < 200*len(moves) || 100*right < 95*n || 100*bad > 2*n {
		t.Errorf("%d cases, %d right, %d bad", n, right, bad)
		r.print(t.Output())
	}
}

// Of two blocks that are alike each keeps its own lines, whatever becomes of the other.
func TestCopiesAreToldApart(t *testing.T) {
	files := project(t)
	var r report
	for _, c := range classes {
		if strings.HasPrefix(c.name, "copies-") || strings.HasPrefix(c.name, "alike-") {
			r.run(c, files, 5, 300, false) // the texts are of this project: of fewer cases chance would decide
		}
	}
	n, bad := 0, 0
	for _, row := range r.rows {
		n += row.n
		bad += row.by[wrong] + row.by[missed]
	}
	if n < 2000 || 1000*bad > 35*n {
		t.Errorf("%d cases, %d bad", n, bad)
		r.print(t.Output())
	}
}
