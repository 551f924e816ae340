package treediff

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"consider/internal/gitdiff"
	"consider/internal/gitdir"
	"consider/internal/gitrepo"
	"consider/internal/gitrun"
	"consider/internal/worktree"
)

// diffRun is one call of Compare.
type diffRun struct {
	repo  *gitrepo.Repo
	ctx   context.Context
	o     Options
	from  *contents
	pairs []*pairOf
	asked map[string]*pairOf // by path: git is asked about it and given the content
	shown int                // bytes of lines
	attrs map[string]string  // the attribute diff, by path; without unspecified ones
	// generated is the attribute linguist-generated, likewise.
	generated map[string]string
	onDisk    map[string]bool // by name: whether a file of the old side is on the disk as it was, as far as that is known
	// sections are git's names for the hunks of files in a language, by path from the top.
	sections map[string][]string
	own      *gitrun.Scratch // nil until git is asked
	lacks    error           // why git could not be asked for what only it knows
	commits  [2]string       // the sides, if both are plain commits
	named    bool            // a marked file has the rules of a language, so git names its hunks
}

// pairOf is the two sides of one FileDiff; a missing side is nil.
type pairOf struct {
	a, b *sideFile
	d    FileDiff
	gone bool // the old side of a rename
}

// sideFile is one file of a side, with its content once it is read.
type sideFile struct {
	mode, id string
	data     []byte
	read     bool
	laid     bool // the content is in the entry, and in no object folder
	unread   error
}

// unread lists the blobs that read will read.
func (d *diffRun) unread() (ids []string) {
	for _, p := range d.pairs {
		for _, f := range []*sideFile{p.a, p.b} {
			if f != nil && !f.read && f.mode != gitdir.ModeOfModule {
				ids = append(ids, f.id)
			}
		}
	}
	return ids
}

