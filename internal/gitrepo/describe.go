package gitrepo

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"consider/internal/gitdir"
	"consider/internal/gitfmt"
	"consider/internal/gitrun"
	"consider/internal/worktree"
)

// Report is what doctor reports about the project.
type Report struct {
	Git          string   // "git version …", "" without git
	Kind         string   // main, linked, submodule, bare, broken, none
	Head         Head     // the checked-out commit, and the rung that answered
	Objects      string   // the rung that reads files from commits
	Reason       string   // why Objects is not ViaGoGit
	Broken       string   // why the files cannot be compared; "" if they can, or if nobody tried
	ObjectFormat string   // sha1, sha256; "" without a repository
	RefFormat    string   // files, reftable; "" without a repository
	Features     []string // unusual features, in words
}

// PartialClone is the feature of a repository that may lack objects.
const PartialClone = "partial clone"

// Describe examines the repository closely; it is for people, not for every start.
func (r *Repo) Describe(ctx context.Context) Report {
	report := Report{Head: r.Head(ctx), Objects: ViaNone}
	if out, err := r.Git.Output(ctx, gitrun.Call{Args: []string{"version"}, Max: worktree.MaxPointer}); err == nil {
		report.Git = strings.TrimSpace(string(out))
	}
	if r.GitDir == "" {
		report.Kind, report.Reason = "none", report.Head.Reason
		if r.Top != "" {
			report.Kind = "broken"
		}
		return report
	}
	c := r.Config()
	report.Kind = r.kind(c)
	report.ObjectFormat = cmp.Or(strings.ToLower(c.Get("extensions.objectformat")), "sha1")
	report.RefFormat = cmp.Or(strings.ToLower(c.Get("extensions.refstorage")), "files")
	report.Objects, report.Reason = r.objectsVia(ctx, report.Head.Commit)
	report.Features = append(settingsOf(c), r.features()...)
	return report
}

func (r *Repo) kind(c *gitfmt.Config) string {
	switch {
	case r.Linked:
		return "linked"
	case r.Bare || c.IsTrue("core.bare"):
		return "bare"
	case strings.Contains(filepath.ToSlash(r.GitDir), "/.git/modules/"):
		return "submodule"
	}
	return "main"
}

// objectsVia tries to list the commit's top folder on each rung.
func (r *Repo) objectsVia(ctx context.Context, commit string) (via, reason string) {
	if commit == "" {
		return ViaNone, "no commit to read"
	}
	err := r.WithObjects(QuickOnly, func(o *gitdir.Objects) error {
		tree, err := o.TreeOf(commit)
		if err == nil {
			_, err = o.Tree(tree)
		}
		return err
	})
	if err == nil {
		return ViaGoGit, ""
	}
	if _, gitErr := r.Git.Output(ctx, gitrun.Call{Args: []string{"cat-file", "-e", commit + "^{tree}"}}); gitErr != nil {
		return ViaNone, fmt.Sprintf("%v; %v", err, gitErr)
	}
	return ViaGit, err.Error()
}

// settingsOf lists what matters to a reader in the configuration.
func settingsOf(c *gitfmt.Config) []string {
	var all []string
	for _, s := range c.Settings {
		if name, ok := strings.CutPrefix(s.Key, "extensions."); ok {
			all = append(all, "extension "+name+"="+s.Value)
		}
	}
	for _, s := range c.Settings {
		name, isPromisor := strings.CutSuffix(s.Key, ".promisor")
		if isPromisor && strings.HasPrefix(name, "remote.") {
			all = append(all, PartialClone)
		}
	}
	if c.IsTrue("core.sparsecheckout") {
		all = append(all, "sparse checkout")
	}
	if at := c.Get("core.worktree"); at != "" {
		all = append(all, fmt.Sprintf("core.worktree %q", at))
	}
	if c.HasInclude() {
		all = append(all, "configuration includes other files")
	}
	return all
}

// features lists what matters to a reader in the files.
func (r *Repo) features() []string {
	var all []string
	add := func(has bool, what string) {
		if has {
			all = append(all, what)
		}
	}
	add(exists(r.CommonDir, "shallow"), "shallow clone")
	add(exists(r.CommonDir, "objects", "info", "alternates"), "borrows objects from another repository")
	add(gitdir.Refs(r.Project).Replaced(), "replaced objects")
	add(r.Linked && !r.IsKnown(), "the repository has a different path for this worktree (git worktree repair)")
	add(exists(r.GitDir, "index.lock"), "index.lock exists: git is running, or was killed")
	ix, err := gitdir.LoadIndex(r.Project)
	if err != nil {
		return all
	}
	err = ix.Each(func(*gitdir.IndexEntry) bool { return false })
	add(ix.Version != 2, fmt.Sprintf("index version %d", ix.Version))
	add(ix.Split, "split index")
	add(ix.Sparse, "sparse index")
	add(err != nil, "index cannot be read directly")
	return all
}

func exists(parts ...string) bool {
	_, err := os.Lstat(filepath.Join(parts...))
	return err == nil
}
