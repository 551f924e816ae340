package commands

import (
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

// When garbage is collected, as in Go's GOGC: how much memory may grow, in percent of what is in use. Nearly every
// command ends before the first collection. With the usual 100, a tenth to a quarter of its time went into collecting
// what the exit frees anyway.
const (
	firstPercent = 1600 // until the first collection, which comes at some 64 MB
	laterPercent = 400
	longPercent  = 100 // for processes that live as long as an editor or an agent's session
)

// longLived says that the process is not a short command, so a collection must not change its percentage any more.
var longLived atomic.Bool

// collectLate sets the percentages for a command. The finalizer of an unreferenced object runs at the first collection.
func collectLate() {
	debug.SetGCPercent(firstPercent)
	runtime.SetFinalizer(new([64]byte), func(*[64]byte) {
		if !longLived.Load() {
			debug.SetGCPercent(laterPercent)
		}
	})
}

// collectSoon sets the percentage for a long-lived process, unless the user has chosen one.
func (a *app) collectSoon() {
	if a.env.Getenv("GOGC") == "" {
		longLived.Store(true)
		debug.SetGCPercent(longPercent)
	}
}
