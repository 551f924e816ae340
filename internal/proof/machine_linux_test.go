//go:build linux && amd64

package proof

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"consider/internal/gittest"
)

// machine is a computer with one disk. It records how commands change the disk and when they sync it, so that each state can
// be made in which a power cut may leave it.
type machine struct {
	seat            // its own commands are not recorded
	recorded seat   // the commands of this one are
	disk     string // the folder
	said     *os.File

	// ordered: the disk has one journal, so that nothing on it is newer than a name that is not on it, or than content that
	// was written out. On another disk, only synced files and folders are safe.
	ordered bool

	mu      sync.Mutex
	files   []file         // those at the beginning as they were, later ones empty
	first   map[string]int // the names at the beginning; all are relative to the disk
	names   map[string]int // the names now
	inodes  map[uint64]int
	steps   []step
	most    int    // the power is cut after so many steps; 0 for never
	last    string // and then after a step on this file; "" for any
	off     bool
	running map[int]bool // by process
	failed  error        // why the record is not complete
}

// file is a plain file, a folder or a link.
type file struct {
	mode fs.FileMode
	data []byte // of a link its target
	at   time.Time
}

// step is one change of the disk, or a sync.
type step struct {
	effect
	file   int    // its number
	name   string // of the file, as it was then
	from   string // of a name that was moved, or that is a second one
	data   []byte
	at     int64 // where the data begins, or the new size
	before int   // how many steps were done when the call began
}

type effect int

const (
	nameMade effect = iota
	nameMoved
	nameGone
	bytesPut
	sizeSet
	bytesOut // on their way to the disk
	fileSynced
	answerSent
)

func newMachine(t *testing.T, ordered bool) *machine {
	t.Helper()
	disk := filepath.Join(gittest.TempDir(t), "disk")
	r, home := gittest.At(t, filepath.Join(disk, "project")), filepath.Join(disk, "home")
	said, err := os.Create(filepath.Join(t.TempDir(), "said"))
	if err = errors.Join(err, os.Mkdir(home, 0o755)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = said.Close() })
	r.Git("init", "-q", "--template=")
	r.Write("a.txt", numbered("line", 40))
	r.Write("src/b.go", numbered("code", 40))
	r.Commit("first")
	m := &machine{seat: sit(t, r.Dir).athome(home), disk: disk, said: said, ordered: ordered, running: map[int]bool{}}
	m.recorded, m.inside = m.seat, true
	m.recorded.program = build(t)
	p, err := m.start("version")
	if errors.Is(err, syscall.EPERM) {
		t.Skip("no program may be traced here")
	}
	if err != nil {
		t.Fatal(err)
	}
	_, _ = p.wait() // it has shown that programs can be traced
	return m
}

// begin begins a record with the disk as it is.
func (m *machine) begin() {
	m.t.Helper()
	m.files, m.first, m.inodes, m.steps, m.off = nil, map[string]int{}, map[uint64]int{}, nil, false
	err := filepath.WalkDir(m.disk, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := m.below(path)
		if m.first[name], err = m.know(name); err == nil && e.Type().IsRegular() {
			m.files[m.first[name]].data, err = os.ReadFile(path)
		}
		return err
	})
	if err != nil {
		m.t.Fatal(err)
	}
	m.names = maps.Clone(m.first)
}

// know gives a number to the file that has this name.
func (m *machine) know(name string) (int, error) {
	path := filepath.Join(m.disk, name)
	info, err := os.Lstat(path)
	if err != nil {
		return 0, err
	}
	f := file{mode: info.Mode(), at: info.ModTime()}
	if f.mode&fs.ModeSymlink != 0 {
		target, err := os.Readlink(path)
		if err != nil {
			return 0, err
		}
		f.data = []byte(target)
	}
	m.files = append(m.files, f)
	m.inodes[info.Sys().(*syscall.Stat_t).Ino] = len(m.files) - 1
	return len(m.files) - 1, nil
}

// below returns a path relative to the disk; "" for one that is not on it.
func (m *machine) below(path string) string {
	if path == m.disk {
		return "."
	}
	name, on := strings.CutPrefix(path, m.disk+"/")
	if !on {
		return ""
	}
	return name
}

// start starts a recorded command.
func (m *machine) start(args ...string) (*process, error) {
	cmd := m.recorded.command(m.t.Context(), args...)
	in, toIn, err := os.Pipe()
	fromOut, out, err2 := os.Pipe()
	if err = errors.Join(err, err2); err != nil {
		return nil, err
	}
	p := &process{in: toIn, out: fromOut}
	type end struct {
		code int
		err  error
	}
	started, ended := make(chan error, 1), make(chan end, 1)
	go onFreeThread(func() {
		pid, err := launch(cmd, in, out, m.said, m.alive)
		_, _ = in.Close(), out.Close() // the program has its own
		if err == nil {
			p.pid = pid
			m.runs(pid)
		}
		if started <- err; err != nil {
			return
		}
		code, err := follow(pid, m.enter)
		m.mu.Lock()
		delete(m.running, pid)
		m.mu.Unlock()
		ended <- end{code, err}
	})
	if err := <-started; err != nil {
		_, _ = toIn.Close(), fromOut.Close() // nothing was written
		return nil, err
	}
	p.kill = func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.running[p.pid] {
			_ = syscall.Kill(p.pid, syscall.SIGKILL)
		}
	}
	p.wait = func() (int, error) {
		e := <-ended
		_, _ = toIn.Close(), fromOut.Close() // may be closed already
		return e.code, e.err
	}
	return p, nil
}

