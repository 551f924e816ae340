package session_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/gitdir"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/worktree"
)

func TestMain(m *testing.M) { os.Exit(gittest.Main(m)) }

// The channel determines the author. A caller's own claim can lower its rank, never raise it.
func TestNoAgentSpeaksAsAPerson(t *testing.T) {
	human, agent := thread.Human, thread.Agent
	for _, c := range []struct {
		name   string
		caller session.Caller
		author string // "kind:name" if nothing else shows that it is an agent; "" when refused
		person bool
	}{
		{"a person on a terminal", session.Caller{Terminal: true}, "human:", true},
		{"in an editor", session.Caller{Human: true}, "human:", true},
		{"in an editor, beside an agent", session.Caller{Human: true, Agent: "codex"}, "human:", true},
		{"an agent", session.Caller{Agent: "codex"}, "agent:codex", false},
		{"an agent on a terminal", session.Caller{Agent: "codex", Terminal: true}, "agent:codex", false},
		{"an agent that says it is the human", session.Caller{Agent: "codex", As: human}, "", false},
		{"an agent that says it is the human, on a terminal", session.Caller{Agent: "codex", As: human, Terminal: true}, "", false},
		{"an agent of another name", session.Caller{Agent: "codex", Name: "reviewer"}, "agent:reviewer", false},
		{"a person who speaks as an agent", session.Caller{Terminal: true, As: agent, Name: "ci"}, "agent:ci", false},
		{"a caller that nothing tells of", session.Caller{}, "agent:unknown", false},
		{"the agents' door on a terminal", session.Caller{Terminal: true, Door: true}, "agent:", false},
		{"a script of the human", session.Caller{As: human}, "human:", true},
		{"a name of two lines", session.Caller{Terminal: true, Name: "a\nb"}, "", true},
		{"a long name", session.Caller{Terminal: true, Name: strings.Repeat("n", thread.MaxName+1)}, "", true},
	} {
		got := ""
		a, err := c.caller.Author()
		if err == nil {
			got = string(a.Kind) + ":" + a.Name
		}
		if got != c.author {
			t.Errorf("%s is %q, %v; want %q", c.name, got, err, c.author)
		}
		if err := c.caller.Person("do it"); (err == nil) != c.person || err != nil && !errors.Is(err, fail.ErrDenied) {
			t.Errorf("%s may do what only a person may: %v", c.name, err)
		}
	}
	d := reviewtest.New(t)
	for want, s := range map[string]*session.Session{"": d.Human(), "codex": d.Agent("codex"), "agent": d.As(session.Caller{As: agent})} {
		if s.Agent() != want {
			t.Errorf("seen marks are kept under %q, want %q", s.Agent(), want)
		}
	}
}

func TestAMessageIsStoredAsItWasGivenOrRefused(t *testing.T) {
	for given, want := range map[string]string{
		"a": "a", "a\n\n": "a", "a\r\n": "a", " a ": " a ", "a\nb\n": "a\nb", "\ta": "\ta", "ü 🧠": "ü 🧠", strings.Repeat("x", thread.MaxBody): strings.Repeat("x", thread.MaxBody),
	} {
		if got, err := session.Message(given); err != nil || got != want {
			t.Errorf("%.20q becomes %.20q, %v", given, got, err)
		}
	}
	for given, kind := range map[string]error{
		"": fail.ErrUsage, " \n\t": fail.ErrUsage, "a\xff": fail.ErrUsage, "a\x00": fail.ErrUsage, strings.Repeat("x", thread.MaxBody+1): fail.ErrDenied,
	} {
		if got, err := session.Message(given); !errors.Is(err, kind) {
			t.Errorf("%.20q is taken for %.20q, %v", given, got, err)
		}
	}
}

func TestErrorsOfFilesAndOfTheStoreSayWhatToDo(t *testing.T) {
	for cause, kind := range map[error]error{
		worktree.ErrNotExist: fail.ErrNotFound, worktree.ErrOutside: fail.ErrDenied, worktree.ErrNotRegular: fail.ErrUsage,
		worktree.ErrTooLarge: fail.ErrDenied, worktree.ErrUnreadable: fail.ErrDenied,
	} {
		if err := session.PathError("a.txt", cause); !errors.Is(err, kind) {
			t.Errorf("%v is told as %v", cause, err)
		}
	}
	mine := errors.New("mine")
	if err := session.PathError("a.txt", mine); !errors.Is(err, mine) {
		t.Errorf("another error is told as %v", err)
	}
	if session.StoreError(nil) != nil || !errors.Is(session.StoreError(gitstore.ErrNoStore), fail.ErrNoStore) || !errors.Is(session.StoreError(mine), mine) {
		t.Errorf("errors of the store: %v, %v", session.StoreError(gitstore.ErrNoStore), session.StoreError(mine))
	}
	for _, err := range []error{gitdir.ErrBrokenIndex, worktree.ErrUnreadable} {
		e, ok := fail.As(session.GitError(fmt.Errorf("x: %w", err)))
		if !ok || !errors.Is(e, fail.ErrDenied) || !errors.Is(e, err) || len(e.Hints) != 2 {
			t.Errorf("%v is told as %+v", err, e)
		}
	}
	if err := session.GitError(mine); !errors.Is(err, mine) {
		t.Errorf("another error is told as %v", err)
	}
	d := reviewtest.New(t)
	for arg, want := range map[string]string{".": ".", d.Dir: ".", "a.txt": "a.txt", "sub/../a.txt": "a.txt"} {
		if got, err := d.Human().Below(arg); err != nil || got != want {
			t.Errorf("%q is %q, %v", arg, got, err)
		}
	}
	for _, arg := range []string{"..", "/", ".git", ".consider/x"} {
		if got, err := d.Human().Below(arg); !errors.Is(err, fail.ErrDenied) {
			t.Errorf("%q is %q, %v", arg, got, err)
		}
	}
}

