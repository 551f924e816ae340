package turns_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/compare"
	"consider/internal/review/reviewtest"
	"consider/internal/review/submission"
	"consider/internal/review/turns"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/turn"
)

func TestMain(m *testing.M) { os.Exit(gittest.Main(m)) }

// desk is a project in which agents work.
type desk struct {
	*reviewtest.Desk
	calls int
}

func newDesk(t *testing.T) *desk { return &desk{Desk: reviewtest.New(t)} }

// Agent returns a session that uses the store of all worktrees, as the program does.
func (d *desk) Agent(name string) *session.Session {
	s := d.Desk.Agent(name)
	s.Place = session.AtHome(s.Place, "")
	return s
}

// event records an event of a session as its hook would.
func (d *desk) event(name string, kind turn.Kind, call string, paths ...string) {
	d.T.Helper()
	d.Now = d.Now.Add(time.Second)
	e := turn.Event{Kind: kind, Agent: name, Session: "s-" + name, Call: call, Edits: len(paths) > 0, Paths: paths}
	if err := turns.Record(d.T.Context(), d.Agent(name), e); err != nil {
		d.T.Fatal(err)
	}
}

// tool runs a tool of an agent: one that edits paths or, without any, a command.
func (d *desk) tool(name string, do func(), paths ...string) {
	d.T.Helper()
	d.calls++
	call := fmt.Sprint(d.calls)
	d.event(name, turn.Before, call, paths...)
	do()
	d.event(name, turn.After, call, paths...)
}

func (d *desk) ends(name string) {
	d.T.Helper()
	d.event(name, turn.End, "")
	d.event(name, turn.Found, "")
}

func (d *desk) report(id string) turns.TurnShowOutput {
	d.T.Helper()
	out, err := turns.Show(d.T.Context(), d.Agent("gemini"), turns.TurnShowInput{ID: id})
	if err != nil {
		d.T.Fatal(err)
	}
	return out
}

// files returns a report's files in a short form.
func files(out turns.TurnShowOutput) []string {
	var list []string
	for _, f := range out.Files {
		list = append(list, strings.TrimSpace(fmt.Sprintf("%s %s %s %s", f.Status, f.Path, f.By, strings.Join(append(f.Agents, f.Threads...), " "))))
	}
	return list
}

func TestAReportHasEveryFileAndTheThreadsItWasChangedFor(t *testing.T) {
	d := newDesk(t)
	d.Write("gone.txt", "x\n")
	d.Write("link", "text\n")
	d.Commit("more")
	id := d.Add("a.txt:2", "make it TWO")
	d.event("codex", turn.Start, "")
	d.Reads(d.Agent("codex"), id)
	d.tool("codex", func() { d.Write("a.txt", "one\nTWO\nthree\nfour\n") }, "a.txt")
	d.tool("codex", func() {
		d.Remove("gone.txt")
		d.Remove("link")
		if err := os.Symlink("a.txt", d.Path("link")); err != nil {
			t.Skip(err)
		}
		d.Write("big.bin", strings.Repeat("x", 6<<20))
		d.Write(".env", "KEY=1\n")
		d.Commit("wip")
		d.Write("undone.txt", "x\n")
	})
	d.tool("codex", func() { d.Remove("undone.txt"); d.Git("commit", "-q", "--amend", "-m", "done") })
	if _, err := review.Reply(t.Context(), d.Agent("codex"), review.ReplyInput{ID: id, Message: "Done.", Outcome: thread.Addressed}); err != nil {
		t.Fatal(err)
	}
	d.Git("checkout", "-q", "-b", "other", "HEAD~1")
	d.ends("codex")
	out := d.report("")
	want := []string{" .env several", " a.txt several " + id, " big.bin several", " gone.txt several", " link several", " undone.txt command"}
	for i := range want {
		want[i] = strings.TrimSpace(want[i])
	}
	if diff := cmp.Diff(want, files(out)); diff != "" {
		t.Errorf("another branch is checked out at the end: %s", diff)
	}

	d.event("codex", turn.Start, "")
	d.tool("codex", func() { d.Checkout("main") })
	d.ends("codex")
	want = []string{"A .env command", "M a.txt command", "A big.bin command", "D gone.txt command", "M link command"}
	if diff := cmp.Diff(want, files(d.report(""))); diff != "" {
		t.Error(diff)
	}
}

