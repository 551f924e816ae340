package compare_test

import (
	"errors"
	"strings"
	"testing"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review/compare"
	"consider/internal/review/reviewtest"
	"consider/internal/review/round"
	"consider/internal/session"
	"consider/internal/thread"
)

func TestAComparisonStaysWhatItWasWhenTheFilesChange(t *testing.T) {
	d := reviewtest.New(t)
	d.Write("a.txt", "one\nTWO\nthree\nfour\n")
	d.Write("new.txt", "new\n")
	again := func(scope compare.Scope, before *compare.Comparison) *compare.Comparison {
		t.Helper()
		return gittest.Must(compare.Again(t.Context(), d.Human(), scope, before))(t)
	}
	for _, scope := range []compare.Scope{{Kind: compare.ScopeHead}, {Kind: compare.ScopeUnstaged}, {Kind: compare.ScopeStaged}, {Kind: compare.ScopeBase, From: "HEAD"}} {
		first := again(scope, nil)
		if same := again(scope, first); same != first {
			t.Errorf("%s: nothing changed, and it is another comparison", scope.Kind)
		}
		if other := again(scope, nil); other.ID != first.ID {
			t.Errorf("%s: two that show the same are %s and %s", scope.Kind, first.ID, other.ID)
		}
	}
	head := again(compare.Scope{Kind: compare.ScopeHead}, nil)
	ids := map[string]string{head.ID: "at first"}
	for _, change := range []struct {
		what string
		do   func()
	}{
		{"the text of a changed file", func() { d.Write("a.txt", "one\nTWO\nTHREE\nfour\n") }},
		{"a new file", func() { d.Write("more.txt", "more\n") }},
		{"a file is gone", func() { d.Remove("new.txt") }},
		{"a commit", func() { d.Commit("all") }},
		{"a branch", func() { d.Checkout("other") }},
	} {
		change.do()
		now := again(compare.Scope{Kind: compare.ScopeHead}, head)
		if was, taken := ids[now.ID]; taken || now == head {
			t.Errorf("%s: the comparison is the one of %s", change.what, was)
		}
		ids[now.ID] = change.what
	}
	for name, want := range map[string]string{"a.txt": "one\nTWO\nthree\nfour\n", "new.txt": "new\n"} {
		if data, err := head.Text(t.Context(), thread.New, name); err != nil || string(data) != want {
			t.Errorf("%s of the first comparison is now %q, %v", name, data, err)
		}
	}
	if data, err := head.Text(t.Context(), thread.Old, "a.txt"); err != nil || string(data) != "one\ntwo\nthree\nfour\n" {
		t.Errorf("its old side is now %q, %v", data, err)
	}
}

func TestANewlyStagedTextIsAnotherComparison(t *testing.T) {
	d := reviewtest.New(t)
	var last *compare.Comparison
	for _, text := range []string{"one\n", "two\n", "", "one\n"} {
		d.Write("a.txt", text)
		d.Git("add", "a.txt")
		now := gittest.Must(compare.Again(t.Context(), d.Human(), compare.Scope{Kind: compare.ScopeStaged}, last))(t)
		if data, err := now.Text(t.Context(), thread.New, "a.txt"); err != nil || string(data) != text || now == last {
			t.Errorf("%q was staged, and is %q, %v", text, data, err)
		}
		last = now
	}
}

func TestAFileWhoseLineEndsGitConvertsIsComparedAsStoredAndReadAsOnDisk(t *testing.T) {
	d := reviewtest.New(t)
	d.Write(".gitattributes", "*.txt text eol=crlf\n")
	d.Commit("attributes")
	d.Write("a.txt", "one\r\nTWO\r\nthree\r\nfour\r\n")
	l := gittest.Must(compare.New(t.Context(), d.Human(), compare.Scope{Kind: compare.ScopeHead}))(t)
	if data, err := l.Text(t.Context(), thread.New, "a.txt"); err != nil || string(data) != d.Read("a.txt") {
		t.Errorf("on disk is %q, read %q, %v", d.Read("a.txt"), data, err)
	}
	if f, ok := l.File("a.txt"); !ok || f.Added != 1 || f.Removed != 1 {
		t.Errorf("one line was changed: %+v", f)
	}
}

func TestAThreadOnAComparisonIsBasedOnTheTextThatWasShown(t *testing.T) {
	d := reviewtest.New(t)
	first := d.Git("rev-parse", "HEAD")
	d.Write("a.txt", "one\nTWO\nthree\nfour\n")
	second := d.Commit("second")
	text := []byte("any\n")
	for _, c := range []struct {
		scope    compare.Scope
		old, new string
	}{
		{compare.Scope{Kind: compare.ScopeHead}, second, second},
		{compare.Scope{Kind: compare.ScopeBase, From: first}, first, second},
		{compare.Scope{Kind: compare.ScopeRange, From: second + ".." + first}, second, first},
	} {
		l := gittest.Must(compare.New(t.Context(), d.Human(), c.scope))(t)
		old, new := l.BaseOf(thread.Old, text), l.BaseOf(thread.New, text)
		if old.Commit != c.old || new.Commit != c.new || old.Blob != gitstore.HashBlob(text).String() {
			t.Errorf("%+v: based on %+v and %+v", c.scope, old, new)
		}
	}
}

