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

// wrapper is a script in bin that calls the program.
type wrapper struct {
	at   location
	text string
	perm fs.FileMode
}

func (e *engine) wrappers() []wrapper {
	return []wrapper{
		{location{e.site.Store, "bin/consider-cli"}, skills.Seal(shWrapper), 0o755},
		{location{e.site.Store, "bin/consider-cli.cmd"}, skills.Seal(strings.ReplaceAll(cmdWrapper, "\n", "\r\n")), 0o755},
	}
}

// ensureProgram copies the running program to the store's folder, and writes its wrappers.
func (e *engine) ensureProgram() error {
	at := e.program()
	if e.machine.Program == "" {
		e.refuse(at, "program", errors.New("cannot find the running program"))
	} else if err := e.copyProgram(at); err != nil {
		return err
	}
	for _, w := range e.wrappers() {
		e.ensure(w.at, "wrapper", w.text, w.perm)
	}
	return nil
}

func (e *engine) copyProgram(at location) error {
	was, err := e.disk.stat(at)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		e.refuse(at, "program", err)
		return nil
	}
	missing := err != nil
	source, err := os.Open(e.machine.Program)
	if err != nil {
		e.refuse(at, "program", err)
		return nil
	}
	defer source.Close()
	info, err := source.Stat()
	if err != nil {
		e.refuse(at, "program", err)
		return nil
	}
	sum, err := checksumOf(source)
	if err != nil {
		e.refuse(at, "program", err)
		return nil
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
			e.refuse(at, "program", err)
			return nil
		}
		made, err := e.disk.write(at, source, 0o755)
		e.recordFolders(made)
		if err != nil {
			e.refuse(at, "program", err)
			return nil
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
	sum, err := checksumOf(f)
	if err != nil {
		return ""
	}
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
