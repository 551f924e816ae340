package treediff

import (
	"context"
	"slices"
	"strings"

	"consider/internal/gitdir"
	"consider/internal/gitfmt"
	"consider/internal/gitrepo"
	"consider/internal/worktree"
)

// Side is one of two trees to compare: a commit with entries laid over it.
type Side struct {
	Commit  string // "" for the empty tree
	Entries []SideEntry
}

// SideEntry replaces the file at a path, or removes it if Mode is "". As in git, a file replaces a folder of its name,
// and the reverse.
type SideEntry struct {
	Path, Mode string
	Blob       string // id of the content in an object folder or the project; for a submodule, the commit
	Data       []byte // the content itself if Blob is ""
}

// ContentAt reads one path of a side, at most max bytes. The content of a symbolic link is its target. Further object
// folders are searched first. Errors: as FileAt; ErrNotRegular with the mode for a submodule or a folder.
func ContentAt(ctx context.Context, r *gitrepo.Repo, side Side, path string, max int64, objectDirs ...string) (data []byte, mode string, err error) {
	if err := worktree.CheckPath(path); err != nil {
		return nil, "", err
	}
	e, laid := side.entry(path)
	if !laid {
		if side.Commit == "" {
			return nil, "", worktree.Missing(path)
		}
		if e.Mode, e.Blob, err = r.EntryAt(ctx, side.Commit, path); err != nil {
			return nil, "", err
		}
	}
	switch {
	case e.Mode == "":
		return nil, "", worktree.Missing(path)
	case e.Mode == gitdir.ModeOfModule:
		return nil, e.Mode, &worktree.PathError{Path: path, Kind: worktree.ErrNotRegular, What: "a submodule"}
	case e.Mode != gitdir.ModeOfFile && e.Mode != gitdir.ModeOfScript && e.Mode != gitdir.ModeOfLink:
		return nil, e.Mode, &worktree.PathError{Path: path, Kind: worktree.ErrNotRegular, What: "a directory"}
	case e.Blob != "" && !gitfmt.IsID(e.Blob):
		return nil, e.Mode, &worktree.PathError{Path: path, Kind: worktree.ErrUnreadable, What: "stored under an invalid object ID"}
	case e.Blob != "":
		from := &contents{repo: r, ctx: ctx, dirs: objectDirs}
		defer from.close()
		data, err = from.blob(path, e.Blob, max)
		return data, e.Mode, err
	case int64(len(e.Data)) > max:
		return nil, e.Mode, worktree.TooLarge(path, int64(len(e.Data)), max)
	}
	return slices.Clone(e.Data), e.Mode, nil
}

// entry returns what the entries put at a path. laid is also set if an entry replaces a folder of the path, or the path
// as a folder.
func (s Side) entry(path string) (e SideEntry, laid bool) {
	for _, x := range s.Entries {
		switch {
		case x.Path == path:
			e, laid = x, true
		case x.Mode != "" && (strings.HasPrefix(path, x.Path+"/") || strings.HasPrefix(x.Path, path+"/")):
			e, laid = SideEntry{Path: path}, true
		}
	}
	return e, laid
}
