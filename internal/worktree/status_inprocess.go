package worktree

import (
	"errors"
	"fmt"
	"io/fs"
)

// here is run without git, which ended with gitErr: the index against HEAD by
// ids, the disk against the index by size and time and then by content.
func (s *statusRun) here(gitErr error) error {
	if errors.Is(gitErr, ErrGitStalled) { // see Untracked
		return gitErr
	}
	if err := s.head.Err(); err != nil && !s.trackedOnly { // without a commit below them, all tracked files have changed
		return err
	}
	err := s.compare()
	if err == nil {
		err = s.t.p.intactIndex()
	}
	switch {
	case err == nil && s.trackedOnly:
		return nil
	case err == nil:
		return s.loose()
	}
	if s.ctx.Err() != nil {
		return s.ctx.Err()
	}
	return broken(err, gitErr)
}

func (s *statusRun) compare() error {
	ix, err := loadIndex(s.t.p)
	if errors.Is(err, fs.ErrNotExist) {
		ix, err = &index{data: make([]byte, 32), idLen: 20}, nil // nothing staged yet, or all removed
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrBrokenIndex, err)
	}
	files := map[string]entry{}
	if s.head.Commit != "" {
		if files, err = s.t.filesOf(s.head.Commit); err != nil {
			return err
		}
	}
	check := s.t.newChangeCheck()
	err = ix.each(func(e *indexEntry) bool {
		full := string(e.name)
		was, known := files[full]
		delete(files, full)
		if name, ours := s.t.fromTop(full); ours && !(s.trackedOnly && e.mode.kind() == modeModule) {
			s.entry(full, e, known && was.id == e.hexID() && was.mode.same(e.mode) && e.flags&flagStage == 0, check.differs(s, name, e))
		}
		return s.ctx.Err() == nil
	})
	if err == nil && (ix.split || ix.sparse) {
		err = errForeignIndex
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrBrokenIndex, err)
	}
	for full, e := range files {
		if !s.trackedOnly || e.mode.kind() != modeModule {
			s.add(full) // taken out of the index
		}
	}
	return s.ctx.Err()
}

// differs is onDisk, with submodules by the commit checked out in them.
func (c changeCheck) differs(s *statusRun, name string, e *indexEntry) bool {
	if e.mode.kind() != modeModule {
		return c.onDisk(name, e)
	}
	fi, err := s.t.lstat(name)
	if err != nil || !fi.IsDir() {
		return true
	}
	commit := s.t.checkedOut(s.ctx, name)
	return commit != "" && commit != e.hexID()
}

// entry notes one entry of the index, when it or the disk differs.
func (s *statusRun) entry(full string, e *indexEntry, asHead, differs bool) {
	if asHead && !differs {
		return
	}
	f := s.add(full)
	if f == nil {
		return
	}
	said := ""
	if e.mode.kind() == modeModule || !s.t.keepsModes() {
		said = e.mode.git()
	}
	s.disk(f, said)
	switch {
	case e.flags&flagStage != 0 || e.extra&extraIntentToAdd != 0:
	case !asHead && differs:
		f.Staged, f.StagedMode = e.hexID(), e.mode.git()
	case f.Mode == modeOfModule && f.Blob == "" && !differs:
		f.Blob = e.hexID()
	}
}

// loose adds the untracked files.
func (s *statusRun) loose() error {
	names, err := s.t.walkWith(&walker{t: s.t, ctx: s.ctx, tracked: s.t.trackedNames(), links: true})
	if err != nil {
		return err
	}
	s.cut = s.cut || len(names) >= maxListed
	for _, name := range names {
		s.untracked(s.t.toTop(name))
	}
	return nil
}
