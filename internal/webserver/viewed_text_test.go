package webserver

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestWhatChangedSinceAFileWasViewedIsKnown: the comparison is with the text that was marked, not with the commit.
func TestWhatChangedSinceAFileWasViewedIsKnown(t *testing.T) {
	v := changedSite(t, "1\n2\n3\n4\n5\n", "one\n2\n3\n4\n5\n")
	mark := func(viewed bool) {
		t.Helper()
		f, _ := v.file("a.md", "")
		must[Done](v, "PUT", "/api/viewed", fmt.Sprintf(`{"hash":%q,"viewed":%v}`, f.Hash, viewed))
	}
	news := func() (bool, ViewedTextOutput) {
		t.Helper()
		f, _ := v.file("a.md", "")
		again := slices.Contains(must[ViewedOutput](v, "GET", "/api/viewed", "").Again, f.ID)
		return again, must[ViewedTextOutput](v, "GET", "/api/viewed/text/"+f.ID, "")
	}
	expect := func(again bool, want ViewedTextOutput) {
		t.Helper()
		got, out := news()
		if d := cmp.Diff(want, out); d != "" || got != again {
			t.Errorf("came back: %v, want %v (-want +got):\n%s", got, again, d)
		}
	}
	nothing := ViewedTextOutput{Lines: []int{}, Gone: []int{}}
	expect(false, nothing)
	mark(true)
	expect(false, nothing)
	v.Write("a.md", "one\n2\nthree\n4\n")
	expect(true, ViewedTextOutput{Lines: []int{3}, Gone: []int{5}})
	v.Write("a.md", "one\n2\n3\n4\n5\n")
	expect(false, nothing)
	v.Write("a.md", "2\n3\n4\n5\nsix\n")
	mark(true)
	v.Write("a.md", "2\n3\n4\n5\nsix\nseven\n")
	expect(true, ViewedTextOutput{Lines: []int{6}, Gone: []int{}})
	mark(true)
	mark(false)
	v.Write("a.md", "eight\n")
	expect(false, nothing)
	// A text that is too long is not stored, and a damaged stored text does no harm.
	v.Write("a.md", strings.Repeat("long\n", 100_000))
	mark(true)
	v.Write("a.md", "short\n")
	expect(false, nothing)
	v.Write(".consider/private/viewedtext/0", "x")
	expect(false, nothing)
	v.refused("not_found", "GET", "/api/viewed/text/nothing", "", nil)
}
