package treediff_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/gittest"
	"consider/internal/treediff"
)

// Entries may name contents that exist nowhere, and a commit of other files is compared with them.
func TestNamesOfWhatDiffersNeedNoContents(t *testing.T) {
	r := gittest.New(t)
	r.Write("same", "1\n")
	r.Write("dir/gone", "1\n")
	r.Write("dir/edited", "1\n")
	first := r.Commit("first")
	r.Write("dir/new", "1\n")
	r.Remove("dir/gone")
	second := r.Commit("second")
	const none = "1111111111111111111111111111111111111111"
	one := r.Git("rev-parse", first+":same")
	got, err := treediff.Names(t.Context(), open(t, r.Dir),
		treediff.Side{Commit: first, Entries: []treediff.SideEntry{{Path: "dir/edited", Mode: "100644", Blob: none}}},
		treediff.Side{Commit: second, Entries: []treediff.SideEntry{{Path: "dir/edited", Mode: "100755", Blob: none}, {Path: "same"}}})
	if err != nil {
		t.Fatal(err)
	}
	want := []treediff.NameChange{
		{"dir/edited", "100644 " + none, "100755 " + none},
		{"dir/gone", "100644 " + one, ""},
		{"dir/new", "", "100644 " + one},
		{"same", "100644 " + one, ""},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, err := treediff.Names(t.Context(), open(t, r.Dir), treediff.Side{Commit: none}, treediff.Side{}); err == nil {
		t.Error("a lost commit is no error")
	}
}
