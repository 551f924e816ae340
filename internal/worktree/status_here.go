package worktree

import "errors"

// here answers without git, which ended with gitErr. It does no comparison of its own: it uses the same answers without
// git about staged, changed and untracked files as other questions.
func (s *statusRun) here(gitErr error) error {
	if errors.Is(gitErr, ErrGitStalled) { // see Untracked
		return gitErr
	}
	if err := s.head.Err(); err != nil && !s.namesOnly { // without a known commit, all tracked files would count as changed
		return err
	}
	check := s.t.newChangeCheck()
	err := s.t.eachHeld(s.head.Commit, func(h nameState) bool {
		s.recordName(h, check)
		return s.ctx.Err() == nil
	})
	if s.ctx.Err() != nil {
		return s.ctx.Err()
	}
	if err == nil {
		err = s.t.p.intactIndex()
	}
	if err != nil {
		return broken(err, gitErr)
	}
	return s.walk(&walker{t: s.t, ctx: s.ctx, tracked: s.t.trackedNames(), links: true})
}

// recordName records a name of the commit or the index if the two differ or the disk differs.
func (s *statusRun) recordName(h nameState, check changeCheck) {
	name, ours := s.t.fromTop(h.name)
	switch {
	case !ours:
	case h.now == nil:
		if !s.namesOnly || h.was.mode.kind() != modeModule {
			s.add(h.name) // removed from the index
		}
	case !s.namesOnly || h.now.mode.kind() != modeModule:
		if differs := s.differs(name, h.now, check); differs || !h.same() {
			s.entry(h, differs)
		}
	}
}

// differs is changeCheck's onDisk that compares submodules by the commit checked out in them.
func (s *statusRun) differs(name string, e *indexEntry, check changeCheck) bool {
	if e.mode.kind() != modeModule {
		return check.onDisk(name, e)
	}
	fi, err := s.t.lstat(name)
	if err != nil || !fi.IsDir() {
		return true
	}
	commit := s.t.checkedOut(s.ctx, name)
	return commit != "" && commit != e.hexID()
}

// entry records one entry of the index.
func (s *statusRun) entry(h nameState, differs bool) {
	f, e := s.add(h.name), h.now
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
	case differs && !h.same():
		f.Staged, f.StagedMode = e.hexID(), e.mode.git()
	case f.Mode == modeOfModule && f.Blob == "" && !differs:
		f.Blob = e.hexID()
	}
}
