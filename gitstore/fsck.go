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

// Problem is one thing that is wrong with the store.
type Problem struct {
	Path   string // a file of the tree for an object, else a file of the store
	Object ID     // zero if no object is meant
	What   string
	Past   bool // only states before the newest name the object
}

// FsckReport is what a check of the store found. A store without problems is
// whole; debris does no harm.
type FsckReport struct {
	Tip                   ID    // the commit the check began at
	Commits, Trees, Blobs int   // reachable from it and from the mirrors, each counted once
	Bytes                 int64 // their content
	Problems              []Problem
	Lost                  int      // how many of them are tips; see [Store.Lost]
	Mended                int      // damaged objects of states before a repair, which are no problem any more
	Abandoned             []string // commits that the reflog names and no line leads to, in words
	Debris                []string // files of the store that no reader needs
}

// Fsck reads every object that the tip and the mirrors lead to and checks its type, hash and
// size, the parents of commits and the form of trees; then the files around
// them. It changes nothing and takes no lock. The error is for a check that
// could not be carried out; what is wrong is in the report.
//
// progress, if not nil, is told how many of about how many objects are done.
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
	past     bool        // the walk has come to states before the newest
	mended   map[ID]bool // damaged, and replaced by a repair: only states before it lack them; whether it was counted
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

// files checks what lies around the objects.
func (f *checker) files() error {
	for _, want := range []struct{ name, text string }{{".gitignore", gitignoreText}, {"HEAD", headText}} {
		data, err := f.s.readFile(want.name, maxConfig)
		switch {
		case err != nil:
			f.problem(want.name, ID{}, err.Error())
		case string(data) != want.text:
			f.problem(want.name, ID{}, fmt.Sprintf("holds %q", gitfmt.Clip(string(data))))
		}
	}
	data, err := f.s.readFile("config", maxConfig)
	if err != nil {
		f.problem("config", ID{}, err.Error())
	} else if configInt(string(data), "consider", "layout") != knownLayout {
		f.problem("config", ID{}, "does not name the layout")
	}
	if _, err := f.s.root.Lstat("objects/info/alternates"); err == nil {
		f.problem("objects/info/alternates", ID{}, "points outside the store; it is not read")
	}
	return nil
}

// ref checks that the ref leads to the tip that readers see.
func (f *checker) ref() error {
	_, bad, err := f.s.roots()
	if err != nil {
		f.problem("", ID{}, err.Error())
	}
	for _, name := range bad {
		f.problem(name, ID{}, "does not hold an object id")
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
	if err != nil && !errors.Is(err, ErrUnsafe) { // which is named above
		return err
	}
	f.report.Lost = len(lost)
	for _, l := range lost {
		if l.Ref != refName {
			if _, err := f.s.whole(l.ID); err == nil {
				l.What += "; it can be read now"
			} else {
				l.What += ": " + err.Error()
			}
		}
		f.problem(l.Ref, l.ID, l.What)
	}
	return nil
}

// objects reads everything the tip and the mirrors lead to.
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

// abandoned names the commits that the store was once at, and that its line does not lead to: it went on without them,
// or their writer was stopped before the ref was moved. Lost tips are named elsewhere.
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
	for _, m := range moves {
		if _, ok := line[m.to]; ok || slices.Contains(known, m.to) {
			continue
		}
		known = append(known, m.to)
		what := fmt.Sprintf("commit %s (%s)", m.to, m.subject)
		if _, err := f.s.whole(m.to); err != nil {
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
	} else if err != nil { // a good packed copy makes the object readable; a bad file is still news
		f.problem("objects/"+loosePath(id), id, err.Error())
	}
	if err != nil {
		if o, err = f.s.read(id); err != nil {
			f.problem(at, id, missingIsDamage(err).Error())
			return
		}
	}
	if o.Kind != k {
		f.problem(at, id, fmt.Sprintf("is a %s, want a %s", o.Kind, k))
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

// packs compares each pack and index with the checksum at its end.
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

// mirrors reads everything the mirrors lead to.
func (f *checker) mirrors(w *walker) error {
	refs, err := f.s.Mirrors()
	if err != nil {
		f.problem(mirrorDir, ID{}, err.Error())
		return nil
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
