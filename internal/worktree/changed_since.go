package worktree

import (
	"context"
	"slices"
)

// ChangedSince lists the files that may hold text which they did not hold at
// base: added or changed between that commit and what is on disk now, tracked
// or not, and not deleted. With no base, or one that nobody knows, what differs
// from HEAD is listed. Sorted; at most 200,000. The only error is the context's.
func (t *Tree) ChangedSince(ctx context.Context, base string) ([]string, error) {
	var names []string
	if t.p.GitDir != "" && isID(base) {
		if raw, err := t.rawChanges(ctx, base); err == nil {
			for _, r := range raw {
				if name, ok := t.fromTop(r.to); ok && r.status != 'D' {
					names = append(names, name)
				}
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
