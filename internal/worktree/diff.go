package worktree

import "context"

// DiffOptions are the settings of Diff.
type DiffOptions struct {
	Context    int      // lines around a change; 0 means 3, a negative number none
	Paths      []string // only these files and folders (stored paths, taken literally)
	ObjectDirs []string // further git object folders to read blobs from
	Patch      bool     // fill FileDiff.Patch
	// Unified writes the hunks of two texts with their --- and +++ lines. It is
	// used where git cannot compare; without it a change is one block of lines.
	Unified func(a, b []byte, nameA, nameB string, context int) string
}

// FileDiff is how one file differs.
type FileDiff struct {
	Path, From string // From: the old path of a rename, else ""
	// Status is added, deleted, modified, renamed, mode (nothing but the mode) or
	// type (a file became a link, a submodule, or the other way round).
	Status           string
	OldMode, NewMode string // "" where there is none
	OldBlob, NewBlob string // "" where there is none
	Score            int    // how alike the sides of a rename are, percent
	Added, Removed   int    // lines; 0 for binary files
	Binary           bool
	Patch            string // as git diff prints it
}

// Diff compares two sides.
func (t *Tree) Diff(ctx context.Context, a, b Side, o DiffOptions) ([]FileDiff, error) {
	return nil, ctx.Err()
}
