package treediff

import (
	"context"
	"fmt"
	"strings"

	"consider/internal/gitdir"
	"consider/internal/gitrepo"
	"consider/internal/gitrun"
	"consider/internal/worktree"
)

// Staged returns what git's index holds: HEAD with what was added to the index laid over it. A file in conflict counts
// as it is in HEAD. Errors: ErrBrokenHead, ErrBrokenIndex, the context's.
func Staged(ctx context.Context, r *gitrepo.Repo, head string) (Side, error) {
	side := Side{Commit: head}
	if r.GitDir == "" || !r.HasFiles() {
		return side, nil
	}
	entries, err := stagedByGit(ctx, r, head)
	if ctx.Err() != nil {
		return side, ctx.Err()
	}
	if err != nil {
		here, hereErr := stagedHere(r, head)
		if hereErr != nil {
			return side, gitrepo.Broken(hereErr, err)
		}
		entries = here
	}
	if err := gitdir.CheckIndex(r.Project); err != nil {
		return side, err
	}
	for _, e := range entries {
		name, ok := r.FromTop(e.Path)
		if e.Path = name; ok && worktree.CheckPath(name) == nil && len(side.Entries) < maxListed {
			side.Entries = append(side.Entries, e)
		}
	}
	return side, nil
}

func stagedByGit(ctx context.Context, r *gitrepo.Repo, head string) ([]SideEntry, error) {
	if head == "" {
		if entries, err := stagedHere(r, ""); err == nil { // in git's list, a file that is only intended to be added is an empty one
			return entries, nil
		}
		lines, err := r.Git.List(ctx, "ls-files", "-z", "--stage", "--full-name")
		var entries []SideEntry
		for _, line := range lines {
			// <mode> <id> <stage> TAB <path>
			meta, name, _ := strings.Cut(line, "\t")
			if f := strings.Fields(meta); len(f) == 3 && f[2] == "0" {
				entries = append(entries, SideEntry{Path: name, Mode: f[0], Blob: f[1]})
			}
		}
		return entries, err
	}
	tokens, err := r.Git.List(ctx, "diff-index", "--cached", "--ita-invisible-in-index", "--raw", "-z", "--no-abbrev", "--no-renames", "--ignore-submodules=none", head, "--")
	var entries []SideEntry
	for i := 0; i+1 < len(tokens); i += 2 {
		f := strings.Fields(strings.TrimPrefix(tokens[i], ":"))
		if len(f) != 5 {
			return nil, fmt.Errorf("%w: unexpected raw line with %d fields", gitrun.ErrRefused, len(f))
		}
		switch f[4][0] {
		case 'U': // in conflict
		case 'D':
			entries = append(entries, SideEntry{Path: tokens[i+1]})
		default:
			entries = append(entries, SideEntry{Path: tokens[i+1], Mode: f[1], Blob: f[3]})
		}
	}
	return entries, err
}

// stagedHere reads the index without git.
func stagedHere(r *gitrepo.Repo, head string) (entries []SideEntry, err error) {
	err = eachHeld(r, head, func(h nameState) bool {
		switch {
		case h.now == nil, h.now.IntentToAdd() && h.was.ID != "": // removed, and perhaps to be added again
			entries = append(entries, SideEntry{Path: h.name})
		case !h.same() && !h.now.InConflict() && !h.now.IntentToAdd():
			entries = append(entries, SideEntry{Path: h.name, Mode: h.now.Mode.String(), Blob: h.now.HexID()})
		}
		return true
	})
	return entries, err
}
