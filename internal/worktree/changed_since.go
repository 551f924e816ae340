package worktree

import (
	"context"
	"slices"
)

// ChangedSince lists the files that may not hold the text which they held at
// base: added, changed or gone between that commit and what is on disk now,
// tracked or not. Before the first commit (base "") those are all files; with a
// base that cannot be found, what differs from HEAD is listed. Sorted; at most
// 200,000. The only error is the context's.
func (t *Tree) ChangedSince(ctx context.Context, base string) ([]string, error) {
	var names []string
	add := func(full string) {
		if name, ok := t.fromTop(full); ok {
			names = append(names, name)
		}
	}
	switch {
	case t.p.GitDir == "":
	case base == "":
		for _, r := range t.allTracked() {
			add(r.to)
		}
	case isID(base):
		if raw, err := t.rawChanges(ctx, base); err == nil {
			for _, r := range raw {
				add(r.from)
				add(r.to)
			}
		}
	}
	// What cannot be listed is not looked at: the threads that would have been
	// found there say that they are lost.
	if changed, err := t.Changed(ctx); err == nil {
		names = append(names, changed...)
	}
	if untracked, err := t.Untracked(ctx); err == nil {
		names = append(names, untracked...)
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	slices.Sort(names)
	return t.ours(slices.Compact(names)), nil
}
