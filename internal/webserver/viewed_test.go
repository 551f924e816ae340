package webserver

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/gittest"
	"consider/internal/review/submission"
)

// TestWhatChangedSinceAFileWasViewedIsKnown: the comparison is with the text that was marked, not with the commit.
func TestWhatChangedSinceAFileWasViewedIsKnown(t *testing.T) {
	v := changedSite(t, "1\n2\n3\n4\n5\n", "one\n2\n3\n4\n5\n")
	mark := func(viewed bool) {
		t.Helper()
		f, _ := v.file("a.md", "")
		must[Done](v, "PUT", "/api/viewed", fmt.Sprintf(`{"hash":%q,"viewed":%v}`, f.Hash, viewed))
	}
	expect := func(want ...submission.HunkLeft) {
		t.Helper()
		f, _ := v.file("a.md", "")
		if d := cmp.Diff(want, must[ViewedOutput](v, "GET", "/api/viewed", "").Left[f.ID].Hunks); d != "" {
			t.Errorf("left (-want +got):\n%s", d)
		}
	}
	nothing := submission.HunkLeft{}
	expect()
	mark(true)
	expect(nothing)
	v.Write("a.md", "one\n2\nthree\n4\n")
	expect(submission.HunkLeft{N: 3, Lines: []int{3}, Gone: []int{5}})
	v.Write("a.md", "one\n2\n3\n4\n5\n")
	expect(nothing)
	v.Write("a.md", "2\n3\n4\n5\nsix\n")
	mark(true)
	v.Write("a.md", "2\n3\n4\n5\nsix\nseven\n")
	expect(submission.HunkLeft{N: 1, Lines: []int{6}})
	v.Write("a.md", "2\n3\n4\n5\n")
	expect(submission.HunkLeft{})
	mark(true)
	mark(false)
	v.Write("a.md", "eight\n")
	expect()
	// A damaged file does no harm.
	v.Write(".consider/private/viewedlines/0", "x")
	expect()
}

// TestMarksOfEarlierVersionsAreCarriedOver: they are on files alone, and nothing is known of their lines.
func TestMarksOfEarlierVersionsAreCarriedOver(t *testing.T) {
	v := changedSite(t, "1\n2\n3\n4\n5\n", "one\n2\n3\n4\n5\n")
	f, _ := v.file("a.md", "")
	must[Done](v, "PUT", "/api/viewed", fmt.Sprintf(`{"hash":%q,"viewed":true}`, f.Hash))
	for _, name := range gittest.Must(filepath.Glob(v.Path(".consider/private/viewedlines/*")))(t) {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	must[ViewedOutput](v, "GET", "/api/viewed", "")
	v.Write("a.md", "one\n2\n3\n4\nfive\n")
	f, _ = v.file("a.md", "")
	left := must[ViewedOutput](v, "GET", "/api/viewed", "").Left[f.ID]
	if want := (submission.FileLeft{Whole: true, Hunks: []submission.HunkLeft{{N: 2, Lines: []int{5}}}}); !cmp.Equal(left, want) {
		t.Errorf("got %+v, want %+v", left, want)
	}
}
