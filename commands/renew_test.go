package commands

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"consider/internal/agents"
	"consider/internal/gittest"
)

// extensionHost is above the program that VS Code starts.
func extensionHost(yield func(agents.Process) bool) {
	yield(agents.Process{ID: 100, Args: []string{"node", "/x/out/bootstrap-fork", "--type=extensionHost"}})
}

// desk is a project whose agents run a copy of the program of version v1.0.0, and a program to run.
type desk struct {
	dir, home, program string
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{}
	d.dir, d.home = projectAndHome(t)
	d.program = filepath.Join(d.home, "consider")
	d.build(t, "v1.0.0")
	if code, said := d.run(t, "v1.0.0", true, "", "setup", "--yes"); code != 0 {
		t.Fatalf("setup: exit %d, %s", code, said)
	}
	return d
}

// build replaces the program by another one.
func (d *desk) build(t *testing.T, text string) {
	t.Helper()
	if err := os.WriteFile(d.program, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

// run runs a version of the program and returns what it said on stderr.
func (d *desk) run(t *testing.T, version string, terminal bool, agent string, args ...string) (int, string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	getenv := func(name string) string {
		switch name {
		case "HOME", "USERPROFILE":
			return d.home
		case "CLAUDECODE":
			return agent
		}
		return ""
	}
	code := Run(t.Context(), Env{
		Args: args, Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, Getenv: getenv, Now: time.Now, Dir: d.dir,
		Build: version, Program: d.program, InTerminal: terminal, Above: extensionHost,
	})
	return code, stderr.String()
}

func (d *desk) copied(t *testing.T) string {
	t.Helper()
	name := "consider"
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	data, err := os.ReadFile(filepath.Join(d.dir, ".consider", "bin", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestAPersonsRunRenewsTheProgramThatAgentsRun(t *testing.T) {
	for name, c := range map[string]struct {
		terminal bool
		agent    string
		args     []string
		renews   bool
	}{
		"a person on a terminal":                 {true, "", []string{"list"}, true},
		"an editor's back end":                   {false, "", []string{"serve"}, true},
		"an agent":                               {true, "1", []string{"list"}, false},
		"a back end that an agent started":       {false, "1", []string{"serve"}, false},
		"a program that says nothing of itself":  {false, "", []string{"list"}, false},
		"a person who speaks as an agent":        {true, "", []string{"list", "--as", "agent"}, false},
		"a person in a store of another project": {true, "", []string{"--store", "elsewhere", "add", "--review", "-m", "x"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t)
			d.build(t, "v1.1.0")
			code, said := d.run(t, "v1.1.0", c.terminal, c.agent, c.args...)
			if code != 0 {
				t.Errorf("exit %d, %s", code, said)
			}
			if got := d.copied(t) == "v1.1.0"; got != c.renews {
				t.Errorf("renewed: %v\n%s", got, said)
			}
			if told := strings.Contains(said, "consider: updated .consider/bin/consider, the program that agents run here (previously v1.0.0)\n"); told != c.renews {
				t.Errorf("it says %q", said)
			}
			if _, said := d.run(t, "v1.1.0", true, "", "list"); c.renews && said != "" {
				t.Errorf("the next run says %q", said)
			}
		})
	}
}

func TestAProgramThatCannotBeRenewedFailsNoRun(t *testing.T) {
	d := newDesk(t)
	if err := os.Remove(d.program); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(d.program, 0o755); err != nil { // a folder cannot be copied as the program
		t.Fatal(err)
	}
	code, said := d.run(t, "v1.1.0", true, "", "list")
	if code != 0 || strings.Count(said, "\n") != 1 || !strings.Contains(said, "could not be updated") {
		t.Errorf("exit %d, %q", code, said)
	}
	if got := d.copied(t); got != "v1.0.0" {
		t.Errorf("it is %q", got)
	}
}

// A store that came with the repository may hold a forged record.
func TestNothingIsRenewedInAStoreThatGitTracks(t *testing.T) {
	d := newDesk(t)
	gittest.At(t, d.dir).Git("init", "-q")
	gittest.At(t, d.dir).Git("add", "-f", ".consider/config.json")
	d.build(t, "v1.1.0")
	for _, args := range [][]string{{"list"}, {"serve"}} {
		d.run(t, "v1.1.0", true, "", args...)
	}
	if got := d.copied(t); got != "v1.0.0" {
		t.Errorf("it is %q", got)
	}
}
