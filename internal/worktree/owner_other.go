//go:build !unix

package worktree

// ForeignOwner is always false here: owners are not known.
func (p Project) ForeignOwner(string) (owner string, foreign bool) { return "", false }
