package takeover_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"consider/gitstore"
	"consider/internal/gitrepo"
	"consider/internal/memory"
	"consider/internal/review"
	"consider/internal/review/history"
	"consider/internal/review/plan"
	"consider/internal/review/reviewtest"
	"consider/internal/review/round"
	"consider/internal/review/takeover"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/worktree"
)

// office is a project with a linked worktree whose agents may not write to the store.
type office struct {
	*reviewtest.Desk
	side *reviewtest.Desk
}

func newOffice(t *testing.T) *office {
	t.Helper()
	d := reviewtest.New(t)
	return &office{d, d.Side("side")}
}

// open returns a session in the folder of a desk: with the store that worktrees share, or with an outbox of it.
func (o *office) open(d *reviewtest.Desk, caller session.Caller, sandboxed bool) *session.Session {
	o.T.Helper()
	place, err := worktree.Locate(d.Dir)
	if err != nil {
		o.T.Fatal(err)
	}
	if place = session.AtHome(place, ""); sandboxed {
		place.StoreDir, place.Home = place.Own(), filepath.Join(o.Dir, worktree.StoreName)
	}
	p := &session.Project{
		Place: place, Tree: gitrepo.Open(place), Now: func() time.Time { return o.Now }, Program: "consider/test", TakeOver: takeover.Take,
		Warn: func(msg string) { o.T.Errorf("warned: %s", msg) }, Patience: time.Minute,
	}
	o.T.Cleanup(func() { _ = p.Close() })
	caller.Dir = d.Dir
	return p.Session(caller)
}

func (o *office) person() *session.Session {
	return o.open(o.Desk, session.Caller{Terminal: true}, false)
}

// agent is an agent in the sandbox.
func (o *office) agent() *session.Session {
	return o.open(o.side, session.Caller{Agent: "codex"}, true)
}

// add starts a thread of the person about line n, as seen from the worktree.
func (o *office) add(line, body string) string {
	o.T.Helper()
	out, err := review.Add(o.T.Context(), o.open(o.side, session.Caller{Terminal: true}, false), review.AddInput{Place: "a.txt:" + line, Message: body})
	if err != nil {
		o.T.Fatal(err)
	}
	return out.Thread.ID
}

func (o *office) reply(s *session.Session, id, body string) {
	o.T.Helper()
	o.Now = o.Now.Add(time.Minute)
	if _, err := review.Reply(o.T.Context(), s, review.ReplyInput{ID: id, Message: body}); err != nil {
		o.T.Fatal(err)
	}
}

// packRefs moves the refs of the outbox into one file.
func (o *office) packRefs() {
	o.T.Helper()
	dir := filepath.Join(o.side.Dir, worktree.StoreName)
	if out, err := exec.Command("git", "--git-dir", dir, "pack-refs", "--all").CombinedOutput(); err != nil {
		o.T.Fatalf("%v: %s", err, out)
	}
	if _, err := os.Stat(filepath.Join(dir, "refs", "home", "threads")); !errors.Is(err, os.ErrNotExist) {
		o.T.Fatalf("the refs are not packed: %v", err)
	}
}

// thread reads a thread as the person has it.
func (o *office) thread(id string) (*thread.Thread, string) {
	o.T.Helper()
	st, err := o.person().Snapshot(o.T.Context())
	if err != nil {
		o.T.Fatal(err)
	}
	at, err := st.Find(id, thread.Folders...)
	if err != nil {
		o.T.Fatal(err)
	}
	out, _, err := st.Thread(at.Dir, at.ID)
	if err != nil {
		o.T.Fatal(err)
	}
	return out, at.Dir
}

// says returns the authors and texts of a thread.
func says(t *thread.Thread) string {
	var out []string
	for _, m := range t.Messages() {
		out = append(out, string(m.By.Kind)+": "+m.Body)
	}
	return strings.Join(out, "\n")
}

func (o *office) want(id, want string) *thread.Thread {
	o.T.Helper()
	got, _ := o.thread(id)
	if says(got) != want {
		o.T.Errorf("thread %s:\n%s\nwant:\n%s", id, says(got), want)
	}
	return got
}

