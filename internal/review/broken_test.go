package review_test

import (
	"errors"
	"strings"
	"testing"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/project"
	"consider/internal/review"
	"consider/internal/review/compare"
	"consider/internal/review/reviewtest"
	"consider/internal/review/round"
	"consider/internal/review/submission"
	"consider/internal/session"
	"consider/internal/thread"
)

// breakings are a damaged index, a missing commit and a torn ref, each with what has to be said about it.
var breakings = map[string]struct {
	words string
	do    func(d *reviewtest.Desk)
}{
	"index": {"fatal:", func(d *reviewtest.Desk) { d.Write(".git/index", "broken\n") }},
	"commit": {"fatal:", func(d *reviewtest.Desk) {
		id := d.Git("rev-parse", "HEAD")
		d.Remove(".git/objects/" + id[:2] + "/" + id[2:])
	}},
	"ref": {"refs/heads/main", func(d *reviewtest.Desk) { d.Write(".git/refs/heads/main", "12ab\n") }},
}

// TestNothingIsBuiltOnAGitThatFails: comparisons, checkpoints and reviews of a repository that git cannot read were
// made as if every file in it were new.
func TestNothingIsBuiltOnAGitThatFails(t *testing.T) {
	for name, c := range breakings {
		t.Run(name, func(t *testing.T) {
			d := reviewtest.New(t)
			id := d.Add("a.txt:2", "why two?")
			old, err := review.Add(t.Context(), d.Human(), review.AddInput{Place: "a.txt:3", Side: thread.Old, Message: "as it was"})
			if err != nil {
				t.Fatal(err)
			}
			gittest.Must(round.MakeCheckpoint(t.Context(), d.Human(), round.CheckpointInput{}))(t)
			d.Write("a.txt", "zero\none\ntwo\nthree\nfour\n")
			c.do(d)
			before := gittest.Must(d.Human().Tip(t.Context()))(t)
			refusals := map[string]func(s *session.Session) error{
				"look": func(s *session.Session) error {
					_, err := compare.New(t.Context(), s, compare.Scope{Kind: compare.ScopeHead})
					return err
				},
				"look since": func(s *session.Session) error {
					_, err := compare.New(t.Context(), s, compare.Scope{Kind: compare.ScopeSince})
					return err
				},
				"look at staged": func(s *session.Session) error {
					_, err := compare.New(t.Context(), s, compare.Scope{Kind: compare.ScopeStaged})
					return err
				},
				"look at unstaged": func(s *session.Session) error {
					_, err := compare.New(t.Context(), s, compare.Scope{Kind: compare.ScopeUnstaged})
					return err
				},
				"checkpoint create": func(s *session.Session) error {
					_, err := round.MakeCheckpoint(t.Context(), s, round.CheckpointInput{})
					return err
				},
				"checkpoint diff": func(s *session.Session) error {
					_, err := round.DiffCheckpoints(t.Context(), s, round.CheckpointDiffInput{})
					return err
				},
				"review submit": func(s *session.Session) error {
					_, err := submission.Submit(t.Context(), s, submission.SubmitInput{GlobalComment: "all of it is new?"})
					return err
				},
			}
			for what, do := range refusals {
				err := do(d.Human())
				e, ok := fail.As(err)
				if !errors.Is(err, fail.ErrDenied) || !ok || len(e.Hints) == 0 || !strings.Contains(e.Error(), c.words) {
					t.Errorf("%s: %v, want a refusal with git's words", what, err)
				}
			}
			if after := gittest.Must(d.Human().Tip(t.Context()))(t); after != before {
				t.Error("something was stored")
			}
			list := gittest.Must(review.List(t.Context(), d.Human(), review.ListInput{Workflow: "all"}))(t)
			for _, th := range list.Threads {
				if th.ID == id && (th.AnchorState != thread.Anchored || th.Placement.StartLine != 3) {
					t.Errorf("the thread is %+v, its content is on line 3", th.Placement)
				}
				if th.ID == old.Thread.ID && name != "index" && strings.Contains(th.Placement.Reason, "gone") {
					t.Errorf("the file of HEAD is called gone, and nobody knows: %+v", th.Placement)
				}
			}
			if got := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: id, Since: "last"}))(t); got.Since == nil {
				t.Error("get --since says nothing")
			}
			doctor := gittest.Must(project.Doctor(t.Context(), d.Human(), project.DoctorInput{}))(t)
			if p := doctor.Checks[0]; p.State != "problem" || !strings.Contains(p.What, c.words) || p.Hint.IsZero() {
				t.Errorf("doctor: %+v", p)
			}
		})
	}
}

// TestARepositoryWithoutACommitIsFine: a repository after "git init" is not damaged, and is not reported as unreadable.
func TestARepositoryWithoutACommitIsFine(t *testing.T) {
	d := reviewtest.New(t)
	d.Remove(".git")
	d.Git("init", "-q", "-b", "main")
	if p := gittest.Must(project.Doctor(t.Context(), d.Human(), project.DoctorInput{}))(t).Checks[0]; p.State != "ok" || !strings.Contains(p.What, "with no commits yet") {
		t.Errorf("doctor: %+v", p)
	}
	look := gittest.Must(compare.New(t.Context(), d.Human(), compare.Scope{Kind: compare.ScopeHead}))(t)
	if look.State != compare.OK || len(look.Files) != 1 || !look.Files[0].Untracked {
		t.Errorf("the look: %s %+v", look.State, look.Files)
	}
	gittest.Must(round.MakeCheckpoint(t.Context(), d.Human(), round.CheckpointInput{}))(t)
}

// TestAComparisonWithoutGitSaysWhatItLacks: without git, a comparison and a checkpoint diff showed a renamed file as
// two files without saying so.
func TestAComparisonWithoutGitSaysWhatItLacks(t *testing.T) {
	d := reviewtest.New(t)
	d.Write("b.txt", strings.Repeat("a line\n", 20))
	d.Commit("second")
	gittest.Must(round.MakeCheckpoint(t.Context(), d.Human(), round.CheckpointInput{}))(t)
	d.Git("mv", "b.txt", "c.txt")
	d.Write("c.txt", strings.Repeat("a line\n", 20)+"more\n")
	notes := func() (string, string) {
		look := gittest.Must(compare.New(t.Context(), d.Human(), compare.Scope{Kind: compare.ScopeHead}))(t)
		return look.Note, gittest.Must(round.DiffCheckpoints(t.Context(), d.Human(), round.CheckpointDiffInput{}))(t).Note
	}
	if look, diff := notes(); look != "" || diff != "" {
		t.Errorf("with git: %q, %q", look, diff)
	}
	withGit := gittest.Must(compare.New(t.Context(), d.Human(), compare.Scope{Kind: compare.ScopeHead}))(t)
	path := t.TempDir()
	t.Setenv("PATH", path)
	look, diff := notes()
	for _, note := range []string{look, diff} {
		if !strings.Contains(note, "git is not installed") || !strings.Contains(note, "renamed") {
			t.Errorf("without git: %q", note)
		}
	}
	if again := gittest.Must(compare.Again(t.Context(), d.Human(), compare.Scope{Kind: compare.ScopeHead}, withGit))(t); again != withGit {
		t.Error("what git compared is thrown away when it cannot be asked any more")
	}
}
