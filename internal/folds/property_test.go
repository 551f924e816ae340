package folds_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"consider/internal/folds"
	"consider/internal/gitdiff"
)

// These are files of declarations with a number in each, so that a hidden change has a place.
var makers = map[string]func(r *rand.Rand, n int) string{
	"a.go": func(_ *rand.Rand, n int) string {
		return fmt.Sprintf("// Step%[1]d works.\nfunc Step%[1]d(items []int) int {\n\tcount := %[1]d\n\tfor _, item := range items {\n\t\tif item > count {\n\t\t\tcount += item * %[1]d\n\t\t}\n\t}\n\treturn count\n}\n", n)
	},
	"A.java": func(_ *rand.Rand, n int) string {
		return fmt.Sprintf("    /** Works. */\n    int step%[1]d(int[] items) {\n        int count = %[1]d;\n        for (int item : items) {\n            if (item > count) {\n                count += item * %[1]d;\n            }\n        }\n        return count;\n    }\n", n)
	},
	"a.rs": func(_ *rand.Rand, n int) string {
		return fmt.Sprintf("/// Works.\nfn step%[1]d(items: &[u32]) -> u32 {\n    let mut count = %[1]d;\n    for item in items {\n        if *item > count {\n            count += item * %[1]d;\n        }\n    }\n    count\n}\n", n)
	},
	"a.ts": func(_ *rand.Rand, n int) string {
		return fmt.Sprintf("// Works.\nexport function step%[1]d(items: number[]): number {\n  let count = %[1]d;\n  for (const item of items) {\n    if (item > count) {\n      count += item * %[1]d;\n    }\n  }\n  return count;\n}\n", n)
	},
}

var frames = map[string][2]string{
	"a.go": {"package a\n\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\n", ""}, "A.java": {"package a;\n\nimport a.B;\nimport c.D;\n\nclass A {\n", "}\n"},
	"a.rs": {"use a::B;\nuse c::D;\n\n", ""}, "a.ts": {"import { a } from 'a';\n\n", ""},
}

// mechanical are the edits that fold. Each returns the declarations as they are afterwards.
var mechanical = map[string]func(r *rand.Rand, path string, parts []string) []string{
	"indent": func(r *rand.Rand, _ string, parts []string) []string {
		by := strings.Repeat(" ", 1+r.IntN(4))
		for i := range parts {
			parts[i] = indented(parts[i], by)
		}
		return parts
	},
	"space": func(_ *rand.Rand, _ string, parts []string) []string {
		for i := range parts {
			parts[i] = strings.NewReplacer(" > ", "  >  ", " += ", "  +=  ").Replace(parts[i])
		}
		return parts
	},
	"move": func(r *rand.Rand, _ string, parts []string) []string {
		from := r.IntN(len(parts))
		moved := parts[from]
		rest := append(append([]string{}, parts[:from]...), parts[from+1:]...)
		to := r.IntN(len(rest))
		return append(append(append([]string{}, rest[:to]...), moved), rest[to:]...)
	},
	"rename": func(_ *rand.Rand, _ string, parts []string) []string {
		for i := range parts {
			parts[i] = renamedIn(parts[i], "count", "total")
		}
		return parts
	},
}

// hide makes one real change in a declaration.
var hide = []func(part string) string{
	func(s string) string { return strings.Replace(s, "item > ", "item < ", 1) },
	func(s string) string { return strings.Replace(s, " > ", " >= ", 1) },
	func(s string) string { return strings.Replace(s, "  >  ", "  >=  ", 1) },
	func(s string) string { return strings.Replace(s, "item * ", "item * 1", 1) },
	func(s string) string { return strings.Replace(s, "item * ", "item + ", 1) },
	func(s string) string { return strings.Replace(s, "+=", "-=", 1) },
	func(s string) string { return strings.Replace(s, "+=", "=", 1) },
	func(s string) string { return strings.Replace(s, "items", "count", 1) },
	func(s string) string { return strings.Replace(s, "item *", "items *", 1) },
	func(s string) string { return strings.Replace(s, "Works", "Stops", 1) },
	func(s string) string { return strings.Replace(s, "}\n", "", 1) },
	func(s string) string {
		lines := strings.SplitAfter(s, "\n")
		return strings.Join(append(lines[:3:3], lines[4:]...), "")
	},
	func(s string) string {
		lines := strings.SplitAfter(s, "\n")
		lines[3], lines[4] = lines[4], lines[3]
		return strings.Join(lines, "")
	},
}

// shows reports whether the lines that differ from a text with only mechanical edits are in hunks to read.
func shows(hunks []folds.Hunk, s sample, edited string) bool {
	all := gitdiff.Hunks([]byte(s.old), []byte(s.new), gitdiff.Options{Context: 3})
	read := func(n int) bool {
		for i := range all {
			for line := range all[i].Numbered() {
				if line.New == n && hunks[i].Proof == "" {
					return true
				}
			}
		}
		return false
	}
	for _, h := range gitdiff.Hunks([]byte(edited), []byte(s.new), gitdiff.Options{}) {
		for n := range h.NewLines {
			if !read(h.NewStart + n) {
				return false
			}
		}
		if h.NewLines == 0 && !read(h.NewStart) && !read(h.NewStart+1) {
			return false
		}
	}
	return true
}

// TestARealChangeAmongMechanicalOnesIsFound: 1,000 edits, each with one change that has to be read.
func TestARealChangeAmongMechanicalOnesIsFound(t *testing.T) {
	r := rand.New(rand.NewPCG(47, 1))
	paths, edits := []string{"a.go", "A.java", "a.rs", "a.ts"}, []string{"indent", "space", "move", "rename"}
	found, folded := 0, 0
	for n := 0; found < 1000; n++ {
		path, edit := paths[n%len(paths)], edits[n/len(paths)%len(edits)]
		var parts []string
		for i := range 4 + r.IntN(6) {
			parts = append(parts, makers[path](r, 10*(n%9+1)+i))
		}
		file := func(parts []string) string { return frames[path][0] + strings.Join(parts, "\n") + frames[path][1] }
		old := file(parts)
		parts = mechanical[edit](r, path, append([]string{}, parts...))
		edited := file(parts)
		for _, h := range reports(t, sample{path, old, edited})[0].Hunks {
			if h.Proof != "" {
				folded++
			}
		}
		at := r.IntN(len(parts))
		changed := hide[r.IntN(len(hide))](parts[at])
		if changed == parts[at] {
			continue
		}
		parts[at] = changed
		found++
		s := sample{path, old, file(parts)}
		if !shows(reports(t, s)[0].Hunks, s, edited) {
			t.Fatalf("%s, %s: the change in declaration %d is folded:\n%s\n---\n%s", path, edit, at, s.old, s.new)
		}
	}
	if folded < 1000 {
		t.Errorf("only %d hunks of mechanical edits are folded, so the test shows little", folded)
	}
}
