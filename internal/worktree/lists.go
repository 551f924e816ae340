package worktree

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Untracked lists the files that git neither tracks nor ignores; in a plain folder, all files except those in folders
// that tools fill. At most 200,000.
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
	if errors.Is(err, ErrGitStalled) { // the setting that names the ignored files is at fault, so a walk would list ignored files too
		return nil, err
	}
	return t.walk(ctx)
}

// Changed lists the files whose content, mode or presence differs from HEAD, in the index or on disk, and the untracked
// ones; it omits submodules. In a plain folder it lists all files. Errors: as Status.
func (t *Tree) Changed(ctx context.Context) ([]string, error) {
	if t.p.GitDir != "" && !t.p.hasFiles() {
		return nil, nil
	}
	s := &statusRun{t: t, ctx: ctx, namesOnly: true, found: map[string]*StatusFile{}}
	if err := s.run(); err != nil {
		return nil, fmt.Errorf("list changed files: %w", err)
	}
	return slices.Sorted(maps.Keys(s.found)), ctx.Err()
}
