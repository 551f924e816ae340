package place_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

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
	rewritten := step{"rewritten", func(d *reviewtest.Desk) { d.Write("f.go", rewrite("first")); d.Commit("rewrite") }, "f.go"}
	moved := step{"moved", func(d *reviewtest.Desk) { d.Move("f.go", "g.go") }, "g.go"}
	staged := step{"git mv", git("mv", "f.go", "g.go"), "g.go"}
	committed := step{"committed", commit, "g.go"}
	amended := step{"amended", git("commit", "-q", "--amend", "-m", "again"), "g.go"}
	edited := step{"edited", func(d *reviewtest.Desk) {
		d.Write("g.go", strings.Replace(rewrite("first"), "step 441", "step no more", 1))
	}, "g.go"}
	return map[string][]step{
		"git mv of a file edited since": {rewritten, staged, committed, amended},
		"git mv, edited":                {rewritten, staged, edited, committed, amended},
		"a move without git":            {rewritten, moved, edited, committed, amended},
		"a move of a new file": {
			{"put back", git("rm", "-q", "--cached", "f.go"), "f.go"},
			{"removed", func(d *reviewtest.Desk) { d.Git("commit", "-qm", "remove") }, "f.go"},
			rewritten, staged, committed,
		},
		"a base that is gone": {
			{"renamed", git("mv", "f.go", "g.go"), "g.go"},
			committed,
			{"pruned", prune, "g.go"},
			{"edited", func(d *reviewtest.Desk) { d.Write("g.go", "// new\n"+joined(code())) }, "g.go"},
			committed,
		},
		"twice": {
			rewritten, staged, committed,
			{"rewritten again", func(d *reviewtest.Desk) { d.Write("g.go", rewrite("second")); d.Commit("rewrite") }, "g.go"},
			{"moved again", func(d *reviewtest.Desk) { d.Move("g.go", "sub/h.go") }, "sub/h.go"},
			{"and committed", commit, "sub/h.go"},
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
					if got := everyWay(t, d); got.File != s.file || got.StartLine < 25 || got.AnchorState != thread.Anchored {
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
