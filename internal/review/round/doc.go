// Package round ends a round of a review with a checkpoint, and compares and restores checkpoints. A restore brings
// back threads, never files.
package round
