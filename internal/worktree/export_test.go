package worktree

import (
	"context"
	"path/filepath"

	"github.com/go-git/go-git/v5/plumbing"
)

// Listed is listed, for disks that ignore letter case and that the tests' does not.
var Listed = listed

// ParseConfig reads configuration text and looks one key up.
func ParseConfig(text, key string) (value string, found bool) {
	c := &config{}
	c.parse(text)
	s, ok := c.find(key)
	return s.value, ok
}

// ParseIndex walks index bytes and gives the names.
func ParseIndex(data []byte) (names []string, err error) {
	ix, err := newIndex(data, 20)
	if err != nil {
		return nil, err
	}
	err = ix.each(func(e *indexEntry) bool {
		names = append(names, string(e.name))
		return true
	})
	return names, err
}

// TreesOf makes the tree of a side in both ways.
func TreesOf(t *Tree, s Side) (grafted, indexed string, err error) {
	g, err := t.newGitPlace(context.Background(), DiffOptions{})
	if err != nil {
		return "", "", err
	}
	defer g.remove()
	laid := &graft{}
	for i := range s.Entries {
		e := &s.Entries[i]
		if e.Mode != "" && e.Blob == "" {
			if e.Blob, err = g.made.add(plumbing.BlobObject, e.Data); err != nil {
				return "", "", err
			}
		}
		laid.add(e.Path, e.Mode, e.Blob)
	}
	if grafted, err = g.graftTree(s.Commit, laid); err != nil {
		return "", "", err
	}
	indexed, err = g.indexTree(s.Commit, s.Entries, filepath.Join(g.dir, "index"))
	return grafted, indexed, err
}
