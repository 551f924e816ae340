//go:build unix

package main

import (
	"io"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"consider/internal/gittest"
)

func TestMain(m *testing.M) { os.Exit(gittest.Main(m)) }

// A program that says of a file that it replaced a line of it, and does so at the line that the test names.
const liar = `#!/bin/sh
sed '%s' a.txt > a.new && mv a.new a.txt
echo '{"data":{"applied":[{"file":"a.txt","startLine":%l,"endLine":%l}]}}'
`

func TestWhatIsAppliedElsewhereCountsAsWrong(t *testing.T) {
	repo := gittest.New(t)
	repo.Write("a.txt", "one\nsame\nthree\nsame\n")
	repo.Commit("first")
	repo.Write("a.txt", "new\none\nsame\nthree\nsame\n")
	repo.Commit("second")
	program := filepath.Join(t.TempDir(), "liar")
	b := &bench{dir: repo.Dir, program: program, rng: rand.New(rand.NewSource(1))}
	b.head = gittest.Must(b.git("rev-parse", "HEAD"))(t)
	first := gittest.Must(b.git("rev-parse", "HEAD~1"))(t)
	m := made{commit: first, file: "a.txt", id: "c_1", start: 2, end: 2, lines: []string{"same"}}
	if file, lines, survive := b.follow(m); file != "a.txt" || !slices.Equal(lines, []int{3}) || !survive {
		t.Errorf("%q %v %v", file, lines, survive)
	}
	for _, c := range []struct {
		sed, line string
		want      result
	}{
		{"3s/.*/put in place of 1 lines/", "3", result{right: 1}},
		{"5s/.*/put in place of 1 lines/", "5", result{wrong: 1}},
		{"3s/.*/another/", "3", result{wrong: 1}},
	} {
		script := strings.NewReplacer("%s", c.sed, "%l", c.line).Replace(liar)
		if err := os.WriteFile(program, []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		var r result
		if err := b.judge(m, &r, io.Discard); err != nil || r != c.want {
			t.Errorf("%s: %+v %v", c.sed, r, err)
		}
	}
	b.program = "false"
	var r result
	if err := b.judge(m, &r, io.Discard); err != nil || r != (result{refused: 1, kept: 1}) {
		t.Errorf("%+v %v", r, err)
	}
}
