//go:build unix

package proof

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"consider/commands"
	"consider/internal/gittest"
)

// spent is what a call allocated.
type spent struct{ allocs, bytes int }

func (s spent) least(o spent) spent { return spent{min(s.allocs, o.allocs), min(s.bytes, o.bytes)} }

// spentBy returns what a call allocates in this process after an earlier call has left its view.
func spentBy(t *testing.T, dir, said string, args ...string) spent {
	t.Helper()
	env := commands.Surroundings()
	env.Args, env.Dir, env.Stdin, env.Stdout, env.Above = args, dir, strings.NewReader(said), io.Discard, nil
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	if code := commands.Run(t.Context(), env); code != 0 {
		t.Fatalf("%v: exit %d", args, code)
	}
	runtime.ReadMemStats(&after)
	return spent{int(after.Mallocs - before.Mallocs), int(after.TotalAlloc - before.TotalAlloc)}
}

// reviewOf makes a project with this many threads on ten files. The last change is a small one, as is usual.
func reviewOf(t *testing.T, threads int) string {
	t.Helper()
	r := gittest.New(t)
	for i := range 10 {
		r.Write(name(i), strings.Repeat("a line of the file\n", 40))
	}
	r.Commit("first")
	type object = map[string]any
	var comments []object
	for i := range threads {
		at := time.Date(2026, 11, 2, 9, 0, i, 0, time.UTC)
		comments = append(comments, object{
			"id": fmt.Sprintf("c_%d", i), "file": name(i % 10), "workflowState": "open", "author": "human", "body": "Is this what we want? I would rather not.",
			"createdAt": at, "thread": []object{{"id": fmt.Sprintf("r_%d", i), "author": "agent", "body": "It is.", "createdAt": at}},
			"anchor": object{"startLine": 1 + i%30, "endLine": 2 + i%30, "targetContent": "a line of the file\na line of the file"},
		})
	}
	data, err := json.Marshal(object{"version": 1, "comments": comments})
	file := filepath.Join(t.TempDir(), "store.json")
	if err == nil {
		err = os.WriteFile(file, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	spentBy(t, r.Dir, "", "import", file, "--as", "human")
	spentBy(t, r.Dir, "", "add", name(0)+":3", "-m", "a remark", "--as", "human")
	return r.Dir
}

// TestHotVerbsAllocateLittle bounds what calls allocate, because the system has to provide memory page by page, which
// takes longer than most of the work done in it. It bounds calls in a review of 200 threads, and the cost of each
// additional thread: lists read the summaries of all threads from the cache, and a hook reads none. The bounds are the
// measured values plus a quarter.
func TestHotVerbsAllocateLittle(t *testing.T) {
	small, large := reviewOf(t, 200), reviewOf(t, 1200)
	const said = `{"session_id":"s1","hook_event_name":"PostToolUse","tool_name":"Read","tool_input":{}}`
	for _, c := range []struct {
		args           []string
		allocs, kbytes int     // of 200 threads
		each           float64 // allocations of each thread more
		bytes          int     // and bytes
	}{
		{[]string{"list"}, 16350, 1860, 58.7, 6870},
		{[]string{"list", "-n", "10"}, 14350, 1610, 47.5, 5550},
		{[]string{"list", "-n", "10", "--as", "agent", "--name", "a"}, 14880, 1640, 47.5, 5550},
		{[]string{"summary"}, 13040, 1530, 46.2, 5430},
		{[]string{"hook", "claude", "PostToolUse"}, 110, 8, 0.1, 16},
	} {
		// A file that has just been written is read by each list for two seconds, and the runtime sometimes allocates.
		few, many := spent{1 << 40, 1 << 40}, spent{1 << 40, 1 << 40}
		within := func() bool {
			return few.allocs <= c.allocs && few.bytes>>10 <= c.kbytes && float64(many.allocs-few.allocs) <= c.each*1000 && many.bytes-few.bytes <= c.bytes*1000
		}
		for until := time.Now().Add(hang); !within() && time.Now().Before(until); {
			few, many = few.least(spentBy(t, small, said, c.args...)), many.least(spentBy(t, large, said, c.args...))
		}
		t.Logf("%v: %d allocations, %d kB, and for each thread %.2f, %d bytes", c.args, few.allocs, few.bytes>>10, float64(many.allocs-few.allocs)/1000, (many.bytes-few.bytes)/1000)
		if !within() {
			t.Errorf("%v may allocate %d times, %d kB, and for each thread %.2f times, %d bytes", c.args, c.allocs, c.kbytes, c.each, c.bytes)
		}
	}
}

func name(i int) string { return "f" + string(rune('a'+i/10)) + string(rune('0'+i%10)) + ".txt" }
