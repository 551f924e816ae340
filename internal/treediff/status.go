package treediff

import (
	"context"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"

	"consider/internal/gitdir"
	"consider/internal/gitrepo"
	"consider/internal/worktree"
)

// Status is the state of the project that a person looks at: the commit checked out, and every file that differs from
// it.
//
// Head.Commit with Files laid over it is what is on disk. Before the first commit and without a repository Head.Commit
// is "", and Files are all files that are not ignored.
type Status struct {
	Head gitrepo.Head
	// Files are sorted by path: the tracked files that differ from HEAD, in the index or on disk, and the untracked
	// ones that are not ignored. They never include .git or .consider, nor files of another repository inside this one.
	Files []StatusFile
	Cut   bool // there are more than 200,000 files, and the rest is missing
	// Nested are folders that git does not track because each is a separate repository, in git's order. Without git it
	// is empty.
	Nested []string
}

// StatusFile is one file of a Status.
type StatusFile struct {
	Path string
	// Mode is git's: "100644", "100755", "120000" for a symbolic link, "160000" for a submodule. It is "" if nothing is
	// there that git would keep: the file is gone, a device, or a file that git no longer tracks and ignores.
	Mode string
	// Blob is the id of the content on disk, byte for byte, if the index vouches for it, otherwise "". For a submodule
	// it is the commit checked out in it, "" if that cannot be read.
	Blob string
	// Staged and StagedMode are those of the index, if it differs from both HEAD and the disk; otherwise "".
	Staged, StagedMode string
	Untracked          bool
	Size               int64 // of a file or a link on disk
}

// statusRun is one call of Status, or the part of it that Changed needs.
type statusRun struct {
	namesOnly   bool // only names, without submodules
	unconfirmed bool // contents on disk are read anyway, so their ids are not needed

	repo    *gitrepo.Repo
	ctx     context.Context
	head    gitrepo.Head
	found   map[string]*StatusFile
	vouched []*StatusFile // Blob comes from the index and has to be checked
	nested  []string
	cut     bool
	said    bool // git gave the answer
}

// add records a file by its path from the git top; nil if the file is not ours.
func (s *statusRun) add(full string) *StatusFile {
	name, ok := s.repo.FromTop(full)
	if !ok || worktree.CheckPath(name) != nil {
		return nil
	}
	f := s.found[name]
	if f == nil {
		if len(s.found) >= maxListed {
			s.cut = true
			return nil
		}
		f = &StatusFile{Path: name}
		s.found[name] = f
	}
	return f
}

// untracked records a file that git does not track. It skips devices and other things that git cannot store:
// sandboxes put devices in place of files that their programs may not create.
func (s *statusRun) untracked(full string) {
	if folder, ok := strings.CutSuffix(full, "/"); ok {
		if name, ours := s.repo.FromTop(folder); ours && worktree.CheckPath(name) == nil && len(s.nested) < maxListed {
			s.nested = append(s.nested, name)
		}
		return
	}
	before := len(s.found)
	f := s.add(full)
	if f == nil {
		return
	}
	f.Untracked = true
	s.disk(f, "")
	if f.Mode == "" && len(s.found) > before {
		delete(s.found, f.Path)
	}
}

// disk fills in what is on disk. said is the mode that git found there, needed if the disk does not keep the executable
// bit. When only names are wanted, tracked files are not looked at.
func (s *statusRun) disk(f *StatusFile, said string) {
	if s.namesOnly && !f.Untracked {
		return
	}
	fi, err := s.repo.Stat(f.Path)
	if err != nil {
		return
	}
	switch {
	case fi.Mode.IsDir() && said == gitdir.ModeOfModule:
		f.Mode, f.Blob = said, checkedOut(s.ctx, s.repo, f.Path)
	case fi.Mode&fs.ModeSymlink != 0:
		f.Mode, f.Size = gitdir.ModeOfLink, fi.Size
	case fi.Mode.IsRegular():
		f.Mode, f.Size = gitdir.ModeOfFile, fi.Size
		if said == gitdir.ModeOfScript || said != gitdir.ModeOfFile && fi.Mode&0o100 != 0 && keepsModes(s.repo) {
			f.Mode = gitdir.ModeOfScript
		}
	}
}

// keepsModes reports whether the disk keeps the executable bit.
func keepsModes(r *gitrepo.Repo) bool {
	return runtime.GOOS != "windows" && (r.GitDir == "" || r.Config().Get("core.filemode") != "false")
}

// checkedOut returns the commit checked out in a submodule, "" if unknown.
func checkedOut(ctx context.Context, r *gitrepo.Repo, path string) string {
	inside := inner(r, path)
	if inside == nil {
		return ""
	}
	defer inside.Close()
	return inside.Head(ctx).Commit
}

// inner opens the repository in a folder of the project, nil if it is none.
func inner(r *gitrepo.Repo, path string) *gitrepo.Repo {
	at := filepath.Join(r.Root, filepath.FromSlash(path))
	p := worktree.Project{Root: at}
	if !p.FindGit(at) || p.GitDir == "" || p.Top != at || p.Bare {
		return nil
	}
	return gitrepo.Open(p)
}

// walk records the files that the walker finds as untracked: in a plain folder, all files.
func (s *statusRun) walk(w *walker) error {
	names, err := walkWith(w)
	if err != nil {
		return err
	}
	s.cut = s.cut || len(names) >= maxListed
	for _, name := range names {
		s.untracked(s.repo.ToTop(name))
	}
	return nil
}
