package worktree

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// Status is the state of the project that a person looks at: what is checked out,
// and every file that differs from it.
//
// Head.Commit with Files laid over it is what is on disk. Before the first
// commit and without a repository Head.Commit is "", and Files are all files
// that are not ignored.
type Status struct {
	Head Head
	// Files are sorted by path: the tracked files that differ from HEAD, in the
	// index or on disk, and the untracked ones that are not ignored. Never .git
	// or .consider, nor what lies in another repository inside this one.
	Files []StatusFile
	Cut   bool // there are more than 200,000, and the rest is missing
}

// StatusFile is one file of it.
type StatusFile struct {
	Path string
	// Mode is git's: "100644", "100755", "120000" for a symbolic link, "160000"
	// for a submodule. It is "" when nothing is there that git would keep: gone,
	// a device, or a file that git no longer tracks and ignores.
	Mode string
	// Blob is the id of the content on disk, byte for byte, when the index vouches
	// for it, else "". For a submodule it is the commit checked out in it, "" when
	// that cannot be read.
	Blob string
	// Staged and StagedMode are those of the index, when it differs from HEAD and
	// the disk differs from it; else "".
	Staged, StagedMode string
	Untracked          bool
	Size               int64 // of a file or a link on disk
}

// Status looks at the project. It costs one git status, and a look at each file
// that this names. When the disk cannot be compared with HEAD it fails: all
// files without a commit below them would look like a new project.
//
// Errors: ErrBrokenHead, ErrBrokenIndex, the context's, a folder that cannot be read.
func (t *Tree) Status(ctx context.Context) (Status, error) {
	s := &statusRun{t: t, ctx: ctx, found: map[string]*StatusFile{}}
	err := s.run()
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return Status{}, err
	}
	return s.result(), nil
}

// statusRun is one Status in the making, or the part of it that Changed needs.
type statusRun struct {
	trackedOnly bool // neither untracked files nor submodules, and no ids

	t       *Tree
	ctx     context.Context
	head    Head
	found   map[string]*StatusFile
	vouched []*StatusFile // Blob is what the index says, to be checked
	cut     bool
}

func (s *statusRun) run() error {
	s.head = s.t.Head(s.ctx)
	if s.t.p.GitDir == "" {
		return s.all()
	}
	if !s.t.hasFiles() {
		return nil
	}
	filters, err := s.t.noFilters(s.ctx)
	if s.ctx.Err() != nil {
		return s.ctx.Err()
	}
	if err != nil {
		return s.here(err)
	}
	// The commit is read before and after: a commit made in between would be laid
	// under files that were compared with another one.
	for range 3 {
		before := s.head.Commit
		untracked, modules := "all", "dirty"
		if s.trackedOnly {
			untracked, modules = "no", "all"
		}
		out, err := s.t.git(s.ctx, gitCall{
			args:      []string{"status", "--porcelain=v2", "-z", "--untracked-files=" + untracked, "--no-renames", "--ignore-submodules=" + modules, "--", "."},
			overrides: filters,
		})
		if s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		if err != nil || s.head.Via == ViaNone {
			return s.here(err)
		}
		if s.head = s.t.Head(s.ctx); s.head.Commit == before {
			s.status(splitNUL(out))
			if s.trackedOnly {
				return nil
			}
			s.confirm(len(filters) == 0)
			return s.t.intactIndex()
		}
	}
	return s.here(nil)
}

func (s *statusRun) result() Status {
	saw := Status{Head: s.head, Cut: s.cut}
	for _, f := range s.found {
		saw.Files = append(saw.Files, *f)
	}
	slices.SortFunc(saw.Files, func(a, b StatusFile) int { return cmp.Compare(a.Path, b.Path) })
	return saw
}

