package gitstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// PurgedLine is a line that has or had files of the purged folder.
type PurgedLine struct {
	Worktree string   // the worktree it is a copy of, "" for the store's own
	Files    []string // every path of the folder that the line ever had, sorted
}

// PurgeReport is what a purge found and did.
type PurgeReport struct {
	Lines      []PurgedLine
	Unfinished bool // an earlier purge stopped before it had deleted everything
	Objects    int  // deleted objects
}

// purge is one run of Purge.
type purge struct {
	s      *Store
	ctx    context.Context
	o      Purging
	lock   *heldLock
	report PurgeReport

	refs  []purgedRef
	work  *rewriter
	packs map[string]bool // packs written by this run
	live  map[ID]struct{} // objects that the moved refs lead to
}

// purgedRef is a ref of the store and its target after the purge.
type purgedRef struct {
	name     string
	state    refState
	worktree string
	former   bool
	meant    bool
	noted    bool // names an unreadable lost tip that a person acknowledged; the ref is removed
	to       ID
}

// find reads all refs and checks what the selected lines hold.
func (p *purge) find() error {
	names, err := p.s.refNames("refs")
	if err != nil {
		return err
	}
	p.work = newRewriter(p.ctx, p.s, p.o)
	noted, err := p.s.refsIn(acknowledgedDir)
	if err != nil {
		return err
	}
	if _, err := p.s.root.Lstat(purgeMark); err == nil {
		p.report.Unfinished = true
	} else if !errors.Is(err, fs.ErrNotExist) {
		return accessError(err)
	}
	if !slices.Contains(names, refName) {
		return fmt.Errorf("%s is missing: %w", refName, ErrCorrupt)
	}
	for _, name := range names {
		r, err := p.ref(name)
		_, leaf := path.Split(name)
		r.noted = errors.Is(err, ErrCorrupt) && (name == lostDir+"/"+leaf || name == acknowledgedDir+"/"+leaf) && noted[leaf] == r.state.id
		if err != nil && !r.noted {
			return err
		}
		p.refs = append(p.refs, r)
		if !r.meant {
			continue
		}
		files, err := p.work.filesInHistory(r.state.id)
		if err != nil {
			return err
		}
		if len(files) > 0 {
			p.report.add(r.worktree, files)
		}
	}
	return nil
}

// add merges the lines of one worktree, such as its former ones, into one.
func (r *PurgeReport) add(worktree string, files []string) {
	for i := range r.Lines {
		if at := &r.Lines[i]; at.Worktree == worktree {
			at.Files = append(at.Files, files...)
			slices.Sort(at.Files)
			at.Files = slices.Compact(at.Files)
			return
		}
	}
	r.Lines = append(r.Lines, PurgedLine{worktree, files})
}

// ref reads one ref and whether its line is selected.
func (p *purge) ref(name string) (purgedRef, error) {
	r := purgedRef{name: name}
	var err error
	if r.state, err = p.s.readRefFile(name); err != nil {
		return r, err
	}
	if r.state.torn || r.state.id.IsZero() {
		return r, fmt.Errorf("%s does not contain a commit ID: %w", name, ErrCorrupt)
	}
	if folder, ok := strings.CutPrefix(name, mirrorDir+"/"); ok {
		if folder, ok := strings.CutSuffix(folder, mirrorLeaf); ok {
			r.worktree, r.former, _ = mirrorName(folder)
		}
	}
	tip, err := p.s.snapshot(r.state.id)
	if err == nil {
		r.meant, err = p.o.Line(r.worktree, tip)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return r, err
}

// move points every ref at its new commit. A ref that only git's packed-refs holds gets a file, because packed-refs is
// removed.
func (p *purge) move() error {
	tips := map[string]ID{}
	for _, r := range p.refs {
		if !r.former {
			tips[r.worktree] = r.to
		}
	}
	for _, r := range p.refs {
		if r.noted {
			if err := p.s.root.Remove(r.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return accessError(err)
			}
			continue
		}
		if r.former && tips[r.worktree] != (ID{}) {
			// The former line was kept because the present line did not descend from it. If it does now, the former ref
			// adds nothing.
			if _, on, err := p.s.lineUntil(p.ctx, tips[r.worktree], r.to); err == nil && on {
				if err := p.s.root.Remove(r.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
					return accessError(err)
				}
				continue
			}
		}
		var err error
		if r.name == refName {
			p.s.sameLine(r.state.id, r.to)
			err = p.s.moveRef(p.lock, r.state, r.to, r.state.id, "purge")
		} else {
			err = p.setRef(r)
		}
		if errors.Is(err, errMoved) {
			err = fmt.Errorf("%s: %w", r.name, ErrConflict)
		}
		if err != nil {
			return err
		}
	}
	if err := p.s.root.Remove(packedRefs); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return accessError(err)
	}
	return p.s.syncDir(".")
}

// setRef moves a ref other than the store's own. It waits until a killed writer's lock may be removed, because no later
// change would make up for a missed purge.
func (p *purge) setRef(r purgedRef) error {
	for start := time.Now(); ; time.Sleep(refLockPoll) {
		err := p.s.setRef(r.name, r.state, r.to)
		if !errors.Is(err, ErrBusy) || p.ctx.Err() != nil || time.Since(start) > foreignLockGrace+time.Second {
			return err
		}
	}
}
