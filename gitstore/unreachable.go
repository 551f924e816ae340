package gitstore

import (
	"bytes"
	"cmp"
	"context"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"consider/internal/gitfmt"
)

// unreachable are the objects that no ref leads to: those that only a lost commit or a damaged directory named, and
// those that stopped writers left.
type unreachable struct {
	s     *Store
	known map[ID]struct{}         // objects that the refs lead to, or did until they were taken over
	old   map[ID]struct{}         // those among them that are of the store's own line
	trees map[ID][]gitfmt.Entry   // trees among them
	blobs []ID                    // blobs among them, oldest first
	at    map[ID]time.Time        // when an object's file was written; zero if packed
	files map[string]gitfmt.Entry // files of the state to be mended, by path
	found map[string]gitfmt.Entry // files to put into that state
}

// findUnreachable looks through all objects. It skips loose ones that are older than since: they existed before the
// missing objects were written.
func (s *Store) findUnreachable(ctx context.Context, base *Snapshot, since time.Time) (*unreachable, error) {
	p := &unreachable{s: s, trees: map[ID][]gitfmt.Entry{}, at: map[ID]time.Time{}, found: map[string]gitfmt.Entry{}}
	w := walker{s: s, ctx: ctx, seen: map[ID]struct{}{}, visit: func(ID, gitfmt.Kind, string) error { return ctx.Err() }}
	w.problem = func(_ ID, _ string, err error) error { return unlessLost(err) }
	names, err := s.refNames("refs")
	if err != nil {
		return nil, err
	}
	own, others := []ID{base.id}, []ID{}
	for _, name := range names {
		switch ref, err := s.readRefFile(name); {
		case err != nil:
		case strings.HasPrefix(name, mirrorDir+"/"), strings.HasPrefix(name, takenDir+"/"), strings.HasPrefix(name, momentDir+"/"):
			others = append(others, ref.id)
		default:
			own = append(own, ref.id)
		}
	}
	for _, id := range own {
		if err := w.line(id); err != nil {
			return nil, err
		}
	}
	p.old = maps.Clone(w.seen)
	taken := s.takenOver(ctx, func(id ID) bool { _, old := p.old[id]; return old })
	for _, id := range slices.AppendSeq(others, maps.Keys(taken)) {
		if err := w.line(id); err != nil {
			return nil, err
		}
	}
	p.known = w.seen
	if p.files, err = p.list(base.tree); err != nil {
		return nil, err
	}
	err = s.eachLoose(func(id ID, e fs.DirEntry) error {
		info, err := e.Info()
		if err != nil || info.ModTime().Before(since) {
			return nil
		}
		p.at[id] = info.ModTime()
		return p.add(id)
	})
	if err == nil {
		err = s.packs.each(p.add)
	}
	slices.SortFunc(p.blobs, p.compareAge)
	return p, err
}

func (p *unreachable) compareAge(a, b ID) int {
	return cmp.Or(p.at[a].Compare(p.at[b]), bytes.Compare(a[:], b[:]))
}

func (p *unreachable) add(id ID) error {
	if _, ok := p.known[id]; ok || p.trees[id] != nil || slices.Contains(p.blobs, id) {
		return nil
	}
	o, err := p.s.read(id)
	if err != nil {
		return unlessLost(err)
	}
	switch o.Kind {
	case gitfmt.Blob:
		p.blobs = append(p.blobs, id)
	case gitfmt.Tree:
		if entries, err := gitfmt.ParseTree(o.Data); err == nil && len(entries) > 0 {
			p.trees[id] = entries
		}
	}
	return nil
}

// list returns the files below a tree by path, without those in unreadable directories.
func (p *unreachable) list(tree ID) (map[string]gitfmt.Entry, error) {
	out := map[string]gitfmt.Entry{}
	var walk func(id ID, at string) error
	walk = func(id ID, at string) error {
		entries, err := p.s.readTree(id)
		if err != nil {
			return unlessLost(err)
		}
		for _, e := range entries {
			name := path.Join(at, e.Name)
			if e.Mode != gitfmt.ModeDir {
				out[name] = e
			} else if err := walk(e.ID, name); err != nil {
				return err
			}
		}
		return nil
	}
	return out, walk(tree, "")
}

