//go:build linux && amd64

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// writers is the number of concurrent writers, each with its own threads.
const writers = 32

// soak is a long run with everything at once: writers, readers and garbage collections, some of them killed at random,
// and the three servers, which keep running, receive requests and are measured.
type soak struct {
	b     *bench
	began time.Time
	ends  context.Context
	mu    sync.Mutex
	ids   [writers]string // of each writer's current thread
	acked []string        // words that were acknowledged
	count map[string]int
	wrong []string
	pause time.Duration // longest pause between two commands of a writer
}

// locked runs a few lines that no other goroutine of the soak may disturb.
func (s *soak) locked(do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do()
}

func (s *soak) note(what string) { s.locked(func() { s.count[what]++ }) }

func (s *soak) complain(format string, args ...any) {
	said := time.Since(s.began).Round(time.Second).String() + ": " + fmt.Sprintf(format, args...)
	s.locked(func() { s.wrong = append(s.wrong, said) })
}

// rest waits a while, at most so long.
func (s *soak) rest(most time.Duration) bool { return s.wait(rand.N(most)) }

// soaked runs a soak for a time, and prints its counts. It needs a sandbox, whose disk it fills.
func soaked(long time.Duration, seed uint64, folder string, out io.Writer) int {
	b, err := newBench(folder, "soak", seed)
	if err == nil {
		err = b.found()
	}
	s := &soak{b: b, began: time.Now(), count: map[string]int{}, pause: min(5*time.Second, long/10)}
	var stop context.CancelFunc
	s.ends, stop = context.WithTimeout(context.Background(), long)
	defer stop()
	for n := range writers {
		s.run("written", false, "memory", "create", fmt.Sprintf("/memories/%d.md", n), "-m", "before all")
	}
	hosts, err2 := s.hosts()
	if err = errors.Join(err, err2); err != nil {
		fmt.Fprintln(out, "torture:", err)
		return 1
	}
	var all sync.WaitGroup
	for n := range writers {
		all.Go(func() { s.write(n) })
	}
	for _, read := range []string{"list --workflow all", "log", "summary", "fsck", "export --format json"} {
		all.Go(func() {
			for s.rest(2 * s.pause) {
				s.run("read", false, strings.Fields(read)...)
			}
		})
	}
	all.Go(func() {
		for s.rest(4 * s.pause) {
			s.run("gc", rand.IntN(3) == 0, "gc")
		}
	})
	for _, h := range hosts {
		all.Go(func() { s.talk(h) })
	}
	scale := &scale{hosts, out}
	for s.wait(long / samples) {
		scale.weigh(s.so())
	}
	all.Wait()
	scale.rest(patience)
	s.wrong = append(s.wrong, scale.grown(out)...)
	for _, h := range hosts {
		if err := h.end(); err != nil {
			s.complain("%s ended with %v", h.name, err)
		}
	}
	return s.judge(out)
}

// so returns the current progress.
func (s *soak) so() string {
	var disk syscall.Statfs_t
	_ = syscall.Statfs(s.b.dir, &disk)
	s.mu.Lock()
	defer s.mu.Unlock()
	return fmt.Sprintf("%v: %v, %d KiB of disk", time.Since(s.began).Round(time.Second), s.count, int64(disk.Blocks-disk.Bfree)*disk.Bsize/1024)
}

// wait waits, and reports whether there is time for more.
func (s *soak) wait(d time.Duration) bool {
	select {
	case <-s.ends.Done():
		return false
	case <-time.After(d):
		return true
	}
}

func (s *soak) hosts() (all []*host, err error) {
	for _, args := range [][]string{{"serve"}, {"mcp"}, {"review", "--no-open", "--port", "0", "--as", "human"}} {
		h, err := s.b.host(context.Background(), args[0], args...)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", args[0], err)
		}
		all = append(all, h)
	}
	return all, nil
}

