package memory_test

import (
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/memory"
	"consider/internal/review/history"
	"consider/internal/review/reviewtest"
	"consider/internal/settings"
)

// useBackend sets the project's backend and further settings, given in pairs.
func useBackend(d *reviewtest.Desk, name string, more ...string) {
	d.T.Helper()
	d.Set("memory.backend", name)
	for i := 0; i+1 < len(more); i += 2 {
		d.Set(more[i], more[i+1])
	}
}

func TestAMemoryBelongsToItsBranch(t *testing.T) {
	d := reviewtest.New(t)
	useBackend(d, settings.InBranch)
	d.Keep("/memories/a.md", "main's")
	d.Git("checkout", "-qb", "feature")
	d.WantKept("on a new branch", "")
	d.Keep("/memories/a.md", "feature's")
	d.Git("checkout", "-q", "main")
	d.WantKept("back on main", "/memories/a.md=main's")
	d.Git("checkout", "-q", "feature")
	d.WantKept("on feature again", "/memories/a.md=feature's")
	d.Git("checkout", "-q", "--detach")
	d.WantKept("on no branch", "")
	d.Keep("/memories/n.md", "nobody's")
	d.Git("checkout", "-q", "main")
	d.WantKept("main, after work on no branch", "/memories/a.md=main's")
}

