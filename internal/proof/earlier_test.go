//go:build unix

package proof

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"consider/internal/gittest"
)

// earlier lists the last commits before the stored form, or the folder of the store, changed.
var earlier = []string{
	"52f871ef", // a store in each worktree, with a first commit that can be guessed
	"ef9a0e33", // a store in each worktree, read by the main one
	"a7d11d8a", // one store for all worktrees, and outboxes
	"33179c58", // the same, with what changed in turns of agents
	"732ebe0d", // the same, with a backup
}

// TestStoresOfEarlierProgramsAreTakenOver builds the programs of earlier commits. Each leaves threads in two worktrees. Then
// it and this program write by turns, and this program is killed while it takes over what the other one wrote.
func TestStoresOfEarlierProgramsAreTakenOver(t *testing.T) {
	t.Parallel()
	top, commits := ownHistory()
	for _, commit := range earlier[:often(len(earlier), 0)] {
		if commits == 0 {
			t.Fatal("there is no whole history here to build earlier programs from")
		}
		t.Run(commit, func(t *testing.T) {
			t.Parallel()
			newSuccession(t, buildAt(t, top, commit)).through(10, 50)
		})
	}
}

// buildAt builds the program of an earlier commit.
func buildAt(t *testing.T, top, commit string) string {
	t.Helper()
	dir := gittest.TempDir(t)
	src, program := filepath.Join(dir, "src"), filepath.Join(dir, "consider")
	for _, args := range [][]string{
		{"clone", "-q", "--shared", "--no-checkout", top, src},
		{"-C", src, "checkout", "-q", "--detach", commit},
	} {
		gitIn(t, dir, nil, "", args...)
	}
	cmd := exec.Command("go", "build", "-buildvcs=false", "-trimpath", "-o", program, "./cmd/consider")
	cmd.Dir = src
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOCACHE="+goEnv.cache, "GOPATH="+goEnv.path, "GOMODCACHE="+goEnv.modules)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build at %s: %v: %s", commit, err, out)
	}
	return program
}

// succession is a project with a linked worktree that an earlier program and this one use.
type succession struct {
	t         *testing.T
	main      seat
	side      seat
	old       string
	threads   map[string]string   // where they were started, by ID
	messages  map[string][]string // in each thread
	refusals  int
	takenOver time.Duration
}

func newSuccession(t *testing.T, old string) *succession {
	r := sample(t)
	side := filepath.Join(gittest.TempDir(t), "side")
	r.Git("worktree", "add", "-q", side)
	home := gittest.TempDir(t)
	at := func(dir string) seat {
		return sit(t, dir).with("HOME="+home, "XDG_CONFIG_HOME="+filepath.Join(home, "config"))
	}
	return &succession{t: t, main: at(r.Dir), side: at(side), old: old, threads: map[string]string{}, messages: map[string][]string{}}
}

// by returns a seat with the earlier program.
func (c *succession) by(s seat) seat {
	s.program = c.old
	return s
}

func (c *succession) through(turns, kills int) {
	for name, s := range map[string]seat{"main": c.main, "side": c.side} {
		o := c.by(s)
		for _, where := range []string{"a.txt:3", "src/b.go:7"} {
			id := o.add(where, "-m", "begun in "+name)
			c.threads[id] = name
			c.messages[id] = []string{"begun in " + name}
			c.reply(o, id, "an agent in "+name, "--as", "agent", "--name", "bot")
			c.reply(o, id, "a person in "+name, "--as", "human")
		}
	}
	c.check("taken over")
	c.main.must("adopt", "--as", "human")
	c.check("adopted")
	for id := range c.threads {
		if th := c.main.get(id); th.Thread[1].Author != "human" {
			c.t.Errorf("a message of the person in %s is from %q after it was adopted", id, th.Thread[1].Author)
		}
	}
	c.byTurns(turns)
	c.check("written by turns")
	c.kill(kills)
	c.check("killed")
	sound(c.main)
	c.t.Logf("%d messages, %d writes of the earlier program refused, taken over in %v", c.written(), c.refusals, c.takenOver)
}

// reply writes one more message. An earlier program may refuse what it does not know, such as authors "elsewhere", and
// then has written nothing.
func (c *succession) reply(s seat, id, message string, as ...string) {
	c.t.Helper()
	r := s.run(append([]string{"reply", id, "-m", message}, as...)...)
	switch {
	case r.Code == 0:
		c.messages[id] = append(c.messages[id], message)
	case slices.Contains([]int{14, 15}, r.Code) && s.program != "":
		c.refusals++
	default:
		c.t.Errorf("%s: exit %d\n%s%s", r, r.Code, clip(r.Out), clip(r.Err))
	}
}

func (c *succession) written() (n int) {
	for _, messages := range c.messages {
		n += len(messages)
	}
	return n
}

// at returns where a thread was started.
func (c *succession) at(id string) seat {
	if c.threads[id] == "side" {
		return c.side
	}
	return c.main
}

func (c *succession) byTurns(times int) {
	for i := range times {
		for id := range c.threads {
			c.reply(c.by(c.at(id)), id, fmt.Sprintf("%d by the earlier program", i), "--as", "agent", "--name", "bot")
			c.reply(c.at(id), id, fmt.Sprintf("%d by this program", i), "--as", "agent", "--name", "bot")
		}
	}
}

// kill ends this program while it takes over what the earlier one has written, at any moment of its run.
func (c *succession) kill(times int) {
	began := time.Now()
	c.main.must("list")
	c.takenOver = time.Since(began)
	chance := chance(c.t)
	for i := range times {
		for id, name := range c.threads {
			if name == "side" {
				c.reply(c.by(c.side), id, fmt.Sprintf("%d before a kill", i), "--as", "agent", "--name", "bot")
			}
		}
		c.main.shoot(syscall.SIGKILL, time.Duration(chance.Int64N(int64(c.takenOver*3/2))), "list")
	}
}

// check compares what this program shows with what was written.
func (c *succession) check(when string) {
	c.t.Helper()
	var shown []string
	for _, th := range c.main.list("--all-worktrees", "--workflow", "all").Threads {
		shown = append(shown, th.ID)
	}
	for id, want := range c.messages {
		if !slices.Contains(shown, id) {
			c.t.Errorf("%s: thread %s is not in the list %q", when, id, shown)
		}
		th := c.main.get(id)
		got := []string{th.Body}
		for _, r := range th.Thread {
			got = append(got, r.Body)
		}
		want = slices.Sorted(slices.Values(want))
		slices.Sort(got)
		if !slices.Equal(got, want) {
			c.t.Errorf("%s: thread %s has %d messages of %d: %q, want %q", when, id, len(got), len(want), got, want)
		}
	}
	if len(shown) != len(c.messages) {
		c.t.Errorf("%s: %d threads, want %d", when, len(shown), len(c.messages))
	}
}