// moved puts one thread into each of the store's three folders.
func moved(t *testing.T) (d *reviewtest.Desk, active, archived, deleted string) {
	t.Helper()
	d = reviewtest.New(t)
	active, archived, deleted = d.Add("a.txt:1", "active"), d.Add("a.txt:2", "archived"), d.Add("a.txt:3", "deleted")
	gittest.Must(review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{archived}}))(t)
	gittest.Must(review.Archive(t.Context(), d.Human(), review.ArchiveInput{IDs: []string{archived}}))(t)
	gittest.Must(review.Delete(t.Context(), d.Human(), review.DeleteInput{IDs: []string{deleted}}))(t)
	return d, active, archived, deleted
}

func TestAThreadIsFoundByAnyWayToNameItAndNeverByGuessing(t *testing.T) {
	d, active, archived, deleted := moved(t)
	st := gittest.Must(d.Human().Snapshot(t.Context()))(t)
	for _, ref := range []string{active, active[2:], active[:7], active[2:7]} {
		if at, err := st.Find(ref, thread.Active); err != nil || at != (thread.Ref{Dir: thread.Active, ID: active}) {
			t.Errorf("%q is %+v, %v", ref, at, err)
		}
	}
	if at, err := st.Find(archived[:8], thread.Active, thread.Archived); err != nil || at.Dir != thread.Archived {
		t.Errorf("an archived thread: %+v, %v", at, err)
	}
	for ref, hint := range map[string]string{archived: "unarchive", archived[:8]: "unarchive", deleted: "undelete", deleted[2:]: "undelete"} {
		e, _ := fail.As(second(st.Find(ref, thread.Active)))
		if e == nil || !errors.Is(e, fail.ErrConflict) || !strings.Contains(strings.Join(fail.FailureOf(e).Hints, " "), hint) {
			t.Errorf("%q is elsewhere: %+v", ref, e)
		}
	}
	for _, ref := range []string{"", "c_", "c_99999999x", "../" + active, "xyz", "C_" + strings.ToUpper(active[2:])} {
		if at, err := st.Find(ref, thread.Active); err == nil && ref != "" && ref != "c_" {
			t.Errorf("%q is taken for %+v", ref, at)
		}
	}
	typo := active[:9] + map[bool]string{true: "1", false: "0"}[active[9] == '0']
	if e, _ := fail.As(second(st.Find(typo, thread.Active))); e == nil || !errors.Is(e, fail.ErrNotFound) || len(e.Candidates) == 0 || e.Candidates[0].ID != active {
		t.Errorf("one digit is wrong: %+v", e)
	}
	if e, _ := fail.As(second(st.Find("c_", thread.Folders...))); e == nil || len(e.Candidates) != 3 || !errors.Is(e, fail.ErrNotFound) {
		t.Errorf("three may be meant: %+v", e)
	}
	if all, err := d.Human().LocateAll(t.Context(), []string{active, active[:7], active}, thread.Active); err != nil || len(all) != 1 {
		t.Errorf("one thread named three times: %v, %v", all, err)
	}
	if _, err := d.Human().LocateAll(t.Context(), nil, thread.Active); !errors.Is(err, fail.ErrUsage) {
		t.Errorf("no thread named: %v", err)
	}
	if _, err := reviewtest.New(t).Human().Locate(t.Context(), active, thread.Active); !errors.Is(err, fail.ErrNoStore) {
		t.Errorf("without a store: %v", err)
	}
}

func second[T any](_ T, err error) error { return err }

func TestAThreadOfAnotherWorktreeIsFoundFromAnywhere(t *testing.T) {
	d := reviewtest.New(t)
	main, side := d.Human(), d.Side("side").Human()
	side.Place = session.AtHome(side.Place, "")
	here := d.Add("a.txt:1", "on main")
	there := gittest.Must(review.Add(t.Context(), side, review.AddInput{Place: "a.txt:2", Message: "on the side"}))(t).Thread
	if there.Worktree != "side" {
		t.Errorf("made in %q", there.Worktree)
	}
	for _, s := range []*session.Session{main, side} {
		for _, id := range []string{here, there.ID[:7]} {
			if _, err := s.Locate(t.Context(), id, thread.Active); err != nil {
				t.Errorf("%s from %s: %v", id, s.Place.Root, err)
			}
		}
	}
}