// same compares content: by id if both ids are of one kind, otherwise by bytes.
func (d *diffRun) same(name string, a, b *sideFile) bool {
	if len(a.id) == len(b.id) || a.mode == gitdir.ModeOfModule {
		return a.id == b.id
	}
	x, errX := d.content(name, a)
	y, errY := d.content(name, b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

func (d *diffRun) content(name string, f *sideFile) ([]byte, error) {
	switch {
	case f == nil:
		return nil, nil
	case f.mode == gitdir.ModeOfModule:
		return []byte("Subproject commit " + f.id + "\n"), nil
	case !f.read:
		f.data, f.unread = d.from.blob(name, f.id, maxHashed)
		f.read = true
	}
	return f.data, f.unread
}

// exactRenames joins an added file with a deleted one of the same content, as git does: the first one with the same
// name, otherwise the first.
func (d *diffRun) exactRenames() {
	gone := map[string][]*pairOf{}
	for _, p := range d.pairs {
		if p.d.Status == Deleted {
			key := d.key(p.d.Path, p.a)
			gone[key] = append(gone[key], p)
		}
	}
	for _, p := range d.pairs {
		if p.d.Status != Added || len(gone) == 0 {
			continue
		}
		key := d.key(p.d.Path, p.b)
		from := gone[key]
		if len(from) == 0 {
			continue
		}
		i := max(0, slices.IndexFunc(from, func(q *pairOf) bool { return path.Base(q.d.Path) == path.Base(p.d.Path) }))
		p.renamedFrom(from[i], 100)
		gone[key] = slices.Delete(from, i, i+1)
	}
	d.dropGone()
}

func (p *pairOf) renamedFrom(from *pairOf, score int) {
	p.a, p.d.From, p.d.Status, p.d.Score = from.a, from.d.Path, Renamed, score
	from.gone = true
}

func (d *diffRun) dropGone() {
	d.pairs = slices.DeleteFunc(d.pairs, func(p *pairOf) bool { return p.gone })
}

// key is equal for files of one kind and content. An unread file has a key of its own.
func (d *diffRun) key(name string, f *sideFile) string {
	id := f.id
	if len(id) != 40 && f.mode != gitdir.ModeOfModule {
		text, err := d.content(name, f)
		if err != nil {
			return "unread " + name
		}
		id = fmt.Sprintf("%x", gitdir.BlobID(text, 20))
	}
	return kindOfMode(f.mode) + id
}

// read reads both sides of a pair.
func (d *diffRun) read(p *pairOf) {
	if p.a != nil {
		p.d.OldMode, p.d.OldBlob = p.a.mode, p.a.id
	}
	if p.b != nil {
		p.d.NewMode, p.d.NewBlob = p.b.mode, p.b.id
	}
	_, errA := d.content(cmp.Or(p.d.From, p.d.Path), p.a)
	_, errB := d.content(p.d.Path, p.b)
	if err := errors.Join(errA, errB); err != nil {
		p.d.Unread = strings.ReplaceAll(err.Error(), "\n", "; ")
	}
}

// fill compares the content of a pair, then releases it.
func (d *diffRun) fill(p *pairOf) error {
	f := &p.d
	if f.Unread == "" {
		d.compareSides(p)
	}
	for _, side := range []*sideFile{p.a, p.b} {
		if side != nil {
			side.data = nil
		}
	}
	for i := range f.Hunks {
		d.shown += f.Hunks[i].Size()
	}
	if d.shown > maxDiff {
		return fmt.Errorf("%w: more than %d bytes of changed lines", worktree.ErrTooLarge, maxDiff)
	}
	return d.ctx.Err()
}

func (d *diffRun) compareSides(p *pairOf) {
	f := &p.d
	a, _ := d.content(cmp.Or(f.From, f.Path), p.a)
	b, _ := d.content(f.Path, p.b)
	if f.Status != TypeChanged {
		if d.compare(f, a, b); d.o.Texts != nil {
			d.o.Texts(f, a, b)
		}
		return
	}
	out, in := *f, *f
	out.NewMode, out.NewBlob, in.OldMode, in.OldBlob = "", "", "", ""
	out.Status, in.Status = Deleted, Added
	d.compare(&out, a, nil)
	d.compare(&in, nil, b)
	f.Parts, f.Hunks, f.Binary = []FileDiff{out, in}, slices.Concat(out.Hunks, in.Hunks), out.Binary || in.Binary
	if !f.Binary { // git counts no lines of a pair with one binary side
		f.Added, f.Removed = in.Added, out.Removed
	}
}

func (d *diffRun) compare(f *FileDiff, a, b []byte) {
	older := cmp.Or(f.From, f.Path)
	f.Binary = d.isBinary(older, a) || d.isBinary(f.Path, b)
	if f.OldBlob == f.NewBlob {
		return
	}
	if f.Binary {
		tooMuch := d.shown+2*(len(a)+len(b)) > maxDiff/2 // lines that git does not show must not fail the comparison
		if tooMuch || d.attrs[older] == "unset" || d.attrs[f.Path] == "unset" || !f.decode(&a, &b) {
			return
		}
	}
	f.Hunks = gitdiff.Hunks(a, b, gitdiff.Options{Context: d.o.Context})
	named := d.sections[d.repo.ToTop(f.Path)]
	for i := range f.Hunks {
		if len(named) == len(f.Hunks) {
			f.Hunks[i].Section = named[i]
		}
		for _, l := range f.Hunks[i].Lines {
			switch l.Sign {
			case '+':
				f.Added++
			case '-':
				f.Removed++
			}
		}
	}
}

// decode makes the sides of a binary file text, if one is UTF-16 and the other is text too or has no bytes.
func (d *FileDiff) decode(a, b *[]byte) bool {
	was, from, guessedA := gitdiff.Decode(*a)
	is, to, guessedB := gitdiff.Decode(*b)
	switch {
	case from == "" || to == "":
		return false
	case from == to || len(*a) == 0:
		d.Encoding = to
	case len(*b) == 0:
		d.Encoding = from
	default:
		d.Encoding = from + " → " + to
	}
	*a, *b, d.Guessed = was, is, guessedA || guessedB
	return true
}

// isBinary is git's own test.
func (d *diffRun) isBinary(name string, text []byte) bool {
	switch d.attrs[name] {
	case "set":
		return false
	case "unset":
		return true
	}
	return bytes.IndexByte(text[:min(len(text), 8000)], 0) >= 0
}

// kindOfMode returns the part of a mode that gives the type: a file, a link, a submodule.
func kindOfMode(mode string) string { return mode[:min(3, len(mode))] }
