// Package proof tests from outside that consider keeps its promises. Its tests
// start the program as a process, as people and agents do, many at once, on
// broken and hostile repositories, and kill it while it works.
//
// The program is this test binary started again (see TestMain), so the tests
// run the code that was just compiled. Where a process is killed or has another
// user, the program is built first, as it ships. Tests of many answers run it
// in their own process (see here), because the start takes longer than they do.
//
// The tests need signals and users as Unix has them, and run there only.
//
// Everything that a test kills, fills or breaks is below its own t.TempDir. The
// random numbers are seeded; the seed is printed, and PROOF_SEED repeats a run.
package proof
