//go:build !unix

package worktree

// ForeignOwner is not known here.
func (p Project) ForeignOwner(string) (owner string, foreign bool) { return "", false }
