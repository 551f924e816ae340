package gitstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"consider/internal/gitfmt"
)

// Problem is one fault of the store.
type Problem struct {
	Path   string // for an object a file of the tree, otherwise a file of the store
	Object ID     // zero if the problem is not about an object
	What   string
	Past   bool // only older states name the object
}

// FsckReport is the result of a check of the store. A store without problems is whole; debris is harmless.
type FsckReport struct {
	Tip                   ID    // the commit at which the check began
	Commits, Trees, Blobs int   // reachable from it and from the mirrors, each counted once
	Bytes                 int64 // size of their content
	Problems              []Problem
	Lost                  int      // how many of the problems are lost tips; see [Store.Lost]
	Mended                int      // damaged objects in states before a repair, which are no longer problems
	Abandoned             []string // descriptions of commits that the reflog names and the line does not contain
	Debris                []string // files of the store that no reader needs
}

// Fsck checks the files of the store and every object reachable from the tip and the mirrors: its type, hash and size,
// the parents of commits and the form of trees. It changes nothing and takes no lock. It returns an error only if the
// check could not be carried out; faults are in the report.
//
// progress, if not nil, receives how many of about how many objects are done.
func (s *Store) Fsck(ctx context.Context, progress func(done, total int)) (FsckReport, error) {
	f := &checker{s: s, ctx: ctx, progress: progress, mended: map[ID]bool{}}
	for _, step := range []func() error{f.files, f.ref, f.packs, f.objects, f.debris} {
		if err := step(); err != nil {
			return f.report, err
		}
		if err := ctx.Err(); err != nil {
			return f.report, err
		}
	}
	return f.report, nil
}

type checker struct {
	s        *Store
	ctx      context.Context
	progress func(done, total int)
	report   FsckReport
	past     bool        // the walk has reached states before the newest
	mended   map[ID]bool // damaged objects that a repair replaced, so only states before it lack them; true once counted
}

func (f *checker) problem(path string, id ID, what string) {
	if told, ok := f.mended[id]; ok {
		if !told {
			f.report.Mended++
		}
		f.mended[id] = true
		return
	}
	f.report.Problems = append(f.report.Problems, Problem{path, id, what, f.past})
}

// files checks the files around the objects.
func (f *checker) files() error {
	for _, p := range f.s.damagedConstants() {
		f.problem(p.Path, ID{}, p.What)
	}
	if _, err := f.s.root.Lstat("objects/info/alternates"); err == nil {
		f.problem("objects/info/alternates", ID{}, "points outside the store; ignored")
	}
	return nil
}

// constants are the files of a store whose text never changes.
var constants = []struct{ name, text string }{{".gitignore", gitignoreText}, {"HEAD", headText}, {"config", configText}}

// damagedConstants returns which of them are not as they should be. The config may have other settings too.
func (s *Store) damagedConstants() (out []Problem) {
	for _, want := range constants {
		data, err := s.readFile(want.name, maxConfig)
		p := Problem{Path: want.name}
		switch {
		case err != nil:
			p.What = err.Error()
		case want.name == "config" && layoutIn(data) != knownLayout:
			p.What = "layout version is missing"
		case want.name != "config" && string(data) != want.text:
			p.What = fmt.Sprintf("contains %q", gitfmt.Clip(string(data)))
		default:
			continue
		}
		out = append(out, p)
	}
	return out
}

// ref checks that the ref leads to the tip that readers see.
func (f *checker) ref() error {
	_, bad, err := f.s.roots()
	if err != nil {
		f.problem("", ID{}, err.Error())
	}
	for _, name := range bad {
		f.problem(name, ID{}, "does not contain an object ID")
	}
	ref, tip, err := f.s.tip()
	switch {
	case errors.Is(err, ErrCorrupt), errors.Is(err, ErrUnsafe):
		f.problem(refName, ref.id, err.Error())
		return nil
	case err != nil:
		return err
	}
	f.report.Tip = tip
	lost, err := f.s.Lost()
	if err != nil && !errors.Is(err, ErrUnsafe) { // ErrUnsafe was reported above
		return err
	}
	f.report.Lost = len(lost)
	for _, l := range lost {
		if l.Ref != refName {
			if _, err := f.s.commitWithRoot(l.ID); err == nil {
				l.What += "; that commit can be read now"
			} else {
				l.What += ": " + err.Error()
			}
		}
		f.problem(l.Ref, l.ID, l.What)
	}
	return nil
}

