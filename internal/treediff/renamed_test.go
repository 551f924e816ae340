package treediff_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"consider/internal/gittest"
	"consider/internal/treediff"
)

// body returns a text of n lines that no other seed's text contains.
func body(seed string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%s line %d\n", seed, i)
	}
	return b.String()
}

// renameCase changes a repository in which a.txt has a thread.
type renameCase struct {
	change  func(r *gittest.Repo)
	to, via string
	noGit   bool // the answer must be the same without git
}

func edited(text string) string { return strings.Replace(text, "a line 3\n", "changed\n", 1) }

// rewrite changes all but the last lines of a text.
func rewrite(text string) string {
	return body("rewritten", 14) + strings.Join(strings.SplitAfter(text, "\n")[14:], "")
}

// commitRewritten commits a.txt with little of its text left.
func commitRewritten(r *gittest.Repo, text string) {
	r.Write("a.txt", rewrite(text))
	r.Commit("rewrite")
}

func foundCases(text string) map[string]renameCase {
	return map[string]renameCase{
		"moved": {func(r *gittest.Repo) { r.Move("a.txt", "b.txt") }, "b.txt", "content", true},
		"moved and edited": {func(r *gittest.Repo) {
			r.Remove("a.txt")
			r.Write("d/b.txt", edited(text))
		}, "d/b.txt", "content", true},
		"staged":    {func(r *gittest.Repo) { r.Git("mv", "a.txt", "b.txt") }, "b.txt", "git", true},
		"committed": {func(r *gittest.Repo) { r.Git("mv", "a.txt", "b.txt"); r.Commit("mv") }, "b.txt", "git", true},
		"committed with an edit, then rewritten": {func(r *gittest.Repo) {
			r.Remove("a.txt")
			r.Write("b.txt", edited(text))
			r.Commit("mv")
			r.Write("b.txt", body("new", 20))
		}, "b.txt", "git", false},
		"committed, then moved": {func(r *gittest.Repo) {
			r.Git("mv", "a.txt", "b.txt")
			r.Commit("mv")
			r.Move("b.txt", "c.txt")
		}, "c.txt", "content", true},
		"in steps that add up": {func(r *gittest.Repo) {
			lines := strings.SplitAfter(text, "\n")[:20]
			name := "a.txt"
			for step := range 4 {
				for i := range 5 {
					lines[step*5+i] = fmt.Sprintf("%d step %d\n", step, i)
				}
				next := fmt.Sprintf("s%d.txt", step)
				r.Remove(name)
				r.Write(next, strings.Join(lines, ""))
				r.Commit(next)
				name = next
			}
		}, "s3.txt", "git", false},
		"rewritten, then staged": {func(r *gittest.Repo) { commitRewritten(r, text); r.Git("mv", "a.txt", "b.txt") }, "b.txt", "git", true},
		"rewritten, then moved and edited": {func(r *gittest.Repo) {
			commitRewritten(r, text)
			r.Remove("a.txt")
			r.Write("b.txt", strings.Replace(rewrite(text), "a line 18\n", "changed\n", 1))
		}, "b.txt", "content", true},
		"rewritten, renamed, then staged": {func(r *gittest.Repo) {
			commitRewritten(r, text)
			r.Git("mv", "a.txt", "b.txt")
			r.Commit("mv")
			r.Git("mv", "b.txt", "c.txt")
		}, "c.txt", "git", false},
		"rewritten in the index alone, then moved": {func(r *gittest.Repo) {
			r.Write("a.txt", rewrite(text))
			r.Git("add", "a.txt")
			r.Move("a.txt", "b.txt")
		}, "b.txt", "content", true},
		"told but not given": {func(r *gittest.Repo) { r.Move("a.txt", "b.txt"); r.Git("add", "-N", "b.txt") }, "b.txt", "content", true},
	}
}

