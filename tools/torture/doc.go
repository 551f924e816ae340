// Command torture interrupts the program, makes its calls fail and damages its files, at every point it can find, and
// prints what happened to the store.
//
// It kills the program at system calls (kill) and in the middle of a write (torn), and discards what no sync had made
// durable (power). It makes calls fail with ENOSPC, EIO and EMFILE. And it flips a bit in, truncates and deletes each
// file of a store. After each of these, no word that was acknowledged may be lost, no answer may be "internal", nothing
// may hang, and the next command has to work.
//
// It runs in its own mount and network namespaces, in which it can write only to its own folder, a small disk in
// memory. It never sets the clock. If it cannot make such a sandbox, it says so and does what is safe in a temporary
// folder.
//
//	go run -ldflags "-X consider/internal/agents.look=no" ./tools/torture [-points 60] [-only NAME]
package main
