//go:build linux && amd64

package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// kinds lists the faults that a change is subjected to.
var kinds = []string{"kill", "torn", "power", "ENOSPC", "EIO", "EMFILE"}

// command is a run of the program.
type command struct {
	program, dir, scratch string
	args, env             []string
	stdin                 string
	chance                *rand.Rand
}

// fault is what happens to a run: the at-th of the calls that it concerns fails. If at is 0, no call fails and all are
// only counted.
type fault struct {
	kind string
	at   int
}

// outcome says how a run ended.
type outcome struct {
	code     int // -1 when it was killed
	hung     bool
	points   map[string]int // how many calls each kind of fault could affect
	out, err string
}

// patience is the time after which a command counts as hung.
const patience = 30 * time.Second

// tracee is a program that runs call by call. Its tracer stays on one OS thread, as ptrace requires.
type tracee struct {
	pid     int
	project string
	fault   fault
	points  map[string]int
	fired   bool
	calls   map[int]*call // of each thread that is in a call
	disk    *disk
}

// call is a system call that was entered, and what will happen to it.
type call struct {
	fails syscall.Errno // the error to return instead of making it
	kill  bool          // kill the program after it
	regs  syscall.PtraceRegs
}

// trace runs a command with a fault.
func trace(c command, f fault) (o outcome, err error) {
	runtime.LockOSThread() // never unlocked: the OS thread ends with the goroutine
	// The next reset empties the folder.
	out, err := os.Create(c.scratch + "/out")
	said, err2 := os.Create(c.scratch + "/err")
	name := os.DevNull
	if c.stdin != "" {
		name = c.scratch + "/in"
		err = errors.Join(err, os.WriteFile(name, []byte(c.stdin), 0o600))
	}
	in, err3 := os.Open(name)
	if err = errors.Join(err, err2, err3); err != nil {
		return o, err
	}
	defer func() { _ = errors.Join(in.Close(), out.Close(), said.Close()) }()
	t := &tracee{project: c.dir, fault: f, calls: map[int]*call{}, points: map[string]int{}, disk: &disk{backup: c.scratch, unsynced: map[uint64]bool{}}}
	t.pid, err = syscall.ForkExec(c.program, append([]string{c.program}, c.args...), &syscall.ProcAttr{
		Dir: c.dir, Env: c.env, Files: []uintptr{in.Fd(), out.Fd(), said.Fd()},
		Sys: &syscall.SysProcAttr{Ptrace: true, Pdeathsig: syscall.SIGKILL},
	})
	if err != nil {
		return o, fmt.Errorf("start %s: %w", c.program, err)
	}
	late := time.AfterFunc(patience, func() { o.hung = syscall.Kill(t.pid, syscall.SIGKILL) == nil })
	status, err := t.loop()
	late.Stop()
	if err != nil {
		_ = syscall.Kill(t.pid, syscall.SIGKILL)
		return o, err
	}
	if f.kind == "power" {
		err = t.disk.cut(c.dir, c.chance)
	}
	text, err2 := os.ReadFile(out.Name())
	words, err3 := os.ReadFile(said.Name())
	o.code, o.points, o.out, o.err = status.ExitStatus(), t.points, string(text), string(words)
	return o, errors.Join(err, err2, err3)
}

// loop runs the program from call to call until it has ended.
func (t *tracee) loop() (unix.WaitStatus, error) {
	var ws unix.WaitStatus
	if _, err := wait(t.pid, &ws); err != nil || !ws.Stopped() {
		return ws, fmt.Errorf("the program did not start: %v: %w", ws, err)
	}
	const options = unix.PTRACE_O_TRACESYSGOOD | unix.PTRACE_O_TRACECLONE | unix.PTRACE_O_EXITKILL
	if err := syscall.PtraceSetOptions(t.pid, options); err != nil {
		return ws, err
	}
	_ = syscall.PtraceSyscall(t.pid, 0)
	seen := map[int]bool{t.pid: true}
	for {
		tid, err := wait(-1, &ws)
		switch {
		case err != nil:
			return ws, fmt.Errorf("wait: %w", err)
		case tid == t.pid && (ws.Exited() || ws.Signaled()):
			return ws, nil
		case !ws.Stopped():
			continue
		}
		pass := 0
		switch sig := ws.StopSignal(); {
		case sig == syscall.SIGTRAP|0x80:
			t.stopped(tid)
		case sig == syscall.SIGSTOP && !seen[tid], sig == syscall.SIGTRAP:
		default:
			pass = int(sig)
		}
		seen[tid] = true
		_ = syscall.PtraceSyscall(tid, pass) // a killed thread is gone; the next wait reports it
	}
}

func wait(pid int, ws *unix.WaitStatus) (int, error) {
	for {
		tid, err := unix.Wait4(pid, ws, unix.WALL|unix.WNOTHREAD, nil)
		if !errors.Is(err, syscall.EINTR) {
			return tid, err
		}
	}
}

// stopped handles the beginning or the end of a call.
func (t *tracee) stopped(tid int) {
	if c, ok := t.calls[tid]; ok {
		delete(t.calls, tid)
		t.left(tid, c)
		return
	}
	c := &call{}
	if syscall.PtraceGetRegs(tid, &c.regs) != nil {
		return
	}
	t.calls[tid] = c
	p := about(t.project, tid, &c.regs)
	for _, kind := range kinds {
		if p.concerns(kind) {
			t.points[kind]++
		}
	}
	if p.concerns(t.fault.kind) && t.fault.at != 0 && t.points[t.fault.kind] >= t.fault.at && (!t.fired || t.fault.kind != "EIO") {
		t.fired = true
		t.meet(tid, c)
		return
	}
	if p.name != "" {
		t.disk.note(p)
	}
}

// meet applies the fault to a call.
func (t *tracee) meet(tid int, c *call) {
	switch t.fault.kind {
	case "kill", "power":
		_ = syscall.Kill(t.pid, syscall.SIGKILL)
	case "torn":
		c.kill = true
		c.regs.Rdx /= 2
		_ = syscall.PtraceSetRegs(tid, &c.regs)
	default:
		c.fails = errnos[t.fault.kind]
		regs := c.regs
		regs.Orig_rax = ^uint64(0) // no such call
		_ = syscall.PtraceSetRegs(tid, &regs)
	}
}

// errnos lists the errors that calls are made to return.
var errnos = map[string]syscall.Errno{"ENOSPC": syscall.ENOSPC, "EIO": syscall.EIO, "EMFILE": syscall.EMFILE}

func (t *tracee) left(tid int, c *call) {
	switch {
	case c.kill:
		_ = syscall.Kill(t.pid, syscall.SIGKILL)
	case c.fails != 0:
		var regs syscall.PtraceRegs
		if syscall.PtraceGetRegs(tid, &regs) == nil {
			regs.Rax = -uint64(c.fails)
			_ = syscall.PtraceSetRegs(tid, &regs)
		}
	}
}
