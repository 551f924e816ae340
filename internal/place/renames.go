package place

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"consider/anchor"
	"consider/internal/thread"
	"consider/internal/worktree"
)

// findRenames asks, once per base commit, where the missing files of rows went. The newest thread on a file decides
// which text it had. All threads count, and not only those of this read, as two files compete for the same new one: a
// list and a read of one thread find the same.
func (p *Placer) findRenames(ctx context.Context, rows []thread.Row) error {
	isGone := func(r *thread.Row) bool { return hasFile(r) && p.Text(ctx, r.Side, r.File).gone }
	asked := map[string]bool{}
	for i := range rows {
		if r := &rows[i]; isGone(r) {
			asked[r.File] = true
		}
	}
	if len(asked) == 0 {
		return nil
	}
	newest := map[string]*thread.Row{}
	for _, all := range [][]thread.Row{rows, p.view.Rows} {
		for i := range all {
			r := &all[i]
			last := newest[r.File]
			if hasFile(r) && (last == nil || cmp.Or(r.CreatedAt.Compare(last.CreatedAt), cmp.Compare(r.ID, last.ID)) > 0) {
				newest[r.File] = r
			}
		}
	}
	gone := map[string][]string{} // by base commit
	for path := range asked {
		gone[newest[path].Base.Commit] = nil
	}
	for _, path := range slices.Sorted(maps.Keys(newest)) {
		r := newest[path]
		if _, counts := gone[r.Base.Commit]; counts {
			// Of files that nobody asked for, only whether they are there counts: reading one takes longer.
			if _, err := p.now.Stat(path); errors.Is(err, worktree.ErrNotExist) && isGone(r) {
				gone[r.Base.Commit] = append(gone[r.Base.Commit], path)
			}
		}
	}
	textOf := func(path string) []byte {
		data, _ := p.Base(newest[path].Base.Blob)
		return data
	}
	for commit, paths := range gone {
		found, err := p.now.Renamed(ctx, commit, paths, textOf, anchor.Similarity)
		if err != nil {
			return fmt.Errorf("look for renamed files: %w", err)
		}
		maps.Copy(p.renames, found)
	}
	return nil
}

// hasFile reports whether a thread is on a file of the working copy.
func hasFile(r *thread.Row) bool {
	return (r.Shape == thread.OnLines || r.Shape == thread.OnFile) && r.Side.Now()
}
