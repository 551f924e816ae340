//go:build unix

package proof

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/round"
)

// TestNothingSaidIsMissingAfterRestores: talk, rounds and restores in random orders, of rounds and of the
// checkpoints that restores make, one after the other.
func TestNothingSaidIsMissingAfterRestores(t *testing.T) {
	t.Parallel()
	for range often(4, 2) {
		d := &debate{table: sitDown(t, sample(t))}
		c := chance(t)
		d.add()
		d.names = append(d.names, d.checkpoint())
		for range often(40, 20) {
			switch c.IntN(6) {
			case 0:
				d.add()
			case 1, 2, 3:
				d.reply(c.IntN(1 << 20))
			case 4:
				d.names = append(d.names, d.checkpoint())
			default:
				d.back(d.names[c.IntN(len(d.names))])
			}
		}
		d.back(d.names[0])
		d.nothingMissing()
		t.Logf("%d things said, %d checkpoints", len(d.said), len(d.names))
		soundToGit(t, d.Dir)
	}
}

// TestWhatIsSaidDuringARestoreIsKept checks that the replies of an agent are kept while the threads are restored: each
// is in the restored list, or in a checkpoint that can be restored.
func TestWhatIsSaidDuringARestoreIsKept(t *testing.T) {
	t.Parallel()
	r := sample(t)
	d := &debate{table: sitDown(t, r)}
	d.add()
	round := d.checkpoint()
	for range often(12, 6) {
		d.add()
	}
	d.names = append(d.names, d.checkpoint())
	other := &debate{table: sitDown(t, r)}
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for i := 0; ; i++ {
			select {
			case <-stop:
				return
			default:
				other.try(d.threadID, fmt.Sprintf("meanwhile %d.", i))
			}
		}
	})
	for range often(20, 8) {
		d.back(round)
	}
	close(stop)
	wg.Wait()
	d.said = append(d.said, other.said...)
	d.nothingMissing()
	t.Logf("%d things said meanwhile", len(other.said))
}

// debate is a review that remembers every message.
type debate struct {
	*table
	threadID string // the first
	said     []string
	names    []string // checkpoints
}

func (d *debate) add() {
	d.t.Helper()
	body := fmt.Sprintf("thread %d.", len(d.said))
	id := told[review.AddOutput](d.table, reviewer, "add", fields{"place": "a.txt:3", "message": body}).Thread.ID
	if d.said = append(d.said, body); d.threadID == "" {
		d.threadID = id
	}
}

// reply adds a reply to one of the threads.
func (d *debate) reply(n int) {
	d.t.Helper()
	list := told[review.ListOutput](d.table, reviewer, "list", fields{"workflow": "all"}).Threads
	body := fmt.Sprintf("reply %d.", len(d.said))
	told[review.ReplyOutput](d.table, coder, "reply", fields{"id": list[n%len(list)].ID, "message": body})
	d.said = append(d.said, body)
}

// try adds a reply, and records it unless it is refused.
func (d *debate) try(id, body string) {
	if _, err := ask[review.ReplyOutput](d.table, coder, "reply", fields{"id": id, "message": body}); err == nil {
		d.said = append(d.said, body)
	}
}

// back restores a checkpoint and checks what the result reports.
func (d *debate) back(name string) {
	d.t.Helper()
	out := d.restore(name)
	d.names = append(d.names, out.Safety)
	kept, now := d.at(out.Safety), d.threadsNow() // with the deleted ones, which are whole
	for _, since := range out.Since {
		if since.Whole {
			continue // in a thread that is deleted, and so still there
		}
		body := strings.TrimSuffix(since.Body, "…")
		if !strings.Contains(kept, body) || strings.Contains(now, body+`"`) {
			d.t.Errorf("restore %s says that %q is only in %s", name, since.Body, out.Safety)
		}
	}
	for _, body := range d.said {
		listed := slices.ContainsFunc(out.Since, func(s round.SaidSince) bool { return s.Body == body && !s.Whole })
		if gone := spokenIn(kept, body) && !spokenIn(now, body); gone != listed {
			d.t.Errorf("restore %s: %q is gone: %v, and listed: %v", name, body, gone, listed)
		}
	}
}

func spokenIn(threads, body string) bool {
	return strings.Contains(threads, fmt.Sprintf("%q", body))
}

// at is the threads of a checkpoint, by real git.
func (d *debate) at(name string) string {
	d.t.Helper()
	var c struct{ Store string }
	manifest := plumbing(d.t, d.Dir, "show", "refs/heads/threads:checkpoints/"+name+".json")
	if err := json.Unmarshal([]byte(manifest), &c); err != nil {
		d.t.Fatal(err)
	}
	return d.threads(c.Store)
}

// nothingMissing fails for everything that is neither in the threads now nor in those of a checkpoint.
func (d *debate) nothingMissing() {
	d.t.Helper()
	all := d.threadsNow()
	for _, name := range d.names {
		all += d.at(name)
	}
	for _, body := range d.said {
		if !spokenIn(all, body) {
			d.t.Errorf("%q cannot be brought back by any restore", body)
		}
	}
}

// TestTheUsersRepositoryIsAsItWasAfterRounds: not a byte and not a time below .git, nor of any file.
func TestTheUsersRepositoryIsAsItWasAfterRounds(t *testing.T) {
	t.Parallel()
	r := gittest.New(t)
	files := often(5200, 1200)
	for i := range files {
		r.Write(fmt.Sprintf("src/p%d/f%d.go", i%97, i), numbered(fmt.Sprintf("code %d", i), 5))
	}
	r.Commit("everything")
	r.Git("config", "core.untrackedCache", "true")
	for i := range 20 {
		name := fmt.Sprintf("src/p%d/f%d.go", i%97, i)
		r.Write(name, numbered("changed", 6))
		if i%2 == 0 {
			r.Git("add", name)
		}
		if i%4 == 0 {
			r.Write(name, numbered("changed again", 6))
		}
	}
	r.Write("new.txt", "untracked\n")
	r.Git("mv", "src/p50/f50.go", "moved.go")
	s := sit(t, r.Dir).here()
	s.add("moved.go:2", "-m", "why?")
	for _, args := range [][]string{
		{"checkpoint"},
		{"checkpoint", "diff"},
		{"checkpoint", "diff", "--stat", "--json"},
		{"checkpoint", "list"},
		{"checkpoint", "show"},
		{"checkpoint", "create", "named"},
		{"checkpoint", "restore", "round-1", "--dry-run"},
		{"checkpoint", "restore", "round-1", "--as", "human"},
		{"checkpoint", "restore", "before-restore-1", "--as", "human"},
		{"checkpoint", "diff", "round-1", "named"},
		{"checkpoint", "delete", "named", "--as", "human"},
	} {
		untouched(t, r.Dir, strings.Join(args, " "), func() { s.must(args...) })
	}
	if n := strings.Count(r.Git("ls-files"), "\n") + 1; n < files {
		t.Errorf("%d files are tracked", n)
	}
}
