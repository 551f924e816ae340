package setup

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"

	"consider/skills"
)

// The wrappers are called by agents. They run the copy of the program in their own folder, so that a sandboxed agent
// needs nothing from outside the project. If that was deleted, they run the program of the PATH. They pass
// agents.DoorFlag to mark the call as an agent's.
const (
	shWrapper = `#!/bin/sh
# Runs consider for this project as agents run it. Written by 'consider setup', removed by 'consider uninstall'.
# checksum: 0000000000000000
case $0 in
*/*) here=${0%/*} ;;
*) here=. ;;
esac
for program in "$here/consider" "$here/consider.exe"; do
	[ -x "$program" ] && exec "$program" --for-agents "$@"
done
command -v consider >/dev/null 2>&1 && exec consider --for-agents "$@"
echo "consider-cli: consider was not found next to this file or on the PATH: run 'consider setup' again" >&2
exit 127
`
	cmdWrapper = `@echo off
rem Runs consider for this project as agents run it. Written by 'consider setup', removed by 'consider uninstall'.
rem checksum: 0000000000000000
if exist "%~dp0consider.exe" (
  "%~dp0consider.exe" --for-agents %*
) else (
  consider --for-agents %*
)
`
)

func (e *engine) program() location {
	name := "bin/consider"
	if e.machine.OS == "windows" {
		name += ".exe"
	}
	return location{e.site.Store, name}
}

// ownFile is a file that only setup writes.
type ownFile struct {
	at   location
	text string
}

// wrappers returns the scripts in bin that call the program.
func (e *engine) wrappers() []ownFile {
	return []ownFile{
		{location{e.site.Store, "bin/consider-cli"}, skills.Seal(shWrapper)},
		{location{e.site.Store, "bin/consider-cli.cmd"}, skills.Seal(strings.ReplaceAll(cmdWrapper, "\n", "\r\n"))},
	}
}

// ensureProgram copies the running program to the store's folder, and writes its wrappers.
func (e *engine) ensureProgram() {
	at := e.program()
	if err := e.copyProgram(at); err != nil {
		e.refuse(at, "program", err)
	}
	for _, w := range e.wrappers() {
		e.ensure(w.at, "wrapper", w.text, 0o755)
	}
}

func (e *engine) copyProgram(at location) error {
	if e.machine.Program == "" {
		return errors.New("cannot find the running program")
	}
	was, err := e.disk.stat(at)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	missing := err != nil
	source, err := os.Open(e.machine.Program)
	if err != nil {
		return err
	}
	defer source.Close()
	info, err := source.Stat()
	if err != nil {
		return err
	}
	sum, err := checksumOf(source)
	if err != nil {
		return err
	}
	done := Written
	if !missing {
		done = Updated
		if os.SameFile(was, info) || was.Size() == info.Size() && e.checksum(at) == sum {
			done = Unchanged
		}
	}
	if done != Unchanged {
		if _, err := source.Seek(0, io.SeekStart); err != nil {
			return err
		}
		made, err := e.disk.write(at, source, 0o755)
		e.recordFolders(made)
		if err != nil {
			return err
		}
	}
	e.remember(fileRecord{Path: at.path(), Kind: "program", SHA256: sum, Version: e.machine.Version, System: e.machine.System(), Created: true})
	e.note(at, "program", done, "")
	return nil
}

// checksum returns a file's checksum, "" if it cannot be read.
func (e *engine) checksum(at location) string {
	f, err := e.disk.open(at)
	if err != nil {
		return ""
	}
	defer f.Close()
	sum, _ := checksumOf(f)
	return sum
}

func checksumOf(r io.Reader) (string, error) {
	h := sha256.New()
	if _, err := io.Copy(h, r); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// sameProgram reports whether a program has that checksum.
func sameProgram(program, sum string) bool {
	f, err := os.Open(program)
	if err != nil {
		return true // nothing to compare with
	}
	defer f.Close()
	running, err := checksumOf(f)
	return err != nil || running == sum
}
