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
	if l, err := m.listing(ctx); err == nil {
		names = slices.Clone(l.changed)
	}
	// Files that cannot be listed are not searched: threads that moved there are reported as lost.
	var raw []rawChange
	switch {
	case r.GitDir == "":
	case base == "":
		raw = allTracked(r)
	case gitfmt.IsID(base) && base != r.Head(ctx).Commit: // differences from HEAD are listed above
		raw = m.since(ctx, base)
	}
	for _, c := range raw {
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

// since returns what changed in the index since a commit. If git gives no answer, this process compares.
func (m *Moment) since(ctx context.Context, commit string) []rawChange {
	for _, way := range []string{withRenames, noRenames} {
		if known, ok := m.raw[way+commit]; ok {
			return known
		}
	}
	raw, err := diffIndex(ctx, m.repo, commit, "--no-renames")
	switch {
	case err == nil:
		m.raw[noRenames+commit] = raw
	case ctx.Err() == nil:
		raw, _ = rawChangesHere(m.repo, commit)
	}
	return raw
}