// content reads a.txt by its name in a report.
func content(d *desk, name string) string {
	in := submission.ChangesTextInput{File: "a.txt", Scope: compare.ScopeContent, From: name}
	return gittest.Must(submission.ChangesText(d.T.Context(), d.Human(), in))(d.T).Text
}

func TestLinesOfThePersonThatAnAgentUndid(t *testing.T) {
	const text = "one\ntwo\nthree\nfour\n"
	for _, c := range []struct {
		name               string
		before, mid, after string // the file after the person's edits before the turn and in it, and after the agent's last edit
		want               int
	}{
		{"kept", text, "one\ntwo\nmine\nthree\nfour\n", "one\nTWO\nmine\nthree\nfour\n", 0},
		{"added in the turn", text, "one\ntwo\nmine\nthree\nfour\n", text, 1},
		{"added before the turn", "mine\nalso mine\n" + text, "", text, 2},
		{"removed in the turn", text, "one\nfour\n", text, 2},
		{"changed in the turn", text, "one\nTWO\nthree\nfour\n", text, 1},
		{"moved by the agent, but there", text, "one\ntwo\nmine\nthree\nfour\n", "zero\nnew\none\ntwo\nmine\nthree\nfour\n", 0},
		{"blank lines", text, "one\n\ntwo\n\nthree\nfour\n", text, 0},
		{"the whole file", text, "one\ntwo\nmine\nthree\nfour\n", "", 1},
	} {
		d := newDesk(t)
		d.Add("a.txt:1", "well?")
		d.event("codex", turn.Start, "")
		d.ends("codex")
		if c.before != text {
			d.Write("a.txt", c.before)
		}
		d.event("codex", turn.Start, "")
		d.tool("codex", func() { d.Write("b.txt", "b\n") }, "b.txt")
		if c.mid != "" {
			d.Write("a.txt", c.mid)
		}
		if c.after == "" {
			d.tool("codex", func() { d.Remove("a.txt") })
		} else {
			d.tool("codex", func() { d.Write("a.txt", c.after) }, "a.txt")
		}
		d.ends("codex")
		lines := 0
		out := d.report("")
		for _, u := range out.Undone {
			lines += u.Lines
			if content(d, u.Was) == content(d, u.Is) || content(d, u.Is) != c.after {
				t.Errorf("%s: from %q to %q", c.name, u.Was, u.Is)
			}
		}
		if lines != c.want || out.Lacks != 0 {
			t.Errorf("%s: %d lines, want %d: %+v", c.name, lines, c.want, out)
		}
	}
}

