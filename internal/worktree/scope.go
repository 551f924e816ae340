package worktree

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// CommitOf returns the full id of the commit that a revision names: a branch, a tag, an id or its beginning, "HEAD~2".
// Without git it knows only whole ids and the names of refs. Errors: ErrNotExist, the context's.
func (t *Tree) CommitOf(ctx context.Context, rev string) (string, error) {
	missing := &PathError{Path: rev, Kind: ErrNotExist, What: "not a commit in this repository"}
	if t.p.GitDir == "" || !safeRev(rev) {
		return "", missing
	}
	out, err := t.git(ctx, gitCall{args: []string{"rev-parse", "--verify", "--quiet", rev + "^{commit}"}, max: maxPointer})
	if id := strings.TrimSpace(string(out)); err == nil && isID(id) {
		return id, nil
	}
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if errors.Is(err, errNoGit) {
		if id := t.commitHere(ctx, rev); id != "" {
			return id, nil
		}
	}
	return "", missing
}

// safeRev keeps off a command line what git could take for an option, and what no revision contains.
func safeRev(rev string) bool {
	return rev != "" && len(rev) <= 1000 && rev[0] != '-' && !strings.ContainsFunc(rev, func(r rune) bool { return r < ' ' || r == 0x7f })
}

func (t *Tree) commitHere(ctx context.Context, rev string) string {
	if rev == "HEAD" {
		return t.Head(ctx).Commit
	}
	r := refs{t.p.GitDir, t.p.CommonDir}
	for _, name := range []string{rev, "refs/heads/" + rev, "refs/tags/" + rev, "refs/remotes/" + rev} {
		if id, _, err := r.read(name); err == nil && id != "" && t.isCommit(id) {
			return id
		}
	}
	if isID(rev) && t.isCommit(rev) {
		return rev
	}
	return ""
}

func (t *Tree) isCommit(id string) bool {
	return t.withObjects(atAnyCost, func(o *objects) error {
		_, err := o.treeOf(id)
		return err
	}) == nil
}

// MergeBase returns the common ancestor of two commits (full ids), as git finds it. The error is ErrNotExist also if
// there is no git to ask.
func (t *Tree) MergeBase(ctx context.Context, a, b string) (string, error) {
	if isID(a) && isID(b) {
		out, err := t.git(ctx, gitCall{args: []string{"merge-base", a, b}, max: maxPointer})
		if id := strings.TrimSpace(string(out)); err == nil && isID(id) {
			return id, nil
		}
	}
	return "", &PathError{Path: a + "..." + b, Kind: ErrNotExist, What: "a range without a common ancestor"}
}

// HasFiles reports whether the project has files on disk: a bare repository has only its history.
func (t *Tree) HasFiles() bool { return t.p.GitDir == "" || t.p.hasFiles() }

// Staged returns what git's index holds: HEAD with what was added to the index laid over it. A file in conflict counts
// as it is in HEAD. Errors: ErrBrokenHead, ErrBrokenIndex, the context's.
func (t *Tree) Staged(ctx context.Context, head string) (Side, error) {
	side := Side{Commit: head}
	if t.p.GitDir == "" || !t.p.hasFiles() {
		return side, nil
	}
	entries, err := t.stagedByGit(ctx, head)
	if ctx.Err() != nil {
		return side, ctx.Err()
	}
	if err != nil {
		here, hereErr := t.stagedHere(head)
		if hereErr != nil {
			return side, broken(hereErr, err)
		}
		entries = here
	}
	if err := t.p.intactIndex(); err != nil {
		return side, err
	}
	for _, e := range entries {
		name, ok := t.fromTop(e.Path)
		if e.Path = name; ok && CheckPath(name) == nil && len(side.Entries) < maxListed {
			side.Entries = append(side.Entries, e)
		}
	}
	return side, nil
}

func (t *Tree) stagedByGit(ctx context.Context, head string) ([]SideEntry, error) {
	if head == "" {
		lines, err := t.gitList(ctx, "ls-files", "-z", "--stage", "--full-name")
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
	tokens, err := t.gitList(ctx, "diff-index", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", "--ignore-submodules=none", head, "--")
	var entries []SideEntry
	for i := 0; i+1 < len(tokens); i += 2 {
		f := strings.Fields(strings.TrimPrefix(tokens[i], ":"))
		if len(f) != 5 {
			return nil, fmt.Errorf("%w: unexpected raw line with %d fields", errGitRefused, len(f))
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
func (t *Tree) stagedHere(head string) (entries []SideEntry, err error) {
	err = t.eachHeld(head, func(h nameState) bool {
		switch {
		case h.now == nil:
			entries = append(entries, SideEntry{Path: h.name})
		case !h.same() && h.now.flags&flagStage == 0 && h.now.extra&extraIntentToAdd == 0:
			entries = append(entries, SideEntry{Path: h.name, Mode: h.now.mode.git(), Blob: h.now.hexID()})
		}
		return true
	})
	return entries, err
}
