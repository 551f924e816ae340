// Package checkpoint is the stored form of a checkpoint: what a reviewer saw when a round ended, its threads' placements
// and the files that differed from HEAD. Package round makes, compares and restores them.
package checkpoint
