// Package checkpoint defines the stored form of a checkpoint: the state that a reviewer saw when a round ended, with
// its threads' placements and the files that differed from HEAD. Package round makes, compares and restores them.
package checkpoint