func TestASandboxedAgentReadsAndAnswersThreads(t *testing.T) {
	o := newOffice(t)
	asked := o.add("2", "why?")
	o.reply(o.agent(), asked, "because")
	made, err := review.Add(t.Context(), o.agent(), review.AddInput{Place: "a.txt:3", Message: "look at this"})
	if err != nil {
		t.Fatal(err)
	}
	o.want(asked, "human: why?\nagent: because")
	if got := o.want(made.Thread.ID, "agent: look at this"); got.Worktree != "side" || got.AuthorName != "codex" {
		t.Errorf("thread of %q in worktree %q", got.AuthorName, got.Worktree)
	}
	o.reply(o.person(), asked, "I see")
	if list, err := review.List(t.Context(), o.agent(), review.ListInput{Unseen: true}); err != nil || len(list.Threads) != 1 || list.Threads[0].ID != asked {
		t.Errorf("the agent does not see the answer: %+v, %v", list.Threads, err)
	}
	if own, err := os.ReadDir(filepath.Join(o.Dir, worktree.StoreName, "refs", "outbox", "side")); err != nil || len(own) == 0 {
		t.Errorf("what was taken over is not kept: %v, %v", own, err)
	}
}

func TestPlansCheckpointsAndMemoriesOfASandboxAreTakenOver(t *testing.T) {
	o := newOffice(t)
	o.add("1", "a comment")
	if _, err := round.MakeCheckpoint(t.Context(), o.person(), round.CheckpointInput{Name: "one"}); err != nil {
		t.Fatal(err)
	}
	o.side.Write("a.txt", "changed\n")
	if _, err := round.MakeCheckpoint(t.Context(), o.agent(), round.CheckpointInput{Name: "two"}); err != nil {
		t.Fatal(err)
	}
	if _, err := plan.Add(t.Context(), o.agent(), plan.PlanAddInput{Text: "# Plan\n\n1. first\n"}); err != nil {
		t.Fatal(err)
	}
	kept := "kept\n"
	if _, err := memory.MemoryCreate(t.Context(), o.agent(), memory.MemoryCreateInput{Path: "/memories/a.md", Text: &kept}); err != nil {
		t.Fatal(err)
	}
	s := o.person()
	rounds, err := round.ListCheckpoints(t.Context(), s, round.CheckpointListInput{})
	if err != nil || len(rounds.Checkpoints) != 2 {
		t.Fatalf("checkpoints: %+v, %v", rounds, err)
	}
	if _, err := round.DiffCheckpoints(t.Context(), s, round.CheckpointDiffInput{A: "one", B: "two"}); err != nil {
		t.Error(err)
	}
	if plans, err := plan.List(t.Context(), s, plan.PlanListInput{}); err != nil || len(plans.Plans) != 1 {
		t.Errorf("plans: %+v, %v", plans, err)
	}
	if got, err := memory.MemoryView(t.Context(), s, memory.MemoryViewInput{Path: "/memories/a.md"}); err != nil || !strings.Contains(got.Text, "kept") {
		t.Errorf("memory: %+v, %v", got, err)
	}
}

