package treediff

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"consider/internal/gitdir"
	"consider/internal/gitrepo"
	"consider/internal/gitrun"
)

// StatusOf returns the state of the project. It costs one git status, and a look at each file that this names. It fails
// if the disk cannot be compared with HEAD: without a known commit, all files would look like a new project.
//
// Errors: ErrBrokenHead, ErrBrokenIndex, the context's, a folder that cannot be read.
func StatusOf(ctx context.Context, r *gitrepo.Repo) (Status, error) {
	s := &statusRun{repo: r, ctx: ctx, found: map[string]*StatusFile{}}
	err := s.run()
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return Status{}, err
	}
	return s.result(), nil
}

func (s *statusRun) run() error {
	s.head = s.repo.Head(s.ctx)
	if s.repo.GitDir == "" {
		return s.walk(&walker{repo: s.repo, ctx: s.ctx, links: true})
	}
	if !s.repo.HasFiles() {
		return nil
	}
	filters, err := s.repo.Git.FilterOverrides(s.ctx)
	if s.ctx.Err() != nil {
		return s.ctx.Err()
	}
	if err != nil {
		return s.here(err)
	}
	// The commit is read before and after: otherwise a commit made in between would be combined with files that were
	// compared with another one.
	for range 3 {
		before := s.head.Commit
		modules := "dirty"
		if s.namesOnly {
			modules = "all"
		}
		args := []string{"status", "--porcelain=v2", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=" + modules, "--", "."}
		out, err := s.repo.Git.Output(s.ctx, gitrun.Call{Args: args, Overrides: filters})
		if s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		if err != nil || s.head.Via == gitrepo.ViaNone {
			return s.here(err)
		}
		if s.head = s.repo.Head(s.ctx); s.head.Commit == before {
			s.status(gitrun.SplitNUL(out))
			s.said = true
			if s.namesOnly || s.unconfirmed {
				return s.ctx.Err()
			}
			s.confirm(len(filters) == 0)
			return gitdir.CheckIndex(s.repo.Project)
		}
	}
	return s.here(nil)
}

func (s *statusRun) result() Status {
	saw := Status{Head: s.head, Cut: s.cut, Nested: s.nested}
	for _, f := range s.found {
		saw.Files = append(saw.Files, *f)
	}
	slices.SortFunc(saw.Files, func(a, b StatusFile) int { return cmp.Compare(a.Path, b.Path) })
	return saw
}

// status reads the second porcelain format:
//
//	1 <XY> <sub> <mH> <mI> <mW> <hH> <hI> <path>
//	u <XY> <sub> <m1> <m2> <m3> <mW> <h1> <h2> <h3> <path>
//	? <path>
func (s *statusRun) status(lines []string) {
	for _, line := range lines {
		if s.ctx.Err() != nil {
			return
		}
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

func (s *statusRun) tracked(fields []string) {
	f := s.add(fields[7])
	if f == nil || f.Untracked || len(fields[0]) != 2 {
		return
	}
	staged, onDisk := fields[0][0], fields[0][1]
	modeI, modeW, blobH, blobI := fields[3], fields[4], fields[5], fields[6]
	inIndex := strings.Trim(blobI, "0") != ""
	if !inIndex && onDisk == '.' {
		return // removed from the index; if it still exists, it is untracked or ignored
	}
	s.disk(f, modeW)
	switch {
	case onDisk == '.' && f.Mode == modeI && f.Mode != gitdir.ModeOfModule:
		f.Blob = blobI
		s.vouched = append(s.vouched, f)
	case onDisk != '.' && staged != '.' && inIndex && (blobI != blobH || modeI != fields[2]):
		f.Staged, f.StagedMode = blobI, modeI
	}
	if f.Mode == gitdir.ModeOfModule && f.Blob == "" && inIndex && onDisk == '.' {
		f.Blob = blobI // not checked out, which git treats as unchanged
	}
}
