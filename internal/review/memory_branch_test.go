package review

import (
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"consider/internal/gittest"
)

// memories sets the project's backend and returns a function that runs the tool, as an agent in a folder.
func (d *desk) backend(name string, more ...string) {
	d.t.Helper()
	d.set("memory.backend", name)
	for i := 0; i+1 < len(more); i += 2 {
		d.set(more[i], more[i+1])
	}
}

func (d *desk) set(name, value string) {
	d.t.Helper()
	if _, err := d.human().Config(d.t.Context(), ConfigInput{Name: name, Value: &value}); err != nil {
		d.t.Fatal(err)
	}
}

// keep makes a file of the memory.
func (d *desk) keep(path, text string) {
	d.t.Helper()
	if out, err := d.agent("codex").MemoryCreate(d.t.Context(), MemoryCreateInput{Path: path, Text: &text}); err != nil {
		d.t.Fatalf("%v %v", out, err)
	}
}

// kept lists the files of the memory with their contents: "/memories/a.md=one".
func (d *desk) kept() string {
	d.t.Helper()
	list, err := d.human().MemoryList(d.t.Context(), MemoryListInput{})
	if err != nil {
		d.t.Fatal(err)
	}
	var out []string
	for _, f := range list.Files {
		got, err := d.human().MemoryGet(d.t.Context(), MemoryGetInput{Path: f.Path})
		if err != nil {
			d.t.Fatal(err)
		}
		out = append(out, f.Path+"="+got.Text)
	}
	return strings.Join(out, " ")
}

func (d *desk) wantKept(when, want string) {
	d.t.Helper()
	if got := d.kept(); got != want {
		d.t.Errorf("%s: the memory is %q, want %q", when, got, want)
	}
}

func TestAMemoryBelongsToItsBranch(t *testing.T) {
	d := newDesk(t)
	d.backend(inBranch)
	d.keep("/memories/a.md", "main's")
	d.Git("checkout", "-qb", "feature")
	d.wantKept("on a new branch", "")
	d.keep("/memories/a.md", "feature's")
	d.Git("checkout", "-q", "main")
	d.wantKept("back on main", "/memories/a.md=main's")
	d.Git("checkout", "-q", "feature")
	d.wantKept("on feature again", "/memories/a.md=feature's")
	d.Git("checkout", "-q", "--detach")
	d.wantKept("on no branch", "")
	d.keep("/memories/n.md", "nobody's")
	d.Git("checkout", "-q", "main")
	d.wantKept("main, after work on no branch", "/memories/a.md=main's")
}

