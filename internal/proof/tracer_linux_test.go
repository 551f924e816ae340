//go:build linux && amd64

package proof

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// onFreeThread runs a tracer on a thread without children: it waits for all children of its thread, and others would be
// those of other tests, which wait for them as well.
func onFreeThread(tracer func()) {
	over := make(chan struct{})
	defer close(over)
	for {
		free := make(chan bool)
		go func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			children, _ := os.ReadFile(fmt.Sprintf("/proc/self/task/%d/children", unix.Gettid())) // some kernels do not list them
			if len(children) > 0 {
				free <- false
				<-over // until another thread is found, this one is not offered again
				return
			}
			tracer()
			free <- true
		}()
		if <-free {
			return
		}
	}
}

// launch starts a program that this thread traces, and that stops at its first instruction.
func launch(cmd *exec.Cmd, files ...*os.File) (pid int, err error) {
	how := &syscall.ProcAttr{Dir: cmd.Dir, Env: cmd.Environ(), Sys: &syscall.SysProcAttr{Ptrace: true, Pdeathsig: syscall.SIGKILL}}
	for _, f := range files {
		how.Files = append(how.Files, f.Fd())
	}
	return syscall.ForkExec(cmd.Path, cmd.Args, how)
}

// follow runs a launched program to its end and returns its exit code, -1 if a signal ended it. It calls begin before each
// system call, and the function that begin returned, if any, with the call's result.
func follow(pid int, begin func(tid int, regs *syscall.PtraceRegs) (ended func(result int))) (code int, err error) {
	defer func() {
		if err != nil {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}()
	var ws unix.WaitStatus
	within := map[int]func(int){} // the threads that are in a call
	for first := true; ; {
		tid, err := unix.Wait4(-1, &ws, unix.WALL|unix.WNOTHREAD, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case err != nil:
			return -1, fmt.Errorf("wait: %w", err)
		case tid == pid && (ws.Exited() || ws.Signaled()):
			return ws.ExitStatus(), nil
		case !ws.Stopped():
			delete(within, tid)
			continue
		}
		if first {
			const options = unix.PTRACE_O_TRACESYSGOOD | unix.PTRACE_O_TRACECLONE | unix.PTRACE_O_EXITKILL
			if err := syscall.PtraceSetOptions(pid, options); err != nil && !errors.Is(err, syscall.ESRCH) {
				return -1, fmt.Errorf("trace: %w", err)
			}
			first = false
		}
		pass := 0
		switch sig := ws.StopSignal(); sig {
		case syscall.SIGTRAP | 0x80:
			var regs syscall.PtraceRegs
			if ended, in := within[tid]; in {
				delete(within, tid)
				if ended != nil && syscall.PtraceGetRegs(tid, &regs) == nil {
					ended(int(regs.Rax))
				}
			} else if syscall.PtraceGetRegs(tid, &regs) == nil {
				within[tid] = begin(tid, &regs)
			}
		case syscall.SIGSTOP, syscall.SIGTRAP:
		default:
			pass = int(sig)
		}
		_ = syscall.PtraceSyscall(tid, pass) // if the thread has ended meanwhile, the next wait reports it
	}
}
