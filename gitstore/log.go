package gitstore

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"consider/internal/gitfmt"
)

// LogOptions choose the commits of a log.
type LogOptions struct {
	From      ID       // the newest commit to show; zero is the tip
	Until     ID       // where to stop, exclusive; zero is the first commit
	Paths     []string // only commits that change one of these files or directories
	Max       int      // maximum number of commits; 0 is all
	WithPaths bool     // fill Commit.Paths
}

// Log walks the line from the newest commit to the oldest. It ends with an
// error if a commit cannot be read or the context is done.
func (s *Store) Log(ctx context.Context, o LogOptions) iter.Seq2[Commit, error] {
	return func(yield func(Commit, error) bool) {
		if err := s.log(ctx, o, func(c Commit) bool { return yield(c, nil) }); err != nil {
			yield(Commit{}, err)
		}
	}
}

func (s *Store) log(ctx context.Context, o LogOptions, yield func(Commit) bool) error {
	at, err := s.logStart(o.From)
	if err != nil {
		return err
	}
	d := differ{s: s}
	for n := 0; !at.IsZero() && at != o.Until && (o.Max <= 0 || n < o.Max); {
		if err := ctx.Err(); err != nil {
			return err
		}
		c, err := s.readCommit(at)
		if err != nil {
			return err
		}
		if s.strange() {
			c.AuthorName = string(s.o.Disown([]byte(c.AuthorName)))
		}
		show, err := d.describe(&c, o)
		if err != nil {
			return err
		}
		if show {
			n++
			if !yield(c) {
				return nil
			}
		}
		at = c.Parent
	}
	return nil
}

func (s *Store) logStart(from ID) (ID, error) {
	if from.IsZero() {
		return s.Tip()
	}
	if _, err := s.read(from); errors.Is(err, errMissing) {
		return from, fmt.Errorf("commit %s: %w", from, ErrNotExist)
	}
	return from, nil
}

// Contains reports whether id is the tip or one of the commits before it.
func (s *Store) Contains(ctx context.Context, id ID) (bool, error) {
	if o, err := s.read(id); errors.Is(err, errMissing) || (err == nil && o.Kind != gitfmt.Commit) {
		return false, nil
	}
	for c, err := range s.Log(ctx, LogOptions{}) {
		if err != nil {
			return false, err
		}
		if c.ID == id {
			return true, nil
		}
	}
	return false, nil
}

// differ compares a commit with its parent. It caches the trees of the parent, which are those of the next commit of
// the log.
type differ struct {
	s     *Store
	trees map[ID][]gitfmt.Entry
}

// describe fills in the paths of a commit and reports whether the options select it.
func (d *differ) describe(c *Commit, o LogOptions) (bool, error) {
	if len(o.Paths) == 0 && !o.WithPaths {
		return true, nil
	}
	old := emptyTree
	if !c.Parent.IsZero() {
		p, err := d.s.readCommit(c.Parent)
		if err != nil {
			return false, err
		}
		old = p.tree
	}
	hit, err := d.touches(old, c.tree, o.Paths)
	if err != nil || !hit || !o.WithPaths {
		return hit, err
	}
	err = d.changed(old, c.tree, "", &c.Paths)
	slices.Sort(c.Paths)
	return true, err
}

func (d *differ) touches(a, b ID, paths []string) (bool, error) {
	for _, p := range paths {
		x, err := d.at(a, p)
		if err != nil {
			return false, err
		}
		y, err := d.at(b, p)
		if err != nil || x != y {
			return true, err
		}
	}
	return len(paths) == 0, nil
}

// at returns the id of the file or directory at a path; zero if there is none.
func (d *differ) at(tree ID, path string) (ID, error) {
	e, err := findBelow(tree, path, d.dir)
	if errors.Is(err, ErrNotExist) {
		return ID{}, nil
	}
	return e.ID, err
}

// changed appends the files that differ between two trees.
func (d *differ) changed(a, b ID, prefix string, out *[]string) error {
	if a == b {
		return nil
	}
	old, err := d.dir(a)
	if err != nil {
		return err
	}
	cur, err := d.dir(b)
	if err != nil {
		return err
	}
	for len(old) > 0 || len(cur) > 0 {
		x, y := gitfmt.Entry{ID: emptyTree}, gitfmt.Entry{ID: emptyTree}
		switch {
		case len(cur) == 0 || (len(old) > 0 && old[0].SortKey() < cur[0].SortKey()):
			x, old = old[0], old[1:]
		case len(old) == 0 || cur[0].SortKey() < old[0].SortKey():
			y, cur = cur[0], cur[1:]
		default:
			x, y, old, cur = old[0], cur[0], old[1:], cur[1:]
		}
		if x.ID == y.ID && x.Mode == y.Mode {
			continue
		}
		name := x.Name + y.Name
		if x.Name == y.Name {
			name = x.Name
		}
		if x.Mode != gitfmt.ModeDir && y.Mode != gitfmt.ModeDir {
			*out = append(*out, prefix+name)
		} else if err := d.changed(x.ID, y.ID, prefix+name+"/", out); err != nil {
			return err
		}
	}
	return nil
}

// dir reads a tree through a small cache.
func (d *differ) dir(id ID) ([]gitfmt.Entry, error) {
	if entries, ok := d.trees[id]; ok {
		return entries, nil
	}
	entries, err := d.s.readTree(id)
	if err != nil {
		return nil, err
	}
	if d.trees == nil || len(d.trees) > 256 {
		d.trees = map[ID][]gitfmt.Entry{}
	}
	d.trees[id] = entries
	return entries, nil
}
