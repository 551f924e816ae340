package gitrepo

import (
	"bufio"
	"bytes"
	"context"
	"strings"

	"consider/internal/gitdir"
	"consider/internal/gitfmt"
	"consider/internal/gitrun"
	"consider/internal/worktree"
)

// fewTexts is the number of files up to which they are read one by one: for so few, starting git twice costs more.
const fewTexts = 4

// TextsAt reads several files of a commit (a full id), with two runs of git for a few hundred of them, and visits each
// with its text, or with an error as in FileAt. The only error is the context's.
func (r *Repo) TextsAt(ctx context.Context, commit string, paths []string, max int64, visit func(path string, text []byte, err error)) error {
	for len(paths) > 0 {
		n, size := 0, 0
		for n < len(paths) && (n == 0 || size+len(paths[n]) < gitrun.MaxPathArgs) {
			size += len(r.ToTop(paths[n])) + 1
			n++
		}
		var texts map[string]textAt
		if n > fewTexts {
			texts, _ = r.gitTexts(ctx, commit, paths[:n], max) // the rest is read below
		}
		for _, path := range paths[:n] {
			if err := ctx.Err(); err != nil {
				return err
			}
			known, ok := texts[path]
			if !ok {
				known.text, known.err = r.FileAt(ctx, commit, path, max)
			}
			visit(path, known.text, known.err)
		}
		paths = paths[n:]
	}
	return ctx.Err()
}

type textAt struct {
	text []byte
	err  error
}

// gitTexts asks git what exists, and then for the contents. A path in neither answer has to be asked for again: only
// that distinguishes a content that git lacks from a file that the commit lacks.
func (r *Repo) gitTexts(ctx context.Context, commit string, paths []string, max int64) (map[string]textAt, error) {
	if !gitfmt.IsID(commit) {
		return nil, gitdir.ErrNoCommit
	}
	args := []string{"ls-tree", "-z", "--full-tree", commit, "--"}
	for _, path := range paths {
		args = append(args, r.ToTop(path))
	}
	lines, err := r.Git.List(ctx, args...)
	if err != nil {
		return nil, err
	}
	texts := make(map[string]textAt, len(paths))
	for _, path := range paths {
		texts[path] = textAt{err: &worktree.PathError{Path: path, Kind: worktree.ErrNotExist, What: "not in commit " + commit}}
	}
	var ids strings.Builder
	var names []string
	for _, line := range lines {
		e, ok := parseTreeLine(line)
		path, ours := r.FromTop(e.Name)
		switch _, asked := texts[path]; {
		case !ok || !ours || !asked:
		case !e.Mode.IsFile():
			texts[path] = textAt{err: &worktree.PathError{Path: path, Kind: worktree.ErrNotRegular, What: e.Mode.Words()}}
		default:
			ids.WriteString(e.ID + "\n")
			names = append(names, path)
		}
	}
	out, err := r.Git.Output(ctx, gitrun.Call{Args: []string{"cat-file", "--batch", "--buffer"}, Stdin: strings.NewReader(ids.String())})
	if err != nil {
		return nil, err
	}
	answers := bufio.NewReader(bytes.NewReader(out))
	for _, path := range names {
		text, err := gitrun.ReadAnswer(answers, path, "blob", max)
		if texts[path] = (textAt{text, err}); err != nil && !Definite(err) {
			delete(texts, path)
		}
	}
	return texts, nil
}
