package folds_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"consider/internal/folds"
	"consider/internal/gitdiff"
	"consider/internal/treediff"
)

// FuzzFolds: no text is too odd, and a hunk that is folded has the same letters and digits on both sides, but for moves
// and names.
func FuzzFolds(f *testing.F) {
	for path, maker := range makers {
		f.Add(path, maker(nil, 1), maker(nil, 2))
	}
	f.Add("a.js", "`${a", "`${a}`")
	f.Add("a.rs", "r#\"'a", "b'\\''")
	f.Add("A.java", "class A { @", "class A { (")
	f.Add("a.go", "import (\n\"a\"\n", "func (")
	f.Fuzz(func(t *testing.T, path, old, now string) {
		d := &treediff.FileDiff{Path: path, OldMode: "100644", NewMode: "100644", Hunks: gitdiff.Hunks([]byte(old), []byte(now), gitdiff.Options{Context: 3})}
		var texts folds.Texts
		texts.Keep(d, []byte(old), []byte(now))
		r := folds.Of([]*treediff.FileDiff{d}, &texts)[0]
		if len(r.Hunks) != len(d.Hunks) {
			t.Fatalf("%d hunks for %d", len(r.Hunks), len(d.Hunks))
		}
		for i, h := range r.Hunks {
			if !strings.HasPrefix(h.Proof, "Rei") && !strings.HasPrefix(h.Proof, "Ref") {
				continue
			}
			var sides [2]strings.Builder
			for _, l := range d.Hunks[i].Lines {
				for side, sign := range []byte{'+', '-'} { // without the other side's own lines
					if l.Sign != sign {
						sides[side].WriteString(strings.Join(strings.Fields(l.Text), ""))
					}
				}
			}
			if sides[0].String() != sides[1].String() || !utf8.ValidString(old) {
				t.Errorf("%s is folded as %s:\n%s\n---\n%s", path, h.Proof, old, now)
			}
		}
	})
}
