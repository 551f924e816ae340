package gitstore

import (
	"bytes"
	"context"
	"encoding/hex"
	"maps"
	"slices"
	"strings"

	"consider/internal/gitfmt"
)

// Purging says what [Store.Purge] removes.
type Purging struct {
	// Folder is the folder of the tree whose files are removed, and Keep the folder in it that stays.
	Folder, Keep string
	// Names is a folder whose files may name commits of the line, and Trailer the key of a trailer that may. Both name
	// the new commits afterwards.
	Names, Trailer string
}

// rewriter makes lines anew without the files of a folder. The new commit depends only on the old one, so a line and
// its copy in another store become the same again, and a second run finds nothing to do.
type rewriter struct {
	s   *Store
	ctx context.Context
	o   Purging

	fresh   map[ID]gitfmt.Object // new objects
	commits map[ID]rewritten
	trees   map[ID]ID
	names   map[ID]ID // blobs of the folder Names
}

// rewritten is the result for a commit. A commit that changed only removed files is gone; id is then its parent's new
// id.
type rewritten struct {
	id        ID
	gone      bool
	was, tree ID // its tree, before and after
}

func newRewriter(ctx context.Context, s *Store, o Purging) *rewriter {
	return &rewriter{s: s, ctx: ctx, o: o, fresh: map[ID]gitfmt.Object{}, commits: map[ID]rewritten{}, trees: map[ID]ID{}, names: map[ID]ID{}}
}

// line returns the tip of the line that replaces the one ending at tip.
func (w *rewriter) line(tip ID) (ID, error) {
	var todo []ID
	for at := tip; !at.IsZero(); {
		if _, done := w.commits[at]; done {
			break
		}
		if err := w.ctx.Err(); err != nil {
			return ID{}, err
		}
		c, err := w.s.readCommit(at)
		if err != nil {
			return ID{}, err
		}
		todo = append(todo, at)
		at = c.Parent
	}
	for _, id := range slices.Backward(todo) {
		if err := w.commit(id); err != nil {
			return ID{}, err
		}
	}
	return w.commits[tip].id, nil
}

func (w *rewriter) commit(id ID) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	data, err := w.s.readKind(id, gitfmt.Commit)
	if err != nil {
		return missingIsDamage(err)
	}
	c, err := parseCommit(id, data)
	if err != nil {
		return damaged(id, err)
	}
	tree, err := w.tree(c.tree)
	if err != nil {
		return err
	}
	before := w.commits[c.Parent]
	out := rewritten{was: c.tree, tree: tree}
	if !c.Parent.IsZero() && tree == before.tree && c.tree != before.was {
		out.id, out.gone = before.id, true
	} else if again := w.encode(c, data, tree, before.id); bytes.Equal(again, data) {
		out.id = id
	} else {
		out.id = w.add(gitfmt.Commit, again)
	}
	w.commits[id] = out
	return nil
}

// encode returns the commit's own bytes with another tree and parent. Headers that other programs wrote stay.
func (w *rewriter) encode(c Commit, data []byte, tree, parent ID) []byte {
	head, message, _ := strings.Cut(string(data), "\n\n")
	head = strings.Replace(head, "tree "+c.tree.String(), "tree "+tree.String(), 1)
	if !c.Parent.IsZero() {
		head = strings.Replace(head, "\nparent "+c.Parent.String(), "\nparent "+parent.String(), 1)
	}
	for _, t := range c.Trailers {
		named, err := ParseID(t.Value)
		if to, ok := w.commits[named]; t.Key == w.o.Trailer && err == nil && ok && !to.gone {
			line := "\n" + t.Key + ": "
			message = strings.Replace(message, line+t.Value, line+to.id.String(), 1)
		}
	}
	return []byte(head + "\n\n" + message)
}

// add records an object to be stored.
func (w *rewriter) add(k gitfmt.Kind, data []byte) ID {
	o := gitfmt.Object{Kind: k, Data: data}
	id := o.ID()
	w.fresh[id] = o
	return id
}

