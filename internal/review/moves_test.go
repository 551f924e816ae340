package review_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"consider/internal/checkpoint"
	"consider/internal/place"
	"consider/internal/review/reviewtest"
	"consider/internal/review/round"
	"consider/internal/session"
	"consider/internal/thread"
)

const (
	shout = "func shout(words []string) string {\n\tall := strings.Join(words, \" \")\n\treturn strings.ToUpper(all) + \"!\"\n}\n"
	quiet = "func quiet(s string) string { return strings.ToLower(s) }\n"
)

// newTwins is a project with the function shout in a.go; others gives the contents of other files.
func newTwins(t *testing.T, others map[string]string) *reviewtest.Desk {
	d := reviewtest.New(t)
	d.Write("a.go", "package a\n\n"+shout+"\n"+quiet)
	for name, text := range others {
		d.Write(name, text)
	}
	return d
}

// where returns the place of the only thread, and checks that it is the same without a cache.
func where(d *reviewtest.Desk) string {
	d.T.Helper()
	place := func() string {
		th := d.Only(d.Human())
		if th.AnchorState != thread.Anchored {
			return string(th.AnchorState) + ": " + th.Placement.Reason
		}
		return fmt.Sprintf("%s:%d-%d %s", th.Placement.File, th.Placement.StartLine, th.Placement.EndLine, th.Placement.Method)
	}
	first := place()
	if again := place(); again != first {
		d.T.Errorf("%q, and looked at again %q", first, again)
	}
	if err := os.Remove(d.Path(".consider/cache/view")); err != nil {
		d.T.Fatal(err)
	}
	if anew := place(); anew != first {
		d.T.Errorf("%q, and without what was remembered %q", first, anew)
	}
	return first
}

