//go:build linux && amd64

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// inside is set in the sandbox, to the only writable folder.
const inside = "CONSIDER_TORTURE_FOLDER"

// enclose runs this program again in a sandbox around folder. It returns errNoSandbox if none can be made.
func enclose(folder string) (code int, err error) {
	self, err := os.Executable()
	if err != nil {
		return 1, err
	}
	cmd := exec.Command(self, os.Args[1:]...)
	cmd.Env = append(os.Environ(), inside+"="+folder)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWNS | unix.CLONE_NEWNET, Pdeathsig: syscall.SIGKILL}
	if os.Geteuid() != 0 {
		cmd.SysProcAttr.Cloneflags |= unix.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	if err := cmd.Start(); err != nil {
		return 1, errors.Join(errNoSandbox, err)
	}
	err = cmd.Wait()
	if code = cmd.ProcessState.ExitCode(); code == noSandbox {
		return code, errNoSandbox
	}
	if _, ok := errors.AsType[*exec.ExitError](err); ok {
		err = nil
	}
	return code, err
}

// noSandbox is the exit code of a process that could not make its sandbox.
const noSandbox = 99

var errNoSandbox = errors.New("no sandbox may be made here")

// seal makes everything read-only except a disk in memory at folder.
func seal(folder, size string) error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("private mounts: %w", err)
	}
	if err := unix.MountSetattr(unix.AT_FDCWD, "/", unix.AT_RECURSIVE, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY}); err != nil {
		return fmt.Errorf("read-only mounts: %w", err)
	}
	if err := unix.Mount("tmpfs", folder, "tmpfs", 0, "mode=700,size="+size); err != nil {
		return fmt.Errorf("a disk in memory: %w", err)
	}
	return loopback()
}

// loopback lets the sandbox talk to itself: it has no other network.
func loopback() error {
	lo, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer func() { _ = unix.Close(socket) }()
	lo.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	return unix.IoctlIfreq(socket, unix.SIOCSIFFLAGS, lo)
}