// lostCases have no answer that is certain enough.
func lostCases(t *testing.T, text string) map[string]renameCase {
	return map[string]renameCase{
		"deleted": {func(r *gittest.Repo) { r.Remove("a.txt") }, "", "", true},
		"deleted, a copy was always there": {func(r *gittest.Repo) {
			r.Remove("a.txt")
		}, "", "", true},
		"another file now has its text": {func(r *gittest.Repo) { r.Remove("a.txt"); r.Write("other.txt", text) }, "", "", true},
		"another file lost to git has its text": {func(r *gittest.Repo) {
			r.Remove("a.txt")
			r.Git("rm", "-q", "--cached", "other.txt")
			r.Write("other.txt", text)
		}, "", "", true},
		"two equal copies":  {func(r *gittest.Repo) { r.Move("a.txt", "b.txt"); r.Write("c.txt", text) }, "", "", true},
		"two staged copies": {func(r *gittest.Repo) { r.Move("a.txt", "b.txt"); r.Write("c.txt", text); r.Git("add", "-A") }, "", "", true},
		"two copies, one of its name": {func(r *gittest.Repo) {
			r.Move("a.txt", "b.txt")
			r.Write("d/a.txt", text)
		}, "d/a.txt", "content", true},
		"two files much like it": {func(r *gittest.Repo) {
			r.Remove("a.txt")
			r.Write("b.txt", edited(text))
			r.Write("c.txt", strings.Replace(text, "a line 9\n", "changed\n", 1))
		}, "", "", true},
		"two staged files much like it": {func(r *gittest.Repo) {
			r.Remove("a.txt")
			r.Write("b.txt", edited(text))
			r.Write("c.txt", strings.Replace(text, "a line 9\n", "changed\n", 1))
			r.Git("add", "-A")
		}, "", "", true},
		"only an ignored file has its text": {func(r *gittest.Repo) { r.Move("a.txt", "x.log") }, "", "", true},
		"only a link leads to its text": {func(r *gittest.Repo) {
			r.Move("a.txt", "x.log")
			symlink(t, "x.log", r.Path("b.txt"))
		}, "", "", true},
	}
}

// TestRenamedFollowsEvidence: a file is found where the evidence points, and nowhere if the evidence is ambiguous or
// missing.
func TestRenamedFollowsEvidence(t *testing.T) {
	text := body("a", 20)
	cases := foundCases(text)
	maps.Copy(cases, lostCases(t, text))
	for name, c := range cases {
		for _, git := range []bool{true, false} {
			if !git && !c.noGit {
				continue
			}
			t.Run(fmt.Sprintf("%s/git=%v", name, git), func(t *testing.T) {
				r := gittest.New(t)
				r.Write(".gitignore", "*.log\n")
				r.Write("a.txt", text)
				r.Write("other.txt", body("other", 20))
				if strings.Contains(name, "always there") {
					r.Write("copy.txt", text)
				}
				base := r.Commit("base")
				c.change(r)
				before := gittest.Snapshot(t, r.Dir)
				got := renamed(t, r, base, git, text)
				via := c.via
				if !git && via == "git" {
					via = got.Via // exact ones are found by git's ids, others by content
				}
				if got.To != c.to || got.Via != via || got.Reason == "" {
					t.Errorf("got %+v, want %q by %q", got, c.to, c.via)
				}
				gittest.AssertUnchanged(t, before)
			})
		}
	}
}

func renamed(t *testing.T, r *gittest.Repo, base string, git bool, text string) treediff.Rename {
	t.Helper()
	tree := open(t, r.Dir)
	if !git {
		path := t.TempDir()
		t.Run("", func(t *testing.T) { t.Setenv("PATH", path); tree.Describe(t.Context()) }) // it looks for git once
	}
	found, err := treediff.NewMoment(tree).Renamed(t.Context(), base, []string{"a.txt"}, func(string) []byte { return []byte(text) }, alike)
	if err != nil || len(found) != 1 {
		t.Fatalf("Renamed = %+v, %v", found, err)
	}
	return found["a.txt"]
}

// TestRenamedFollowsAMovedFolder: equal files in it keep their own places.
func TestRenamedFollowsAMovedFolder(t *testing.T) {
	for _, staged := range []bool{true, false} {
		r := gittest.New(t)
		license := body("license", 10)
		r.Write("old/x/LICENSE", license)
		r.Write("old/y/LICENSE", license)
		r.Write("old/x/init.py", "")
		r.Write("old/x/code.py", body("code", 10))
		base := r.Commit("base")
		r.Move("old", "new")
		if staged {
			r.Git("add", "-A")
		}
		texts := map[string]string{"old/x/LICENSE": license, "old/y/LICENSE": license, "old/x/init.py": "", "old/x/code.py": body("code", 10)}
		gone := []string{"old/x/LICENSE", "old/y/LICENSE", "old/x/code.py", "old/x/init.py"}
		found, err := treediff.NewMoment(open(t, r.Dir)).Renamed(t.Context(), base, gone, func(p string) []byte { return []byte(texts[p]) }, alike)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range gone[:3] {
			if want := "new" + strings.TrimPrefix(p, "old"); found[p].To != want {
				t.Errorf("staged %v: %q went to %+v", staged, p, found[p])
			}
		}
		if r := found["old/x/init.py"]; r.To != "" {
			t.Errorf("staged %v: an empty file went to %+v", staged, r)
		}
	}
}

