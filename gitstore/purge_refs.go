package gitstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
)

// PurgeReport is what a purge found and did.
type PurgeReport struct {
	Files      []string // every path of the folder that a line ever had, sorted
	Unfinished bool     // an earlier purge stopped before it had deleted everything
	Objects    int      // deleted objects
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
	name  string
	state refState
	noted bool // names an unreadable lost tip that a person acknowledged; the ref is removed
	to    ID
}

// find reads all refs and checks what their lines hold.
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
		if r.noted {
			continue
		}
		files, err := p.work.filesInHistory(r.state.id)
		if err != nil {
			return err
		}
		p.report.Files = append(p.report.Files, files...)
	}
	slices.Sort(p.report.Files)
	p.report.Files = slices.Compact(p.report.Files)
	return nil
}

// ref reads one ref and checks that its line can be read.
func (p *purge) ref(name string) (purgedRef, error) {
	r := purgedRef{name: name}
	var err error
	if r.state, err = p.s.readRefFile(name); err != nil {
		return r, err
	}
	if r.state.torn || r.state.id.IsZero() {
		return r, fmt.Errorf("%s does not contain a commit ID: %w", name, ErrCorrupt)
	}
	if _, err = p.s.snapshot(r.state.id); err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return r, err
}

// move points every ref at its new commit. A ref that only git's packed-refs holds gets a file, because packed-refs is
// removed.
func (p *purge) move() error {
	for _, r := range p.refs {
		if r.noted {
			if err := p.s.root.Remove(r.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return accessError(err)
			}
			continue
		}
		var err error
		if r.name == refName {
			p.s.sameLine(r.state.id, r.to)
			err = p.s.moveRef(p.lock, r.state, r.to, r.state.id, "purge")
		} else {
			err = p.s.setRefInTime(p.ctx, r.name, r.state, r.to) // no later change would make up for a missed purge
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