func TestAMemoryFollowsItsBranchThroughRenames(t *testing.T) {
	for _, clock := range []string{"stands still", "goes"} {
		d := newDesk(t)
		tick := func() {
			if clock == "stands still" {
				return
			}
			fields := strings.Fields(d.Git("var", "GIT_COMMITTER_IDENT"))
			at, err := strconv.ParseInt(fields[len(fields)-2], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			d.now = time.Unix(at, 0).UTC()
		}
		tick()
		d.backend(inBranch)
		d.keep("/memories/a.md", "main's")
		tick()
		d.Git("branch", "-m", "trunk")
		d.wantKept("renamed", "/memories/a.md=main's")
		tick()
		d.Git("branch", "-m", "main2")
		tick()
		d.Git("checkout", "-qb", "main")
		d.wantKept("a new branch of the old name", "")
		d.keep("/memories/b.md", "new main's")
		tick()
		d.Git("checkout", "-q", "main2")
		d.wantKept("renamed twice", "/memories/a.md=main's")
		// Two branches exchange their names, and nobody writes in between.
		tick()
		d.Git("branch", "-m", "main2", "tmp")
		tick()
		d.Git("branch", "-m", "main", "main2")
		tick()
		d.Git("branch", "-m", "tmp", "main")
		d.wantKept("exchanged, main", "/memories/a.md=main's")
		d.Git("checkout", "-q", "main2")
		d.wantKept("exchanged, main2", "/memories/b.md=new main's")
		d.keep("/memories/c.md", "written")
		d.Git("checkout", "-q", "main")
		d.wantKept("exchanged and written to", "/memories/a.md=main's")
	}
}

func TestADeletedBranchLosesNothing(t *testing.T) {
	d := newDesk(t)
	d.backend(inBranch)
	d.Git("checkout", "-qb", "feature")
	d.keep("/memories/a.md", "feature's")
	d.Git("checkout", "-q", "main")
	d.Git("branch", "-qD", "feature")
	d.wantKept("on main", "")
	d.Git("checkout", "-qb", "feature")
	d.wantKept("made again", "/memories/a.md=feature's")
}

func TestANewBranchCanStartFromItsParent(t *testing.T) {
	d := newDesk(t)
	d.backend(inBranch, "memory.start", startParent)
	d.keep("/memories/a.md", "main's")
	d.Git("checkout", "-qb", "feature")
	d.wantKept("on a new branch", "/memories/a.md=main's")
	d.keep("/memories/b.md", "feature's")
	if _, err := d.agent("codex").MemoryDelete(t.Context(), MemoryDeleteInput{Path: "/memories/a.md"}); err != nil {
		t.Fatal(err)
	}
	d.wantKept("after a change", "/memories/b.md=feature's")
	d.Git("branch", "other", "main")
	d.Git("checkout", "-q", "main")
	d.wantKept("the parent", "/memories/a.md=main's")
	d.Git("checkout", "-q", "other")
	d.wantKept("made without checkout", "/memories/a.md=main's")
	if _, err := d.agent("codex").MemoryDelete(t.Context(), MemoryDeleteInput{Path: "/memories/a.md"}); err != nil {
		t.Fatal(err)
	}
	d.wantKept("emptied, it does not start again", "")
}

func TestLinkedWorktreesKnowWhatIsRemembered(t *testing.T) {
	for _, backend := range []string{inBranch, inWorkspace} {
		d := newDesk(t)
		d.backend(backend)
		d.Git("checkout", "-qb", "feature")
		d.keep("/memories/a.md", "feature's")
		d.Git("checkout", "-q", "main")
		d.Git("worktree", "add", "-q", "../linked", "feature")
		linked := *d
		linked.Repo = gittest.At(t, filepath.Join(filepath.Dir(d.Dir), "linked"))
		linked.backend(backend)
		linked.wantKept(backend+", in the worktree", "/memories/a.md=feature's")
		linked.keep("/memories/b.md", "linked's")
		linked.wantKept(backend+", after a change", "/memories/a.md=feature's /memories/b.md=linked's")
		want := "" // on main
		if backend == inWorkspace {
			want = "/memories/a.md=feature's"
		}
		d.wantKept(backend+", the main worktree", want)
		// What Verb.Call does after each request.
		s := linked.agent("codex")
		if _, err := s.MemoryList(t.Context(), MemoryListInput{}); err != nil {
			t.Fatal(err)
		}
		s.Mirror(t.Context())
		d.Git("worktree", "remove", "--force", "../linked")
		d.wantKept(backend+", the worktree removed", want)
	}
}

func TestARemovedWorktreesBranchIsRemembered(t *testing.T) {
	d := newDesk(t)
	d.backend(inBranch)
	d.Git("worktree", "add", "-q", "-b", "feature", "../linked")
	linked := *d
	linked.Repo = gittest.At(t, filepath.Join(filepath.Dir(d.Dir), "linked"))
	linked.backend(inBranch)
	linked.keep("/memories/a.md", "linked's")
	s := linked.agent("codex")
	if _, err := s.MemoryList(t.Context(), MemoryListInput{}); err != nil {
		t.Fatal(err)
	}
	s.Mirror(t.Context())
	d.Git("worktree", "remove", "--force", "../linked")
	d.Git("checkout", "-q", "feature")
	d.wantKept("checked out here", "/memories/a.md=linked's")
}

func TestWhileABranchIsRebasedItsMemoryIsAtHand(t *testing.T) {
	d := newDesk(t)
	d.backend(inBranch)
	d.Git("checkout", "-qb", "feature")
	d.Write("a.txt", "feature\n")
	d.Commit("feature")
	d.keep("/memories/a.md", "feature's")
	d.Git("checkout", "-q", "main")
	d.Write("a.txt", "main\n")
	d.Commit("main")
	d.Git("checkout", "-q", "feature")
	if _, err := d.TryGit("rebase", "main"); err == nil {
		t.Fatal("no conflict")
	}
	d.wantKept("in the middle", "/memories/a.md=feature's")
}

func TestTwoAgentsAtOneFileLoseNothing(t *testing.T) {
	d := newDesk(t)
	d.keep("/memories/a.md", "one\ntwo\n")
	const each = 8
	failed := make(chan error, 2*each)
	for _, name := range []string{"codex", "gemini"} {
		go func() {
			for range each {
				s := d.agent(name)
				text := name + "\n"
				line := 0
				_, err := s.MemoryInsert(t.Context(), MemoryInsertInput{Path: "/memories/a.md", Line: &line, Text: &text})
				failed <- err
			}
		}()
	}
	for range 2 * each {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
	got := d.kept()
	if strings.Count(got, "codex\n") != each || strings.Count(got, "gemini\n") != each {
		t.Errorf("an update was lost: %q", got)
	}
	// The same words by two: the second is told that they are gone.
	one, other := d.agent("codex"), d.agent("gemini")
	if _, err := one.MemoryReplace(t.Context(), MemoryReplaceInput{Path: "/memories/a.md", Old: "one", New: "1"}); err != nil {
		t.Fatal(err)
	}
	if _, err := other.MemoryReplace(t.Context(), MemoryReplaceInput{Path: "/memories/a.md", Old: "one", New: "eins"}); !errors.Is(err, ErrNotFound) {
		t.Errorf("the second replacement: %v", err)
	}
	log, err := d.human().Log(t.Context(), LogInput{})
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]int{}
	for _, e := range log.Events {
		if e.Kind == Remembered {
			by[e.By.Name]++
		}
	}
	if by["codex"] != each+2 || by["gemini"] != each {
		t.Errorf("the history shows %v", by)
	}
}
