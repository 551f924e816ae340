package setup

import (
	"errors"
	"os"
	"time"
)

// changedByHand stands in the record in place of a version: the program is not the one that setup put there, and is
// left alone until setup is asked.
const changedByHand = "changed"

// Outdated reports whether the program in the store's folder is surely older than the one that runs, and of which
// version it is, "" for one from before versions were recorded. One for another system, as of a container that shares
// the folder, is not. It costs the read of a small file, and nothing where
// the version that runs has no place in the order.
func Outdated(m Machine, s Site) (version string, yes bool) {
	if m.Program == "" || !ordered(m.Version) {
		return "", false
	}
	e := &engine{machine: m, site: s}
	defer e.disk.close()
	if e.loadRecord() != nil {
		return "", false
	}
	f, known := e.recorded(e.program())
	if !known || f.System != "" && f.System != m.system() {
		return "", false
	}
	return f.Version, f.Version == "" || older(f.Version, m.Version)
}

// Renew puts the program that runs, and its wrappers, in the place of an older one, and reports whether it did. A
// program that is not there, is not as setup wrote it, belongs to another user, or is the one that runs, stays.
func Renew(m Machine, s Site, now time.Time) (bool, error) {
	if _, yes := Outdated(m, s); !yes {
		return false, nil
	}
	e := &engine{machine: m, site: s, now: now}
	defer e.disk.close()
	free, err := e.alone(patience)
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
	if err != nil || !mine(is) {
		return false, nil
	}
	if runs, err := os.Stat(m.Program); err != nil || os.SameFile(is, runs) {
		return false, nil
	}
	if f, _ := e.recorded(at); e.sum(at) != f.SHA256 {
		f.Version = changedByHand
		e.remember(f)
		return false, e.saveRecord()
	}
	if err := e.ensureProgram(); err != nil {
		return false, err
	}
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
	return renewed, e.keepRecorded()
}

// keepRecorded records the program and its wrappers on top of the record as it is by now: the copying took a while, in
// which a setup may have written there.
func (e *engine) keepRecorded() error {
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
