package gitstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"consider/internal/gitfmt"
)

// purgeMark is a file that is there while a purge has moved refs and not yet deleted all that they named.
const purgeMark = "purging"

// PurgedLine is a line that has, or had, files of the purged folder.
type PurgedLine struct {
	Worktree string   // whose copy it is, "" for the store's own
	Files    []string // every path of the folder that the line ever had, sorted
}

// PurgeReport is what a purge found, and what it did.
type PurgeReport struct {
	Lines      []PurgedLine
	Unfinished bool // an earlier purge was stopped before it had deleted everything
	Objects    int  // deleted
}

// PurgePlan tells what Purge would find. It takes no lock and changes nothing.
func (s *Store) PurgePlan(ctx context.Context, o Purging) (PurgeReport, error) {
	p := &purge{s: s, ctx: ctx, o: o}
	err := p.find()
	return p.report, err
}

// Purge removes a folder from whole lines, for good: afterwards no commit, reflog, pack or loose object holds any of
// it, and unnamed objects are gone as well. The commits from the first that had the folder on get new ids; those that
// changed nothing else are gone. The rest of the lines stays as it was.
//
// New objects are durable before a ref names them, and nothing is deleted before all refs are moved. A purge that is
// stopped leaves a sound store; the next one goes on. Nothing is changed where anything is damaged, but for lost tips
// that a person took note of: their refs go, as what cannot be read cannot be rewritten.
func (s *Store) Purge(ctx context.Context, o Purging) (PurgeReport, error) {
	l, err := s.lock(ctx)
	if err != nil {
		return PurgeReport{}, err
	}
	defer l.release()
	p := &purge{s: s, ctx: ctx, o: o, lock: l}
	if err := p.find(); err != nil || len(p.report.Lines) == 0 && !p.report.Unfinished {
		return p.report, err
	}
	for _, step := range []func() error{p.sweep, p.rewrite, p.store, p.mark, p.move, p.forget, p.delete} {
		if err := step(); err != nil {
			return p.report, fmt.Errorf("purge: %w", err)
		}
	}
	return p.report, nil
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
	packs map[string]bool // written by this run
	live  map[ID]struct{} // what the moved refs lead to
}

// purgedRef is a ref of the store, and where it is to lead.
type purgedRef struct {
	name     string
	state    refState
	worktree string
	former   bool
	meant    bool
	noted    bool // of a lost tip that cannot be read and that a person took note of: it goes
	to       ID
}

// find reads all refs and looks what the lines that are meant hold.
func (p *purge) find() error {
	names, err := p.s.refNames("refs")
	if err != nil {
		return err
	}
	p.work = newRewriter(p.ctx, p.s, p.o)
	noted, err := p.s.refsIn(notedDir)
	if err != nil {
		return err
	}
	if _, err := p.s.root.Lstat(purgeMark); err == nil {
		p.report.Unfinished = true
	} else if !errors.Is(err, fs.ErrNotExist) {
		return access(err)
	}
	if !slices.Contains(names, refName) {
		return fmt.Errorf("%s is missing: %w", refName, ErrCorrupt)
	}
	for _, name := range names {
		r, err := p.ref(name)
		_, leaf := path.Split(name)
		r.noted = errors.Is(err, ErrCorrupt) && (name == lostDir+"/"+leaf || name == notedDir+"/"+leaf) && noted[leaf] == r.state.id
		if err != nil && !r.noted {
			return err
		}
		p.refs = append(p.refs, r)
		if !r.meant {
			continue
		}
		files, err := p.work.found(r.state.id)
		if err != nil {
			return err
		}
		if len(files) > 0 {
			p.report.add(r.worktree, files)
		}
	}
	return nil
}

// add counts the lines of one worktree, such as its former ones, as one.
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

