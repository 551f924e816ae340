package worktree

import (
	"context"
	"strings"
)

// Report is what doctor tells about the project.
type Report struct {
	Git          string   // "git version …", "" without git
	Kind         string   // main, linked, submodule, bare, broken, none
	Head         Head     // and which rung answered
	Objects      string   // the rung that reads files from commits
	Reason       string   // why Objects is not ViaGoGit
	ObjectFormat string   // sha1, sha256
	RefFormat    string   // files, reftable
	Features     []string // what is unusual about the repository
}

// Describe looks at the repository closely; it is for people, not for every start.
func (t *Tree) Describe(ctx context.Context) Report {
	r := Report{Head: t.Head(ctx)}
	if out, err := t.git(ctx, gitCall{args: []string{"version"}, max: maxPointer}); err == nil {
		r.Git = strings.TrimSpace(string(out))
	}
	return r
}
