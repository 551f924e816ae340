package gitstore

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"consider/internal/gitfmt"
)

// Mend is an unreadable file or directory of the newest state, and what can replace it: an older version of a file, or
// the files of a directory.
type Mend struct {
	Path  string
	Was   ID       // the damaged or missing object
	Files []string // files that come back, sorted; empty if nothing is left

	dir   bool
	found map[string]gitfmt.Entry
}

// Mends looks for replacements for what is damaged in this state: in the commits before it, in those that the reflog
// names, and among unnamed objects. It changes nothing.
func (sn *Snapshot) Mends(ctx context.Context) ([]Mend, error) {
	mends, err := sn.damage()
	if err != nil || len(mends) == 0 {
		return nil, err
	}
	p, err := sn.s.findUnreachable(ctx, sn, time.Time{})
	if err != nil {
		return nil, err
	}
	sources, err := sn.sources(ctx)
	if err != nil {
		return nil, err
	}
	for _, m := range mends {
		if err := p.fromHistory(m, sources); err != nil {
			return nil, err
		}
	}
	maps.Copy(p.files, p.found)
	for _, top := range p.rootTrees() { // if there are any, they are newer than the history
		if err := p.placeTree(top); err != nil {
			return nil, err
		}
	}
	p.placeBlobs()
	for i := range mends {
		m := &mends[i]
		m.found = map[string]gitfmt.Entry{}
		for name, e := range p.found {
			if at, ok := p.targetPath(*m, name); ok {
				m.found[at] = e
			}
		}
		m.Files = slices.Sorted(maps.Keys(m.found))
	}
	return mends, nil
}

// targetPath returns where a found file goes in place of the damaged object. A file that exists nowhere now, and whose
// path in the damaged folder would be the same, was moved there from another folder.
func (p *unreachable) targetPath(m Mend, name string) (string, bool) {
	if name == m.Path || m.dir && strings.HasPrefix(name, m.Path+"/") {
		return name, true
	}
	folder, inside, nested := strings.Cut(m.Path, "/")
	_, rest, _ := strings.Cut(name, "/")
	_, here := p.files[name]
	return path.Join(folder, rest), m.dir && nested && !here && strings.HasPrefix(rest, inside+"/")
}

