// Command torture stops, fails and damages the program at every point it can find, and prints what became of the store.
//
// It stops at system calls (kill), in the middle of a write (torn), and takes away what no sync had made durable
// (power); it lets calls fail with ENOSPC, EIO and EMFILE; and it flips a bit in, truncates and deletes each file of a
// store. After each of these, no word that was acknowledged may be lost, no answer may be "internal", nothing may hang,
// and the next command has to work.
//
// It runs in a mount namespace and a network namespace of its own, in which only its own folder, a small disk in memory,
// can be written. It never sets the clock. Where there may be no such sandbox it says so and does what is safe in a
// temporary folder.
//
//	go run -ldflags "-X consider/internal/agents.look=no" ./tools/torture [-points 60] [-only NAME]
package main
