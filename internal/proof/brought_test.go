//go:build unix

package proof

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"consider/internal/gittest"
)

// recipes are what people type to look at a pull request. Afterwards its .consider lies in their project, and no index
// holds it.
var recipes = []string{
	"git checkout -q pr; git reset -q main",
	"git checkout -q pr; git reset -q --soft main; git restore --staged .",
	"git checkout -q pr -- .; git reset -q",
	"git merge -q --no-commit pr; git reset -q",
	"git cherry-pick -n pr; git restore --staged .",
	"git diff --binary main pr | git apply",
	"git archive pr | tar x",
	"git worktree add -q ../linked pr; cd ../linked; git reset -q main",
	"git checkout -q pr; git rm -rq --cached .consider",
}

// pulls are what a pull request does to its store before it commits it, and what happens in the reviewer's project
// after a recipe.
var pulls = []struct {
	name, before, after string
	all                 bool // with every recipe
	noGit               bool // consider finds no git
}{
	{name: "plain", all: true},
	{name: "without refs", before: "rm -r .consider/refs .consider/logs"},
	{name: "with packed refs", before: "git --git-dir=.consider repack -adq && git --git-dir=.consider pack-refs --all"},
	{name: "with a damaged ref", before: "echo garbage > .consider/refs/heads/threads"},
	{name: "with converted line ends", before: "echo '.consider/** eol=crlf' > .gitattributes"},
	{name: "git forgets it", after: "git update-ref -d refs/heads/pr; git update-ref -d refs/remotes/origin/pr; git checkout -q main; git reset -q; " +
		"git worktree prune; git reflog expire --expire=now --all; git gc -q --prune=now"},
	{name: "without an index", after: "rm -f .git/index"},
	{name: "without git", noGit: true},
}

func shell(t *testing.T, dir, script string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "sh", "-c", script)
	cmd.Dir = dir
	cmd.Env = append(gittest.Env(filepath.Join(dir, ".no-home")), "PATH="+os.Getenv("PATH"))
	_ = cmd.Run() // git refuses some recipes over a store, and then changes nothing
}

// TestAPullRequestsThreadsAreNeverThePersons: and the person's own are never hidden, nor collected.
func TestAPullRequestsThreadsAreNeverThePersons(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git here")
	}
	for _, pull := range pulls {
		t.Run(pull.name, func(t *testing.T) {
			t.Parallel()
			from := sample(t)
			from.Git("branch", "-M", "main")
			from.Git("checkout", "-q", "-b", "pr")
			sit(t, from.Dir).athome(t.TempDir()).inProcess().add("a.txt:3", "-m", "planted")
			shell(t, from.Dir, pull.before)
			from.Git("add", "-Af", ".")
			from.Git("commit", "-q", "-m", "pull")
			from.Git("checkout", "-q", "main")
			from.Write("other.txt", "x\n")
			from.Commit("goes on")
			for i, recipe := range recipes {
				if !pull.all && i != 0 && i != 6 {
					continue
				}
				for _, own := range []bool{false, true} {
					top := filepath.Join(gittest.TempDir(t), "review", "project")
					if err := os.MkdirAll(filepath.Dir(top), 0o755); err != nil {
						t.Fatal(err)
					}
					from.Git("clone", "-q", from.Dir, top)
					shell(t, top, "git fetch -q origin pr:pr")
					s := sit(t, top).athome(t.TempDir()).inProcess()
					if own {
						s.add("a.txt:1", "-m", "own one")
						s.add("a.txt:2", "-m", "own two")
					}
					shell(t, top, recipe)
					if strings.Contains(recipe, "worktree") {
						s.dir = filepath.Join(filepath.Dir(top), "linked")
					}
					if pull.noGit {
						s = s.with("PATH=" + t.TempDir())
					}
					if pull.after != "" {
						s.run("list")
						shell(t, top, pull.after)
					}
					s.checkPull(t, recipe, own)
				}
			}
		})
	}
}

// checkPull checks what a reviewer's project shows, and that a change and a collection leave the person's own threads.
func (s seat) checkPull(t *testing.T, recipe string, own bool) {
	t.Helper()
	var mine []string
	for _, look := range []string{"first", "after a change", "after gc"} {
		switch look {
		case "after a change":
			if got := s.run("add", "a.txt:4", "-m", "own three", "--as", "human"); own && got.Code != 0 {
				t.Errorf("%s: %s%s", recipe, got, got.Err)
			}
		case "after gc":
			old := exec.CommandContext(t.Context(), "find", s.dir, "-path", "*/.consider/*", "-exec", "touch", "-d", "2 days ago", "{}", "+")
			if out, err := old.CombinedOutput(); err != nil {
				t.Fatalf("%v %s", err, out)
			}
			s.run("gc")
		}
		var list struct {
			Data struct {
				Threads []struct{ Author, Body string }
			}
		}
		got := s.run("list", "--json")
		if got.Code == 0 {
			if err := json.Unmarshal([]byte(got.Out), &list); err != nil {
				t.Fatal(err)
			}
		}
		mine = nil
		for _, row := range list.Data.Threads {
			if row.Author == "human" {
				mine = append(mine, row.Body)
			}
		}
		slices.Sort(mine)
		want := []string{"own one", "own two"}
		if look != "first" {
			want = []string{"own one", "own three", "own two"}
		}
		if own && !slices.Equal(mine, want) || slices.Contains(mine, "planted") {
			t.Errorf("%s, own store %v, %s: the person's are %q\n%s", recipe, own, look, mine, got.Err)
		}
	}
	hooked := s
	hooked.stdin = strings.NewReader(`{"session_id":"s","hook_event_name":"UserPromptSubmit","cwd":"` + s.dir + `"}`)
	if got := hooked.run("hook", "claude", "UserPromptSubmit"); len(mine) == 0 && got.Out != "" {
		t.Errorf("%s: the hook says %q", recipe, got.Out)
	}
}