// damage lists what cannot be read of the state.
func (sn *Snapshot) damage() (out []Mend, err error) {
	var walk func(id ID, at string) error
	walk = func(id ID, at string) error {
		entries, err := sn.s.readTree(id)
		if err != nil {
			out = append(out, Mend{Path: at, Was: id, dir: true})
			return unlessLost(err)
		}
		for _, e := range entries {
			name := path.Join(at, e.Name)
			if e.Mode == gitfmt.ModeDir {
				err = walk(e.ID, name)
			} else if _, berr := sn.s.readBlob(e.ID); berr != nil && name != schemaFile {
				out = append(out, Mend{Path: name, Was: e.ID})
				err = unlessLost(berr)
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	return out, walk(sn.tree, "")
}

// sources returns the trees of all commits before this one and of those that only the reflog names, newest first.
func (sn *Snapshot) sources(ctx context.Context) ([]ID, error) {
	var out []ID
	seen := map[ID]bool{}
	line := func(id ID) error {
		for !id.IsZero() && !seen[id] {
			seen[id] = true
			c, err := sn.s.readCommit(id)
			if err != nil {
				return unlessLost(err)
			}
			out, id = append(out, c.tree), c.Parent
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		return nil
	}
	if err := line(sn.id); err != nil {
		return nil, err
	}
	moves, err := sn.s.moves()
	for _, m := range moves {
		if err := line(m.to); err != nil {
			return nil, err
		}
	}
	return out, err
}

// fromHistory finds the newest readable version of what is damaged: for a directory the newest listing, and for each of
// its files the newest content. A file that is in another folder now was moved there and stays there. A file that was
// in another folder until the damaged object was written was moved to the damaged one.
func (p *unreachable) fromHistory(m Mend, sources []ID) error {
	want, listed := map[string]bool{m.Path: true}, !m.dir
	for _, tree := range sources {
		at := &Snapshot{s: p.s, tree: tree, trees: map[ID][]gitfmt.Entry{}}
		if e, err := at.find(m.Path); err == nil && e.ID == m.Was {
			continue
		}
		if !listed {
			all, err := p.list(tree)
			if err != nil {
				return err
			}
			want = p.within(m, all)
			listed = len(want) > 0
		}
		for name := range want {
			e, ok := at.anywhere(name)
			if !ok || e.ID == m.Was {
				continue
			}
			ok, err := p.readable(e.ID)
			if err != nil {
				return err
			}
			if ok {
				p.found[name] = e
				delete(want, name)
			}
		}
		if listed && len(want) == 0 {
			break
		}
	}
	return nil
}

// within returns the files of a damaged directory according to an older state: its own, and those of other folders that
// are in no folder now.
func (p *unreachable) within(m Mend, all map[string]gitfmt.Entry) map[string]bool {
	elsewhere, files := map[string]bool{}, map[string]bool{}
	for name := range p.files {
		_, rest, _ := strings.Cut(name, "/")
		elsewhere[rest] = true
	}
	folder, inside, _ := strings.Cut(m.Path, "/")
	for name := range all {
		_, rest, nested := strings.Cut(name, "/")
		if nested && !elsewhere[rest] && (inside == "" || strings.HasPrefix(rest, inside+"/")) {
			files[path.Join(folder, rest)] = true
		}
	}
	return files
}

// anywhere finds a file at its path in the state, or at the same path in another folder.
func (sn *Snapshot) anywhere(name string) (gitfmt.Entry, bool) {
	if e, err := sn.find(name); err == nil {
		return e, e.Mode != gitfmt.ModeDir
	}
	_, rest, nested := strings.Cut(name, "/")
	folders, err := sn.dir(sn.tree)
	if err != nil || !nested {
		return gitfmt.Entry{}, false
	}
	for _, folder := range folders {
		if e, err := sn.find(path.Join(folder.Name, rest)); err == nil && e.Mode != gitfmt.ModeDir {
			return e, true
		}
	}
	return gitfmt.Entry{}, false
}

// Mends is [Snapshot.Mends] of the state that this transaction builds on.
func (tx *Tx) Mends(ctx context.Context) ([]Mend, error) { return tx.base.Mends(ctx) }

// Mend puts the replacement in place of what is damaged.
func (tx *Tx) Mend(m Mend) error {
	tx.mended = true
	if m.dir {
		if err := tx.Point(m.Path, emptyTree, true); err != nil {
			return err
		}
	}
	for _, name := range m.Files {
		e := m.found[name]
		data, err := tx.base.s.readBlob(e.ID)
		if err == nil {
			tx.blobs[e.ID] = data // its writer may have been stopped before the blob was durable
			err = tx.set(name, &item{mode: e.Mode, id: e.ID})
		}
		if err != nil {
			return fmt.Errorf("%q: %w", name, err)
		}
	}
	return nil
}

// Point makes an existing path name an object, which need not be readable.
func (tx *Tx) Point(name string, id ID, dir bool) error {
	it, err := tx.find(name)
	if err != nil {
		return fmt.Errorf("%q: %w", name, err)
	}
	if *it = (item{mode: gitfmt.ModeFile, id: id}); dir {
		*it = item{mode: gitfmt.ModeDir, dir: &node{id: id}}
	}
	way, names := []*node{tx.root}, strings.Split(name, "/")
	for _, n := range names[:len(names)-1] {
		way = append(way, way[len(way)-1].entries[n].dir)
	}
	markDirty(way)
	return nil
}

// mendedTrailer is the trailer with a path that a repair changed and what it named before.
const mendedTrailer = "Consider-Mended"

// Trailer records what is replaced, so that it can be restored even though it cannot be read, and so that fsck knows of
// it.
func (m Mend) Trailer() Trailer { return Mended{m.Path, m.Was, m.dir}.Trailer() }

// Mended is what a repair replaced.
type Mended struct {
	Path string
	Was  ID
	Dir  bool
}

// Trailer records the replacement; see [Mend.Trailer].
func (m Mended) Trailer() Trailer {
	kind := "file"
	if m.Dir {
		kind = "folder"
	}
	return Trailer{mendedTrailer, m.Was.String() + " " + kind + " " + m.Path}
}

// MendedBy returns what a repair's commit recorded.
func MendedBy(c Commit) (out []Mended) {
	for _, t := range c.Trailers {
		was, rest, _ := strings.Cut(t.Value, " ")
		kind, path, _ := strings.Cut(rest, " ")
		if id, err := ParseID(was); err == nil && t.Key == mendedTrailer {
			out = append(out, Mended{path, id, kind == "folder"})
		}
	}
	return out
}
