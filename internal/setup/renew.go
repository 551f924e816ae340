package setup

import (
	"errors"
	"os"
	"time"

	"consider/internal/agents"
)

// changedByHand is recorded in place of a version if the program is not the one that setup wrote. It is then not
// replaced until the user runs setup again.
const changedByHand = "changed"

// Outdated reports whether the program in the store's folder is certainly older than the running one, and returns its
// version, "" for one from before versions were recorded. A program for another system, such as one of a container that
// shares the folder, is not outdated. Outdated reads one small file, and none if the running version cannot be ordered.
func Outdated(m agents.Machine, s Site) (version string, yes bool) {
	if m.Program == "" || !isComparable(m.Version) {
		return "", false
	}
	e := &engine{machine: m, site: s}
	defer e.disk.close()
	if e.loadRecord() != nil {
		return "", false
	}
	f, known := e.recorded(e.program())
	if !known || f.System != "" && f.System != m.System() {
		return "", false
	}
	return f.Version, f.Version == "" || isOlder(f.Version, m.Version)
}

// Renew replaces an older program in the store's folder, and its wrappers, by the running one, and reports whether it
// did. It does not replace a program that is missing, was changed since setup wrote it, belongs to another user, or
// is the running one.
func Renew(m agents.Machine, s Site, now time.Time) (bool, error) {
	if _, yes := Outdated(m, s); !yes {
		return false, nil
	}
	e := &engine{machine: m, site: s, now: now}
	defer e.disk.close()
	free, err := e.lock(lockTimeout)
	if err != nil {
		return false, err
	}
	defer free()
	if _, yes := Outdated(m, s); !yes { // another process was faster
		return false, nil
	}
	if err := e.loadRecord(); err != nil {
		return false, err
	}
	at := e.program()
	is, err := e.disk.stat(at)
	if err != nil || !isMine(is) {
		return false, nil
	}
	if runs, err := os.Stat(m.Program); err != nil || os.SameFile(is, runs) {
		return false, nil
	}
	if f, _ := e.recorded(at); e.checksum(at) != f.SHA256 {
		f.Version = changedByHand
		e.remember(f)
		return false, e.saveRecord()
	}
	e.ensureProgram()
	renewed := false
	for _, c := range e.changes {
		switch {
		case c.Path != at.path():
		case c.Done == Refused:
			return false, errors.New(c.Why)
		default:
			renewed = c.Done == Updated
		}
	}
	return renewed, e.recordProgram()
}

// recordProgram records the program and its wrappers in the current record: the copying took a while, in which another
// setup may have changed the record.
func (e *engine) recordProgram() error {
	late := &engine{machine: e.machine, site: e.site, now: e.now}
	defer late.disk.close()
	if err := late.loadRecord(); err != nil {
		return err
	}
	locations := []location{e.program()}
	for _, w := range e.wrappers() {
		locations = append(locations, w.at)
	}
	for _, at := range locations {
		if f, ok := e.recorded(at); ok {
			late.remember(f)
		}
	}
	return late.saveRecord()
}