// ref reads one ref, and whether its line is meant.
func (p *purge) ref(name string) (purgedRef, error) {
	r := purgedRef{name: name}
	var err error
	if r.state, err = p.s.readRefFile(name); err != nil {
		return r, err
	}
	if r.state.torn || r.state.id.IsZero() {
		return r, fmt.Errorf("%s holds no id of a commit: %w", name, ErrCorrupt)
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

func (p *purge) sweep() error {
	_, err := p.s.sweep(p.lock)
	return err
}

func (p *purge) rewrite() (err error) {
	for i := range p.refs {
		r := &p.refs[i]
		if r.noted {
			continue
		}
		if r.to = r.state.id; r.meant {
			if r.to, err = p.work.line(r.state.id); err != nil {
				return err
			}
		}
	}
	return nil
}

// store writes the new objects, and again those old ones that stay and are nowhere but in packs: all old packs go.
func (p *purge) store() error {
	p.packs = map[string]bool{}
	fresh := make([]ID, 0, len(p.work.fresh))
	for id := range p.work.fresh {
		fresh = append(fresh, id)
	}
	if err := p.pack(fresh, func(id ID) (gitfmt.Object, error) { return p.work.fresh[id], nil }); err != nil {
		return err
	}
	w := walker{s: p.s, ctx: p.ctx, seen: map[ID]struct{}{}, visit: func(ID, gitfmt.Kind, string) error { return p.ctx.Err() }}
	w.problem = func(_ ID, at string, err error) error { return fmt.Errorf("%s: %w", at, err) }
	for _, r := range p.refs {
		if err := w.line(r.to); err != nil { // nothing for one that goes
			return err
		}
	}
	p.live = w.seen
	var packed []ID
	for id := range p.live {
		if _, ok := p.work.fresh[id]; ok {
			continue
		}
		if _, err := p.s.readLoose(id); err != nil {
			packed = append(packed, id)
		}
	}
	return p.pack(packed, func(id ID) (gitfmt.Object, error) {
		o, err := p.s.read(id)
		if err == nil {
			err = p.ctx.Err()
		}
		return o, missingIsDamage(err)
	})
}

func (p *purge) pack(ids []ID, get func(ID) (gitfmt.Object, error)) error {
	if len(ids) == 0 {
		return nil
	}
	sortIDs(ids)
	name, err := p.s.writeNamedPack(ids, get)
	p.packs[name] = true
	p.s.packs.reload()
	return err
}

// mark notes that from here on the store has objects that nothing names and that must go.
func (p *purge) mark() error { return p.s.writeFile(purgeMark, nil, true) }

// move points every ref at its new commit. One that only git's packed-refs has gets a file, as those have to go.
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
				return access(err)
			}
			continue
		}
		if r.former && tips[r.worktree] != (ID{}) {
			// It was kept as the present line did not go on from it. If now it does, its own name says nothing.
			if _, on, err := p.s.lineUntil(p.ctx, tips[r.worktree], r.to); err == nil && on {
				if err := p.s.root.Remove(r.name); err != nil && !errors.Is(err, fs.ErrNotExist) {
					return access(err)
				}
				continue
			}
		}
		var err error
		if r.name == refName {
			err = p.s.moveRef(p.lock, r.state, r.to, r.state.id, "purge")
		} else {
			err = p.s.setRef(r.name, r.state, r.to)
		}
		if errors.Is(err, errMoved) {
			err = fmt.Errorf("%s: %w", r.name, ErrConflict)
		}
		if err != nil {
			return err
		}
	}
	if err := p.s.root.Remove(packedRefs); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return access(err)
	}
	return p.s.syncDir(".")
}

// forget ends what reflogs and caches remember. The reflog keeps its newest entry, from which a torn ref is recovered.
func (p *purge) forget() error {
	data, err := p.s.readFile(reflogName, maxReflog)
	if err != nil {
		return err
	}
	lines := bytes.SplitAfter(bytes.TrimRight(data, "\n"), []byte("\n"))
	last := append(bytes.Clone(lines[len(lines)-1]), '\n')
	copy(last, ID{}.String())
	if err := p.s.writeFile(reflogName, last, true); err != nil {
		return err
	}
	for _, dir := range []string{"logs", "cache"} {
		err := p.s.eachFile(dir, func(name string) error {
			if name == reflogName {
				return nil
			}
			return access(p.s.root.Remove(name))
		})
		if err != nil {
			return err
		}
	}
	p.s.mu.Lock()
	p.s.lastWhole = nil
	p.s.mu.Unlock()
	return nil
}

// delete removes all objects but those that the refs lead to, and what other programs have noted about packs.
func (p *purge) delete() error {
	p.s.packs.reload()
	before := map[ID]struct{}{}
	if err := p.s.eachObject(func(id ID) error { before[id] = struct{}{}; return nil }); err != nil {
		return err
	}
	p.s.packs.reload() // which closes them
	err := p.s.eachFile("objects", func(name string) error {
		if p.stays(name) {
			return nil
		}
		return access(p.s.root.Remove(name))
	})
	if err != nil {
		return err
	}
	for id := range before {
		if _, ok := p.live[id]; !ok {
			p.report.Objects++
		}
	}
	if err := p.s.root.Remove(purgeMark); err != nil {
		return access(err)
	}
	p.report.Unfinished = false
	return p.s.syncDir(".")
}

// stays reports whether a file below objects/ is needed, or is not known to be ours.
func (p *purge) stays(name string) bool {
	dir, base := path.Split(name)
	switch dir {
	case "objects/":
		return true
	case "objects/info/":
		return base == "alternates"
	case packDir + "/":
		stem, ext, _ := strings.Cut(base, ".")
		return p.packs[stem] && (ext == "pack" || ext == "idx")
	}
	id, err := ParseID(strings.TrimPrefix(strings.ReplaceAll(name, "/", ""), "objects"))
	if err != nil {
		return !strings.HasPrefix(base, "tmp_")
	}
	_, live := p.live[id]
	return live
}
