package hooks

import (
	"errors"
	"os"
	"syscall"
	"time"
	"unsafe"

	"consider/internal/hook"
)

// readStdin reads all of standard input within [hook.Patience]. A caller may leave it open, so input that is not
// complete in time counts as empty, and so do errors and input that is too long. can reports whether the system can
// limit the read, which Linux can. It makes system calls directly, because the runtime's poller would start threads.
func readStdin() (text []byte, can bool) {
	if info, err := os.Stdin.Stat(); err != nil || info.Mode()&os.ModeCharDevice != 0 {
		return nil, true // an agent does not call a hook from a terminal
	}
	end := time.Now().Add(hook.Patience)
	text = make([]byte, 0, 4096)
	for len(text) <= hook.MaxInput {
		ready, err := poll(time.Until(end))
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if err != nil || !ready {
			return nil, true
		}
		if len(text) == cap(text) {
			text = append(text, 0)[:len(text)]
		}
		n, err := syscall.Read(0, text[len(text):cap(text)])
		switch {
		case errors.Is(err, syscall.EINTR), errors.Is(err, syscall.EAGAIN):
		case err != nil:
			return nil, true
		case n == 0:
			return text, true
		default:
			text = text[:len(text)+n]
		}
	}
	return nil, true
}

// poll waits until there is something to read or patience is over.
func poll(patience time.Duration) (ready bool, err error) {
	fds := [1]struct {
		fd          int32
		events, out int16
	}{{fd: 0, events: pollIn}}
	left := syscall.NsecToTimespec(max(0, int64(patience)))
	n, _, code := syscall.Syscall6(syscall.SYS_PPOLL, uintptr(unsafe.Pointer(&fds)), 1, uintptr(unsafe.Pointer(&left)), 0, 0, 0)
	if code != 0 {
		return false, code
	}
	return n > 0, nil
}

// pollIn is the system's POLLIN.
const pollIn = 1