func TestAStoreThatGitTracksIsNotTrusted(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:1", "mine")
	d.Remove(".consider/.gitignore")
	d.Remove(".consider/origin") // its record would say that it was made here
	d.Remove(".consider/origins")
	d.Git("add", "-f", ".consider/HEAD")
	_, err := d.Human().Read(t.Context())
	e, _ := fail.As(err)
	if e == nil || !errors.Is(e, fail.ErrDenied) || !strings.Contains(strings.Join(fail.FailureOf(e).Hints, " "), "git rm") {
		t.Errorf("read: %v", err)
	}
	if err := d.Human().Update(t.Context(), true, func(*session.Change) error { t.Error("it is changed"); return nil }); !errors.Is(err, fail.ErrDenied) {
		t.Errorf("changed: %v", err)
	}
	if adopted, err := d.Human().Adopt(t.Context()); !adopted || err != nil {
		t.Errorf("adopted: %v %v", adopted, err)
	}
	if at, err := d.Human().Locate(t.Context(), id, thread.Active); err != nil || at.ID != id {
		t.Errorf("it is one's own now: %v", err)
	}
}

func TestAChangeIsOneCommitThatSaysWhatItIs(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:1", "mine")
	s := d.Agent("codex")
	tip := gittest.Must(s.Tip(t.Context()))(t)
	mine := errors.New("mine")
	if err := s.Update(t.Context(), false, func(c *session.Change) error { c.Record("x", thread.Author{}, ""); return mine }); !errors.Is(err, mine) {
		t.Errorf("its own error is %v", err)
	}
	if err := s.Update(t.Context(), false, func(c *session.Change) error { c.Tx.Put("x", nil); return nil }); err == nil {
		t.Error("a change that says nothing is made")
	}
	if now := gittest.Must(s.Tip(t.Context()))(t); now != tip {
		t.Error("what was refused is a commit")
	}
	err := s.Update(t.Context(), false, func(c *session.Change) error {
		if held, err := c.Holds(thread.File(thread.Active, id)); !held || err != nil {
			t.Errorf("the thread is not there: %v", err)
		}
		if taken, err := c.Taken(id); !taken || err != nil {
			t.Errorf("its id is free: %v", err)
		}
		c.Record("move", thread.Author{Kind: thread.Agent, Name: "two\nlines"}, "to\nthe archive", id)
		return c.Move(id, thread.Active, thread.Archived)
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := d.StoreGit("log", "-1", "--format=%an|%ae|%s", "refs/heads/threads"); got != "agent:two lines|agent@consider.invalid|move "+id+" to the archive" {
		t.Errorf("the commit says %q", got)
	}
	if s.Cursor() != gittest.Must(s.Tip(t.Context()))(t) || s.Cursor() == tip {
		t.Errorf("the cursor is %q", s.Cursor())
	}
	for path := range d.Tree() {
		if strings.Contains(path, id) && !strings.HasPrefix(path, thread.Archived) {
			t.Errorf("left behind: %s", path)
		}
	}
	err = s.Update(t.Context(), false, func(c *session.Change) error { return c.Move(id, thread.Active, thread.Deleted) })
	if !session.IsGone(err) || !errors.Is(session.NotThere(id, err), fail.ErrConflict) || session.NotThere(id, nil) != nil {
		t.Errorf("what another has moved: %v", err)
	}
}

func TestWithoutAnEditorThereIsNoContext(t *testing.T) {
	d := reviewtest.New(t)
	if diff := cmp.Diff(d.Human().EditorNow(t.Context()), (*session.EditorContext)(nil)); diff != "" {
		t.Errorf("no editor runs, and the person is at\n%s", diff)
	}
}

// One letter was an id: a slip or a placeholder hit a real thread.
func TestAThreadIsChangedOnlyByFourDigitsOfItsID(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:1", "the only one")
	st := gittest.Must(d.Human().Snapshot(t.Context()))(t)
	for _, ref := range []string{"", "c", "c_", "r_", "p_", id[:3], id[:5], id[2:3], id[2:5]} {
		_, err := st.FindToChange(ref, thread.Active)
		if e, _ := fail.As(err); e == nil || !errors.Is(e, fail.ErrUsage) || len(e.Hints) != 1 || !strings.Contains(e.Error(), "type at least 4 digits of the ID") {
			t.Errorf("%q to change: %v", ref, err)
		}
	}
	for _, ref := range []string{id, id[2:], id[:6], id[2:6], id[:9]} {
		if at, err := st.FindToChange(ref, thread.Active); err != nil || at.ID != id {
			t.Errorf("%q to change: %+v, %v", ref, at, err)
		}
	}
	for _, ref := range []string{"c_", id[:3], id[2:3]} {
		if at, err := st.Find(ref, thread.Active); err != nil || at.ID != id {
			t.Errorf("%q to read: %+v, %v", ref, at, err)
		}
	}
	if _, err := st.Find("", thread.Active); !errors.Is(err, fail.ErrUsage) {
		t.Errorf("no id to read: %v", err)
	}
}
