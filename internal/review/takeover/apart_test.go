package takeover_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"consider/gitstore"
	"consider/internal/memory"
	"consider/internal/review"
	"consider/internal/review/submission"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/worktree"
)

// earlier is a session in a worktree as of an earlier program: with a store of the worktree's own.
func (o *office) earlier(caller session.Caller) *session.Session { return o.side.As(caller) }

// warnedOf opens a session of the person that collects warnings.
func (o *office) warned() (*session.Session, *[]string) {
	var out []string
	s := o.person()
	s.Warn = func(msg string) { out = append(out, msg) }
	return s, &out
}

func TestTheStoreOfAWorktreeOfAnEarlierProgramIsTakenOverWhole(t *testing.T) {
	o := newOffice(t)
	if _, err := review.Add(t.Context(), o.Human(), review.AddInput{Place: "a.txt:1", Message: "in main"}); err != nil {
		t.Fatal(err)
	}
	person := session.Caller{Terminal: true}
	open, err := review.Add(t.Context(), o.earlier(person), review.AddInput{Place: "a.txt:2", Message: "why?"})
	if err != nil {
		t.Fatal(err)
	}
	o.reply(o.earlier(session.Caller{Agent: "codex"}), open.Thread.ID, "because")
	done, err := review.Add(t.Context(), o.earlier(person), review.AddInput{Place: "a.txt:3", Message: "done"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := review.Resolve(t.Context(), o.earlier(person), review.ResolveInput{IDs: []string{done.Thread.ID}}); err != nil {
		t.Fatal(err)
	}
	if _, err := review.Archive(t.Context(), o.earlier(person), review.ArchiveInput{IDs: []string{done.Thread.ID}}); err != nil {
		t.Fatal(err)
	}
	text := "kept\n"
	if _, err := memory.MemoryCreate(t.Context(), o.earlier(session.Caller{Agent: "codex"}), memory.MemoryCreateInput{Path: "/memories/a.md", Text: &text}); err != nil {
		t.Fatal(err)
	}
	draft := submission.Draft{Key: "k1", Kind: submission.DraftReview, Body: "not sent"}
	if _, err := submission.PutDraft(t.Context(), o.earlier(person), draft); err != nil {
		t.Fatal(err)
	}

	s, warned := o.warned()
	if _, err := s.Snapshot(t.Context()); err != nil {
		t.Fatal(err)
	}
	if len(*warned) != 1 || !strings.Contains((*warned)[0], "\"elsewhere\" (2)") || !strings.Contains((*warned)[0], "consider adopt") {
		t.Errorf("warned: %q", *warned)
	}
	o.want(open.Thread.ID, "elsewhere: why?\nagent: because")
	if got, dir := o.thread(done.Thread.ID); dir != thread.Archived || got.WorkflowState != thread.Resolved {
		t.Errorf("a resolved and archived thread is %s in %s", got.WorkflowState, dir)
	}
	if got, err := memory.MemoryView(t.Context(), o.person(), memory.MemoryViewInput{Path: "/memories/a.md"}); err != nil || !strings.Contains(got.Text, "kept") {
		t.Errorf("memory: %+v, %v", got, err)
	}
	side := o.open(o.side, person, false)
	if drafts, err := submission.Drafts(t.Context(), side); err != nil || len(drafts) != 1 || drafts[0].Body != "not sent" {
		t.Errorf("drafts: %+v, %v", drafts, err)
	}

	if out, err := review.Adopt(t.Context(), o.person(), review.AdoptInput{}); err != nil || len(out.Threads) != 2 || out.Threads[0].Messages != 1 {
		t.Errorf("adopted: %+v, %v", out, err)
	}
	o.want(open.Thread.ID, "human: why?\nagent: because")
	if out, err := review.Adopt(t.Context(), o.person(), review.AdoptInput{}); err != nil || len(out.Threads) != 0 {
		t.Errorf("adopted again: %+v, %v", out, err)
	}

	// It is an outbox now, also for a program that does not know outboxes.
	if box, ok := gitstore.OutboxIn(filepath.Join(o.side.Dir, worktree.StoreName)); !ok || box.Tip != box.Home {
		t.Errorf("the worktree's store: %+v, %v", box, ok)
	}
	o.reply(o.earlier(session.Caller{Agent: "codex"}), open.Thread.ID, "by the old program")
	o.want(open.Thread.ID, "human: why?\nagent: because\nagent: by the old program")
	o.reply(o.agent(), open.Thread.ID, "in the sandbox")
	o.want(open.Thread.ID, "human: why?\nagent: because\nagent: by the old program\nagent: in the sandbox")
}

func TestAWorktreesThreadsAreTakenOverAlsoIfTheMainOneHasNone(t *testing.T) {
	o := newOffice(t)
	made, err := review.Add(t.Context(), o.earlier(session.Caller{Terminal: true}), review.AddInput{Place: "a.txt:2", Message: "why?"})
	if err != nil {
		t.Fatal(err)
	}
	s, _ := o.warned()
	if list, err := review.List(t.Context(), s, review.ListInput{AllWorktrees: true}); err != nil || len(list.Threads) != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	o.want(made.Thread.ID, "elsewhere: why?")
}

// A process that takes a store over may be killed between making it an outbox and recording that.
func TestAnOutboxThatWasNotRecordedIsStillTheUsersOwn(t *testing.T) {
	o := newOffice(t)
	id := o.add("2", "why?")
	if _, err := review.Add(t.Context(), o.earlier(session.Caller{Terminal: true}), review.AddInput{Place: "a.txt:1", Message: "mine"}); err != nil {
		t.Fatal(err)
	}
	origin := filepath.Join(o.side.Dir, worktree.StoreName, "origin")
	before, err := os.ReadFile(origin)
	if err != nil {
		t.Fatal(err)
	}
	s, _ := o.warned()
	if _, err := s.Snapshot(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(o.side.Dir, worktree.StoreName, "origins"), filepath.Join(t.TempDir(), "origins")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(origin, before, 0o644); err != nil {
		t.Fatal(err)
	}
	o.reply(o.person(), id, "go on")
	o.reply(o.agent(), id, "I do")
	o.want(id, "human: why?\nhuman: go on\nagent: I do")
}

// Two stores may have given different threads one id.
func TestThreadsOfTheSameIDAreBothKept(t *testing.T) {
	o := newOffice(t)
	person := session.Caller{Terminal: true}
	side, err := review.Add(t.Context(), o.earlier(person), review.AddInput{Place: "a.txt:2", Message: "of the worktree", Form: "f1"})
	if err != nil {
		t.Fatal(err)
	}
	main, err := review.Add(t.Context(), o.Human(), review.AddInput{Place: "a.txt:1", Message: "of the main one", Form: "f1"})
	if err != nil || main.Thread.ID != side.Thread.ID {
		t.Fatalf("%+v, %v", main, err)
	}
	s, _ := o.warned()
	list, err := review.List(t.Context(), s, review.ListInput{AllWorktrees: true})
	if err != nil || len(list.Threads) != 2 {
		t.Fatalf("%+v, %v", list, err)
	}
	o.want(main.Thread.ID, "human: of the main one")
	for _, v := range list.Threads {
		if v.ID != main.Thread.ID {
			o.want(v.ID, "elsewhere: of the worktree")
			if v.Placement.StartLine != 2 {
				t.Errorf("it is at %+v", v.Placement)
			}
		}
	}
}
