package compare_test

import (
	"testing"

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
	want := map[string]string{"a.go": "Reformatted: the same tokens", "b.go": "", "c.py": ""}
	for range 2 { // the texts are read once
		for i, r := range l.Folds() {
			if got := r.Hunks[0].Proof; got != want[l.Files[i].Path] {
				t.Errorf("%s is %q, want %q", l.Files[i].Path, got, want[l.Files[i].Path])
			}
			if skipped := r.Skipped != ""; skipped != (l.Files[i].Path == "c.py") {
				t.Errorf("%s: skipped %q", l.Files[i].Path, r.Skipped)
			}
		}
	}
}

// TestAnAttributeCountsIfItIsThatOfTheOldSide: git reads attributes from the disk, where they can be newer than both sides.
func TestAnAttributeCountsIfItIsThatOfTheOldSide(t *testing.T) {
	d := reviewtest.New(t)
	d.Write(".gitattributes", "/made/** linguist-generated\n")
	d.Write("made/a.txt", "1\n")
	d.Write("own/b.txt", "1\n")
	d.Commit("before")
	d.Write("made/a.txt", "2\n")
	d.Write("own/b.txt", "2\n")
	expect := func(scope string, want map[string]string) {
		t.Helper()
		l := gittest.Must(compare.New(t.Context(), d.Human(), compare.Scope{Kind: scope}))(t)
		for i, r := range l.Folds() {
			if path := l.Files[i].Path; len(r.Hunks) != 1 || r.Hunks[0].Proof != want[path] {
				t.Errorf("%s, %s: %+v, want %q", scope, path, r.Hunks, want[path])
			}
		}
	}
	expect(compare.ScopeHead, map[string]string{"made/a.txt": "Generated, by .gitattributes"})
	d.Git("add", "made", "own")
	d.Write("own/.gitattributes", "*.txt linguist-generated\n")
	expect(compare.ScopeStaged, map[string]string{"made/a.txt": "Generated, by .gitattributes"})
	d.Write(".gitattributes", "*.txt linguist-generated\n")
	expect(compare.ScopeStaged, nil)
}
