//go:build unix

package proof

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"consider/internal/gittest"
)

// TestOddPathsAreRefusedAtOnceAndShowNothing: as a place for a thread, as a
// filter and as a place given by hand.
func TestOddPathsAreRefusedAtOnceAndShowNothing(t *testing.T) {
	t.Parallel()
	r := sample(t)
	s := sit(t, r.Dir).here()
	id := s.add("a.txt:2", "-m", "sound")
	outside := traps(t, r)
	before, was := gittest.Snapshot(t, r.Dir), tip(t, r.Dir)
	paths := []string{
		"../secret.txt", filepath.Join(outside, "secret.txt"), "src/../../secret.txt", "./../secret.txt", "..", ".", "/", "",
		"linkfile", "linkdir/secret.txt", "linkabs/secret.txt", "linkgit/config", "linkstore/config", "loop", "loopa/x",
		"fifo", "zero", "/dev/zero", "/dev/stdin", "/proc/self/environ", "/etc/passwd",
		".git", ".git/config", ".GIT/config", ".git/../.git/config", ".consider", ".consider/config", ".Consider/config",
		"src", "src/", "a.txt/x", "missing.txt", "~/.ssh/id_rsa", "file:///etc/passwd", ":(top)a.txt", "*.txt", "a.txt:1:2:3", "a.txt:99999999999999999999",
		strings.Repeat("a", 5000), strings.Repeat("a/", 2500) + "b", "new\nline", "caf\xe9.txt", "\x1b[31m",
	}
	var took []time.Duration
	try := func(codes []int, args ...string) result {
		got := s.refused(codes, args...)
		took = append(took, got.Took)
		if strings.Contains(got.Out+got.Err, secret) || strings.Contains(got.Out+got.Err, "root:") {
			t.Errorf("%s shows what lies outside:\n%s%s", got, clip(got.Out), clip(got.Err))
		}
		return got
	}
	no := []int{2, 10, 16}
	for _, path := range paths {
		for _, place := range []string{path, path + ":1"} {
			try(no, "add", "--json", "-m", "x", "--", place)
			try(no, "add", "--json", "-m", "x", "--side", "old", "--", place)
			try(no, "reanchor", "--json", "--", id, place)
			harmless(t, try(no, "add", "-m", "x", "--", place))
		}
		// A filter by a folder, or by a file that is gone, is allowed.
		got := try([]int{0, 2, 10, 16}, "list", "--json", "--file="+path)
		if got.Code == 0 && len(into[listing](s, got).Threads) > 0 && path != "." && path != "" {
			t.Errorf("%s lists threads", got)
		}
		if path != "fifo" { // a writer may still come: see the next test
			try(no, "import", "--json", "--", path)
		}
	}
	most := slices.Max(took)
	if most > soon(took) {
		t.Errorf("one took %v", most)
	}
	gittest.AssertUnchanged(t, before)
	if now := tip(t, r.Dir); now != was {
		t.Errorf("something was stored: %s", plumbing(t, r.Dir, "log", "--format=%s", was+"..refs/heads/threads"))
	}
	t.Logf("%d paths, %v at most", len(paths), most.Round(time.Millisecond))
}

// TestWaitingForAMessageCanBeInterrupted: a user who pressed the wrong key at a
// prompt for input wants out.
func TestWaitingForAMessageCanBeInterrupted(t *testing.T) {
	t.Parallel()
	r := sample(t)
	s := sit(t, r.Dir)
	id := s.inProcess().add("a.txt:2", "-m", "one")
	s.program = build(t)
	traps(t, r)
	silent, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	defer end.Close()
	s.stdin = silent
	for _, from := range []string{"-", "fifo"} {
		if got := s.interrupt(syscall.SIGINT, "reply", id, "--json", "-F", from); got.code != 130 {
			t.Errorf("reply -F %s: exit %d after an interruption: %s", from, got.code, got.out)
		}
	}
}

// TestOddIdsAndRangesAreRefused, whatever verb they are given to.
func TestOddIdsAndRangesAreRefused(t *testing.T) {
	t.Parallel()
	r := sample(t)
	s := sit(t, r.Dir).here()
	s.add("a.txt:2", "-m", "one")
	s.add("a.txt:3", "-m", "two")
	was := tip(t, r.Dir)
	ids := []string{
		"", "c_", "c_zzzzzzzz", "c_00000000", "c_000000000", "r_00000000", "../x", "c_../../x", "HEAD", "%s", "--", "C_ABCDEF00",
		strings.Repeat("a", 5000), "c_\x1b[31m", "\xff", "*", "c_0000000\n",
	}
	for _, id := range ids {
		for _, args := range [][]string{
			{"get"},
			{"context"},
			{"resolve"},
			{"unresolve"},
			{"archive"},
			{"unarchive"},
			{"log"},
			{"delete", "--as=human"},
			{"undelete", "--as=human"},
			{"reply", "-m", "x"},
			{"edit", "-m", "x", "--as=human"},
		} {
			if args[0] == "log" && (id == "" || id == "--") || args[0] == "archive" && id == "--" {
				continue // without an id they mean all
			}
			harmless(t, s.refused([]int{2, 10, 12}, append(args, "--", id)...))
		}
	}
	for _, lines := range []string{"0", "-1", "2-1", "1-", "-", "x", "1-99", "41", "1,2", "1-2-3", "99999999999999999999", "0x1", " 1", "1 ", "١"} {
		s.refused([]int{2, 10}, "add", "--json", "-m", "x", "--", "a.txt:"+lines)
	}
	if tip(t, r.Dir) != was {
		t.Error("something was stored")
	}
}
