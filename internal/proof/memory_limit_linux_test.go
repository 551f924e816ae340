package proof

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// under runs a command that may use so many KiB of address space at most.
func (g *shooting) under(limit int, args ...string) shot {
	g.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), hang)
	defer cancel()
	shell := g.target
	shell.program = "/bin/sh"
	cmd := shell.command(ctx, append([]string{"-c", `ulimit -v "$0" && exec "$@"`, strconv.Itoa(limit), g.target.program}, args...)...)
	var out bytes.Buffer
	cmd.Stdout = &out
	if err := cmd.Run(); err != nil {
		if _, ended := errors.AsType[*exec.ExitError](err); !ended {
			g.t.Fatalf("consider %v under %d KiB: %v", args, limit, err)
		}
	}
	if ctx.Err() != nil {
		g.t.Fatalf("consider %v hangs under %d KiB", args, limit)
	}
	return shot{args: args, code: cmd.ProcessState.ExitCode(), out: out.String()}
}

// starts returns the limit with which the program starts, in KiB, and less than a MiB below which it does not. Above it,
// one start in ten fails too, because each of Go's threads needs address space. A limit is too low if no try succeeds.
func (g *shooting) starts() int {
	g.t.Helper()
	started := func(limit int) bool {
		for range 6 {
			if g.under(limit, "version").code == 0 {
				return true
			}
		}
		return false
	}
	below, limit := 0, 16<<20
	if !started(limit) {
		g.t.Fatalf("the program does not start with %d KiB", limit)
	}
	for limit-below > 1<<10 {
		if half := (below + limit) / 2; started(half) {
			limit = half
		} else {
			below = half
		}
	}
	return limit
}

// suffices returns a limit, not far above another one, with which a thread can be added.
func (g *shooting) suffices(least int) int {
	g.t.Helper()
	for more := 16 << 10; more <= 16<<20; more *= 2 {
		was := tip(g.t, g.dir)
		sh := g.under(least+more, "add", "a.txt:5", "--as", "human", "-m", fmt.Sprintf("does %d KiB suffice", least+more))
		if g.judge("add", was, sh); sh.code == 0 {
			return least + more
		}
	}
	g.t.Fatalf("an add needs more than %d KiB", least+16<<20)
	return 0
}

// TestACommandWithoutMemoryHasDoneAllOrNothingAndTheNextOneGoesOn: from less than the program needs to start up to what is
// enough. It may end anywhere between.
func TestACommandWithoutMemoryHasDoneAllOrNothingAndTheNextOneGoesOn(t *testing.T) {
	t.Parallel()
	g := newShooting(t)
	least := g.starts()
	most := g.suffices(least)
	first := least - (most-least)/10
	talk := g.add("a.txt:7", "-m", "all talk here")
	steps, ended := often(20, 3), 0
	var acknowledged []string
	for step := range steps {
		limit := first + (most-first)*step/(steps-1)
		text := fmt.Sprintf("words of step %d", step)
		settled := g.add("a.txt:8", "-m", "to be resolved")
		for _, args := range [][]string{
			{"add", fmt.Sprintf("a.txt:%d", 1+step), "--as", "human", "-m", text + " in a thread"},
			{"reply", talk, "-m", text + " in a reply"},
			{"resolve", settled, "--as", "human"},
			{"checkpoint", "create", fmt.Sprintf("step-%d", step), "-m", text},
		} {
			was := tip(t, g.dir)
			sh := g.under(limit, args...)
			g.judge(args[0], was, sh)
			if sh.code != 0 {
				ended++
			} else if args[0] == "add" || args[0] == "reply" {
				acknowledged = append(acknowledged, args[len(args)-1])
			}
			g.must("reply", talk, "-m", fmt.Sprintf("after %s at step %d", args[0], step))
		}
		g.listsUnder(limit)
		sound(g.seat)
	}
	there := g.must("export", "--format", "json").Out
	for _, words := range acknowledged {
		if !strings.Contains(there, words) {
			t.Errorf("%q was acknowledged and is lost", words)
		}
	}
	g.finish()
	if ended == 0 || len(acknowledged) == 0 {
		t.Errorf("%d commands were ended, and %d messages acknowledged: the limits are not those between", ended, len(acknowledged))
	}
	t.Logf("%d limits from %d to %d KiB (it starts with %d): %d commands ended, %d done, %d stored unanswered",
		steps, first, most, least, ended, g.acknowledged, g.moved)
}

// listsUnder checks a list: it is whole or an error, and changes nothing.
func (g *shooting) listsUnder(limit int) {
	g.t.Helper()
	was, want := tip(g.t, g.dir), len(g.list().Threads)
	sh := g.under(limit, "list", "--json")
	if sh.code == 0 {
		if got := into[listing](g.seat, result{args: sh.args, Out: sh.out}); len(got.Threads) != want || len(got.Damaged) > 0 {
			g.t.Errorf("under %d KiB a list has %d threads of %d, %d damaged", limit, len(got.Threads), want, len(got.Damaged))
		}
	}
	if now := tip(g.t, g.dir); now != was {
		g.t.Errorf("under %d KiB a list moved the store to %s", limit, now)
	}
}
