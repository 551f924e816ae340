package treediff

import (
	"context"
	"errors"
	"slices"

	"consider/internal/gitrun"
)

// listing asks git once which files changed and which it does not track.
func (m *Moment) listing(ctx context.Context) (*listing, error) {
	if m.listed != nil {
		return m.listed, nil
	}
	l, err := m.listingNow(ctx)
	if err == nil {
		m.listed = l
		return l, nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	names, err := untracked(ctx, m.repo)
	if err != nil {
		return nil, err
	}
	// The changes cannot be listed and are not searched: the threads that would have been found there are reported as
	// lost.
	m.listed = &listing{changed: names, untracked: names}
	return m.listed, nil
}

func (m *Moment) listingNow(ctx context.Context) (*listing, error) {
	r := m.repo
	if !r.HasFiles() {
		return &listing{}, nil
	}
	s := &statusRun{repo: r, ctx: ctx, namesOnly: true, found: map[string]*StatusFile{}}
	if err := s.run(); err != nil {
		return nil, err
	}
	l := &listing{}
	for name, f := range s.found {
		l.changed = append(l.changed, name)
		if f.Untracked {
			l.untracked = append(l.untracked, name)
		}
	}
	slices.Sort(l.changed)
	slices.Sort(l.untracked)
	return l, ctx.Err()
}

// Ways to ask for the difference between a commit and the index.
const (
	withRenames = "-M "
	noRenames   = "--no-renames "
)

// rawChanges tries git with rename detection, then git without (a partial clone may lack the blobs to compare), and
// finally this process. It asks once.
func (m *Moment) rawChanges(ctx context.Context, commit string) (raw []rawChange, err error) {
	if raw, known := m.raw[withRenames+commit]; known {
		return raw, nil
	}
	for _, renames := range [][]string{{gitAlike(), "-l1000", "--no-rename-empty"}, {"--no-renames"}} {
		raw, err = diffIndex(ctx, m.repo, commit, renames...)
		if err == nil || ctx.Err() != nil || errors.Is(err, gitrun.ErrNoGit) {
			break
		}
	}
	if err != nil {
		raw, err = rawChangesHere(m.repo, commit)
	}
	if err == nil {
		m.raw[withRenames+commit] = raw
	}
	return raw, err
}