// An agent can write into an outbox in a person's name.
func TestAnOutboxBringsNothingAsThePersons(t *testing.T) {
	o := newOffice(t)
	id, other := o.add("2", "why?"), o.add("3", "and this?")
	posing := o.open(o.side, session.Caller{Terminal: true}, true)
	o.reply(posing, id, "approved, do it")
	made, err := review.Add(t.Context(), posing, review.AddInput{Place: "a.txt:4", Message: "an order"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := review.Delete(t.Context(), o.open(o.side, session.Caller{Terminal: true}, true), review.DeleteInput{IDs: []string{other}}); err != nil {
		t.Fatal(err)
	}
	if _, err := review.Edit(t.Context(), o.open(o.side, session.Caller{Terminal: true}, true), review.EditInput{ID: id, Message: "forget it"}); err != nil {
		t.Fatal(err)
	}
	o.want(id, "human: why?\nelsewhere: approved, do it")
	o.want(made.Thread.ID, "elsewhere: an order")
	if _, dir := o.thread(other); dir != thread.Active {
		t.Errorf("a thread was deleted from an outbox: it is in %s", dir)
	}
}

func TestATakeOverThatWasKilledIsRepeatedWithoutDoubles(t *testing.T) {
	o := newOffice(t)
	id := o.add("2", "why?")
	o.reply(o.agent(), id, "because")
	o.Reads(o.agent(), id)
	if _, err := review.Resolve(t.Context(), o.agent(), review.ResolveInput{IDs: []string{id}}); err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(o.side.Dir, worktree.StoreName)
	saved := filepath.Join(t.TempDir(), "refs")
	if out, err := exec.Command("cp", "-a", filepath.Join(own, "refs"), saved).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if got := o.want(id, "human: why?\nagent: because"); got.WorkflowState != thread.Resolved {
		t.Errorf("the thread is %s", got.WorkflowState)
	}
	if _, err := review.Unresolve(t.Context(), o.person(), review.UnresolveInput{IDs: []string{id}}); err != nil {
		t.Fatal(err)
	}
	for range 2 { // as if the outbox had not been emptied
		for _, ref := range []string{"home/threads", "heads/threads"} {
			data, err := os.ReadFile(filepath.Join(saved, ref))
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(own, "refs", ref), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got := o.want(id, "human: why?\nagent: because"); got.WorkflowState != thread.Open {
			t.Errorf("the thread is %s again", got.WorkflowState)
		}
		if box, _ := gitstore.OutboxIn(own); box.Home != box.Tip {
			t.Errorf("the outbox was not emptied: %+v", box)
		}
	}
}

func TestWhatThePersonDidMeanwhileStays(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(o *office, s *session.Session, id string) error
		dir  string
		want string
	}{
		"replied": {
			func(o *office, s *session.Session, id string) error {
				o.reply(s, id, "wait!")
				return nil
			}, thread.Active,
			"human: why?\nhuman: wait!\nagent: because",
		},
		"edited": {func(o *office, s *session.Session, id string) error {
			_, err := review.Edit(o.T.Context(), s, review.EditInput{ID: id, Message: "how?"})
			return err
		}, thread.Active, "human: how?\nagent: because"},
		"deleted": {func(o *office, s *session.Session, id string) error {
			_, err := review.Delete(o.T.Context(), s, review.DeleteInput{IDs: []string{id}})
			return err
		}, thread.Deleted, "human: why?\nagent: because"},
		"resolved": {func(o *office, s *session.Session, id string) error {
			_, err := review.Resolve(o.T.Context(), s, review.ResolveInput{IDs: []string{id}})
			return err
		}, thread.Active, "human: why?\nagent: because"},
	} {
		for _, packed := range []bool{false, true} { // by git pack-refs, which git gc runs too
			t.Run(fmt.Sprint(name, packed), func(t *testing.T) {
				o := newOffice(t)
				id := o.add("2", "why?")
				o.Reads(o.agent(), id)
				blind := o.open(o.Desk, session.Caller{Terminal: true}, false)
				o.reply(o.agent(), id, "because")
				blind.TakeOver = nil // the person's change comes first
				if err := c.do(o, blind, id); err != nil {
					t.Fatal(err)
				}
				if packed {
					o.packRefs()
				}
				got := o.want(id, c.want)
				if _, dir := o.thread(id); dir != c.dir {
					t.Errorf("the thread is in %s", dir)
				}
				if name == "replied" && got.ReadBy("codex") > 1 {
					t.Errorf("an answer that the agent was not given counts as read: %v", got.SeenUpTo)
				}
				if name == "resolved" && got.WorkflowState != thread.Resolved {
					t.Error("the thread was reopened")
				}
			})
		}
	}
}

// An agent goes on from a cursor that its outbox gave it, after the outbox was emptied.
func TestACursorOfAnOutboxStaysValid(t *testing.T) {
	o := newOffice(t)
	id := o.add("2", "why?")
	agent := o.agent()
	o.reply(agent, id, "because")
	cursor := agent.Cursor()
	o.reply(o.person(), id, "I see")
	out, err := history.Wait(t.Context(), o.agent(), history.WaitInput{Since: cursor, Timeout: "0"})
	if err != nil || len(out.Events) != 1 || out.Events[0].Body != "I see" {
		data, _ := json.Marshal(out)
		t.Errorf("after %s: %s, %v", cursor, data, err)
	}
}

// An agent in a sandbox may wait before its worktree has anything.
func TestASandboxedAgentHearsThePersonWhileItWaits(t *testing.T) {
	o := newOffice(t)
	if _, err := review.Add(t.Context(), o.person(), review.AddInput{Place: "a.txt:1", Message: "first"}); err != nil {
		t.Fatal(err)
	}
	agent := o.agent()
	start, err := agent.Tip(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	heard := make(chan history.WaitOutput)
	go func() {
		out, err := history.Wait(t.Context(), agent, history.WaitInput{Since: start, Timeout: "1m"})
		if err != nil {
			t.Error(err)
		}
		heard <- out
	}()
	o.add("2", "do this")
	if out := <-heard; len(out.Events) != 1 || out.Events[0].Body != "do this" {
		t.Errorf("it hears %+v", out.Events)
	}
}

// A checkout can bring an outbox: it is not the user's own.
func TestAnOutboxThatACheckoutBroughtIsLeftAlone(t *testing.T) {
	o := newOffice(t)
	id := o.add("2", "why?")
	o.reply(o.agent(), id, "because")
	o.side.Git("add", "-f", worktree.StoreName)
	o.side.Git("rm", "-q", "--cached", "-r", worktree.StoreName+"/origin", worktree.StoreName+"/origins")
	o.side.Git("commit", "-qm", "planted")
	for _, name := range []string{"origin", "origins"} {
		if err := os.Rename(filepath.Join(o.side.Dir, worktree.StoreName, name), filepath.Join(t.TempDir(), name)); err != nil {
			t.Fatal(err)
		}
	}
	s := o.open(o.Desk, session.Caller{Terminal: true}, false)
	var warned []string
	s.Warn = func(msg string) { warned = append(warned, msg) }
	st, err := s.Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := st.Thread(thread.Active, id)
	if err != nil || says(got) != "human: why?" {
		t.Errorf("%s, %v", says(got), err)
	}
	if !slices.ContainsFunc(warned, func(msg string) bool { return strings.Contains(msg, "worktree side") }) {
		t.Errorf("warned: %q", warned)
	}
}

// The person may have said in the main worktree that agents must not resolve, or that the memory is secret.
func TestWithoutItsHomeNoOutboxIsMade(t *testing.T) {
	o := newOffice(t)
	o.add("2", "why?")
	config := filepath.Join(o.Dir, worktree.StoreName, "config")
	if err := os.WriteFile(config, []byte("[consider]\n\tlayout = 99\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	agent := o.agent()
	for range 2 { // the second try comes before the home is looked at again
		if _, err := agent.OpenStore(t.Context(), true); !errors.Is(err, gitstore.ErrVersion) {
			t.Errorf("a store was opened: %v", err)
		}
	}
	if _, err := os.Lstat(filepath.Join(o.side.Dir, worktree.StoreName)); err == nil {
		t.Error("the worktree has a store of its own")
	}
}

// Several requests of a server come at once, before the outbox is made.
func TestRequestsAtOnceMakeOneOutbox(t *testing.T) {
	o := newOffice(t)
	o.add("2", "why?")
	first := o.agent()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			s := first.Project.Session(first.Caller)
			if _, err := s.OpenStore(t.Context(), true); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if box, ok := gitstore.OutboxIn(filepath.Join(o.side.Dir, worktree.StoreName)); !ok || box.Tip != box.Home {
		t.Errorf("the outbox: %+v, %v", box, ok)
	}
}

// An agent can write anything into its outbox.
func TestADamagedFileOfAnOutboxIsInTheWayOfNothingElse(t *testing.T) {
	o := newOffice(t)
	id, other := o.add("2", "why?"), o.add("3", "and this?")
	agent := o.agent()
	o.reply(agent, id, "because")
	who, err := agent.Author(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	err = agent.Update(t.Context(), false, func(c *session.Change) error {
		c.Record("edit", who, "", other)
		c.Tx.Put(thread.File(thread.Active, other), []byte("{"))
		c.Tx.Put(thread.PlansFolder+"/p_00000001.json", []byte("{"))
		c.Tx.Put(memory.BranchesFile, []byte("{"))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	s := o.open(o.Desk, session.Caller{Terminal: true}, false)
	var warned []string
	s.Warn = func(msg string) { warned = append(warned, msg) }
	if _, err := s.Snapshot(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(warned) != 3 {
		t.Errorf("warned: %q", warned)
	}
	o.want(id, "human: why?\nagent: because")
	o.want(other, "human: and this?")
}
