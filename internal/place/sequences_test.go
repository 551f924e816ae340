package place_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"consider/internal/gittest"
	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/thread"
)

// step is one thing that a person does, and the file in which the thread is then; "" if it has lost its file.
type step struct {
	name string
	do   func(d *reviewtest.Desk)
	file string
	not  bool // the file is not checked out
}

// rewrite returns the code with all but the lines from 20 on replaced, so that little of the file is left.
func rewrite(seed string) string {
	lines := code()
	for i := range 19 {
		lines[i] = fmt.Sprintf("\t%sWrote%d(anew%d)", seed, i, i*3)
	}
	return joined(lines)
}

// sequences are everyday steps that follow a comment on line 25 of f.go.
func sequences() map[string][]step {
	git := func(args ...string) func(*reviewtest.Desk) {
		return func(d *reviewtest.Desk) { d.Git(args...) }
	}
	commit := func(d *reviewtest.Desk) { d.Commit("a step") }
	rewritten := step{name: "rewritten", do: func(d *reviewtest.Desk) { d.Write("f.go", rewrite("first")); d.Commit("rewrite") }, file: "f.go"}
	moved := step{name: "moved", do: func(d *reviewtest.Desk) { d.Move("f.go", "g.go") }, file: "g.go"}
	staged := step{name: "git mv", do: git("mv", "f.go", "g.go"), file: "g.go"}
	committed := step{name: "committed", do: commit, file: "g.go"}
	amended := step{name: "amended", do: git("commit", "-q", "--amend", "-m", "again"), file: "g.go"}
	edited := step{name: "edited", do: func(d *reviewtest.Desk) {
		d.Write("g.go", strings.Replace(rewrite("first"), "step 441", "step no more", 1))
	}, file: "g.go"}
	sparse := step{name: "a sparse checkout", do: git("sparse-checkout", "set", "--no-cone", "/other.go"), file: "f.go", not: true}
	whole := step{name: "all files again", do: git("sparse-checkout", "disable"), file: "f.go"}
	inOther := step{name: "committed", do: commit, file: "other.go"}
	return map[string][]step{
		"git mv of a file edited since": {rewritten, staged, committed, amended},
		"git mv, edited":                {rewritten, staged, edited, committed, amended},
		"a move without git":            {rewritten, moved, edited, committed, amended},
		"a move of a new file": {
			{name: "put back", do: git("rm", "-q", "--cached", "f.go"), file: "f.go"},
			{name: "removed", do: func(d *reviewtest.Desk) { d.Git("commit", "-qm", "remove") }, file: "f.go"},
			rewritten, staged, committed,
		},
		"a base that is gone": {
			{name: "renamed", do: git("mv", "f.go", "g.go"), file: "g.go"},
			committed,
			{name: "pruned", do: prune, file: "g.go"},
			{name: "edited", do: func(d *reviewtest.Desk) { d.Write("g.go", "// new\n"+joined(code())) }, file: "g.go"},
			committed,
		},
		"moved code, and a base that is gone": {
			{name: "a commit above", do: func(d *reviewtest.Desk) { d.Write("sub/x.go", "package sub // x\n"); d.Commit("a step") }, file: "f.go"},
			{name: "moved to another file", do: func(d *reviewtest.Desk) {
				d.Write("f.go", joined(slices.Delete(code(), 17, 30)))
				d.Write("other.go", d.Read("other.go")+strings.Repeat("// a line\n", 20)+joined(code()[17:]))
			}, file: "other.go"},
			inOther,
			{name: "pruned", do: prune, file: "other.go"},
			{name: "edited", do: func(d *reviewtest.Desk) { d.Write("other.go", "// new\n"+d.Read("other.go")) }, file: "other.go"},
			inOther,
			{name: "pruned again", do: prune, file: "other.go"},
		},
		"left out by a sparse checkout": {
			sparse, whole, rewritten, sparse,
			{name: "a sparse index", do: git("sparse-checkout", "set", "--cone", "--sparse-index", "sub"), file: "f.go"},
			{name: "another folder", do: func(d *reviewtest.Desk) {
				d.Git("sparse-checkout", "disable")
				d.Git("mv", "f.go", "other.go", "sub")
				d.Commit("into a folder")
				d.Git("sparse-checkout", "set", "--cone", "--sparse-index", "nothing")
			}, file: "sub/f.go", not: true},
		},
		"twice": {
			rewritten, staged, committed,
			{name: "rewritten again", do: func(d *reviewtest.Desk) { d.Write("g.go", rewrite("second")); d.Commit("rewrite") }, file: "g.go"},
			{name: "moved again", do: func(d *reviewtest.Desk) { d.Move("g.go", "sub/h.go") }, file: "sub/h.go"},
			{name: "and committed", do: commit, file: "sub/h.go"},
		},
	}
}

