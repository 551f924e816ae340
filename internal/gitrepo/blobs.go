package gitrepo

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"consider/internal/gitdir"
	"consider/internal/gitfmt"
	"consider/internal/gitrun"

	"github.com/go-git/go-git/v5/plumbing"

	"consider/internal/worktree"
)

// Blob reads a blob of the project.
func (r *Repo) Blob(ctx context.Context, id string, max int64) ([]byte, error) {
	text, err, gitErr := r.blob(ctx, id, id, max)
	return text, errors.Join(err, gitErr)
}

// blob is Blob for [Repo.ask]. If git finds the blob too large, the error is about name.
func (r *Repo) blob(ctx context.Context, id, name string, max int64) (text []byte, err, gitErr error) {
	here := func(o *gitdir.Objects) (err error) {
		text, err = o.Read(id, plumbing.BlobObject, max)
		return err
	}
	err, gitErr = r.ask(ctx, here, func() (err error) {
		text, err = r.Git.Output(ctx, gitrun.Call{Args: []string{"cat-file", "blob", id}, Max: max})
		if errors.Is(err, worktree.ErrTooLarge) {
			err = worktree.TooLarge(name, max+1, max)
		}
		return err
	})
	return text, err, gitErr
}

// BlobSizes returns the lengths of blobs of the project, in bytes. It omits blobs that git does not know; without git,
// all.
func (r *Repo) BlobSizes(ctx context.Context, blobs []string) map[string]int64 {
	var ids strings.Builder
	for _, id := range blobs {
		if gitfmt.IsID(id) {
			ids.WriteString(id + "\n")
		}
	}
	out, err := r.Git.Output(ctx, gitrun.Call{Args: []string{"cat-file", "--batch-check=%(objectname) %(objectsize)", "--buffer"}, Stdin: strings.NewReader(ids.String())})
	if err != nil {
		return nil
	}
	sizes := map[string]int64{}
	for line := range strings.Lines(string(out)) {
		id, number, _ := strings.Cut(strings.TrimSpace(line), " ")
		if size, err := strconv.ParseInt(number, 10, 64); err == nil {
			sizes[id] = size
		}
	}
	return sizes
}

// EncodingOf returns the working-tree-encoding that .gitattributes give a file; "" if none, or if git fails.
func (r *Repo) EncodingOf(ctx context.Context, path string) string {
	out, err := r.Git.Output(ctx, gitrun.Call{Args: []string{"check-attr", "-z", "--stdin", "working-tree-encoding"}, Stdin: strings.NewReader(path + "\x00")})
	if err != nil {
		return ""
	}
	fields := gitrun.SplitNUL(out)
	if len(fields) < 3 || fields[2] == "unspecified" || fields[2] == "unset" || fields[2] == "set" {
		return ""
	}
	return fields[2]
}
