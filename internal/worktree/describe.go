package worktree

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Report is what doctor reports about the project.
type Report struct {
	Git          string   // "git version …", "" without git
	Kind         string   // main, linked, submodule, bare, broken, none
	Head         Head     // the checked-out commit, and the rung that answered
	Objects      string   // the rung that reads files from commits
	Reason       string   // why Objects is not ViaGoGit
	Broken       string   // why no rung can read what is checked out, or the index; "" if one can
	ObjectFormat string   // sha1, sha256; "" without a repository
	RefFormat    string   // files, reftable; "" without a repository
	Features     []string // unusual features, in words
}

const partialClone = "partial clone"

// Describe examines the repository closely; it is for people, not for every start.
func (t *Tree) Describe(ctx context.Context) Report {
	r := Report{Head: t.Head(ctx), Objects: ViaNone}
	if out, err := t.git(ctx, gitCall{args: []string{"version"}, max: maxPointer}); err == nil {
		r.Git = strings.TrimSpace(string(out))
	}
	if t.p.GitDir == "" {
		r.Kind, r.Reason = "none", r.Head.Reason
		if t.p.Top != "" {
			r.Kind = "broken"
		}
		return r
	}
	c := loadConfig(t.p.GitDir, t.p.CommonDir)
	r.Kind = t.kind(c)
	r.ObjectFormat = cmp.Or(strings.ToLower(c.get("extensions.objectformat")), "sha1")
	r.RefFormat = cmp.Or(strings.ToLower(c.get("extensions.refstorage")), "files")
	r.Objects, r.Reason = t.objectsVia(ctx, r.Head.Commit)
	r.Features = append(c.features(), t.features()...)
	if err := t.whole(ctx, r); err != nil {
		r.Broken = err.Error()
	}
	return r
}

func (t *Tree) kind(c *config) string {
	switch {
	case t.p.Linked:
		return "linked"
	case t.p.Bare || c.isTrue("core.bare"):
		return "bare"
	case strings.Contains(filepath.ToSlash(t.p.GitDir), "/.git/modules/"):
		return "submodule"
	}
	return "main"
}

// objectsVia tries to list the commit's top folder on each rung.
func (t *Tree) objectsVia(ctx context.Context, commit string) (via, reason string) {
	if commit == "" {
		return ViaNone, "no commit to read"
	}
	err := t.withObjects(quickOnly, func(o *objects) error {
		tree, err := o.treeOf(commit)
		if err == nil {
			_, err = o.tree(tree)
		}
		return err
	})
	if err == nil {
		return ViaGoGit, ""
	}
	if _, gitErr := t.git(ctx, gitCall{args: []string{"cat-file", "-e", commit + "^{tree}"}}); gitErr != nil {
		return ViaNone, fmt.Sprintf("%v; %v", err, gitErr)
	}
	return ViaGit, err.Error()
}

// whole reads everything except contents that a comparison of the files with HEAD may read.
func (t *Tree) whole(ctx context.Context, r Report) error {
	head := r.Head
	if err := head.Err(); err != nil {
		return err
	}
	// A partial clone may lack folders of which it needs no file.
	if head.Commit != "" && !slices.Contains(r.Features, partialClone) {
		if _, err := t.filesAt(ctx, head.Commit); err != nil {
			return fmt.Errorf("%w: %w", ErrBrokenHead, err)
		}
	}
	_, err := t.Staged(ctx, head.Commit)
	return err
}

// features lists what matters to a reader in the configuration.
func (c *config) features() []string {
	var all []string
	for _, e := range c.extensions() {
		all = append(all, "extension "+e)
	}
	for _, s := range c.settings {
		name, isPromisor := strings.CutSuffix(s.key, ".promisor")
		if isPromisor && strings.HasPrefix(name, "remote.") {
			all = append(all, partialClone)
		}
	}
	if c.isTrue("core.sparsecheckout") {
		all = append(all, "sparse checkout")
	}
	if at := c.get("core.worktree"); at != "" {
		all = append(all, fmt.Sprintf("core.worktree %q", at))
	}
	if c.hasInclude() {
		all = append(all, "configuration includes other files")
	}
	return all
}

// features lists what matters to a reader in the files.
func (t *Tree) features() []string {
	var all []string
	add := func(has bool, what string) {
		if has {
			all = append(all, what)
		}
	}
	add(exists(t.p.CommonDir, "shallow"), "shallow clone")
	add(exists(t.p.CommonDir, "objects", "info", "alternates"), "borrows objects from another repository")
	add(refs{t.p.GitDir, t.p.CommonDir}.replaced(), "replaced objects")
	add(t.p.Linked && !t.p.isKnown(), "the repository has a different path for this worktree (git worktree repair)")
	add(exists(t.p.GitDir, "index.lock"), "index.lock exists: git is running, or was killed")
	ix, err := loadIndex(t.p)
	if err != nil {
		return all
	}
	err = ix.each(func(*indexEntry) bool { return false })
	add(ix.version != 2, fmt.Sprintf("index version %d", ix.version))
	add(ix.split, "split index")
	add(ix.sparse, "sparse index")
	add(err != nil, "index cannot be read directly")
	return all
}

func exists(parts ...string) bool {
	_, err := os.Lstat(filepath.Join(parts...))
	return err == nil
}