// A store without moments has nothing of the person's, and says so.
func TestLostContentsAreNotGuessed(t *testing.T) {
	d := newDesk(t)
	d.Add("a.txt:1", "well?")
	d.event("codex", turn.Start, "")
	d.Write("a.txt", "mine\n")
	d.tool("codex", func() { d.Write("a.txt", "one\n") }, "a.txt")
	d.ends("codex")
	store, err := d.Human().OpenStore(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	names, err := store.Moments()
	if err == nil {
		err = store.EraseMoments(t.Context(), names)
	}
	if err != nil {
		t.Fatal(err)
	}
	if out := d.report(""); out.Lacks != 1 || len(out.Undone) != 0 {
		t.Errorf("%+v", out)
	}
	// A content that was erased is kept when it is found again.
	d.event("codex", turn.Start, "")
	if names, err := store.Moments(); err != nil || len(names) != 1 {
		t.Errorf("moments %v, %v", names, err)
	}
}

func TestDeletedTurnsLeaveNothing(t *testing.T) {
	d := newDesk(t)
	d.Add("a.txt:1", "well?")
	d.Write("new.txt", "begun") // the thread's message has a moment of its own
	before := d.StoreGit("count-objects", "-v")
	for i := range 3 {
		d.event("codex", turn.Start, "")
		d.tool("codex", func() { d.Write("new.txt", fmt.Sprint("secret ", i)) }, "new.txt")
		d.ends("codex")
	}
	all, err := turns.List(t.Context(), d.Human(), turns.TurnListInput{})
	if err != nil || len(all.Turns) != 3 {
		t.Fatal(all, err)
	}
	if _, err := turns.Delete(t.Context(), d.Human(), turns.TurnDeleteInput{IDs: []string{all.Turns[0].ID}}); err != nil {
		t.Fatal(err)
	}
	if out := d.report(""); out.ID != all.Turns[1].ID {
		t.Errorf("%s is last", out.ID)
	}
	if _, err := turns.Delete(t.Context(), d.Human(), turns.TurnDeleteInput{All: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := turns.Show(t.Context(), d.Human(), turns.TurnShowInput{}); fail.FailureOf(err).Kind != fail.KindNotFound {
		t.Error(err)
	}
	if left := d.StoreGit("count-objects", "-v"); left != before {
		t.Errorf("left in the store:\n%swas:\n%s", left, before)
	}
	left, err := os.ReadDir(d.StoreFile("run", "turns"))
	if err != nil || len(left) != 1 || left[0].Name() != "main.lock" {
		t.Errorf("left: %v %v", left, err)
	}
}

func TestTurnsOfSeveralWorktreesAreSeparate(t *testing.T) {
	d := newDesk(t)
	d.Add("a.txt:1", "well?")
	side := &desk{Desk: d.Side("side")}
	d.event("codex", turn.Start, "")
	side.event("codex", turn.Start, "")
	d.tool("codex", func() { d.Write("here.txt", "x\n") }, "here.txt")
	side.tool("codex", func() { side.Write("there.txt", "x\n") }, "there.txt")
	side.ends("codex")
	d.ends("codex")
	if diff := cmp.Diff([]string{"A here.txt tools"}, files(d.report(""))); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"A there.txt tools"}, files(side.report(""))); diff != "" {
		t.Error(diff)
	}
}

func TestTurnsThatCannotBeReported(t *testing.T) {
	d := newDesk(t)
	id := d.Add("a.txt:1", "well?")
	for _, c := range []struct {
		s    *session.Session
		in   turns.TurnShowInput
		kind fail.Kind
	}{
		{d.Human(), turns.TurnShowInput{}, fail.KindNotFound},
		{d.Human(), turns.TurnShowInput{ID: id}, fail.KindNotFound},
	} {
		if _, err := turns.Show(t.Context(), c.s, c.in); err == nil || fail.FailureOf(err).Kind != c.kind {
			t.Errorf("%+v: %v", c.in, err)
		}
	}
	d.Set("turns", "off")
	d.event("codex", turn.Start, "")
	if got := turn.Events(d.StoreFile(), ""); got != nil {
		t.Errorf("recorded although it is switched off: %v", got)
	}
	if _, err := turns.Show(t.Context(), d.Human(), turns.TurnShowInput{}); err == nil || !strings.Contains(err.Error(), "is off") {
		t.Error(err)
	}
}

// A turn can be reviewed like a round: its files before and after it.
func TestATurnIsComparedLikeARound(t *testing.T) {
	d := newDesk(t)
	d.Add("a.txt:1", "well?")
	d.Write("before.txt", "before\n")
	d.event("codex", turn.Start, "")
	d.tool("codex", func() { d.Write("a.txt", "one\nTWO\nthree\nfour\n"); d.Commit("wip") })
	d.ends("codex")
	id := d.report("").ID
	d.Write("later.txt", "later\n")
	c, err := compare.New(t.Context(), d.Agent("gemini"), compare.Scope{Kind: compare.ScopeTurn, From: id})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Files) != 1 || c.Files[0].Path != "a.txt" || c.Label != "Turn of codex" {
		t.Errorf("%s: %+v", c.Label, c.Files)
	}
	d.event("codex", turn.Start, "")
	d.tool("codex", func() { d.Write("a.txt", "one\n") }, "a.txt")
	for _, name := range []string{"t_00000000", "", d.report("").ID} { // the last one has not ended
		if _, err := compare.New(t.Context(), d.Agent("gemini"), compare.Scope{Kind: compare.ScopeTurn, From: name}); err == nil || fail.FailureOf(err).Kind != fail.KindNotFound {
			t.Errorf("%q: %v", name, err)
		}
	}
}
