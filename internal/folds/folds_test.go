package folds_test

import (
	"cmp"
	"strings"
	"testing"

	"consider/internal/folds"
	"consider/internal/gitdiff"
	"consider/internal/treediff"
)

// sample is a file before and after; a side that is "" lacks it.
type sample struct{ path, old, new string }

// reports analyses files as one comparison.
func reports(t *testing.T, files ...sample) []folds.Report {
	t.Helper()
	var texts folds.Texts
	var diffs []*treediff.FileDiff
	for _, s := range files {
		d := &treediff.FileDiff{Path: s.path, Status: treediff.Modified, Hunks: gitdiff.Hunks([]byte(s.old), []byte(s.new), gitdiff.Options{Context: 3})}
		if s.old != "" {
			d.OldMode = "100644"
		}
		if s.new != "" {
			d.NewMode = "100644"
		}
		texts.Keep(d, []byte(s.old), []byte(s.new))
		diffs = append(diffs, d)
	}
	return folds.Of(diffs, &texts)
}

// kinds returns the first words of the proofs of all hunks, "read" for those that are not folded.
func kinds(reports []folds.Report) string {
	var out []string
	for _, r := range reports {
		for _, h := range r.Hunks {
			word, _, _ := strings.Cut(cmp.Or(h.Proof, "read"), " ")
			out = append(out, strings.ToLower(strings.TrimRight(word, ":,")))
		}
	}
	return strings.Join(out, " ")
}

// mustRead fails if a hunk of the files is folded.
func mustRead(t *testing.T, what string, files ...sample) {
	t.Helper()
	for i, r := range reports(t, files...) {
		for _, h := range r.Hunks {
			if h.Proof != "" {
				t.Errorf("%s: %s is folded: %s\n--- before\n%s\n--- after\n%s", what, files[i].path, h.Proof, files[i].old, files[i].new)
			}
		}
	}
}

// swapped puts a text for each old one, which must occur.
func swapped(t *testing.T, text string, pairs ...string) string {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			t.Fatalf("%q does not occur in\n%s", pairs[i], text)
		}
		text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
	}
	return text
}

// indented adds white space before each line that is not blank.
func indented(text, by string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if line != "" {
			lines[i] = by + line
		}
	}
	return strings.Join(lines, "\n")
}
