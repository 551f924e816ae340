package memory_test

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/memory"
	"consider/internal/review/history"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/thread"
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

// atHome returns a session with the store that worktrees share.
func atHome(d *reviewtest.Desk, c session.Caller) *session.Session {
	s := d.As(c)
	s.Place = session.AtHome(s.Place, "")
	return s
}

func TestABranchsMemoryIsTheSameInEveryWorktree(t *testing.T) {
	d := reviewtest.New(t)
	useBackend(d, settings.InBranch)
	side := d.Side("feature")
	agent := func() *session.Session { return atHome(side, session.Caller{Agent: "codex"}) }
	text := "side's"
	gittest.Must(memory.MemoryCreate(t.Context(), agent(), memory.MemoryCreateInput{Path: "/memories/a.md", Text: &text}))(t)
	d.WantKept("on main", "")
	side.Git("checkout", "-q", "--detach")
	d.Git("checkout", "-q", "feature")
	d.WantKept("in the main worktree", "/memories/a.md=side's")
	gittest.Must(memory.MemoryReplace(t.Context(), d.Agent("codex"), memory.MemoryReplaceInput{Path: "/memories/a.md", Old: "side's", New: "main's"}))(t)
	d.Keep("/memories/b.md", "main's too")
	d.Git("checkout", "-q", "main")
	side.Git("checkout", "-q", "feature")
	if got := gittest.Must(memory.MemoryGet(t.Context(), agent(), memory.MemoryGetInput{Path: "/memories/a.md"}))(t); got.Text != "main's" {
		t.Errorf("back in the linked worktree: %q", got.Text)
	}
	if n := memory.Remembered(t.Context(), agent()); n != 2 {
		t.Errorf("the summary counts %d files", n)
	}
	d.Git("worktree", "remove", "--force", side.Dir)
	d.Git("checkout", "-q", "feature")
	d.WantKept("the linked worktree is gone", "/memories/a.md=main's /memories/b.md=main's too")
}

// The person may have chosen the secret memory in the repository that is not found.
func TestAWorktreeWithoutItsRepositoryRemembersNothingInPlainText(t *testing.T) {
	d := reviewtest.New(t)
	side := d.Side("x")
	if err := os.Rename(d.Dir, d.Dir+".moved"); err != nil {
		t.Fatal(err)
	}
	text := "PLAIN"
	for _, c := range []session.Caller{{Agent: "codex"}, {Terminal: true}} {
		_, err := memory.MemoryCreate(t.Context(), atHome(side, c), memory.MemoryCreateInput{Path: "/memories/a.md", Text: &text})
		if e, ok := fail.As(err); !ok || !errors.Is(err, fail.ErrDenied) || len(e.Hints) == 0 {
			t.Errorf("create: %v", err)
		}
	}
}

// Earlier versions wrote to scope.json which commit of another store they had merged.
func TestAMemoryOfAnEarlierVersionKeepsItsMark(t *testing.T) {
	const mark = "{\"version\":1,\"main\":\"0123456789012345678901234567890123456789\",\"more\":[1]}\n"
	d := reviewtest.New(t)
	d.Keep("/memories/a.md", "one")
	s := d.Agent("codex")
	err := s.Update(t.Context(), false, func(c *session.Change) error {
		c.Tx.Put("memory/workspace/scope.json", []byte(mark))
		c.Record("memory", thread.Author{Kind: thread.Agent}, "")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	d.Keep("/memories/b.md", "two")
	d.WantKept("after a change", "/memories/a.md=one /memories/b.md=two")
	if got := d.StoreGit("show", "refs/heads/threads:memory/workspace/scope.json"); got+"\n" != mark {
		t.Errorf("the mark is %q", got)
	}
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
