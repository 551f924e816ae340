package gitstore

import (
	"bytes"
	"context"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"consider/internal/gitfmt"
)

// pieces are the objects that no ref leads to: those that only a lost commit or a damaged directory named, and those
// that stopped writers left.
type pieces struct {
	s     *Store
	known map[ID]struct{}         // objects that the refs lead to
	trees map[ID][]gitfmt.Entry   // trees among the pieces
	blobs []ID                    // blobs among the pieces, oldest first
	at    map[ID]time.Time        // when the file of a piece was written; zero if packed
	files map[string]gitfmt.Entry // files of the state to be mended, by path
	found map[string]gitfmt.Entry // files to put into that state
}

// findPieces looks through all objects. It skips loose ones that are older than since: they existed before the missing
// objects were written.
func (s *Store) findPieces(ctx context.Context, base *Snapshot, since time.Time) (*pieces, error) {
	p := &pieces{s: s, trees: map[ID][]gitfmt.Entry{}, at: map[ID]time.Time{}, found: map[string]gitfmt.Entry{}}
	w := walker{s: s, ctx: ctx, seen: map[ID]struct{}{}, visit: func(ID, gitfmt.Kind, string) error { return ctx.Err() }}
	w.problem = func(_ ID, _ string, err error) error { return unlessLost(err) }
	names, err := s.refNames("refs")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if ref, err := s.readRefFile(name); err == nil {
			if err := w.line(ref.id); err != nil {
				return nil, err
			}
		}
	}
	if err := w.line(base.id); err != nil {
		return nil, err
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
	slices.SortFunc(p.blobs, p.older)
	return p, err
}

func (p *pieces) older(a, b ID) int {
	if c := p.at[a].Compare(p.at[b]); c != 0 {
		return c
	}
	return bytes.Compare(a[:], b[:])
}

func (p *pieces) add(id ID) error {
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
func (p *pieces) list(tree ID) (map[string]gitfmt.Entry, error) {
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
func (p *pieces) readable(id ID) (bool, error) {
	_, err := p.s.readBlob(id)
	return err == nil, unlessLost(err)
}

// named returns the pieces that a directory among the pieces names.
func (p *pieces) named() map[ID]bool {
	named := map[ID]bool{}
	for _, entries := range p.trees {
		for _, e := range entries {
			named[e.ID] = true
		}
	}
	return named
}

// tops returns the trees that no other piece names, oldest first.
func (p *pieces) tops() []ID {
	named := p.named()
	ids := slices.DeleteFunc(slices.Collect(maps.Keys(p.trees)), func(id ID) bool { return named[id] })
	slices.SortFunc(ids, p.older)
	return ids
}

// overlay puts the files of a found tree where they belong. Content that the refs lead to already is old and replaces
// nothing.
func (p *pieces) overlay(tree ID) error {
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
		if _, old := p.known[e.ID]; name == schemaFile || now.ID == e.ID || here && old {
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
func (p *pieces) placeOf(files map[string]gitfmt.Entry) (string, bool) {
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
		if home := p.home(files[rel].ID); home != "" {
			if dir, ok := strings.CutSuffix("/"+home, "/"+rel); ok {
				return strings.TrimPrefix(dir, "/"), true
			}
		}
	}
	return "", false
}

// adopt puts blobs where their content says that they belong. It skips blobs that a directory names, since that
// directory gives their place.
func (p *pieces) adopt() {
	named := p.named()
	for _, blob := range p.blobs {
		if name := p.home(blob); name != "" && !named[blob] {
			p.found[name] = gitfmt.Entry{ID: blob, Mode: gitfmt.ModeFile}
		}
	}
}

// home asks the store's owner where a blob without a name belongs.
func (p *pieces) home(id ID) string {
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

// moved returns the files that a found file replaces because it is the same file in another folder.
func (p *pieces) moved() []string {
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
