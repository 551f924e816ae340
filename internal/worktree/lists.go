package worktree

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Untracked lists the files that git does not track and does not ignore; in a
// plain folder, all files but those in folders that tools fill. At most 200,000.
func (t *Tree) Untracked(ctx context.Context) ([]string, error) {
	if t.p.GitDir != "" && !t.p.hasFiles() {
		return nil, nil
	}
	names, err := t.gitList(ctx, "ls-files", "-z", "--others", "--exclude-standard")
	if err == nil {
		return t.ours(names), nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if errors.Is(err, ErrGitStalled) { // a setting is at fault that says what is ignored: a walk would list that too
		return nil, err
	}
	return t.walk(ctx)
}

// Changed lists the files whose content, mode or presence differs from HEAD, in
// the index or on disk, and the untracked ones; not submodules. In a plain folder
// those are all files. Errors: as Status.
func (t *Tree) Changed(ctx context.Context) ([]string, error) {
	if t.p.GitDir != "" && !t.p.hasFiles() {
		return nil, nil
	}
	s := &statusRun{t: t, ctx: ctx, namesOnly: true, found: map[string]*StatusFile{}}
	if err := s.run(); err != nil {
		return nil, fmt.Errorf("changed files: %w", err)
	}
	return slices.Sorted(maps.Keys(s.found)), ctx.Err()
}