// TestTwoVanishedFilesAreNotOne: a new file has one owner.
func TestTwoVanishedFilesAreNotOne(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.txt", body("a", 20))
	r.Write("b.txt", body("a", 20))
	base := r.Commit("base")
	r.Remove("a.txt")
	r.Move("b.txt", "c.txt")
	found, err := treediff.NewMoment(open(t, r.Dir)).Renamed(t.Context(), base, []string{"a.txt", "b.txt"}, func(string) []byte { return []byte(body("a", 20)) }, alike)
	if err != nil || found["a.txt"].To != "" || found["b.txt"].To != "" {
		t.Errorf("Renamed = %+v, %v", found, err)
	}
}

// TestRenamedWorksInAPlainFolder: there is no base and nothing is tracked.
func TestRenamedWorksInAPlainFolder(t *testing.T) {
	r := gittest.At(t, gittest.TempDir(t))
	r.Write("d/b.txt", body("a", 20))
	r.Write("c.txt", body("c", 20))
	found, err := treediff.NewMoment(open(t, r.Dir)).Renamed(t.Context(), "", []string{"a.txt"}, func(string) []byte { return []byte(body("a", 20)) }, alike)
	if err != nil || found["a.txt"].To != "d/b.txt" {
		t.Errorf("Renamed = %+v, %v", found, err)
	}
}

// TestRenamedSurvivesARebasedBase: the commit may no longer exist.
func TestRenamedSurvivesARebasedBase(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.txt", body("a", 20))
	r.Commit("base")
	r.Git("mv", "a.txt", "b.txt")
	found, err := treediff.NewMoment(open(t, r.Dir)).Renamed(t.Context(), strings.Repeat("1", 40), []string{"a.txt"}, func(string) []byte { return []byte(body("a", 20)) }, alike)
	if err != nil || found["a.txt"].To != "b.txt" {
		t.Errorf("Renamed = %+v, %v", found, err)
	}
}

// TestAFileIsFoundByItsTextWhenItsBaseIsGone: only if it is nearly equal and the only one, and never as a sure rename.
func TestAFileIsFoundByItsTextWhenItsBaseIsGone(t *testing.T) {
	text := body("a", 20)
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"equal":                   {map[string]string{"x/b.txt": text, "c.txt": edited(text)}, "x/b.txt"},
		"nearly equal":            {map[string]string{"b.txt": edited(text), "c.txt": body("c", 20)}, "b.txt"},
		"two equal ones":          {map[string]string{"b.txt": text, "c.txt": text}, ""},
		"two nearly equal ones":   {map[string]string{"b.txt": edited(text), "c.txt": edited(text) + "a line 20\n"}, ""},
		"half equal":              {map[string]string{"b.txt": body("a", 10) + body("b", 9)}, ""},
		"nearly equal, other end": {map[string]string{"b.md": edited(text)}, ""},
	} {
		r := gittest.New(t)
		for path, text := range c.files {
			r.Write(path, text)
		}
		r.Commit("the only commit")
		found, err := treediff.NewMoment(open(t, r.Dir)).Renamed(t.Context(), strings.Repeat("1", 40), []string{"a.txt"}, func(string) []byte { return []byte(text) }, alike)
		if got := found["a.txt"]; err != nil || got.To != c.want || got.Score >= 0.85 {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// TestThreadsGoWhereTheDiffSaysTheFileWent: with two thresholds, the diff showed a file as renamed and its threads lost
// it.
func TestThreadsGoWhereTheDiffSaysTheFileWent(t *testing.T) {
	r := gittest.New(t)
	var was, now strings.Builder
	for i := range 40 {
		fmt.Fprintf(&was, "line %d says what it says\n", i)
		if i < 22 {
			fmt.Fprintf(&now, "line %d says what it says\n", i)
		} else {
			fmt.Fprintf(&now, "other words of row %d, new\n", i)
		}
	}
	r.Write("old.txt", was.String())
	r.Commit("first")
	base := r.Git("rev-parse", "HEAD")
	r.Git("mv", "old.txt", "new.txt")
	r.Write("new.txt", now.String())
	r.Git("add", "-A")
	r.Commit("second")
	tree := open(t, r.Dir)
	diff, err := treediff.Compare(t.Context(), tree, treediff.Side{Commit: base}, treediff.Side{Commit: r.Git("rev-parse", "HEAD")}, treediff.Options{})
	if err != nil || len(diff) != 1 || diff[0].From != "old.txt" || diff[0].Score >= 60 {
		t.Fatalf("Diff = %+v, %v; want a rename of half of the file", diff, err)
	}
	found, err := treediff.NewMoment(tree).Renamed(t.Context(), base, []string{"old.txt"}, func(string) []byte { return []byte(was.String()) }, alike)
	if found["old.txt"].To != "new.txt" || err != nil {
		t.Errorf("Renamed = %+v, %v", found, err)
	}
}
