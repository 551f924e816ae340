package commands

import (
	"consider/internal/programs"
	"consider/internal/project"
	"consider/internal/session"
)

// autoGC starts a collection in the background when a writing verb has left enough to pack. It runs in its own process
// so that the command's caller does not wait for it. A collection that turns out to be unnecessary ends at once.
func (a *app) autoGC(s *session.Session) {
	if !project.NeedsGC(s) {
		return
	}
	_ = programs.Again(s.Place.Root, "--store", s.Place.StoreDir, "gc", "--auto") // on failure the next command that writes tries again
}
