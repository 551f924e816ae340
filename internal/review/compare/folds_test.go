package compare_test

import (
	"testing"

	"consider/internal/folds"
	"consider/internal/gittest"
	"consider/internal/review/compare"
	"consider/internal/review/reviewtest"
)

// TestAComparisonReportsWhatIsMechanical: in the order of its files, and as it was when it was made.
func TestAComparisonReportsWhatIsMechanical(t *testing.T) {
	d := reviewtest.New(t)
	d.Write("a.go", "package a\n\nfunc f() {\n\tg( 1 )\n}\n")
	d.Write("b.go", "package a\n\nfunc g(n int) {\n\th(n)\n}\n")
	d.Write("c.py", "if a:\n  b()\n")
	d.Commit("before")
	d.Write("a.go", "package a\n\nfunc f() {\n\tg(1)\n}\n")
	d.Write("b.go", "package a\n\nfunc g(n int) {\n\th(n + 1)\n}\n")
	d.Write("c.py", "if a:\n    b()\n")
	l := gittest.Must(compare.New(t.Context(), d.Human(), compare.Scope{Kind: compare.ScopeHead}))(t)
	d.Write("a.go", "package a\n")
	want := map[string]folds.Kind{"a.go": folds.Reformatted, "b.go": "", "c.py": ""}
	for range 2 { // the texts are read once
		for i, r := range l.Folds() {
			if got := r.Hunks[0].Kind; got != want[l.Files[i].Path] {
				t.Errorf("%s is %q, want %q", l.Files[i].Path, got, want[l.Files[i].Path])
			}
			if skipped := r.Skipped != ""; skipped != (l.Files[i].Path == "c.py") {
				t.Errorf("%s: skipped %q", l.Files[i].Path, r.Skipped)
			}
		}
	}
}