// runs counts a process as running, unless the power is off.
func (m *machine) runs(pid int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.running[pid] = true
	if m.off {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// perform runs a recorded command to its end. The code is -1 if the power was cut.
func (m *machine) perform(args ...string) (code int, out string) {
	p, err := m.start(args...)
	var data []byte
	if err == nil {
		late := time.AfterFunc(hang, p.kill)
		defer late.Stop()
		_ = p.in.Close() // there is nothing to read
		data, err = io.ReadAll(p.out)
		var err2 error
		code, err2 = p.wait()
		err = errors.Join(err, err2)
	}
	if err != nil {
		m.t.Errorf("consider %v: %v", args, err)
		m.mu.Lock()
		defer m.mu.Unlock()
		m.cut()
		return -1, ""
	}
	return code, string(data)
}

// commands returns a caller that runs a recorded command for each request.
func (m *machine) commands(as ...string) caller {
	return func(q request) (answer, bool) {
		code, out := m.perform(append(q.args(), as...)...)
		a, err := result{Out: out}.answer()
		return a, code != -1 && err == nil
	}
}

// cut cuts the power. The lock must be held.
func (m *machine) cut() {
	m.off = true
	for pid := range m.running {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

func (m *machine) isOff() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.off
}

// enter is called before each system call of a command. While the power is being cut, none begins.
func (m *machine) enter(tid int, r *syscall.PtraceRegs) func(result int) {
	m.mu.Lock()
	s := step{before: len(m.steps)}
	m.mu.Unlock()
	switch r.Orig_rax {
	case unix.SYS_STATFS, unix.SYS_FSTATFS:
		return func(int) { m.disguise(tid, uintptr(r.Rsi)) }
	case unix.SYS_WRITE, unix.SYS_PWRITE64, unix.SYS_COPY_FILE_RANGE, unix.SYS_FTRUNCATE, unix.SYS_FSYNC, unix.SYS_FDATASYNC, unix.SYS_SYNC_FILE_RANGE:
		return m.enterFile(tid, r, s)
	}
	return m.enterName(tid, r, s)
}

// disguise makes a file system seem to be of the machine's kind.
func (m *machine) disguise(tid int, at uintptr) {
	kind := uint64(unix.BTRFS_SUPER_MAGIC)
	if m.ordered {
		kind = unix.TMPFS_MAGIC
	}
	_, _ = syscall.PtracePokeData(tid, at, binary.LittleEndian.AppendUint64(nil, kind)) // if it fails, the steps are others than expected
}

// enterFile is enter for a call on an open file.
func (m *machine) enterFile(tid int, r *syscall.PtraceRegs, s step) func(result int) {
	fd := int32(r.Rdi)
	if r.Orig_rax == unix.SYS_COPY_FILE_RANGE {
		fd = int32(r.Rdx)
	}
	link := fmt.Sprintf("/proc/%d/fd/%d", tid, fd)
	s.effect, s.name, s.at = bytesPut, m.below(target(link)), -1
	switch r.Orig_rax {
	case unix.SYS_WRITE:
		if fd == 1 {
			s.effect = answerSent
		}
	case unix.SYS_PWRITE64:
		s.at = int64(r.R10)
	case unix.SYS_FTRUNCATE:
		s.effect, s.at = sizeSet, int64(r.Rsi)
	case unix.SYS_FSYNC, unix.SYS_FDATASYNC:
		s.effect = fileSynced
	case unix.SYS_SYNC_FILE_RANGE:
		if r.R10&unix.SYNC_FILE_RANGE_WAIT_AFTER == 0 {
			return nil
		}
		s.effect = bytesOut
	}
	if s.name == "" && s.effect != answerSent {
		return nil
	}
	return func(result int) {
		if result < 0 {
			return
		}
		m.mu.Lock()
		defer m.mu.Unlock()
		var err error
		if s.effect != answerSent {
			s.file, err = m.numberOf(link)
		}
		if s.effect == bytesPut && err == nil {
			s.data, s.at, err = put(link, s.at, result)
		}
		m.record(s, err)
	}
}

func (m *machine) numberOf(path string) (int, error) {
	var st syscall.Stat_t
	if err := syscall.Stat(path, &st); err != nil {
		return 0, err
	}
	id, known := m.inodes[st.Ino]
	if !known {
		return 0, errors.New("its name was not recorded")
	}
	return id, nil
}

// put returns the n bytes that were just written to an open file, and where they begin: at, or if that is negative, so that
// they end at the file's position.
func put(link string, at int64, n int) ([]byte, int64, error) {
	if at < 0 {
		info, err := os.ReadFile(strings.Replace(link, "/fd/", "/fdinfo/", 1))
		if _, err2 := fmt.Sscanf(string(info), "pos: %d", &at); errors.Join(err, err2) != nil {
			return nil, 0, errors.Join(err, err2)
		}
		at -= int64(n)
	}
	f, err := os.Open(link)
	if err != nil {
		return nil, 0, err
	}
	defer func() { _ = f.Close() }()
	data := make([]byte, n)
	_, err = f.ReadAt(data, at)
	return data, at, err
}

// enterName is enter for a call on a name.
func (m *machine) enterName(tid int, r *syscall.PtraceRegs, s step) func(result int) {
	at := func(dir, name uint64) string { return m.below(pathAt(tid, dir, name)) }
	switch r.Orig_rax {
	case unix.SYS_OPENAT:
		if r.Rdx&(unix.O_CREAT|unix.O_TRUNC) == 0 {
			return nil
		}
		s.name = at(r.Rdi, r.Rsi)
		if _, err := os.Lstat(filepath.Join(m.disk, s.name)); err == nil {
			if s.effect = sizeSet; r.Rdx&unix.O_TRUNC == 0 {
				return nil
			}
		}
	case unix.SYS_TRUNCATE:
		const here = 0xffffff9c // AT_FDCWD
		s.effect, s.name, s.at = sizeSet, at(here, r.Rdi), int64(r.Rsi)
	case unix.SYS_MKDIRAT:
		s.name = at(r.Rdi, r.Rsi)
	case unix.SYS_SYMLINKAT:
		s.name = at(r.Rsi, r.Rdx)
	case unix.SYS_LINKAT:
		s.from, s.name = at(r.Rdi, r.Rsi), at(r.Rdx, r.R10)
	case unix.SYS_RENAMEAT, unix.SYS_RENAMEAT2:
		s.effect, s.from, s.name = nameMoved, at(r.Rdi, r.Rsi), at(r.Rdx, r.R10)
	case unix.SYS_UNLINKAT:
		s.effect, s.name = nameGone, at(r.Rdi, r.Rsi)
	default:
		return nil
	}
	if s.name == "" && s.from == "" {
		return nil
	}
	return func(result int) {
		if result < 0 {
			return
		}
		m.mu.Lock()
		defer m.mu.Unlock()
		var err error
		if s.effect == nameMade && s.from == "" {
			if id, has := m.names[s.name]; has {
				if now, err := m.numberOf(filepath.Join(m.disk, s.name)); err == nil && now == id {
					return // another process made it at the same moment
				}
			}
			s.file, err = m.know(s.name)
		} else if id, known := m.names[cmp.Or(s.from, s.name)]; known {
			s.file = id
		} else {
			err = errors.New("its name was not recorded")
		}
		m.record(s, err)
	}
}

// pathAt returns the path of a name that a call gets.
func pathAt(tid int, dir, name uint64) string {
	buf := make([]byte, 512)
	n, _ := syscall.PtracePeekData(tid, uintptr(name), buf) // less than the whole buffer at the end of a page
	text, _, _ := bytes.Cut(buf[:n], []byte{0})
	switch {
	case len(text) == 0:
		return ""
	case filepath.IsAbs(string(text)):
		return filepath.Clean(string(text))
	case int32(dir) == unix.AT_FDCWD:
		return filepath.Join(target(fmt.Sprintf("/proc/%d/cwd", tid)), string(text))
	}
	return filepath.Join(target(fmt.Sprintf("/proc/%d/fd/%d", tid, int32(dir))), string(text))
}

// target returns the path of an open file.
func target(link string) string {
	path, _ := os.Readlink(link) // none for a file that is not open
	return strings.TrimSuffix(path, " (deleted)")
}

// record adds a step, or why it is not known. The lock must be held.
func (m *machine) record(s step, err error) {
	switch {
	case m.off:
		return
	case err != nil:
		m.failed = errors.Join(m.failed, fmt.Errorf("change %d of %q: %w", s.effect, s.name, err))
		return
	}
	m.steps = append(m.steps, s)
	s.apply(m.names)
	if m.most > 0 && len(m.steps) >= m.most && (m.last == "" || m.last == s.name) {
		m.cut()
	}
}

// ofName reports whether the step is on the disk if a name is.
func (s step) ofName() bool { return s.effect <= nameGone }

// apply changes names as the step did.
func (s step) apply(names map[string]int) {
	switch s.effect {
	case nameMade:
		names[s.name] = s.file
	case nameGone:
		delete(names, s.name)
	case nameMoved:
		for name, id := range maps.Clone(names) {
			if rest, in := strings.CutPrefix(name, s.from); in && (rest == "" || rest[0] == '/') {
				delete(names, name)
				names[s.name+rest] = id
			}
		}
	}
}