// add notes a file by its path from the git top; nil when it is not ours.
func (s *statusRun) add(full string) *StatusFile {
	name, ok := s.t.fromTop(full)
	if !ok || CheckPath(name) != nil {
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

// status reads the second porcelain format:
//
//	1 <XY> <sub> <mH> <mI> <mW> <hH> <hI> <path>
//	u <XY> <sub> <m1> <m2> <m3> <mW> <h1> <h2> <h3> <path>
//	? <path>
func (s *statusRun) status(lines []string) {
	for _, line := range lines {
		kind, rest, _ := strings.Cut(line, " ")
		switch kind {
		case "1":
			if fields := strings.SplitN(rest, " ", 8); len(fields) == 8 {
				s.tracked(fields)
			}
		case "u":
			if fields := strings.SplitN(rest, " ", 10); len(fields) == 10 {
				if f := s.add(fields[9]); f != nil {
					s.disk(f, fields[5])
				}
			}
		case "?":
			s.untracked(rest)
		}
	}
}

func (s *statusRun) untracked(full string) {
	if f := s.add(full); f != nil {
		f.Untracked = true
		s.disk(f, "")
	}
}

func (s *statusRun) tracked(fields []string) {
	f := s.add(fields[7])
	if f == nil || f.Untracked || len(fields[0]) != 2 {
		return
	}
	staged, onDisk := fields[0][0], fields[0][1]
	modeI, modeW, blobH, blobI := fields[3], fields[4], fields[5], fields[6]
	inIndex := strings.Trim(blobI, "0") != ""
	if !inIndex && onDisk == '.' {
		return // taken out of the index; where it is still there, it is untracked or ignored
	}
	s.disk(f, modeW)
	switch {
	case onDisk == '.' && f.Mode == modeI && f.Mode != modeOfModule:
		f.Blob = blobI
		s.vouched = append(s.vouched, f)
	case onDisk != '.' && staged != '.' && inIndex && (blobI != blobH || modeI != fields[2]):
		f.Staged, f.StagedMode = blobI, modeI
	}
	if f.Mode == modeOfModule && f.Blob == "" && inIndex && onDisk == '.' {
		f.Blob = blobI // not checked out, which git takes for unchanged
	}
}

const (
	modeOfFile   = "100644"
	modeOfScript = "100755"
	modeOfLink   = "120000"
	modeOfModule = "160000"
)

// disk fills in what is on disk. said is the mode that git found there, which
// knows when the disk does not keep the bit that makes a file runnable.
func (s *statusRun) disk(f *StatusFile, said string) {
	fi, err := s.t.lstat(f.Path)
	if err != nil {
		return
	}
	switch {
	case fi.IsDir() && said == modeOfModule:
		f.Mode, f.Blob = said, s.t.checkedOut(s.ctx, f.Path)
	case fi.Mode()&fs.ModeSymlink != 0:
		f.Mode, f.Size = modeOfLink, fi.Size()
	case fi.Mode().IsRegular():
		f.Mode, f.Size = modeOfFile, fi.Size()
		if said == modeOfScript || said != modeOfFile && s.runnable(fi) {
			f.Mode = modeOfScript
		}
	}
}

func (s *statusRun) runnable(fi fs.FileInfo) bool {
	return fi.Mode()&0o100 != 0 && s.t.keepsModes()
}

// keepsModes reports whether the disk keeps the bit that makes a file runnable.
func (t *Tree) keepsModes() bool {
	if runtime.GOOS == "windows" {
		return false
	}
	if t.p.GitDir == "" {
		return true
	}
	set, ok := loadConfig(t.p.GitDir, t.p.CommonDir).find("core.filemode")
	return !ok || set.value != "false"
}

// checkedOut is the commit checked out in a submodule, "" when it cannot be told.
func (t *Tree) checkedOut(ctx context.Context, path string) string {
	at := filepath.Join(t.p.Root, filepath.FromSlash(path))
	p := Project{Root: at}
	if !p.git(at) || p.GitDir == "" || p.Top != at || p.Bare {
		return ""
	}
	inner := Open(p)
	defer inner.Close()
	return inner.Head(ctx).Commit
}

// all notes every file, as in a plain folder.
func (s *statusRun) all() error {
	names, err := s.t.walkWith(&walker{t: s.t, ctx: s.ctx, links: true})
	if err != nil {
		return err
	}
	s.cut = len(names) >= maxListed
	for _, name := range names {
		s.untracked(s.t.toTop(name))
	}
	return nil
}

// ReadLink gives the target of a symbolic link, which is never followed.
// Errors: as Stat, ErrNotRegular for what is no link.
func (t *Tree) ReadLink(path string) (string, error) {
	fi, err := t.lstat(path)
	if err != nil {
		return "", err
	}
	if fi.Mode()&fs.ModeSymlink == 0 {
		return "", &PathError{Path: path, Kind: ErrNotRegular, What: kindOf(fi.Mode()) + ", not a symbolic link"}
	}
	target, err := t.root.Readlink(filepath.FromSlash(path))
	if err != nil {
		return "", osError(path, errors.Unwrap(err))
	}
	return target, nil
}
