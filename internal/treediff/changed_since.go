package treediff

import (
	"context"
	"slices"

	"consider/internal/gitfmt"
)

// ChangedSince lists the files that may not hold the text that they held at base: added, changed or removed between
// that commit and the disk, tracked or not. Before the first commit (base "") it lists all files; if base cannot be
// found, it lists what differs from HEAD. Sorted; at most 200,000. The only error is the context's.
func (m *Moment) ChangedSince(ctx context.Context, base string) ([]string, error) {
	r := m.repo
	var names []string
	// Files that cannot be listed are not searched: threads that moved there are reported as lost.
	raw := func() []rawChange { return nil }
	switch {
	case r.GitDir == "":
	case base == "":
		raw = func() []rawChange { return allTracked(r) }
	case gitfmt.IsID(base) && base != r.Head(ctx).Commit: // differences from HEAD are listed below
		raw = m.since(ctx, base)
	}
	if l, err := m.listing(ctx); err == nil {
		names = slices.Clone(l.changed)
	}
	for _, c := range raw() {
		for _, full := range []string{c.from, c.to} {
			if name, ok := r.FromTop(full); ok {
				names = append(names, name)
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	slices.Sort(names)
	return ours(slices.Compact(names)), nil
}

// since asks git what changed in the index since a commit, and returns a function that waits for the answer, so that
// git can be asked something else meanwhile. If git gives no answer, this process compares.
func (m *Moment) since(ctx context.Context, commit string) func() []rawChange {
	for _, way := range []string{withRenames, noRenames} {
		if known, ok := m.raw[way+commit]; ok {
			return func() []rawChange { return known }
		}
	}
	r := m.repo
	type answer struct {
		raw []rawChange
		err error
	}
	said := make(chan answer, 1)
	go func() {
		raw, err := diffIndex(ctx, r, commit, "--no-renames")
		said <- answer{raw, err}
	}()
	return func() []rawChange {
		a := <-said
		switch {
		case a.err == nil:
			m.raw[noRenames+commit] = a.raw
		case ctx.Err() == nil:
			a.raw, _ = rawChangesHere(r, commit)
		}
		return a.raw
	}
}