func TestAMemoryFollowsItsBranchThroughRenames(t *testing.T) {
	for _, clock := range []string{"stands still", "goes"} {
		d := reviewtest.New(t)
		tick := func() {
			if clock == "stands still" {
				return
			}
			fields := strings.Fields(d.Git("var", "GIT_COMMITTER_IDENT"))
			at, err := strconv.ParseInt(fields[len(fields)-2], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			d.Now = time.Unix(at, 0).UTC()
		}
		tick()
		useBackend(d, settings.InBranch)
		d.Keep("/memories/a.md", "main's")
		tick()
		d.Git("branch", "-m", "trunk")
		d.WantKept("renamed", "/memories/a.md=main's")
		tick()
		d.Git("branch", "-m", "main2")
		tick()
		d.Git("checkout", "-qb", "main")
		d.WantKept("a new branch of the old name", "")
		d.Keep("/memories/b.md", "new main's")
		tick()
		d.Git("checkout", "-q", "main2")
		d.WantKept("renamed twice", "/memories/a.md=main's")
		// Two branches swap their names, and nothing is written in between.
		tick()
		d.Git("branch", "-m", "main2", "tmp")
		tick()
		d.Git("branch", "-m", "main", "main2")
		tick()
		d.Git("branch", "-m", "tmp", "main")
		d.WantKept("exchanged, main", "/memories/a.md=main's")
		d.Git("checkout", "-q", "main2")
		d.WantKept("exchanged, main2", "/memories/b.md=new main's")
		d.Keep("/memories/c.md", "written")
		d.Git("checkout", "-q", "main")
		d.WantKept("exchanged and written to", "/memories/a.md=main's")
	}
}

func TestADeletedBranchLosesNothing(t *testing.T) {
	d := reviewtest.New(t)
	useBackend(d, settings.InBranch)
	d.Git("checkout", "-qb", "feature")
	d.Keep("/memories/a.md", "feature's")
	d.Git("checkout", "-q", "main")
	d.Git("branch", "-qD", "feature")
	d.WantKept("on main", "")
	d.Git("checkout", "-qb", "feature")
	d.WantKept("made again", "/memories/a.md=feature's")
}

func TestANewBranchCanStartFromItsParent(t *testing.T) {
	d := reviewtest.New(t)
	useBackend(d, settings.InBranch, "memory.start", settings.StartParent)
	d.Keep("/memories/a.md", "main's")
	d.Git("checkout", "-qb", "feature")
	d.WantKept("on a new branch", "/memories/a.md=main's")
	d.Keep("/memories/b.md", "feature's")
	if _, err := memory.MemoryDelete(t.Context(), d.Agent("codex"), memory.MemoryDeleteInput{Path: "/memories/a.md"}); err != nil {
		t.Fatal(err)
	}
	d.WantKept("after a change", "/memories/b.md=feature's")
	d.Git("branch", "other", "main")
	d.Git("checkout", "-q", "main")
	d.WantKept("the parent", "/memories/a.md=main's")
	d.Git("checkout", "-q", "other")
	d.WantKept("made without checkout", "/memories/a.md=main's")
	if _, err := memory.MemoryDelete(t.Context(), d.Agent("codex"), memory.MemoryDeleteInput{Path: "/memories/a.md"}); err != nil {
		t.Fatal(err)
	}
	d.WantKept("emptied, it does not start again", "")
}

func TestLinkedWorktreesKnowWhatIsRemembered(t *testing.T) {
	for _, backend := range []string{settings.InBranch, settings.InWorkspace} {
		d := reviewtest.New(t)
		useBackend(d, backend)
		d.Git("checkout", "-qb", "feature")
		d.Keep("/memories/a.md", "feature's")
		d.Git("checkout", "-q", "main")
		d.Git("worktree", "add", "-q", "../linked", "feature")
		linked := *d
		linked.Repo = gittest.At(t, filepath.Join(filepath.Dir(d.Dir), "linked"))
		useBackend(&linked, backend)
		linked.WantKept(backend+", in the worktree", "/memories/a.md=feature's")
		linked.Keep("/memories/b.md", "linked's")
		linked.WantKept(backend+", after a change", "/memories/a.md=feature's /memories/b.md=linked's")
		want := "" // on main
		if backend == settings.InWorkspace {
			want = "/memories/a.md=feature's"
		}
		d.WantKept(backend+", the main worktree", want)
		// Verb.Call does this after each request.
		s := linked.Agent("codex")
		if _, err := memory.MemoryList(t.Context(), s, memory.MemoryListInput{}); err != nil {
			t.Fatal(err)
		}
		s.Mirror(t.Context())
		d.Git("worktree", "remove", "--force", "../linked")
		d.WantKept(backend+", the worktree removed", want)
	}
}

func TestARemovedWorktreesBranchIsRemembered(t *testing.T) {
	d := reviewtest.New(t)
	useBackend(d, settings.InBranch)
	d.Git("worktree", "add", "-q", "-b", "feature", "../linked")
	linked := *d
	linked.Repo = gittest.At(t, filepath.Join(filepath.Dir(d.Dir), "linked"))
	useBackend(&linked, settings.InBranch)
	linked.Keep("/memories/a.md", "linked's")
	s := linked.Agent("codex")
	if _, err := memory.MemoryList(t.Context(), s, memory.MemoryListInput{}); err != nil {
		t.Fatal(err)
	}
	s.Mirror(t.Context())
	d.Git("worktree", "remove", "--force", "../linked")
	d.Git("checkout", "-q", "feature")
	d.WantKept("checked out here", "/memories/a.md=linked's")
}

func TestWhileABranchIsRebasedItsMemoryIsAtHand(t *testing.T) {
	d := reviewtest.New(t)
	useBackend(d, settings.InBranch)
	d.Git("checkout", "-qb", "feature")
	d.Write("a.txt", "feature\n")
	d.Commit("feature")
	d.Keep("/memories/a.md", "feature's")
	d.Git("checkout", "-q", "main")
	d.Write("a.txt", "main\n")
	d.Commit("main")
	d.Git("checkout", "-q", "feature")
	if _, err := d.TryGit("rebase", "main"); err == nil {
		t.Fatal("no conflict")
	}
	d.WantKept("in the middle", "/memories/a.md=feature's")
}

func TestTwoAgentsAtOneFileLoseNothing(t *testing.T) {
	d := reviewtest.New(t)
	d.Keep("/memories/a.md", "one\ntwo\n")
	const each = 8
	failed := make(chan error, 2*each)
	for _, name := range []string{"codex", "gemini"} {
		go func() {
			for range each {
				s := d.Agent(name)
				text := name + "\n"
				line := 0
				_, err := memory.MemoryInsert(t.Context(), s, memory.MemoryInsertInput{Path: "/memories/a.md", Line: &line, Text: &text})
				failed <- err
			}
		}()
	}
	for range 2 * each {
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
	got := d.Kept()
	if strings.Count(got, "codex\n") != each || strings.Count(got, "gemini\n") != each {
		t.Errorf("an update was lost: %q", got)
	}
	// Both replace the same words: the second gets an error, because they are gone.
	one, other := d.Agent("codex"), d.Agent("gemini")
	if _, err := memory.MemoryReplace(t.Context(), one, memory.MemoryReplaceInput{Path: "/memories/a.md", Old: "one", New: "1"}); err != nil {
		t.Fatal(err)
	}
	if _, err := memory.MemoryReplace(t.Context(), other, memory.MemoryReplaceInput{Path: "/memories/a.md", Old: "one", New: "eins"}); !errors.Is(err, fail.ErrNotFound) {
		t.Errorf("the second replacement: %v", err)
	}
	log, err := history.Log(t.Context(), d.Human(), history.LogInput{})
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]int{}
	for _, e := range log.Events {
		if e.Kind == history.Remembered {
			by[e.By.Name]++
		}
	}
	if by["codex"] != each+2 || by["gemini"] != each {
		t.Errorf("the history shows %v", by)
	}
}
