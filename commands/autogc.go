package commands

import (
	"consider/internal/programs"
	"consider/internal/project"
	"consider/internal/session"
)

// autoGC starts a collection in the background when a writing verb has left enough to pack. It is a process of
// its own, so that the command that a person or agent waits for does not wait for it; one that is not needed
// after all ends at once.
func (a *app) autoGC(s *session.Session) {
	if !project.NeedsGC(s) {
		return
	}
	_ = programs.Again(s.Place.Root, "--store", s.Place.StoreDir, "gc", "--auto") // the next one that writes tries again
}
