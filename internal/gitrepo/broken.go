package gitrepo

import (
	"errors"
	"fmt"

	"consider/internal/gitdir"
	"consider/internal/gitrun"
)

// Broken returns the error for an unreadable part of the repository, which err names; gitErr is how git ended.
func Broken(err, gitErr error) error {
	part := gitdir.ErrBrokenHead
	if errors.Is(err, gitdir.ErrBrokenIndex) {
		part = gitdir.ErrBrokenIndex
	}
	return fmt.Errorf("%w: %s", part, gitrun.InWords(gitErr, err))
}
