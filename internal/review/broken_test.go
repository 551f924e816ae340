package review

import (
	"errors"
	"strings"
	"testing"
)

// breakings are a damaged index, a missing commit and a torn ref, each with what has to be said of it.
var breakings = map[string]struct {
	words string
	do    func(d *desk)
}{
	"index":  {"fatal:", func(d *desk) { d.Write(".git/index", "broken\n") }},
	"commit": {"fatal:", func(d *desk) { id := d.Git("rev-parse", "HEAD"); d.Remove(".git/objects/" + id[:2] + "/" + id[2:]) }},
	"ref":    {"refs/heads/main", func(d *desk) { d.Write(".git/refs/heads/main", "12ab\n") }},
}

// TestNothingIsBuiltOnAGitThatFails: a look, a checkpoint and a review were made of a repository that git cannot read
// as if every file in it were new.
func TestNothingIsBuiltOnAGitThatFails(t *testing.T) {
	for name, c := range breakings {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			id := d.add("a.txt:2", "why two?")
			old, err := d.human().Add(t.Context(), AddInput{Place: "a.txt:3", Side: Old, Message: "as it was"})
			if err != nil {
				t.Fatal(err)
			}
			must(d.human().MakeCheckpoint(t.Context(), CheckpointInput{}))(t)
			d.Write("a.txt", "zero\none\ntwo\nthree\nfour\n")
			c.do(d)
			before := must(d.human().Tip(t.Context()))(t)
			refusals := map[string]func(s *Service) error{
				"look":              func(s *Service) error { _, err := s.Look(t.Context(), Scope{Kind: ScopeHead}); return err },
				"look since":        func(s *Service) error { _, err := s.Look(t.Context(), Scope{Kind: ScopeSince}); return err },
				"look at staged":    func(s *Service) error { _, err := s.Look(t.Context(), Scope{Kind: ScopeStaged}); return err },
				"look at unstaged":  func(s *Service) error { _, err := s.Look(t.Context(), Scope{Kind: ScopeUnstaged}); return err },
				"checkpoint create": func(s *Service) error { _, err := s.MakeCheckpoint(t.Context(), CheckpointInput{}); return err },
				"checkpoint diff":   func(s *Service) error { _, err := s.DiffCheckpoints(t.Context(), CheckpointDiffInput{}); return err },
				"review submit": func(s *Service) error {
					_, err := s.Submit(t.Context(), SubmitInput{GlobalComment: "all of it is new?"})
					return err
				},
			}
			for what, do := range refusals {
				err := do(d.human())
				e, ok := asError(err)
				if !errors.Is(err, ErrDenied) || !ok || len(e.Hints) == 0 || !strings.Contains(e.Message, c.words) {
					t.Errorf("%s: %v, want a refusal with git's words", what, err)
				}
			}
			if after := must(d.human().Tip(t.Context()))(t); after != before {
				t.Error("something was stored")
			}
			list := must(d.human().List(t.Context(), ListInput{Workflow: "all"}))(t)
			for _, th := range list.Threads {
				if th.ID == id && (th.AnchorState != Anchored || th.Placement.StartLine != 3) {
					t.Errorf("the thread is %+v, its content is on line 3", th.Placement)
				}
				if th.ID == old.Thread.ID && name != "index" && strings.Contains(th.Placement.Reason, "gone") {
					t.Errorf("the file of HEAD is called gone, and nobody knows: %+v", th.Placement)
				}
			}
			if got := must(d.human().Get(t.Context(), GetInput{ID: id, Since: "last"}))(t); got.Since == nil {
				t.Error("get --since says nothing")
			}
			doctor := must(d.human().Doctor(t.Context(), DoctorInput{}))(t)
			if p := doctor.Checks[0]; p.State != "problem" || !strings.Contains(p.What, c.words) || p.Hint == "" {
				t.Errorf("doctor: %+v", p)
			}
		})
	}
}

// TestARepositoryWithoutACommitIsFine: "git init" and nothing else is no damage, and not "cannot be read".
func TestARepositoryWithoutACommitIsFine(t *testing.T) {
	d := newDesk(t)
	d.Remove(".git")
	d.Git("init", "-q", "-b", "main")
	if p := must(d.human().Doctor(t.Context(), DoctorInput{}))(t).Checks[0]; p.State != "ok" || !strings.Contains(p.What, "without a commit yet") {
		t.Errorf("doctor: %+v", p)
	}
	look := must(d.human().Look(t.Context(), Scope{Kind: ScopeHead}))(t)
	if look.State != LookOK || len(look.Files) != 1 || !look.Files[0].Untracked {
		t.Errorf("the look: %s %+v", look.State, look.Files)
	}
	must(d.human().MakeCheckpoint(t.Context(), CheckpointInput{}))(t)
}

// TestAComparisonWithoutGitSaysWhatItLacks: a look and a checkpoint diff without git showed a renamed file as two,
// without a word.
func TestAComparisonWithoutGitSaysWhatItLacks(t *testing.T) {
	d := newDesk(t)
	d.Write("b.txt", strings.Repeat("a line\n", 20))
	d.Commit("second")
	must(d.human().MakeCheckpoint(t.Context(), CheckpointInput{}))(t)
	d.Git("mv", "b.txt", "c.txt")
	d.Write("c.txt", strings.Repeat("a line\n", 20)+"more\n")
	notes := func() (string, string) {
		look := must(d.human().Look(t.Context(), Scope{Kind: ScopeHead}))(t)
		return look.Note, must(d.human().DiffCheckpoints(t.Context(), CheckpointDiffInput{}))(t).Note
	}
	if look, diff := notes(); look != "" || diff != "" {
		t.Errorf("with git: %q, %q", look, diff)
	}
	withGit := must(d.human().Look(t.Context(), Scope{Kind: ScopeHead}))(t)
	path := t.TempDir()
	t.Setenv("PATH", path)
	look, diff := notes()
	for _, note := range []string{look, diff} {
		if !strings.Contains(note, "git is not installed") || !strings.Contains(note, "renamed") {
			t.Errorf("without git: %q", note)
		}
	}
	if again := must(d.human().LookAgain(t.Context(), Scope{Kind: ScopeHead}, withGit))(t); again != withGit {
		t.Error("what git compared is thrown away when it cannot be asked any more")
	}
}
