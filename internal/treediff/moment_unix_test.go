//go:build unix

package treediff_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"consider/internal/gittest"
	"consider/internal/treediff"
)

// TestAMomentAsksGitOnce: with a lost thread, every list used to ask for the same changes twice.
func TestAMomentAsksGitOnce(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.txt", strings.Repeat("a line\n", 9))
	r.Write("b.txt", "b\n")
	base := r.Commit("first")
	r.Remove("a.txt")
	r.Write("new.txt", "another text\n")
	asked := filepath.Join(gittest.TempDir(t), "asked")
	fakeGitBefore(t, `for word; do case "$word" in diff-index|ls-files|status) echo "$word" >>'`+asked+`';; esac; done`)
	now := treediff.NewMoment(open(t, r.Dir))
	none := func(string) []byte { return nil }
	var first map[string]treediff.Rename
	var changed [][]string
	for range 2 {
		got, err := now.Renamed(t.Context(), base, []string{"a.txt"}, none, func([]byte, []byte) float64 { return 0 })
		if err != nil || first != nil && len(got) != len(first) {
			t.Fatalf("Renamed = %v, %v; first %v", got, err, first)
		}
		first = got
		names, err := now.ChangedSince(t.Context(), base)
		if err != nil {
			t.Fatal(err)
		}
		changed = append(changed, names)
	}
	if want := []string{"a.txt", "new.txt"}; !slices.Equal(changed[0], want) || !slices.Equal(changed[1], want) {
		t.Errorf("changed since: %q, want %q both times", changed, want)
	}
	told, err := os.ReadFile(asked)
	if err != nil {
		t.Fatal(err)
	}
	for word, most := range map[string]int{"diff-index": 1, "status": 1} {
		if n := strings.Count(string(told), word+"\n"); n == 0 || n > most {
			t.Errorf("git %s was asked %d times, and may be %d times", word, n, most)
		}
	}
}
