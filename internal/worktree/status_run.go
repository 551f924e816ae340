package worktree

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
)

// Status returns the state of the project. It costs one git status, and a look at each file that this names. It fails
// if the disk cannot be compared with HEAD: without a known commit, all files would look like a new project.
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

func (s *statusRun) run() error {
	s.head = s.t.Head(s.ctx)
	if s.t.p.GitDir == "" {
		return s.walk(&walker{t: s.t, ctx: s.ctx, links: true})
	}
	if !s.t.p.hasFiles() {
		return nil
	}
	filters, err := s.t.filters(s.ctx)
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
		out, err := s.t.git(s.ctx, gitCall{args: args, overrides: filters})
		if s.ctx.Err() != nil {
			return s.ctx.Err()
		}
		if err != nil || s.head.Via == ViaNone {
			return s.here(err)
		}
		if s.head = s.t.Head(s.ctx); s.head.Commit == before {
			s.status(splitNUL(out))
			s.said = true
			s.t.inHead.Store(&commitEntries{before, s.inHead})
			if s.namesOnly || s.unconfirmed {
				return s.ctx.Err()
			}
			s.confirm(len(filters) == 0)
			return s.t.p.intactIndex()
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
	if mode := fields[2]; mode == modeOfFile || mode == modeOfScript {
		s.noteHead(fields[7], mode, fields[5])
	}
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
	case onDisk == '.' && f.Mode == modeI && f.Mode != modeOfModule:
		f.Blob = blobI
		s.vouched = append(s.vouched, f)
	case onDisk != '.' && staged != '.' && inIndex && (blobI != blobH || modeI != fields[2]):
		f.Staged, f.StagedMode = blobI, modeI
	}
	if f.Mode == modeOfModule && f.Blob == "" && inIndex && onDisk == '.' {
		f.Blob = blobI // not checked out, which git treats as unchanged
	}
}

// noteHead keeps what git said about a changed file in HEAD. These files are asked for later, and it saves reading the
// trees above each.
func (s *statusRun) noteHead(full, mode, blob string) {
	if !isID(blob) || len(s.inHead) >= maxListed {
		return
	}
	if s.inHead == nil {
		s.inHead = map[string]entry{}
	}
	bits, err := strconv.ParseUint(mode, 8, 32)
	if err == nil {
		s.inHead[full] = entry{name: full, id: blob, mode: fileMode(bits)}
	}
}
