package gitstore

import "context"

// Problem is one thing that is wrong with the store.
type Problem struct {
	Path   string // the file of the store or of the tree, if known
	Object ID     // the object, if one is meant
	What   string
}

// FsckReport is what a check of the store found.
type FsckReport struct {
	Tip                   ID
	Commits, Trees, Blobs int   // reachable from the ref, each counted once
	Bytes                 int64 // their content
	Problems              []Problem
	Debris                []string // files that do no harm but are not ours, or no longer
}

// Fsck checks the store.
func (s *Store) Fsck(ctx context.Context, progress func(done, total int)) (FsckReport, error) {
	return FsckReport{}, nil
}
