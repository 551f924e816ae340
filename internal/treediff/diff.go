package treediff

import (
	"context"
	"slices"
	"strings"

	"consider/internal/gitdir"
	"consider/internal/gitfmt"
	"consider/internal/gitrepo"
	"consider/internal/gitrun"
	"consider/internal/worktree"
)

// Compare compares two sides and shows the lines that git diff shows with its default settings. The user's settings do not
// matter, but the attributes in the project's .gitattributes do. Paths are below the root, and sorted.
//
// Errors: ErrOutside for a path, ErrUnreadable for a commit, ErrTooLarge for more than 256 MB of lines.
func Compare(ctx context.Context, r *gitrepo.Repo, a, b Side, o Options) ([]FileDiff, error) {
	for _, side := range []Side{a, b} {
		if err := side.check(); err != nil {
			return nil, err
		}
	}
	for _, path := range o.Paths {
		if err := worktree.CheckPath(path); err != nil {
			return nil, err
		}
	}
	switch {
	case o.Context == 0:
		o.Context = 3
	case o.Context < 0:
		o.Context = 0
	}
	d := &diffRun{repo: r, ctx: ctx, o: o, onDisk: map[string]bool{}, from: &contents{repo: r, ctx: ctx, dirs: o.ObjectDirs}}
	defer d.from.close()
	defer func() {
		if d.own != nil {
			d.own.Remove()
		}
	}()
	diffs, err := d.run(a, b)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err == nil && d.lacks != nil && o.NoGit != nil {
		o.NoGit(gitrun.InWords(d.lacks, nil))
	}
	return diffs, err
}

// check refuses what is not a side before it reaches a command line.
func (s Side) check() error {
	if s.Commit != "" && !gitfmt.IsID(s.Commit) {
		return &worktree.PathError{Path: s.Commit, Kind: worktree.ErrUnreadable, What: "not a commit ID"}
	}
	for _, e := range s.Entries {
		if err := worktree.CheckPath(e.Path); err != nil {
			return err
		}
		switch e.Mode {
		case "", gitdir.ModeOfFile, gitdir.ModeOfScript, gitdir.ModeOfLink, gitdir.ModeOfModule:
		default:
			return &worktree.PathError{Path: e.Path, Kind: worktree.ErrNotRegular, What: "a file with the unsupported mode " + worktree.Quote(e.Mode)}
		}
		if e.Mode != "" && e.Blob != "" && !gitfmt.IsID(e.Blob) || e.Mode == gitdir.ModeOfModule && e.Blob == "" {
			return &worktree.PathError{Path: e.Path, Kind: worktree.ErrUnreadable, What: "stored under an invalid object ID"}
		}
	}
	return nil
}

func (d *diffRun) run(a, b Side) ([]FileDiff, error) {
	if len(a.Entries)+len(b.Entries) == 0 {
		d.commits = [2]string{a.Commit, b.Commit}
	}
	if err := d.differences(a, b); err != nil {
		return nil, err
	}
	slices.SortFunc(d.pairs, func(p, q *pairOf) int { return strings.Compare(p.d.Path, q.d.Path) })
	d.exactRenames()
	d.from.expect(d.unread())
	d.askAttributes()
	d.markQuestions()
	early := d.askEarly()
	defer early.wait()
	for _, p := range d.pairs {
		if d.read(p); d.asked[p.d.Path] == nil {
			if err := d.fill(p); err != nil {
				return nil, err
			}
		}
	}
	d.ask(early)
	diffs := make([]FileDiff, 0, len(d.pairs))
	for _, p := range d.pairs {
		if d.asked[p.d.Path] != nil {
			if err := d.fill(p); err != nil {
				return nil, err
			}
		}
		if p.d.Generated = d.generated[p.d.Path]; p.d.Generated != "" {
			p.d.Settled = d.settled(a, &p.d)
		}
		diffs = append(diffs, p.d)
	}
	return diffs, nil
}