func TestADifferenceInWhiteSpaceOrLineEndsCanBeToldFromOthers(t *testing.T) {
	d := reviewtest.New(t)
	for _, name := range []string{"space.txt", "ends.txt", "both.txt"} {
		d.Write(name, "if x {\n\ty()\n}\n"+name+"\n")
	}
	d.Commit("texts")
	d.Write("space.txt", "if  x {\n    y()  \n}\nspace.txt\n")
	d.Write("ends.txt", "if x {\r\n\ty()\r\n}\r\nends.txt\r\n")
	d.Write("both.txt", "if x {\n    z()\n}\nboth.txt\n")
	d.Write("mixed.txt", "a\r\nb\n")
	l := gittest.Must(compare.New(t.Context(), d.Human(), compare.Scope{Kind: compare.ScopeHead}))(t)
	for name, want := range map[string]struct {
		differs bool
		was, is string
	}{"space.txt": {false, "LF", "LF"}, "ends.txt": {false, "LF", "CRLF"}, "both.txt": {true, "LF", "LF"}, "mixed.txt": {true, "", "mixed"}} {
		f, ok := l.File(name)
		if !ok || len(hunksOf(t, f.Patch())) == 0 {
			t.Fatalf("%s does not differ", name)
		}
		hunks, err := l.HunksIgnoringSpace(t.Context(), f)
		if err != nil || (len(hunks) > 0) != want.differs {
			t.Errorf("%s without white space: %v, %v", name, err, hunks)
		}
		if was, is := l.LineEnds(t.Context(), f); was != want.was || is != want.is {
			t.Errorf("the lines of %s end in %q and %q, want %q and %q", name, was, is, want.was, want.is)
		}
	}
}

func TestWhereThereIsNothingToCompareItIsSaid(t *testing.T) {
	d := reviewtest.New(t)
	plain, empty := *d, *d
	plain.Repo, empty.Repo = gittest.At(t, gittest.TempDir(t)), gittest.New(t)
	plain.Write("a.txt", "a\n")
	bare := *d
	bare.Repo = gittest.New(t, "--bare")
	for _, c := range []struct {
		name   string
		desk   *reviewtest.Desk
		scope  compare.Scope
		state  string
		kind   error
		inWord string
	}{
		{"a folder without git", &plain, compare.Scope{Kind: compare.ScopeHead}, compare.NoGit, nil, "not in a git repository"},
		{"no commit and no file", &empty, compare.Scope{}, compare.NoHead, nil, "no commits or files"},
		{"no change", d, compare.Scope{}, compare.Clean, nil, "No uncommitted changes"},
		{"nothing staged", d, compare.Scope{Kind: compare.ScopeStaged}, compare.Clean, nil, "No staged changes"},
		{"no checkpoint", d, compare.Scope{Kind: compare.ScopeSince, From: "last"}, "", fail.ErrNotFound, "no checkpoints yet"},
		{"no such commit", d, compare.Scope{Kind: compare.ScopeBase, From: "nope"}, "", fail.ErrNotFound, `"nope"`},
		{"an option", d, compare.Scope{Kind: compare.ScopeBase, From: "--all"}, "", fail.ErrNotFound, `"--all"`},
		{"half a range", d, compare.Scope{Kind: compare.ScopeRange, From: "HEAD"}, "", fail.ErrUsage, "invalid range"},
		{"no such scope", d, compare.Scope{Kind: "nope"}, "", fail.ErrUsage, `"nope"`},
		{"no files checked out", &bare, compare.Scope{}, "", fail.ErrConflict, "no files checked out"},
	} {
		l, err := compare.New(t.Context(), c.desk.Human(), c.scope)
		if c.kind != nil {
			if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.inWord) {
				t.Errorf("%s: %v", c.name, err)
			}
			if check := compare.CheckScope(t.Context(), c.desk.Human(), c.scope); !errors.Is(check, c.kind) {
				t.Errorf("%s, asked before: %v", c.name, check)
			}
			continue
		}
		if err != nil || l.State != c.state || !strings.Contains(l.Message, c.inWord) || len(l.Hints) == 0 || len(l.Files) != 0 {
			t.Errorf("%s: %v, %+v", c.name, err, l)
		}
	}
}

// The hints of an empty comparison named a commit before the first one, a round that was not saved, and a branch main.
func TestOnlyComparisonsThatExistAreOffered(t *testing.T) {
	d := reviewtest.New(t)
	offered := func() string {
		out := ""
		for _, hint := range gittest.Must(compare.New(t.Context(), d.Human(), compare.Scope{}))(t).Hints {
			out += hint.String() + "\n"
		}
		return out
	}
	if got := offered(); got != "to compare with a branch: consider review --base BRANCH\n" {
		t.Errorf("after one commit: %s", got)
	}
	d.Write("a.txt", "one\n")
	d.Commit("second")
	gittest.Must(round.MakeCheckpoint(t.Context(), d.Human(), round.CheckpointInput{}))(t)
	if got := offered(); !strings.Contains(got, " --base HEAD~1\n") || !strings.Contains(got, " --since last\n") {
		t.Errorf("after two commits and a round: %s", got)
	}
}

func TestWhatIsOnTheScreenIsAComparisonOrNothing(t *testing.T) {
	d := reviewtest.New(t)
	if l := compare.OnScreen(&session.Session{}); l != nil {
		t.Errorf("%+v is shown", l)
	}
	d.Move("a.txt", "b.txt")
	s := d.Human()
	l := gittest.Must(compare.New(t.Context(), s, compare.Scope{Kind: compare.ScopeHead}))(t)
	if s.Shown = l; compare.OnScreen(s) != l {
		t.Errorf("%+v is shown", compare.OnScreen(s))
	}
	for _, path := range []string{"a.txt", "b.txt"} {
		if older, newer, ok := l.Names(path); !ok || older != "a.txt" || newer != "b.txt" {
			t.Errorf("%s is %q and %q, %v", path, older, newer, ok)
		}
	}
	if _, _, ok := l.Names("c.txt"); ok {
		t.Error("a file that does not differ is shown")
	}
}
