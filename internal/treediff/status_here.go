package treediff

import (
	"errors"

	"consider/internal/gitdir"
	"consider/internal/gitrepo"
	"consider/internal/gitrun"
)

// here answers without git, which ended with gitErr. It does no comparison of its own: it uses the same answers without
// git about staged, changed and untracked files as other questions.
func (s *statusRun) here(gitErr error) error {
	if errors.Is(gitErr, gitrun.ErrStalled) { // see Untracked
		return gitErr
	}
	if err := s.head.Err(); err != nil && !s.namesOnly { // without a known commit, all tracked files would count as changed
		return err
	}
	check := newChangeCheck(s.repo)
	err := eachHeld(s.repo, s.head.Commit, func(h nameState) bool {
		s.recordName(h, check)
		return s.ctx.Err() == nil
	})
	if s.ctx.Err() != nil {
		return s.ctx.Err()
	}
	if err == nil {
		err = gitdir.CheckIndex(s.repo.Project)
	}
	if err != nil {
		return gitrepo.Broken(err, gitErr)
	}
	return s.walk(&walker{repo: s.repo, ctx: s.ctx, tracked: trackedNames(s.repo), links: true})
}

// recordName records a name of the commit or the index if the two differ or the disk differs.
func (s *statusRun) recordName(h nameState, check changeCheck) {
	name, ours := s.repo.FromTop(h.name)
	switch {
	case !ours:
	case h.now == nil:
		if !s.namesOnly || h.was.Mode.Kind() != gitdir.ModeModule {
			s.add(h.name) // removed from the index
		}
	case !s.namesOnly || h.now.Mode.Kind() != gitdir.ModeModule:
		unstaged := h.now.IntentToAdd() && h.was.ID == "" // only the disk has it
		if differs := s.differs(name, h.now, check); differs || !h.same() && !unstaged {
			s.entry(h, differs)
		}
	}
}

// differs is changeCheck's onDisk that compares submodules by the commit checked out in them.
func (s *statusRun) differs(name string, e *gitdir.IndexEntry, check changeCheck) bool {
	if e.Mode.Kind() != gitdir.ModeModule {
		return check.onDisk(name, e)
	}
	fi, err := s.repo.Stat(name)
	if err != nil || !fi.Mode.IsDir() {
		return true
	}
	commit := checkedOut(s.ctx, s.repo, name)
	return commit != "" && commit != e.HexID()
}

// entry records one entry of the index.
func (s *statusRun) entry(h nameState, differs bool) {
	f, e := s.add(h.name), h.now
	if f == nil {
		return
	}
	said := ""
	if e.Mode.Kind() == gitdir.ModeModule || !keepsModes(s.repo) {
		said = e.Mode.String()
	}
	s.disk(f, said)
	switch {
	case e.InConflict() || e.IntentToAdd():
	case differs && !h.same():
		f.Staged, f.StagedMode = e.HexID(), e.Mode.String()
	case f.Mode == gitdir.ModeOfModule && f.Blob == "" && !differs:
		f.Blob = e.HexID()
	}
}
