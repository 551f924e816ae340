//go:build linux && amd64

package proof

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"consider/internal/gittest"
)

// ofFiles are the system calls that look at files or read them. Those of memory, threads and signals depend on how
// busy the machine is.
var ofFiles = map[uint64]bool{
	unix.SYS_OPENAT: true, unix.SYS_OPEN: true, unix.SYS_READ: true, unix.SYS_PREAD64: true, unix.SYS_NEWFSTATAT: true,
	unix.SYS_FSTAT: true, unix.SYS_STAT: true, unix.SYS_LSTAT: true, unix.SYS_READLINKAT: true, unix.SYS_GETDENTS64: true,
	unix.SYS_FACCESSAT: true, unix.SYS_FACCESSAT2: true, unix.SYS_STATX: true,
}

// callsOf runs a program to its end and counts its system calls on files.
func callsOf(t *testing.T, dir, stdin string, env []string, program string, args ...string) (calls int) {
	t.Helper()
	in, err := os.Open(stdin)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = in.Close() }()
	none, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = none.Close() }()
	cmd, code := exec.Command(program, args...), -1
	cmd.Dir, cmd.Env = dir, env
	onFreeThread(func() {
		var pid int
		if pid, err = launch(cmd, in, none, none); err != nil {
			return
		}
		code, err = follow(pid, func(_ int, regs *syscall.PtraceRegs) func(int) {
			if ofFiles[regs.Orig_rax] {
				calls++
			}
			return nil
		})
	})
	if errors.Is(err, syscall.EPERM) {
		t.Skip("no program may be traced here")
	}
	if err != nil || code != 0 {
		t.Fatalf("%s %v: exit %d, %v", program, args, code, err)
	}
	return calls
}

// TestHotVerbsAskTheSystemLittle checks that the commands that agents run at each step, and people all day, make few
// system calls on files. The bounds are the measured numbers (10, 197, 38), plus room for what the runtime reads of
// control groups.
func TestHotVerbsAskTheSystemLittle(t *testing.T) {
	program := build(t)
	r := gittest.New(t)
	for i := range 30 {
		r.Write(name(i), strings.Repeat("a line\n", 20))
	}
	r.Commit("first")
	env := []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "CLAUDECODE=1"}
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command(program, args...)
		cmd.Dir, cmd.Env = r.Dir, env
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
	}
	for i := range 30 {
		run("add", name(i)+":3", "-m", "a remark")
	}
	said := filepath.Join(t.TempDir(), "said.json")
	if err := os.WriteFile(said, []byte(`{"session_id":"s1","hook_event_name":"PostToolUse","tool_name":"Read","tool_input":{}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	callsOf(t, r.Dir, said, env, program, "hook", "claude", "PostToolUse") // reports the waiting threads
	// Each folder above the project is looked at: there are more where the temporary folder is not /tmp.
	deep := 10 * (strings.Count(r.Dir, "/") - 3)
	for _, c := range []struct {
		bound int
		args  []string
	}{{25, []string{"version"}}, {200, []string{"list"}}, {60, []string{"hook", "claude", "PostToolUse"}}} {
		c.bound += deep
		// A file that has just been written is read once more: its time does not yet prove that it is unchanged.
		least, until := 1<<30, time.Now().Add(hang)
		for least > c.bound && time.Now().Before(until) {
			least = min(least, callsOf(t, r.Dir, said, env, program, c.args...))
		}
		t.Logf("%d calls: %v", least, c.args)
		if least > c.bound {
			t.Errorf("%v makes %d calls on files, and may make %d", c.args, least, c.bound)
		}
	}
}