// readable reports whether a blob exists and is whole.
func (p *unreachable) readable(id ID) (bool, error) {
	_, err := p.s.readBlob(id)
	return err == nil, unlessLost(err)
}

// named returns the unreachable objects that an unreachable directory names.
func (p *unreachable) named() map[ID]bool {
	named := map[ID]bool{}
	for _, entries := range p.trees {
		for _, e := range entries {
			named[e.ID] = true
		}
	}
	return named
}

// rootTrees returns the unreachable trees that no other one names, oldest first.
func (p *unreachable) rootTrees() []ID {
	named := p.named()
	ids := slices.DeleteFunc(slices.Collect(maps.Keys(p.trees)), func(id ID) bool { return named[id] })
	slices.SortFunc(ids, p.compareAge)
	return ids
}

// placeTree puts the files of a found tree where they belong. Content that the store's own line has already is old and
// replaces nothing.
func (p *unreachable) placeTree(tree ID) error {
	files, err := p.list(tree)
	if err != nil {
		return err
	}
	at, ok := p.placeOf(files)
	if !ok {
		return nil
	}
	for rel, e := range files {
		name := path.Join(at, rel)
		now, here := p.files[name]
		if _, old := p.old[e.ID]; name == schemaFile || now.ID == e.ID || here && old {
			continue
		}
		ok, err := p.readable(e.ID)
		if err != nil {
			return err
		}
		if ok {
			p.found[name] = e
		}
	}
	return nil
}

// placeOf finds the directory of the present state that shares the most with a list of files. If none shares any, it
// goes by the content of the files.
func (p *unreachable) placeOf(files map[string]gitfmt.Entry) (string, bool) {
	score := map[string]int{}
	for name, e := range p.files {
		for rel := name; rel != ""; {
			dir := strings.TrimSuffix(strings.TrimSuffix(name, rel), "/")
			if f, ok := files[rel]; ok {
				score[dir]++
				if f.ID == e.ID {
					score[dir]++
				}
			}
			_, rel, _ = strings.Cut(rel, "/")
		}
	}
	best, most := "", 0
	for _, dir := range slices.Sorted(maps.Keys(score)) {
		if score[dir] > most {
			best, most = dir, score[dir]
		}
	}
	if most > 0 {
		return best, true
	}
	for _, rel := range slices.Sorted(maps.Keys(files)) {
		if home := p.pathOf(files[rel].ID); home != "" {
			if dir, ok := strings.CutSuffix("/"+home, "/"+rel); ok {
				return strings.TrimPrefix(dir, "/"), true
			}
		}
	}
	return "", false
}

// placeBlobs puts blobs where their content says that they belong. It skips blobs that a directory names, since that
// directory gives their place.
func (p *unreachable) placeBlobs() {
	named := p.named()
	for _, blob := range p.blobs {
		if name := p.pathOf(blob); name != "" && !named[blob] {
			p.found[name] = gitfmt.Entry{ID: blob, Mode: gitfmt.ModeFile}
		}
	}
}

// pathOf asks the store's owner where a blob without a name belongs.
func (p *unreachable) pathOf(id ID) string {
	data, err := p.s.readBlob(id)
	if err != nil || p.s.o.Home == nil {
		return ""
	}
	return p.s.o.Home(data, func(name string) ([]byte, bool) {
		e, ok := p.found[name]
		if !ok {
			e, ok = p.files[name]
		}
		data, _ := p.s.readBlob(e.ID)
		return data, ok
	})
}

// movedFiles returns the files that a found file replaces because it is the same file in another folder.
func (p *unreachable) movedFiles() []string {
	var out []string
	for name := range p.files {
		_, rest, ok := strings.Cut(name, "/")
		if _, stays := p.found[name]; !ok || stays {
			continue
		}
		for other := range p.found {
			if _, r, ok := strings.Cut(other, "/"); ok && r == rest {
				if _, here := p.files[other]; !here {
					out = append(out, name)
				}
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