// prune rewrites all commits and deletes those that no branch has, as git does some weeks after a rebase.
func prune(d *reviewtest.Desk) {
	d.Git("rebase", "-q", "--root", "--force-rebase")
	d.Git("reflog", "expire", "--expire=all", "--all")
	d.Git("gc", "-q", "--prune=now")
}

// TestEverydayStepsKeepTheFileOfAThread: each answer is the same with and without what earlier reads left.
func TestEverydayStepsKeepTheFileOfAThread(t *testing.T) {
	for name, steps := range sequences() {
		for _, linked := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/linked=%v", name, linked), func(t *testing.T) {
				d := atCode(t, linked)
				d.Commit("the base") // which is rewritten in some
				d.Add("f.go:25", "why?")
				for _, s := range steps {
					s.do(d)
					if got := everyWay(t, d); got.File != s.file || got.StartLine < 25 || got.AnchorState != thread.Anchored || got.NotCheckedOut != s.not {
						t.Fatalf("%s: %+v, want %q", s.name, got, s.file)
					}
				}
			})
		}
	}
}

// atCode makes a project with f.go, in a linked worktree if asked for.
func atCode(t *testing.T, linked bool) *reviewtest.Desk {
	d := reviewtest.New(t)
	d.Write("f.go", joined(code()))
	d.Write("other.go", "package other\n\nfunc f() {\n}\n")
	d.Write("sub/x.go", "package sub\n")
	d.Commit("code")
	if linked {
		return d.Side("side")
	}
	return d
}

// everyWay returns the place of the only thread, as the list with an earlier view and one without find it.
func everyWay(t *testing.T, d *reviewtest.Desk) thread.Placement {
	t.Helper()
	id := d.Only(d.Human()).ID
	return agreed(t, d)[id]
}

// agreed returns the places of all threads, by id, and compares those of a list with those found anew.
func agreed(t *testing.T, d *reviewtest.Desk) map[string]thread.Placement {
	t.Helper()
	s := d.Human()
	listed, anew := map[string]thread.Placement{}, map[string]thread.Placement{}
	for _, v := range gittest.Must(review.List(t.Context(), s, review.ListInput{Workflow: "all"}))(t).Threads {
		listed[v.ID] = v.Placement
	}
	st := gittest.Must(s.Read(t.Context()))(t)
	rows := slices.DeleteFunc(slices.Clone(st.View.Rows), func(r thread.Row) bool { _, ok := listed[r.ID]; return !ok })
	found := gittest.Must(place.NewPlacer(s.Tree, nil, s.Place.StoreDir, st.Commit, place.NewView()).PlaceAll(t.Context(), rows))(t)
	for i, r := range rows {
		anew[r.ID] = found[i].Place
	}
	if diff := cmp.Diff(listed, anew); diff != "" {
		t.Errorf("remembered (-) and anew (+):\n%s", diff)
	}
	return listed
}

// TestTheNewestThreadOnAFileDecidesWhereItWent: the first one in a list did, and its id is random.
func TestTheNewestThreadOnAFileDecidesWhereItWent(t *testing.T) {
	for range 4 {
		d := atCode(t, false)
		older := d.Add("f.go:25", "put on the first text")
		was := d.Read("f.go")
		d.Write("f.go", joined(edits()["lines above"](slices.Repeat([]string{"\tanother(text)", "\tof(the, same)", "\tfile()"}, 20))))
		d.Now = d.Now.Add(time.Minute)
		d.Commit("another text")
		newer := d.Add("f.go:25", "put on the second one")
		d.Move("f.go", "new.go")
		d.Write("old.go", was)
		if got := agreed(t, d)[newer]; got.File != "new.go" || got.StartLine != 25 {
			t.Errorf("%+v", got)
		}
		for _, id := range []string{newer, older} {
			alone := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: id}))(t).Thread.Placement
			if diff := cmp.Diff(agreed(t, d)[id], alone); diff != "" {
				t.Errorf("in a list (-) and alone (+):\n%s", diff)
			}
		}
	}
}
