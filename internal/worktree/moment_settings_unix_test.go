//go:build unix

package worktree_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"consider/internal/gittest"
	"consider/internal/worktree"
)

// TestSettingsAreNotAskedForAgain: after a change of a file git is asked only for its status.
func TestSettingsAreNotAskedForAgain(t *testing.T) {
	r, base := project(t)
	asked := filepath.Join(gittest.TempDir(t), "asked")
	fakeGitBefore(t, `echo "$@" >>'`+asked+"'")
	d := reader{t: t, r: r, now: later}
	d.read(base, false)
	r.Write("a.txt", "one, edited again\n")
	write(t, asked, "")
	d.read(base, false)
	said, err := os.ReadFile(asked)
	if err != nil || strings.Contains(string(said), " config ") || !strings.Contains(string(said), " status ") {
		t.Errorf("git was asked %q (%v)", said, err)
	}
}

// TestAFilterThatCameSinceIsNotRun: kept settings name the filters that are overridden.
func TestAFilterThatCameSinceIsNotRun(t *testing.T) {
	for _, how := range []string{"in the repository's settings", "in a file that they include", "in one that was not there", "on another branch", "in the user's settings"} {
		t.Run(how, func(t *testing.T) {
			r, base := project(t)
			home := gittest.TempDir(t)
			t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(home, "config"))
			ran := filepath.Join(home, "ran")
			filter := "[filter \"x\"]\n\tclean = \"touch '" + ran + "'; cat\"\n"
			included := filepath.Join(home, "included")
			switch how {
			case "in a file that they include":
				write(t, included, "[user]\n\tname = A\n")
				r.Git("config", "include.path", included)
			case "in one that was not there":
				r.Git("config", "include.path", included)
			case "on another branch":
				write(t, included, filter)
				r.Git("config", "includeIf.onbranch:other.path", included)
			}
			r.Write(".gitattributes", "*.txt filter=x\n")
			d := reader{t: t, r: r, now: later}
			d.read(base, false)
			if a, err := worktree.DecodeAnswers(d.kept); err != nil || !a.HoldsSettings() {
				t.Fatalf("no settings are kept: %q (%v)", d.kept, err)
			}
			switch how {
			case "in the repository's settings":
				was, err := os.ReadFile(r.Path(".git/config"))
				if err != nil {
					t.Fatal(err)
				}
				write(t, r.Path(".git/config"), string(was)+filter)
			case "on another branch":
				r.Git("symbolic-ref", "HEAD", "refs/heads/other")
				r.Git("update-ref", "HEAD", base)
			case "in the user's settings":
				write(t, filepath.Join(home, "config"), filter)
			default:
				write(t, included, filter)
			}
			_ = os.Remove(ran)
			r.Write("a.txt", "eno, edited\n") // the same length as before, so git reads the file
			d.read(base, false)
			if _, err := os.Stat(ran); err == nil {
				t.Error("the filter was run")
			}
		})
	}
}