// TestDeletedCodeIsNotFollowedToACopy: a thread on a deleted function was silently moved to a copy of it that had stood
// in another file before, as soon as anything in that file changed.
func TestDeletedCodeIsNotFollowedToACopy(t *testing.T) {
	lost := "package a\n\n" + quiet
	with := func(more string) string { return "package a\n\n" + shout + "\n" + more }
	for name, c := range map[string]struct {
		others map[string]string
		then   func(d *reviewtest.Desk)
		want   string
	}{
		"it moved": {nil, func(d *reviewtest.Desk) { d.Write("b.go", with("")) }, "b.go:3-6 moved"},
		"it moved to a file that was there": {
			map[string]string{"b.go": "package a\n"},
			func(d *reviewtest.Desk) { d.Write("b.go", "package a\n\nvar x = 1\n\n"+shout) }, "b.go:5-8 moved",
		},
		"a copy was there": {
			map[string]string{"b.go": with("var x = 1\n")},
			func(d *reviewtest.Desk) { d.Write("b.go", with("var x = 2\n")) }, "stale",
		},
		"a copy was there, and it moved elsewhere": {
			map[string]string{"b.go": with("var x = 1\n")},
			func(d *reviewtest.Desk) { d.Write("b.go", with("var x = 2\n")); d.Write("c.go", with("")) }, "c.go:3-6 moved",
		},
		"the file of a copy was renamed by git": {
			map[string]string{"b.go": with("var x = 1\n")}, func(d *reviewtest.Desk) { d.Git("mv", "b.go", "c.go") }, "stale",
		},
		"the file of a copy was renamed and committed": {
			map[string]string{"b.go": with("var x = 1\n")}, func(d *reviewtest.Desk) { d.Git("mv", "b.go", "c.go"); d.Commit("renamed") }, "stale",
		},
		"the file of a copy was renamed on disk": {
			map[string]string{"b.go": with("var x = 1\n")}, func(d *reviewtest.Desk) { d.Move("b.go", "c.go") }, "stale",
		},
		"a copy was taken out too, and one came for both": {
			map[string]string{"b.go": with(quiet)}, func(d *reviewtest.Desk) { d.Write("b.go", lost); d.Write("c.go", with("")) }, "c.go:3-6 moved",
		},
		"it went to two files": {nil, func(d *reviewtest.Desk) { d.Write("b.go", with("")); d.Write("c.go", with("")) }, "stale"},
		"it went twice to one": {nil, func(d *reviewtest.Desk) { d.Write("b.go", with(shout)) }, "stale"},
		"a second copy came to where one was": {
			map[string]string{"b.go": with("")}, func(d *reviewtest.Desk) { d.Write("b.go", with(shout)) }, "stale",
		},
		"its own file is gone": {nil, func(d *reviewtest.Desk) {
			d.Remove("a.go")
			d.Write("b.go", "var many, other, lines = 1, 2, 3\n\n"+shout+strings.Repeat("\nvar z = 1\n", 20))
		}, "b.go:3-6 moved"},
		"the rest of its file was renamed": {nil, func(d *reviewtest.Desk) {
			d.Git("mv", "a.go", "d.go")
			d.Write("d.go", "package a\n\n"+quiet)
			d.Write("b.go", with(""))
		}, "b.go:3-6 moved"},
	} {
		t.Run(name, func(t *testing.T) {
			d := newTwins(t, c.others)
			d.Commit("base")
			d.Add("a.go:3-6", "this function")
			d.Write("a.go", lost)
			c.then(d)
			if got := where(d); got != c.want && !strings.HasPrefix(got, c.want+":") {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// TestCodeIsFollowedOnlyFromAKnownState: when a thread is put on uncommitted text, it is unknown which other files held
// the same text, until a later commit or checkpoint of that text shows it.
func TestCodeIsFollowedOnlyFromAKnownState(t *testing.T) {
	twin := "package a\n\n" + shout + "\nvar x = 1\n"
	const moved, stale = "b.go:3-6 moved", "stale"
	const unknown = `stale: its lines are gone; its lines occur in "b.go", but no commit or checkpoint shows`
	nothing := func(*reviewtest.Desk) {}
	committed := func(d *reviewtest.Desk) { d.Commit("since") }
	for name, c := range map[string]struct {
		git, twin bool
		know      func(d *reviewtest.Desk)
		want      string
	}{
		"never committed":         {true, false, nothing, unknown},
		"never committed, a copy": {true, true, nothing, unknown},
		"committed since":         {true, false, committed, moved},
		"committed since, a copy": {true, true, committed, stale},
		"edited, then committed": {true, false, func(d *reviewtest.Desk) {
			d.Write("a.go", "package a\n\n// new\n"+shout+quiet)
			d.Commit("since")
		}, moved},
		"committed, and taken back":         {true, false, func(d *reviewtest.Desk) { d.Commit("since"); d.Git("reset", "-q", "HEAD~1") }, unknown},
		"a checkpoint since":                {true, false, checkpointed, moved},
		"a checkpoint since, a copy":        {true, true, checkpointed, stale},
		"a checkpoint without the file":     {true, false, func(d *reviewtest.Desk) { d.Remove("a.go"); checkpointed(d) }, unknown},
		"without git":                       {false, false, nothing, unknown},
		"without git, a checkpoint":         {false, false, checkpointed, moved},
		"without git, a checkpoint, a copy": {false, true, checkpointed, stale},
	} {
		t.Run(name, func(t *testing.T) {
			d := reviewtest.New(t)
			if !c.git {
				d.Remove(".git")
			}
			d.Write("a.go", "package a\n\n"+shout+"\n"+quiet)
			if c.twin {
				d.Write("b.go", twin)
			}
			d.Add("a.go:3-6", "this function")
			c.know(d)
			d.Write("a.go", "package a\n\n"+quiet)
			d.Write("b.go", strings.Replace(twin, "x = 1", "x = 2", 1))
			if got := where(d); !strings.HasPrefix(got, c.want) || c.want == stale && strings.Contains(got, "b.go") {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func checkpointed(d *reviewtest.Desk) {
	d.T.Helper()
	if _, err := round.MakeCheckpoint(d.T.Context(), d.Human(), round.CheckpointInput{}); err != nil {
		d.T.Fatal(err)
	}
}

// TestAMoveIsFollowedWithoutGit also checks that without git an earlier copy is not taken for a move.
func TestAMoveIsFollowedWithoutGit(t *testing.T) {
	for name, was := range map[string]string{"moved": "", "a copy": shout} {
		t.Run(name, func(t *testing.T) {
			d := newTwins(t, map[string]string{"b.go": "package a\n\n" + was + "\nvar x = 1\n"})
			d.Commit("base")
			d.Add("a.go:3-6", "this function")
			d.Write("a.go", "package a\n\n"+quiet)
			d.Write("b.go", "package a\n\n"+shout+"\nvar x = 2\n")
			d.Commit("moved")
			t.Setenv("PATH", t.TempDir())
			if got := where(d); (got == "b.go:3-6 moved") != (was == "") {
				t.Errorf("%s", got)
			}
		})
	}
}

// TestWhatIsMissingOfTheBaseIsNotGuessed: content that the repository lacks may have held the lines.
func TestWhatIsMissingOfTheBaseIsNotGuessed(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git here")
	}
	d := newTwins(t, map[string]string{"b.go": "package a\n\nvar x = 1\n"})
	d.Commit("base")
	blob := d.Git("rev-parse", "HEAD:b.go")
	d.Add("a.go:3-6", "this function")
	d.Write("a.go", "package a\n\n"+quiet)
	d.Write("b.go", "package a\n\n"+shout+"\nvar x = 1\n")
	if got := where(d); got != "b.go:3-6 moved" {
		t.Errorf("whole: %s", got)
	}
	d.Remove(".git/objects/" + blob[:2] + "/" + blob[2:])
	d.Write("b.go", "package a\n\n"+shout+"\nvar x = 2\n")
	if got := where(d); !strings.HasPrefix(got, "stale") {
		t.Errorf("without the blob: %s", got)
	}
}

// TestADamagedCheckpointKeepsNoThreadFromBeingListed: threads are still listed, only without the project's former state
// that the checkpoint would show.
func TestADamagedCheckpointKeepsNoThreadFromBeingListed(t *testing.T) {
	d := newTwins(t, nil)
	d.Add("a.go:3-6", "this function")
	s := d.Human()
	if err := s.Update(t.Context(), true, func(c *session.Change) error {
		c.Tx.Put(checkpoint.ManifestFile("round-1"), []byte("{"))
		c.Record("checkpoint", thread.Author{Kind: thread.Human, Name: "Ann"}, "round-1")
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	d.Write("a.go", "package a\n\n"+quiet)
	d.Write("b.go", "package a\n\n"+shout)
	if got := where(d); !strings.HasPrefix(got, "stale") {
		t.Errorf("%s", got)
	}
}

// TestTooManyChangedFilesAreNotSearched also checks that the thread says so.
func TestTooManyChangedFilesAreNotSearched(t *testing.T) {
	d := newTwins(t, nil)
	d.Commit("base")
	d.Add("a.go:3-6", "this function")
	d.Write("a.go", "package a\n\n"+quiet)
	d.Write("b.go", "package a\n\n"+shout)
	for i := range place.MaxMoveFiles {
		d.Write(fmt.Sprintf("many/%d.txt", i), "x\n")
	}
	if got := where(d); !strings.Contains(got, "more than 1000 files changed") {
		t.Errorf("%s", got)
	}
}
