// Package gittest makes git repositories for tests and checks that they were
// left unchanged.
//
// Everything is hermetic: a fresh home, no system or user configuration, a
// fixed author and clock. So the same calls give the same object ids on any
// machine.
//
//   - New makes one small repository.
//   - Zoo makes about fifty, each odd in one way that a git tool must survive.
//   - Fingerprint describes a repository so closely that equal fingerprints
//     mean that it was not written to; Diff says what differs.
//
// Fingerprint, Diff, Zoo and Env do not need a testing.T, so scripts can use
// them too.
//
// A test binary calls Main from its TestMain. Main makes the process's own
// environment hermetic, for code under test that runs git itself.
package gittest
