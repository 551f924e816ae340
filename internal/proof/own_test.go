//go:build unix

package proof

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"consider/internal/gittest"
)

// TestAnOwnStoreIsNeverTakenForOneFromElsewhere: none of what people do with their own project makes its store read-only.
func TestAnOwnStoreIsNeverTakenForOneFromElsewhere(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git here")
	}
	for name, change := range map[string]func(t *testing.T, s seat, home string) seat{
		"as it was": func(_ *testing.T, s seat, _ string) seat { return s },
		"committed by hand": func(t *testing.T, s seat, _ string) seat {
			shell(t, s.dir, "git add -Af . && git commit -qm oops")
			return s
		},
		"committed and removed from the index": func(t *testing.T, s seat, _ string) seat {
			shell(t, s.dir, "git add -Af . && git commit -qm oops && git rm -rq --cached .consider && git commit -qm better")
			return s
		},
		"moved": func(t *testing.T, s seat, _ string) seat {
			shell(t, s.dir, "mv ../project ../moved")
			s.dir = filepath.Join(filepath.Dir(s.dir), "moved")
			return s
		},
		"copied to another machine": func(t *testing.T, s seat, _ string) seat {
			shell(t, s.dir, "cp -r ../project ../copied && rm -r ../project/.consider")
			s.dir = filepath.Join(filepath.Dir(s.dir), "copied")
			return s.athome(t.TempDir())
		},
		"restored from a backup": func(t *testing.T, s seat, home string) seat {
			shell(t, s.dir, "tar cf ../backup.tar . && rm -r .consider && tar xf ../backup.tar")
			return s
		},
		"another home": func(t *testing.T, s seat, _ string) seat { return s.athome(t.TempDir()) },
		"no home":      func(_ *testing.T, s seat, _ string) seat { return s.with("HOME=", "XDG_CONFIG_HOME=") },
		"a container without git, with a copy": func(t *testing.T, s seat, _ string) seat {
			shell(t, s.dir, "cp -r ../project ../copied")
			s.dir = filepath.Join(filepath.Dir(s.dir), "copied")
			return s.athome(t.TempDir()).with("PATH=" + t.TempDir())
		},
		"a copy for a sandbox without a home": func(t *testing.T, s seat, _ string) seat {
			shell(t, s.dir, "cp -r ../project ../copied")
			s.dir = filepath.Join(filepath.Dir(s.dir), "copied")
			return s.with("HOME=", "XDG_CONFIG_HOME=")
		},
		"without its record, as an earlier version made it": func(t *testing.T, s seat, _ string) seat {
			shell(t, s.dir, "rm -r .consider/origin .consider/origins")
			return s
		},
		"a fetched pull request that holds another store": func(t *testing.T, s seat, _ string) seat {
			shell(t, s.dir, "git checkout -q -b pr && mkdir -p .consider/refs/heads && echo x > .consider/other && git add -f .consider/other && git commit -qm pr && git checkout -q -")
			return s
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := gittest.At(t, filepath.Join(gittest.TempDir(t), "project"))
			r.Git("init", "-q")
			r.Write("a.txt", numbered("line", 40))
			r.Commit("first")
			home := t.TempDir()
			s := sit(t, r.Dir).athome(home).inProcess()
			id := s.add("a.txt:3", "-m", "words")
			s = change(t, s, home)
			got := s.must("list")
			if !strings.Contains(got.Out, "words") || strings.Contains(got.Out+got.Err, "elsewhere") {
				t.Errorf("%s%s", got.Out, got.Err)
			}
			s.must("reply", id, "-m", "goes on", "--as", "human")
			if got := s.must("list"); got.Err != "" {
				t.Errorf("told again: %s", got.Err)
			}
		})
	}
}

// TestAStoreThatASandboxedAgentMadeIsThePersonsToo: the agent has no key, and the person's is newer than the store.
func TestAStoreThatASandboxedAgentMadeIsThePersonsToo(t *testing.T) {
	t.Parallel()
	r := sample(t)
	agent := sit(t, r.Dir).with("HOME=", "XDG_CONFIG_HOME=", "CLAUDECODE=1")
	agent.must("add", "a.txt:3", "-m", "by the agent")
	person := sit(t, r.Dir).athome(t.TempDir()).inProcess()
	person.add("a.txt:4", "-m", "by the person")
	agent.must("add", "a.txt:5", "-m", "by the agent again")
	if got := person.must("list"); got.Err != "" || !strings.Contains(got.Out, "3 threads") {
		t.Errorf("%s%s", got.Out, got.Err)
	}
	// Two accounts on one checkout: each adds its mark, and takes none away.
	other := sit(t, r.Dir).athome(t.TempDir()).inProcess()
	other.add("a.txt:6", "-m", "by the other")
	data, err := os.ReadFile(r.Path(".consider/origin"))
	if err != nil || strings.Count(string(data), `","`) < 3 {
		t.Errorf("%s %v", data, err)
	}
	if got := person.must("list"); got.Err != "" {
		t.Error(got.Err)
	}
}
