package treediff

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"consider/internal/gitdir"
	"consider/internal/safefs"
	"consider/internal/worktree"
)

// sideFolder is a folder of a commit with entries laid over it; nil if there is no such folder.
type sideFolder struct {
	tree string // "" for none
	laid *overlay
}

// overlay holds the entries at a path and below it.
type overlay struct {
	entry *SideEntry
	kids  map[string]*overlay
}

func (o *overlay) add(e *SideEntry) {
	for name := range strings.SplitSeq(e.Path, "/") {
		if o.kids == nil {
			o.kids = map[string]*overlay{}
		}
		if o.kids[name] == nil {
			o.kids[name] = &overlay{}
		}
		o = o.kids[name]
	}
	o.entry = e
}

// holds reports whether the entries put a file into the folder.
func (o *overlay) holds() bool {
	for _, kid := range o.kids {
		if kid.entry != nil && kid.entry.Mode != "" || kid.holds() {
			return true
		}
	}
	return false
}

// sideNode is what a side has at a name: a file or a folder, or both while entries are being laid over it.
type sideNode struct {
	file   *sideFile
	folder *sideFolder
}

func (d *diffRun) side(s Side) (*sideFolder, error) {
	f := &sideFolder{}
	if s.Commit != "" {
		var err error
		if f.tree, err = d.from.treeBelowRoot(s.Commit); err != nil {
			return nil, &worktree.PathError{Path: s.Commit, Kind: worktree.ErrUnreadable, What: "a commit that cannot be read", Cause: err}
		}
	}
	for i := range s.Entries {
		if f.laid == nil {
			f.laid = &overlay{}
		}
		f.laid.add(&s.Entries[i])
	}
	return f, nil
}

// list returns the content of a folder by name.
func (d *diffRun) list(f *sideFolder) (map[string]sideNode, error) {
	if f == nil {
		return nil, nil
	}
	nodes := map[string]sideNode{}
	if f.tree != "" {
		entries, err := d.from.tree(f.tree)
		if err != nil {
			return nil, &worktree.PathError{Path: f.tree, Kind: worktree.ErrUnreadable, What: "an unreadable folder of a commit", Cause: err}
		}
		for _, e := range entries {
			if e.Mode.Kind() == gitdir.ModeTree {
				nodes[e.Name] = sideNode{folder: &sideFolder{tree: e.ID}}
			} else {
				nodes[e.Name] = sideNode{file: &sideFile{mode: e.Mode.String(), id: e.ID}}
			}
		}
	}
	if f.laid != nil {
		for name, kid := range f.laid.kids {
			nodes[name] = kid.over(nodes[name])
		}
	}
	return nodes, nil
}

// over lays entries over an existing node.
func (o *overlay) over(was sideNode) sideNode {
	if o.entry != nil {
		was.file = nil
		if e := o.entry; e.Mode != "" {
			was = sideNode{file: &sideFile{mode: e.Mode, id: e.Blob}}
			if e.Blob == "" {
				was.file.id, was.file.data, was.file.read, was.file.laid = fmt.Sprintf("%x", gitdir.BlobID(e.Data, 20)), e.Data, true, true
			}
		}
	}
	if was.folder != nil && len(o.kids) > 0 {
		was.folder = &sideFolder{was.folder.tree, o}
	} else if o.holds() {
		was = sideNode{folder: &sideFolder{laid: o}}
	}
	return was
}

// same reports whether two folders are known to be equal without listing them.
func (f *sideFolder) same(other *sideFolder) bool {
	return f == other || f != nil && other != nil && f.laid == nil && other.laid == nil && f.tree == other.tree
}

// differences collects the files that differ between two sides.
func (d *diffRun) differences(a, b Side) error {
	was, err := d.side(a)
	if err != nil {
		return err
	}
	now, err := d.side(b)
	if err != nil {
		return err
	}
	return d.walk("", was, now)
}

// walk collects the differences below two folders.
func (d *diffRun) walk(prefix string, a, b *sideFolder) error {
	if err := d.ctx.Err(); err != nil {
		return err
	}
	if len(prefix) > safefs.MaxPath || len(d.pairs) > gitdir.MaxFiles {
		return fmt.Errorf("%w: too many files", worktree.ErrTooLarge)
	}
	was, err := d.list(a)
	if err != nil {
		return err
	}
	now, err := d.list(b)
	if err != nil {
		return err
	}
	names := slices.AppendSeq(slices.Collect(maps.Keys(was)), maps.Keys(now))
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		x, y := was[name], now[name]
		d.pair(prefix+name, x.file, y.file)
		if !x.folder.same(y.folder) {
			if err := d.walk(prefix+name+"/", x.folder, y.folder); err != nil {
				return err
			}
		}
	}
	return nil
}

// pair adds two files of one path if they differ.
func (d *diffRun) pair(path string, a, b *sideFile) {
	p := &pairOf{a: a, b: b, d: FileDiff{Path: path}}
	switch {
	case a == nil && b == nil || !d.o.selected(path):
		return
	case a == nil:
		p.d.Status = Added
	case b == nil:
		p.d.Status = Deleted
	case kindOfMode(a.mode) != kindOfMode(b.mode):
		p.d.Status = TypeChanged
	case !d.same(path, a, b):
		p.d.Status = Modified
	case a.mode != b.mode:
		p.d.Status = ModeChanged
	default:
		return
	}
	d.pairs = append(d.pairs, p)
}