// objects reads everything reachable from the tip and the mirrors.
func (f *checker) objects() error {
	if f.report.Tip.IsZero() {
		return nil
	}
	total := 0
	if err := f.s.eachObject(func(ID) error { total++; return nil }); err != nil {
		return err
	}
	w := walker{s: f.s, ctx: f.ctx, seen: map[ID]struct{}{}}
	w.problem = func(id ID, at string, err error) error {
		f.past = f.past || strings.HasPrefix(at, parentOf)
		f.problem(at, id, err.Error())
		return nil
	}
	w.visit = func(id ID, k gitfmt.Kind, at string) error {
		if f.progress != nil {
			f.progress(min(len(w.seen), total), total)
		}
		f.past = f.past || strings.HasPrefix(at, parentOf)
		f.object(id, k, at)
		return f.ctx.Err()
	}
	if err := w.line(f.report.Tip); err != nil {
		return err
	}
	f.past = false
	if err := f.abandoned(w.seen); err != nil {
		return err
	}
	return f.mirrors(&w)
}

// abandoned reports commits that the store was once at and that its line does not contain: the store continued without
// them, or their writer was stopped before it moved the ref. Lost tips are reported elsewhere, and what an outbox had of
// its own was taken over.
func (f *checker) abandoned(line map[ID]struct{}) error {
	moves, err := f.s.moves()
	if err != nil && !errors.Is(err, ErrUnsafe) {
		return err
	}
	lost, err := f.s.refsIn(lostDir)
	if err != nil && !errors.Is(err, ErrUnsafe) {
		return err
	}
	ref, _ := f.s.readRef()
	known := append(slices.Collect(maps.Values(lost)), ref.id)
	taken := f.s.takenOver(f.ctx, func(id ID) bool { _, live := line[id]; return live })
	for _, m := range moves {
		if _, ok := line[m.to]; ok || taken[m.to] || slices.Contains(known, m.to) {
			continue
		}
		known = append(known, m.to)
		what := fmt.Sprintf("commit %s (%s)", m.to, m.subject)
		if _, err := f.s.commitWithRoot(m.to); err != nil {
			what += ": " + err.Error()
		}
		f.report.Abandoned = append(f.report.Abandoned, what)
	}
	return nil
}

// object checks one object. Commits and trees have been parsed by the walk,
// which accepts the canonical form only.
func (f *checker) object(id ID, k gitfmt.Kind, at string) {
	o, err := f.s.readLoose(id)
	if errors.Is(err, errMissing) {
		o, _, err = f.s.packs.read(id)
	} else if err != nil { // a good packed copy makes the object readable, but the bad file is still reported
		f.problem("objects/"+loosePath(id), id, err.Error())
	}
	if err != nil {
		if o, err = f.s.read(id); err != nil {
			f.problem(at, id, missingIsDamage(err).Error())
			return
		}
	}
	if o.Kind != k {
		f.problem(at, id, fmt.Sprintf("is a %s, expected a %s", o.Kind, k))
		return
	}
	f.report.Bytes += int64(len(o.Data))
	switch k {
	case gitfmt.Commit:
		f.report.Commits++
		if c, err := parseCommit(id, o.Data); err == nil {
			for _, m := range MendedBy(c) {
				f.mended[m.Was] = false
			}
		}
	case gitfmt.Tree:
		f.report.Trees++
	default:
		f.report.Blobs++
	}
}

// packs checks each pack and index against the checksum at its end.
func (f *checker) packs() error {
	names, err := f.s.packs.names()
	if err != nil {
		return err
	}
	for _, name := range names {
		for _, ext := range []string{".pack", ".idx"} {
			path := packDir + "/" + name + ext
			err := f.s.checkTrailer(path)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				f.problem(path, ID{}, err.Error())
			}
		}
	}
	return nil
}

func (f *checker) debris() error {
	found, err := f.s.findLeftovers()
	if err != nil {
		return err
	}
	for _, d := range found {
		f.report.Debris = append(f.report.Debris, d.name)
	}
	return nil
}

// mirrors reads everything reachable from the mirrors and, in an outbox, from its home.
func (f *checker) mirrors(w *walker) error {
	refs, err := f.s.allMirrors()
	if err != nil {
		f.problem(mirrorDir, ID{}, err.Error())
		return nil
	}
	if home, err := f.s.readRefFile(homeRef); err == nil {
		if err := w.line(home.id); err != nil {
			return err
		}
	}
	problem := w.problem
	for _, r := range refs {
		w.problem = func(id ID, at string, err error) error {
			return problem(id, fmt.Sprintf("%s (of the worktree %s)", at, r.Name), err)
		}
		if err := w.line(r.Tip); err != nil {
			return err
		}
	}
	return nil
}
