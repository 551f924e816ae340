package worktree

import (
	"context"
	"slices"
	"strings"

	"consider/internal/linediff"
)

// DiffOptions are the settings of Diff.
type DiffOptions struct {
	Context    int      // lines around a change; 0 means 3, a negative number none
	Paths      []string // only these files and folders (stored paths, taken literally)
	ObjectDirs []string // further git object folders to read blobs from
	// NoGit is told, in words, why git could not be asked for what only it knows: which files were renamed and
	// edited, and what attributes say. May be nil.
	NoGit func(why string)
}

// FileDiff is how one file differs.
type FileDiff struct {
	Path, From string // From: the old path of a rename, else ""
	// Status is one of the words below.
	Status           string
	OldMode, NewMode string // "" where there is none
	OldBlob, NewBlob string // ids; "" where there is none
	Score            int    // how alike the two sides of a rename are, percent
	Added, Removed   int    // lines; 0 for binary files
	Binary           bool
	Hunks            []linediff.Hunk
	Parts            []FileDiff // of a changed type: what goes and what comes. Hunks has those of both
	// Unread says why the content could not be compared. Lines, Binary and Hunks
	// are not known then.
	Unread string
}

// The words of FileDiff.Status.
const (
	DiffAdded    = "added"
	DiffDeleted  = "deleted"
	DiffModified = "modified" // content, perhaps the mode as well
	DiffRenamed  = "renamed"
	DiffMode     = "mode" // nothing but whether the file can be run
	DiffType     = "type" // a file became a link or a submodule, or the other way round
)

// maxDiff bounds the lines of all files that are shown, in bytes.
const maxDiff = 256 << 20

// Diff compares two sides and shows the lines that git diff shows with its
// default settings; the user's do not matter, but the attributes in the
// project's .gitattributes do. Paths are below the root, and sorted.
//
// Errors: ErrOutside for a path, ErrUnreadable for a commit, ErrTooLarge for
// more than 256 MB of lines.
func (t *Tree) Diff(ctx context.Context, a, b Side, o DiffOptions) ([]FileDiff, error) {
	for _, side := range []Side{a, b} {
		if err := side.check(); err != nil {
			return nil, err
		}
	}
	for _, path := range o.Paths {
		if err := CheckPath(path); err != nil {
			return nil, err
		}
	}
	switch {
	case o.Context == 0:
		o.Context = 3
	case o.Context < 0:
		o.Context = 0
	}
	d := &diffRun{t: t, ctx: ctx, o: o, from: &contents{t: t, ctx: ctx, dirs: o.ObjectDirs}}
	defer d.from.close()
	defer func() {
		if d.own != nil {
			d.own.remove()
		}
	}()
	diffs, err := d.run(a, b)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err == nil && d.lacks != nil && o.NoGit != nil {
		o.NoGit(inWords(d.lacks, nil))
	}
	return diffs, err
}

// check refuses what is not a side before it gets near a command line.
func (s Side) check() error {
	if s.Commit != "" && !isID(s.Commit) {
		return &PathError{Path: s.Commit, Kind: ErrUnreadable, What: "not a commit's id"}
	}
	for _, e := range s.Entries {
		if err := CheckPath(e.Path); err != nil {
			return err
		}
		switch e.Mode {
		case "", modeOfFile, modeOfScript, modeOfLink, modeOfModule:
		default:
			return &PathError{Path: e.Path, Kind: ErrNotRegular, What: "of mode " + quote(e.Mode)}
		}
		if e.Mode != "" && e.Blob != "" && !isID(e.Blob) || e.Mode == modeOfModule && e.Blob == "" {
			return &PathError{Path: e.Path, Kind: ErrUnreadable, What: "stored under a name that is no object id"}
		}
	}
	return nil
}

// selected reports whether a path is one of those asked for or below one.
func (o DiffOptions) selected(path string) bool {
	return len(o.Paths) == 0 || slices.ContainsFunc(o.Paths, func(p string) bool {
		return path == p || strings.HasPrefix(path, p+"/")
	})
}
