package commands

import (
	"runtime"
	"runtime/debug"
	"sync/atomic"
)

// When garbage is collected, as Go's GOGC says it: how much memory may grow, in percent of what is in use. Nearly every
// command is over before it is collected for the first time; with the usual 100 a tenth to a quarter of its time went into
// collecting what the exit frees.
const (
	firstPercent = 1600 // until the first collection, which so comes at some 64 MB
	laterPercent = 400
	longPercent  = 100 // of what lives as long as an editor or an agent's session
)

// longLived says that the process is no command: a collection must not change its percentage any more.
var longLived atomic.Bool

// collectLate is for a command. The finalizer of an object that nobody holds tells of the first collection.
func collectLate() {
	debug.SetGCPercent(firstPercent)
	runtime.SetFinalizer(new([64]byte), func(*[64]byte) {
		if !longLived.Load() {
			debug.SetGCPercent(laterPercent)
		}
	})
}

// collectSoon is for what lives on.
func collectSoon() {
	longLived.Store(true)
	debug.SetGCPercent(longPercent)
}
