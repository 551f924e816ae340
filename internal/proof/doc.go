// Package proof holds consider to what it promises, from outside: its tests
// start the program as a process, as people and agents do, by the dozen, on
// broken and hostile repositories, and kill it in the middle.
//
// The program is this test binary started again (see TestMain), so that what is
// tested is what was just compiled. Where a process is killed or has another
// user, the program is built first, and is the one that ships.
//
// They need signals and users as Unix has them, and run there only.
//
// What a test kills, fills or breaks lies below its own t.TempDir. Chance is
// seeded; the seed is printed, and PROOF_SEED repeats a run.
package proof
