package worktree

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// sideFile is one file of a side, with its content once it was read.
type sideFile struct {
	mode, id string
	data     []byte
	read     bool
	unread   error
}

// hereDiff compares two sides in this process.
type hereDiff struct {
	t   *Tree
	ctx context.Context
	o   DiffOptions
}

// pairOf is the two sides of one FileDiff; nil where there is none.
type pairOf struct {
	a, b *sideFile
	d    FileDiff
}

func (t *Tree) diffHere(ctx context.Context, a, b Side, o DiffOptions) ([]FileDiff, error) {
	if o.Unified == nil {
		o.Unified = oneBlock
	}
	h := &hereDiff{t, ctx, o}
	was, err := h.files(a)
	if err != nil {
		return nil, err
	}
	now, err := h.files(b)
	if err != nil {
		return nil, err
	}
	pairs := h.renames(h.pairs(was, now))
	var diffs []FileDiff
	for _, p := range pairs {
		h.fill(p)
		diffs = append(diffs, p.d)
	}
	return diffs, ctx.Err()
}

// files lists the files of a side below the root.
func (h *hereDiff) files(s Side) (map[string]*sideFile, error) {
	files := map[string]*sideFile{}
	if s.Commit != "" {
		all, err := h.t.filesAt(h.ctx, s.Commit)
		if err != nil {
			return nil, &PathError{Path: s.Commit, Kind: ErrUnreadable, What: "a commit that cannot be read", Cause: err}
		}
		for full, e := range all {
			if name, ok := h.t.fromTop(full); ok {
				files[name] = &sideFile{mode: e.mode.git(), id: e.id}
			}
		}
	}
	laid := map[string]bool{}
	for _, e := range s.Entries {
		delete(files, e.Path)
		if e.Mode == "" {
			continue
		}
		laid[e.Path] = true
		for dir := path.Dir(e.Path); dir != "."; dir = path.Dir(dir) {
			delete(files, dir)
		}
	}
	maps.DeleteFunc(files, func(name string, _ *sideFile) bool {
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			if laid[dir] {
				return true
			}
		}
		return false
	})
	for _, e := range s.Entries {
		switch {
		case e.Mode == "":
		case e.Blob != "":
			files[e.Path] = &sideFile{mode: e.Mode, id: e.Blob}
		default:
			files[e.Path] = &sideFile{mode: e.Mode, id: fmt.Sprintf("%x", blobID(e.Data, 20)), data: e.Data, read: true}
		}
	}
	return files, nil
}

// filesAt lists a commit's files in this process, or by git.
func (t *Tree) filesAt(ctx context.Context, commit string) (map[string]entry, error) {
	files, err := t.filesOf(commit)
	if err == nil {
		return files, nil
	}
	lines, gitErr := t.gitList(ctx, "ls-tree", "-r", "-z", "--full-tree", commit, "--")
	if gitErr != nil {
		return nil, errors.New(inWords(gitErr, err))
	}
	files = map[string]entry{}
	for _, line := range lines {
		if e, ok := parseTreeLine(line); ok {
			files[e.name] = e
		}
	}
	return files, nil
}

// pairs lists what differs, by path.
func (h *hereDiff) pairs(was, now map[string]*sideFile) []*pairOf {
	names := slices.AppendSeq(slices.Collect(maps.Keys(was)), maps.Keys(now))
	slices.Sort(names)
	var pairs []*pairOf
	for _, name := range slices.Compact(names) {
		if !h.o.selected(name) {
			continue
		}
		p := &pairOf{a: was[name], b: now[name], d: FileDiff{Path: name}}
		switch {
		case p.a == nil:
			p.d.Status = DiffAdded
		case p.b == nil:
			p.d.Status = DiffDeleted
		case kindOfMode(p.a.mode) != kindOfMode(p.b.mode):
			p.d.Status = DiffType
		case !h.same(name, p.a, p.b):
			p.d.Status = DiffModified
		case p.a.mode != p.b.mode:
			p.d.Status = DiffMode
		default:
			continue
		}
		pairs = append(pairs, p)
	}
	return pairs
}

// kindOfMode is the part of a mode that says what it is: a file, a link, a submodule.
func kindOfMode(mode string) string { return mode[:min(3, len(mode))] }

// same compares content: by id where both are of one kind, else by the bytes.
func (h *hereDiff) same(name string, a, b *sideFile) bool {
	if len(a.id) == len(b.id) || a.mode == modeOfModule {
		return a.id == b.id
	}
	x, errX := h.content(name, a)
	y, errY := h.content(name, b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

func (h *hereDiff) content(name string, f *sideFile) ([]byte, error) {
	switch {
	case f == nil:
		return nil, nil
	case f.mode == modeOfModule:
		return []byte("Subproject commit " + f.id + "\n"), nil
	case !f.read:
		f.data, f.unread = h.t.blob(h.ctx, name, f.id, h.o.ObjectDirs, maxHashed)
		f.read = true
	}
	return f.data, f.unread
}

// renames joins a deleted file and an added one with the same content, of the
// same last name where there is a choice.
func (h *hereDiff) renames(pairs []*pairOf) []*pairOf {
	gone := map[string][]*pairOf{}
	for _, p := range pairs {
		if p.d.Status == DiffDeleted {
			key := h.key(p.d.Path, p.a)
			gone[key] = append(gone[key], p)
		}
	}
	used := map[*pairOf]bool{}
	for _, sameName := range []bool{true, false} {
		for _, p := range pairs {
			if p.d.Status != DiffAdded || len(gone) == 0 {
				continue
			}
			for _, from := range gone[h.key(p.d.Path, p.b)] {
				if !used[from] && (!sameName || path.Base(from.d.Path) == path.Base(p.d.Path)) {
					used[from] = true
					p.a, p.d.From, p.d.Status, p.d.Score = from.a, from.d.Path, DiffRenamed, 100
					break
				}
			}
		}
	}
	return slices.DeleteFunc(pairs, func(p *pairOf) bool { return used[p] })
}

// key is equal for files of one kind and content; never for one that is unread.
func (h *hereDiff) key(name string, f *sideFile) string {
	id := f.id
	if len(id) != 40 && f.mode != modeOfModule {
		text, err := h.content(name, f)
		if err != nil {
			return "unread " + name
		}
		id = fmt.Sprintf("%x", blobID(text, 20))
	}
	return kindOfMode(f.mode) + id
}

// fill says the rest about a pair.
func (h *hereDiff) fill(p *pairOf) {
	d := &p.d
	if p.a != nil {
		d.OldMode, d.OldBlob = p.a.mode, p.a.id
	}
	if p.b != nil {
		d.NewMode, d.NewBlob = p.b.mode, p.b.id
	}
	a, errA := h.content(orElse(d.From, d.Path), p.a)
	b, errB := h.content(d.Path, p.b)
	if err := errors.Join(errA, errB); err != nil {
		d.Unread = strings.ReplaceAll(err.Error(), "\n", "; ")
		return
	}
	patch := ""
	if d.Status == DiffType {
		out, in := *d, *d
		out.NewMode, out.NewBlob, in.OldMode, in.OldBlob = "", "", "", ""
		patch = h.section(&out, a, nil) + h.section(&in, nil, b)
		d.Binary = out.Binary || in.Binary
		if !d.Binary { // git counts no lines of a pair that is half binary
			d.Added, d.Removed = in.Added, out.Removed
		}
	} else {
		patch = h.section(d, a, b)
	}
	if h.o.Patch {
		d.Patch = patch
	}
}
