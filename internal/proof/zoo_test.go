//go:build unix

package proof

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"consider/internal/gittest"
)

// TestNoRepositoryIsTooOddToTalkAboutItsFiles: whatever a repository is made
// of, threads can be put on its files, are found again, and leave no trace.
func TestNoRepositoryIsTooOddToTalkAboutItsFiles(t *testing.T) {
	t.Parallel()
	zoo, err := gittest.Zoo(gittest.TempDir(t))
	if err != nil {
		t.Fatal(err)
	}
	var table []string
	renamed, followed := 0, 0
	for _, specimen := range zoo {
		t.Run(strings.ReplaceAll(specimen.Name, "/", "_"), func(t *testing.T) {
			v := &visit{seat: sit(t, specimen.Dir).here(), state: gittest.Snapshot(t, specimen.Dir)}
			// The branch's file is empty; the installed git is too old for what it is.
			v.broken = specimen.Name == "emptyref" || specimen.Name == "reftable" && specimen.Reason != ""
			v.talk()
			table = append(table, fmt.Sprintf("%-15s %s", specimen.Name, v.howRead()))
			renamed, followed = renamed+v.renamed, followed+v.followed
		})
	}
	t.Logf("%d of %d repositories, %d of %d renames followed, the others orphaned\n%s",
		len(table), len(zoo), followed, renamed, strings.Join(table, "\n"))
}

// visit is one specimen being used.
type visit struct {
	seat
	state gittest.State

	broken            bool // the checked-out commit is unknown
	renamed, followed int
}

// talk runs the whole life of a thread on a tracked file and, if there is none or nightly, on an untracked file.
func (v *visit) talk() {
	v.t.Helper()
	name := v.known()
	if name != "" {
		v.life(name, 3)
	}
	if name == "" || often(1, 0) > 0 {
		v.edit("untracked notes.txt", numbered("note", 9))
		v.life("untracked notes.txt", 4)
	}
	v.examined()
	v.untouched("doctor")
	status, err := tryGit(v.t, v.dir, nil, "", "-c", "core.fsmonitor=false", "status", "--porcelain", "-uall")
	if err == nil && strings.Contains(status, ".consider") {
		v.t.Errorf("git status shows the store:\n%s", status)
	}
}

// examined fails unless doctor finds exactly what is wrong with the specimen.
func (v *visit) examined() {
	v.t.Helper()
	var want, got []string
	if v.broken {
		want = append(want, "project")
	}
	doctor := v.refused([]int{0, 14, 16}, "doctor", "--json")
	found := into[struct {
		Store  string
		Checks []struct{ Name, State string }
	}](v.seat, doctor)
	soundToGit(v.t, filepath.Dir(found.Store))
	for _, check := range found.Checks {
		if check.State == "problem" {
			got = append(got, check.Name)
		}
	}
	if !slices.Equal(got, want) {
		v.t.Errorf("doctor finds problems with %v, want %v: %s", got, want, doctor.Out)
	}
}

// known is a committed file that lies there and has lines.
func (v *visit) known() string {
	for _, name := range []string{"f1.txt", "src/a.go"} {
		if text, err := os.ReadFile(filepath.Join(v.dir, filepath.FromSlash(name))); err == nil && strings.Count(string(text), "\n") >= 5 {
			return name
		}
	}
	return ""
}

// edit writes a file as the user does, and takes what the project is now as
// what it has to stay.
func (v *visit) edit(name, text string) {
	v.t.Helper()
	path := filepath.Join(v.dir, filepath.FromSlash(name))
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		v.t.Fatal(err)
	}
	v.state = gittest.Snapshot(v.t, v.dir)
}

func (v *visit) untouched(after string) {
	v.t.Helper()
	if diff := gittest.Diff(v.state.Print, gittest.Snapshot(v.t, v.dir).Print); diff != "" {
		v.t.Errorf("%s changed the project:\n%s", after, diff)
	}
}

// life puts a thread on a line of a file and follows it through an edit above
// the line, a rename, and back.
func (v *visit) life(name string, line int) {
	v.t.Helper()
	path := filepath.Join(v.dir, filepath.FromSlash(name))
	text, err := os.ReadFile(path)
	if err != nil {
		v.t.Fatal(err)
	}
	id := v.add(fmt.Sprintf("%s:%d", name, line), "-m", "about "+name)
	v.untouched("add")
	v.at(id, name, line)
	v.edit(name, "0\n\n"+string(text))
	v.at(id, name, line+2)
	v.untouched("list")
	v.speak(id)

	moved := strings.TrimSuffix(name, filepath.Ext(name)) + "-moved" + filepath.Ext(name)
	v.rename(name, moved)
	v.renamed++
	if th := v.find(id); th.AnchorState == "anchored" {
		v.followed++
		v.at(id, moved, line+2)
	} else if th.AnchorState != "orphaned" || th.Placement.StartLine != 0 {
		v.t.Errorf("%s moved to %s: %+v", name, moved, th)
	}
	v.must("context", id, "--json")
	v.untouched("list of a moved file")
	v.rename(moved, name)
	v.at(id, name, line+2)
	v.edit(name, string(text))
	v.at(id, name, line)
}

func (v *visit) rename(from, to string) {
	v.t.Helper()
	path := func(name string) string { return filepath.Join(v.dir, filepath.FromSlash(name)) }
	if err := os.Rename(path(from), path(to)); err != nil {
		v.t.Fatal(err)
	}
	v.state = gittest.Snapshot(v.t, v.dir)
}

func (v *visit) speak(id string) {
	v.t.Helper()
	v.must("get", id, "--json")
	v.must("context", id, "--json")
	v.must("reply", id, "-m", "seen", "--json")
	v.must("summary", "--json")
	v.untouched("get, context, reply, summary")
	if th := v.get(id); len(th.Thread) == 0 || th.Thread[len(th.Thread)-1].Body != "seen" {
		v.t.Errorf("the reply is not there: %+v", th)
	}
}

func (v *visit) find(id string) thread {
	v.t.Helper()
	for _, th := range v.list().Threads {
		if th.ID == id {
			return th
		}
	}
	v.t.Fatalf("thread %s is not in the list", id)
	return thread{}
}

// at fails unless the thread is listed on that line, and on the line's text.
func (v *visit) at(id, name string, line int) {
	v.t.Helper()
	th := v.find(id)
	if th.AnchorState != "anchored" || th.Placement.File != name || th.Placement.StartLine != line || th.Placement.EndLine != line {
		v.t.Errorf("the thread should be on %s:%d: %+v", name, line, th)
	}
}

// howRead is how the program came to know the repository.
func (v *visit) howRead() string {
	v.t.Helper()
	d := into[struct {
		Git struct {
			Kind, Objects, Reason, ObjectFormat, RefFormat string
			Head                                           struct{ Commit, Branch, Via, Reason string }
		}
	}](v.seat, v.refused([]int{0, 14, 16}, "doctor", "--json"))
	commit := d.Git.Head.Commit
	return strings.TrimSpace(fmt.Sprintf("%-9s %-8.8s head by %-6s objects by %-6s %s",
		d.Git.Kind, commit, d.Git.Head.Via, d.Git.Objects, d.Git.Reason))
}
