// Package gittest makes git repositories for tests and proves that they were
// left alone.
//
// Everything is hermetic: a fresh home, no system or user configuration, a
// fixed author and clock, so the same calls give the same object ids anywhere.
//
//   - New makes one small repository.
//   - Zoo makes about fifty, each odd in one way that a git tool must survive.
//   - Fingerprint describes a repository so closely that equal fingerprints mean
//     that nobody wrote to it; Diff says what differs.
//
// Fingerprint, Diff, Zoo and Env need no testing.T and so also serve scripts.
//
// A test binary calls Main from its TestMain: it makes the process's own
// environment hermetic, for code under test that runs git by itself.
package gittest
