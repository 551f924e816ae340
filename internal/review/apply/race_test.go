package apply

import (
	"os"
	"testing"

	"consider/internal/fail"
	"consider/internal/review/reviewtest"
)

// planned is an Apply of one suggestion in each of two files, stopped just before the first is written.
func planned(t *testing.T) (*reviewtest.Desk, *job, []file) {
	t.Helper()
	d := reviewtest.New(t)
	var ids []string
	for _, name := range []string{"a.txt", "b.txt"} {
		d.Write(name, "one\ntwo\nthree\n")
		ids = append(ids, d.Add(name+":2", "```suggestion\n2\n```"))
	}
	j, todo := plannedFor(t, d, ids)
	return d, j, todo
}

// plannedFor is an Apply of suggestions, stopped just before the first file is written.
func plannedFor(t *testing.T, d *reviewtest.Desk, ids []string) (*job, []file) {
	t.Helper()
	j := &job{s: d.Human(), in: Input{IDs: ids}}
	t.Cleanup(j.close)
	st, err := j.s.Read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := j.plan(t.Context(), st); err != nil {
		t.Fatal(err)
	}
	todo, err := j.prepare()
	if err != nil {
		t.Fatal(err)
	}
	return j, todo
}

// An editor saves the second file while the first is written: its text stays, and the first file is restored.
func TestAFileThatChangesMeanwhileIsLeftAloneAndTheOthersAreBack(t *testing.T) {
	d, j, todo := planned(t)
	d.Write("b.txt", "one\ntwo, by an editor\nthree\n")
	if err := j.put(t.Context(), todo); fail.FailureOf(err).Kind != "conflict" {
		t.Errorf("write: %v", err)
	}
	if got := d.Read("a.txt"); got != "one\n2\nthree\n" {
		t.Errorf("the first file was not written before the second was refused: %q", got)
	}
	if err := j.back(); err != nil {
		t.Error(err)
	}
	if a, b := d.Read("a.txt"), d.Read("b.txt"); a != "one\ntwo\nthree\n" || b != "one\ntwo, by an editor\nthree\n" {
		t.Errorf("%q, %q", a, b)
	}
}

// An editor saves the first file after it was replaced and before a failure restores it: the editor's text stays, and
// the error says so.
func TestWhatAnEditorSavedIsNotTakenBack(t *testing.T) {
	d, j, todo := planned(t)
	if err := j.put(t.Context(), todo); err != nil {
		t.Fatal(err)
	}
	d.Write("a.txt", "one\n2\nthree, by an editor\n")
	if err := j.back(); fail.FailureOf(err).Kind != "conflict" {
		t.Errorf("back: %v", err)
	}
	if a, b := d.Read("a.txt"), d.Read("b.txt"); a != "one\n2\nthree, by an editor\n" || b != "one\ntwo\nthree\n" {
		t.Errorf("%q, %q", a, b)
	}
}

// A file that becomes a link between the plan and the write is not followed.
func TestAFileThatBecomesALinkMeanwhileIsNotFollowed(t *testing.T) {
	d, j, todo := planned(t)
	d.Write("c.txt", d.Read("a.txt"))
	d.Remove("a.txt")
	if err := os.Symlink("c.txt", d.Path("a.txt")); err != nil {
		t.Skip("no links here: " + err.Error())
	}
	if err := j.put(t.Context(), todo); err == nil {
		t.Error("it was written")
	}
	if got := d.Read("c.txt"); got != "one\ntwo\nthree\n" {
		t.Errorf("through the link: %q", got)
	}
}
