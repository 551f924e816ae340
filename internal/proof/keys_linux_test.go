package proof

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"consider/internal/verb"
	"consider/internal/verb/verbtest"
)

// terminal is a new pseudo-terminal of few rows that shows what a program prints to no person.
func terminal(t *testing.T) (program *os.File) {
	t.Helper()
	person, program := openTerminal(t)
	go func() { _, _ = io.Copy(io.Discard, person) }()
	return program
}

// openTerminal opens a pseudo-terminal and returns the person's side and the program's side.
func openTerminal(t *testing.T) (person, program *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no pseudo-terminals here: ", err)
	}
	t.Cleanup(func() { _ = person.Close() })
	var n int
	err = control(person, func(fd int) (err error) {
		if err = unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err == nil {
			n, err = unix.IoctlGetInt(fd, unix.TIOCGPTN)
		}
		return err
	})
	if err == nil {
		err = resize(person, 100, 5)
	}
	if err == nil {
		program, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	}
	if err != nil {
		t.Skip("no pseudo-terminals here: ", err)
	}
	t.Cleanup(func() { _ = program.Close() })
	return person, program
}

// control calls do with the file's descriptor. [os.File.Fd] would make reads block, so that Close waits for them.
func control(f *os.File, do func(fd int) error) error {
	raw, err := f.SyscallConn()
	if err != nil {
		return err
	}
	if closed := raw.Control(func(fd uintptr) { err = do(int(fd)) }); closed != nil {
		return closed
	}
	return err
}

// resize gives a terminal another size.
func resize(terminal *os.File, columns, rows uint16) error {
	return control(terminal, func(fd int) error {
		return unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: rows, Col: columns})
	})
}

// wordless returns a call of each command-line verb as in its example, but without a message, and calls of help.
func wordless(ids map[string]string) [][]string {
	out := [][]string{{"help", "all"}, {"list", "--help"}} // longer than the screen
	for _, v := range verb.All {
		if v.On&verb.CLI == 0 {
			continue
		}
		call := verbtest.Call(v, map[string]string{verbtest.Thread: ids["ID"], "src/auth.go:45-47": "a.txt:3", "100s": "1s"})
		if i := slices.Index(call, "-m"); i >= 0 {
			call = slices.Delete(call, i, i+2)
		}
		out = append(out, call)
	}
	return out
}

// TestProgramsThatWaitForKeysAreForPersons checks that only a person with keyboard and screen gets an editor or a
// pager. Other callers get neither, in a terminal of their own or not.
func TestProgramsThatWaitForKeysAreForPersons(t *testing.T) {
	t.Parallel()
	r := sample(t)
	s := sit(t, r.Dir).with(agentSaid(t, r.Dir)...)
	ids := discussed(s.inProcess())
	tools := t.TempDir()
	started, waits := filepath.Join(tools, "started"), filepath.Join(tools, "waits")
	if err := os.WriteFile(waits, []byte("#!/bin/sh\necho \"$0 $*\" >>'"+started+"'\nexec sleep 6000\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	base := s.with("EDITOR="+waits, "VISUAL="+waits, "PAGER="+waits, "BROWSER="+waits, "TERM=xterm")
	var slowest time.Duration
	which, calls, done := "", 0, 0
	run := func(s seat, typed bool, args ...string) error {
		program := terminal(t)
		ctx, cancel := context.WithTimeout(t.Context(), hang)
		defer cancel()
		cmd := s.command(ctx, args...)
		cmd.Stdout, cmd.Stderr = program, program
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if typed {
			cmd.Stdin, cmd.SysProcAttr.Setctty = program, true
		}
		began := time.Now()
		err := cmd.Run()
		if calls++; err == nil {
			done++
		}
		if took := time.Since(began); took > slowest {
			slowest, which = took, strings.Join(args, " ")
		}
		if ctx.Err() != nil {
			return fmt.Errorf("%s: it waits: %w", strings.Join(args, " "), err)
		}
		return nil
	}
	callers := []struct {
		name  string
		seat  seat
		typed bool
		door  []string
	}{
		{"a known agent", base.with("CLAUDECODE=1"), true, nil},
		{"the agents' door", base, true, []string{"--for-agents"}},
		{"an unknown caller without a keyboard", base, false, nil},
		{"an unknown caller in a terminal that can do nothing", base.with("TERM=dumb"), true, nil},
	}
	// A caller is recognized before the verb is known: one makes all calls, the others a part.
	part := often(1, len(callers))
	for i, args := range wordless(ids) {
		for n, c := range callers {
			if n > 0 && i%part != n%part {
				continue
			}
			if err := run(c.seat, c.typed, append(slices.Clone(c.door), args...)...); err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
		}
	}
	t.Logf("%d calls, %d of them did what they are for; the slowest: %v, %s", calls, done, slowest, which)
	if data, err := os.ReadFile(started); err == nil {
		t.Fatalf("a program was started that waits for keys: %s", data)
	}
	// The same calls by a person with both start them, or this proves nothing.
	ctx, cancel := context.WithCancel(t.Context())
	program := terminal(t)
	cmd := base.command(ctx, "add", "a.txt:3")
	cmd.Stdin, cmd.Stdout, cmd.Stderr = program, program, program
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for began := time.Now(); time.Since(began) < hang; time.Sleep(50 * time.Millisecond) {
		if _, err := os.Stat(started); err == nil {
			break
		}
	}
	cancel()
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	_ = cmd.Wait()
	if _, err := os.Stat(started); err != nil {
		t.Error("a person at the keys got no editor")
	}
}