// run runs a command, and with kill kills it at a random moment. It reports whether the command was acknowledged.
func (s *soak) run(what string, kill bool, args ...string) (answer string, ok bool) {
	ctx, cancel := context.WithTimeout(context.Background(), 4*patience)
	defer cancel()
	if kill {
		ctx, cancel = context.WithTimeout(ctx, time.Duration(rand.ExpFloat64()*float64(40*time.Millisecond)))
		defer cancel()
	}
	began := time.Now()
	o := s.b.until(ctx, args...)
	switch {
	case o.code == 0:
		s.note(what)
	case o.code == -1 && kill:
		s.note("killed")
	case o.code == 13 && what != "read":
		s.note("busy")
	default:
		s.complain("%s: exit %d after %v: %.300s%.300s", strings.Join(args, " "), o.code, time.Since(began), o.out, o.err)
	}
	return o.out, o.code == 0
}

// write is one writer: it starts a thread, adds replies and labels, resolves it, and starts the next one.
func (s *soak) write(n int) {
	word := 0
	said := func(args ...string) (string, bool) {
		word++
		w := fmt.Sprintf("word-%d-%d-", n, word)
		answer, ok := s.run("written", rand.IntN(4) == 0, append(args, "-m", w)...)
		if ok {
			s.locked(func() { s.acked = append(s.acked, w) })
		}
		return answer, ok
	}
	for s.rest(s.pause) {
		answer, ok := said("add", fmt.Sprintf("a.txt:%d", n+1))
		if !ok {
			continue
		}
		id := threadID.FindString(answer)
		s.locked(func() { s.ids[n] = id })
		for range 20 {
			if !s.rest(s.pause) {
				return
			}
			switch rand.IntN(8) {
			case 0:
				s.run("written", rand.IntN(4) == 0, "label", id, fmt.Sprintf("+l%d", rand.IntN(9)))
			case 1:
				said("memory", "insert", fmt.Sprintf("/memories/%d.md", n), "--line", "0")
			default:
				said("reply", id)
			}
		}
		s.locked(func() { s.ids[n] = "" })
		for range 20 { // a killed command gives no answer
			if _, ok := s.run("written", rand.IntN(4) == 0, "resolve", id); ok {
				break
			}
		}
		s.run("written", rand.IntN(4) == 0, "archive", id)
	}
}

// talk sends requests to a server, and replies through it to a writer's thread.
func (s *soak) talk(h *host) {
	for word := 0; s.rest(s.pause / 2); word++ {
		var id string
		s.locked(func() { id = s.ids[rand.IntN(writers)] })
		verb, input, said := "list", map[string]any{}, fmt.Sprintf("word-%s-%d-", h.name, word)
		if word%2 == 1 && id != "" {
			verb, input = "reply", map[string]any{"id": id, "message": said}
		}
		answer, ok, err := h.ask(verb, input)
		switch {
		case err != nil:
			s.complain("%s: %v", h.name, err)
			return
		case ok && verb == "reply":
			s.locked(func() { s.acked = append(s.acked, said) })
			fallthrough
		case ok:
			s.note(h.name)
		case strings.Contains(answer, `"kind":"busy"`), strings.Contains(answer, "consider: lock: store busy"): // over MCP it is text
			s.note("busy")
		case strings.Contains(answer, "conflict") || strings.Contains(answer, "resolved"): // the thread's writer was faster
		default:
			s.complain("%s %s: %.300s", h.name, verb, answer)
		}
	}
}

// judge checks that everything acknowledged is there.
func (s *soak) judge(out io.Writer) int {
	var there strings.Builder
	for _, args := range []string{"export --format json", "export --format json --archived", "memory export", "fsck"} {
		answer, _ := s.run("read", false, strings.Fields(args)...)
		there.WriteString(answer)
	}
	found := map[string]bool{}
	for _, w := range regexp.MustCompile(`word-\w+-\d+-`).FindAllString(there.String(), -1) {
		found[w] = true
	}
	lost := slices.DeleteFunc(slices.Clone(s.acked), func(w string) bool { return found[w] })
	fmt.Fprintf(out, "%v: %v; %d words acknowledged, %d lost\n", time.Since(s.began).Round(time.Second), s.count, len(s.acked), len(lost))
	if len(lost) > 0 {
		s.complain("lost: %.300s", strings.Join(lost, " "))
	}
	return broken(out, s.wrong)
}
