//go:build linux && amd64

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// point is a system call in the project's folder, with its effect and its file.
type point struct {
	name    string // of the file, absolute; "" for a call without interest
	from    string // of a rename
	inode   uint64
	changes bool
	writes  bool // bytes into a file
	opens   bool
	makes   bool // a name
	unlinks bool
	syncs   bool
	out     bool // bytes on their way to the disk; the next sync of any file makes them durable
}

// concerns reports whether a kind of fault can affect a call.
func (p point) concerns(kind string) bool {
	switch {
	case p.name == "":
		return false
	case kind == "torn":
		return p.writes
	case kind == "ENOSPC":
		return p.writes || p.makes
	case kind == "EMFILE":
		return p.opens
	case kind == "EIO":
		return true
	}
	return p.changes
}

// about says what a call is about to do.
func about(project string, tid int, r *syscall.PtraceRegs) (p point) {
	fd := func() { p.name = below(project, file(tid, r.Rdi)) }
	at := func(dir, name uint64) string { return path(project, tid, dir, text(tid, name)) }
	switch r.Orig_rax {
	case unix.SYS_READ, unix.SYS_PREAD64, unix.SYS_GETDENTS64:
		fd()
	case unix.SYS_WRITE, unix.SYS_PWRITE64, unix.SYS_COPY_FILE_RANGE:
		if fd(); r.Orig_rax == unix.SYS_COPY_FILE_RANGE {
			p.name = below(project, file(tid, r.Rdx))
		}
		p.writes = r.Orig_rax != unix.SYS_COPY_FILE_RANGE && r.Rdx > 1
		p.changes = true
	case unix.SYS_FSYNC, unix.SYS_FDATASYNC:
		fd()
		p.syncs, p.changes = true, true
	case unix.SYS_SYNC_FILE_RANGE:
		fd()
		p.out, p.changes = r.R10&unix.SYNC_FILE_RANGE_WAIT_AFTER != 0, true
	case unix.SYS_FTRUNCATE:
		fd()
		p.changes = true
	case unix.SYS_OPENAT:
		p.name, p.opens = at(r.Rdi, r.Rsi), true
		p.makes = r.Rdx&unix.O_CREAT != 0
		p.changes = p.makes
	case unix.SYS_MKDIRAT:
		p.name, p.makes, p.changes = at(r.Rdi, r.Rsi), true, true
	case unix.SYS_SYMLINKAT:
		p.name, p.makes, p.changes = at(r.Rsi, r.Rdx), true, true
	case unix.SYS_UNLINKAT:
		p.name, p.unlinks, p.changes = at(r.Rdi, r.Rsi), true, true
	case unix.SYS_RENAMEAT, unix.SYS_RENAMEAT2:
		p.from, p.name, p.changes = at(r.Rdi, r.Rsi), at(r.Rdx, r.R10), true
	case unix.SYS_LINKAT:
		p.name, p.makes, p.changes = at(r.Rdx, r.R10), true, true
	case unix.SYS_FCHMOD, unix.SYS_FCHMODAT:
		p.changes = true
		if fd(); r.Orig_rax == unix.SYS_FCHMODAT {
			p.name = at(r.Rdi, r.Rsi)
		}
	}
	if p.name != "" && (p.writes || p.syncs || p.out) {
		p.inode = inode(p.name)
	}
	return p
}

// below returns path if it is in the project, and "" otherwise.
func below(project, path string) string {
	if path == project || strings.HasPrefix(path, project+"/") {
		return path
	}
	return ""
}

func path(project string, tid int, dir uint64, name string) string {
	const here = 0xffffff9c // AT_FDCWD
	switch {
	case name == "":
		return ""
	case filepath.IsAbs(name):
		return below(project, name)
	case uint32(dir) == here:
		return below(project, filepath.Join(project, name))
	}
	return below(project, filepath.Join(file(tid, dir), name))
}

// text reads a string from the program's memory.
func text(tid int, at uint64) string {
	buf := make([]byte, 512)
	n, _ := syscall.PtracePeekData(tid, uintptr(at), buf) // less than the whole buffer at the end of a page
	name, _, _ := bytes.Cut(buf[:n], []byte{0})
	return string(name)
}

// file returns the path of an open file.
func file(tid int, fd uint64) string {
	name, _ := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", tid, int32(fd)))
	return strings.TrimSuffix(name, " (deleted)")
}

func inode(name string) uint64 {
	var st syscall.Stat_t
	if syscall.Lstat(name, &st) != nil {
		return 0
	}
	return st.Ino
}

// disk is what a power cut may undo: bytes without a later sync of their file, and names and written-out bytes without
// a later sync of any file. Names and written-out bytes keep their order, as on a disk with a single journal; the store
// relies on that order.
type disk struct {
	backup   string // folder for the files that names referred to before
	unsynced map[uint64]bool
	names    []renamed
}

// renamed is a name that was created, changed or removed, or the content of a file that was written out.
type renamed struct {
	name, from, old string
	out             uint64 // its inode
}

// note records a call that is about to be made.
func (d *disk) note(p point) {
	switch {
	case p.syncs:
		delete(d.unsynced, p.inode)
		d.forget()
	case p.out:
		if d.unsynced[p.inode] {
			delete(d.unsynced, p.inode)
			d.names = append(d.names, renamed{out: p.inode})
		}
	case p.writes:
		d.unsynced[p.inode] = true
	case p.from != "", p.unlinks, p.makes && inode(p.name) == 0:
		n := renamed{name: p.name, from: p.from}
		if info, err := os.Lstat(p.name); err == nil && info.Mode().IsRegular() {
			n.old = filepath.Join(d.backup, fmt.Sprintf("old%x", rand.Uint64()))
			if os.Link(p.name, n.old) != nil {
				n.old = ""
			}
		}
		d.names = append(d.names, n)
	}
}

// forget drops the names, because they are on the disk.
func (d *disk) forget() {
	for _, n := range d.names {
		if n.old != "" {
			_ = os.Remove(n.old)
		}
	}
	d.names = nil
}

// cut undoes the newest of the names, a random number of them, and cuts the end off each file that was not synced.
func (d *disk) cut(dir string, chance *rand.Rand) error {
	for i, keep := len(d.names)-1, chance.IntN(len(d.names)+1); i >= keep; i-- {
		n := d.names[i]
		switch {
		case n.out != 0:
			d.unsynced[n.out] = true
			continue
		case n.from != "" && inode(n.from) != 0: // the rename was not made
			continue
		case n.from != "":
			_ = os.Rename(n.name, n.from)
		case n.old == "":
			_ = os.Remove(n.name)
		}
		if n.old != "" && inode(n.name) == 0 {
			_ = os.Link(n.old, n.name)
		}
	}
	d.forget() // no file has a second name after a power cut
	return d.lose(dir, chance)
}

// lose shortens each file below dir whose bytes were not synced.
func (d *disk) lose(dir string, chance *rand.Rand) error {
	return filepath.WalkDir(dir, func(name string, e os.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() || !d.unsynced[inode(name)] {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		_ = os.Chmod(name, 0o644)
		return os.Truncate(name, []int64{0, info.Size() / 2, info.Size()}[chance.IntN(3)])
	})
}
