package gitstore

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLogShowsWhatChanged(t *testing.T) {
	s := newStore(t)
	first, _ := s.Tip()
	a := put(t, s, "threads/1/a", "1")
	b := put(t, s, "threads/2/b", "1")
	c, err := update(t, s, func(tx *Tx) error { tx.Put("x", nil); return tx.Move("threads/1", "archive") })
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name string
		o    LogOptions
		want []ID
	}{
		{"all", LogOptions{}, []ID{c, b, a, first}},
		{"max", LogOptions{Max: 2}, []ID{c, b}},
		{"until", LogOptions{Until: a}, []ID{c, b}},
		{"from", LogOptions{From: b}, []ID{b, a, first}},
		{"one file", LogOptions{Paths: []string{"threads/1/a"}}, []ID{c, a}},
		{"a folder", LogOptions{Paths: []string{"threads/2"}}, []ID{b}},
		{"two paths", LogOptions{Paths: []string{"threads/2", "archive/a"}}, []ID{c, b}},
		{"through a file", LogOptions{Paths: []string{"threads/2/b/c"}}, nil},
	} {
		var got []ID
		for commit, err := range s.Log(t.Context(), tc.o) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, commit.ID)
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("%s: %s", tc.name, diff)
		}
	}
	for commit, err := range s.Log(t.Context(), LogOptions{Max: 1, WithPaths: true}) {
		if diff := cmp.Diff([]string{"archive/a", "threads/1/a", "x"}, commit.Paths); err != nil || diff != "" {
			t.Error(err, diff)
		}
	}
	for id, want := range map[ID]bool{a: true, c: true, first: true, {9}: false, HashBlob([]byte("1")): false} {
		if got, err := s.Contains(t.Context(), id); got != want || err != nil {
			t.Errorf("Contains(%s) = %v, %v", id, got, err)
		}
	}
}

func TestTextInMetaCannotForgeACommit(t *testing.T) {
	s := newStore(t)
	id, err := s.Update(t.Context(), func(tx *Tx) (Meta, error) {
		tx.Put("a", nil)
		return Meta{
			Subject: "one\n\nEvil: yes\nparent 0", AuthorName: "Eve <x@y> 1 +0000\ncommitter Z", AuthorEmail: "a> b\n",
			Trailers: []Trailer{{"Good", "a\nEvil: b"}, {"", "x"}, {"Bad key: x", "y\x00z"}, {"Empty", ""}},
		}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for c, err := range s.Log(t.Context(), LogOptions{Max: 1}) {
		if err != nil {
			t.Fatal(err)
		}
		want := Commit{
			ID: id, Parent: c.Parent, When: frozen, tree: c.tree, Subject: "one Evil: yes parent 0",
			AuthorName: "Eve x@y 1 +0000 committer Z", AuthorEmail: "ab",
			Trailers: []Trailer{{"Good", "a Evil: b"}, {"Bad-key-x", "y z"}},
		}
		if diff := cmp.Diff(want, c, cmp.AllowUnexported(Commit{})); diff != "" {
			t.Error(diff)
		}
	}
	gitFsck(t, s)
	if got := git(t, s, "log", "-1", "--format=%(trailers:only)"); !strings.Contains(got, "Good: a Evil: b") {
		t.Errorf("git sees trailers %q", got)
	}
}