// tree returns the new root for a root tree.
func (w *rewriter) tree(id ID) (ID, error) {
	if to, ok := w.trees[id]; ok {
		return to, nil
	}
	entries, err := w.s.readTree(id)
	if err != nil {
		return ID{}, err
	}
	var out []gitfmt.Entry
	changed := false
	for _, e := range entries {
		was := e.ID
		switch {
		case e.Mode != gitfmt.ModeDir:
		case e.Name == w.o.Folder:
			e.ID, err = w.pruned(e.ID)
		case e.Name == w.o.Names:
			e.ID, err = w.naming(e.ID)
		}
		if err != nil {
			return ID{}, err
		}
		changed = changed || e.ID != was
		if e.ID != emptyTree {
			out = append(out, e)
		}
	}
	to := id
	if changed {
		to = w.add(gitfmt.Tree, gitfmt.EncodeTree(out))
	}
	w.trees[id] = to
	return to, nil
}

// pruned returns the purged folder with only what stays in it; the empty tree if nothing stays.
func (w *rewriter) pruned(id ID) (ID, error) {
	entries, err := w.s.readTree(id)
	if err != nil {
		return ID{}, err
	}
	i := slices.IndexFunc(entries, func(e gitfmt.Entry) bool { return e.Name == w.o.Keep && e.Mode == gitfmt.ModeDir })
	switch {
	case i < 0:
		return emptyTree, nil
	case len(entries) == 1:
		return id, nil
	}
	return w.add(gitfmt.Tree, gitfmt.EncodeTree(entries[i:i+1])), nil
}

// naming rewrites a folder of files that name commits. A file names only earlier commits, whose new names are known.
func (w *rewriter) naming(id ID) (ID, error) {
	entries, err := w.s.readTree(id)
	if err != nil {
		return ID{}, err
	}
	changed := false
	for i, e := range entries {
		if e.Mode == gitfmt.ModeDir || e.Mode == gitfmt.ModeSubmodule {
			continue
		}
		to, known := w.names[e.ID]
		if !known {
			data, err := w.s.readBlob(e.ID)
			if err != nil {
				return ID{}, err
			}
			if to = e.ID; w.rename(data) {
				to = w.add(gitfmt.Blob, data)
			}
			w.names[e.ID] = to
		}
		entries[i].ID, changed = to, changed || to != e.ID
	}
	if !changed {
		return id, nil
	}
	return w.add(gitfmt.Tree, gitfmt.EncodeTree(entries)), nil
}

// rename replaces the old ids of commits by the new ones, and reports whether there were any.
func (w *rewriter) rename(data []byte) (changed bool) {
	const digits = 2 * len(ID{})
	for at := 0; at+digits+2 <= len(data); at++ {
		if data[at] != '"' || data[at+digits+1] != '"' {
			continue
		}
		text := data[at+1 : at+1+digits]
		id, err := ParseID(string(text))
		if to, ok := w.commits[id]; err == nil && ok && to.id != id {
			hex.Encode(text, to.id[:])
			changed = true
		}
	}
	return changed
}

// filesInHistory lists all files of a folder in the history of a line, sorted, each once.
func (w *rewriter) filesInHistory(tip ID) ([]string, error) {
	paths := map[string]struct{}{}
	seen := map[ID]struct{}{}
	for at := tip; !at.IsZero(); {
		if err := w.ctx.Err(); err != nil {
			return nil, err
		}
		c, err := w.s.readCommit(at)
		if err != nil {
			return nil, err
		}
		root, err := w.s.readTree(c.tree)
		if err != nil {
			return nil, err
		}
		if e, ok := gitfmt.FindEntry(root, w.o.Folder); ok && e.Mode == gitfmt.ModeDir {
			if err := w.files(e.ID, w.o.Folder, seen, paths); err != nil {
				return nil, err
			}
		}
		at = c.Parent
	}
	return slices.Sorted(maps.Keys(paths)), nil
}

func (w *rewriter) files(tree ID, at string, seen map[ID]struct{}, paths map[string]struct{}) error {
	if _, ok := seen[tree]; ok && at == w.o.Folder {
		return nil // most commits change nothing here
	}
	seen[tree] = struct{}{}
	entries, err := w.s.readTree(tree)
	if err != nil {
		return err
	}
	for _, e := range entries {
		path := at + "/" + e.Name
		switch {
		case path == w.o.Folder+"/"+w.o.Keep && e.Mode == gitfmt.ModeDir:
		case e.Mode != gitfmt.ModeDir:
			paths[path] = struct{}{}
		default:
			if err := w.files(e.ID, path, seen, paths); err != nil {
				return err
			}
		}
	}
	return nil
}
