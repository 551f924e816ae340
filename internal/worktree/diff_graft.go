package worktree

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
)

// graft is a folder of entries that are laid over a tree. Making the new tree
// here touches only the folders on the way to an entry; git's own way reads and
// writes an index of all files.
type graft struct {
	laid bool // an entry is for this very path
	mode string
	id   string
	kids map[string]*graft
}

func (n *graft) add(path, mode, id string) {
	for name := range strings.SplitSeq(path, "/") {
		if n.kids == nil {
			n.kids = map[string]*graft{}
		}
		if n.kids[name] == nil {
			n.kids[name] = &graft{}
		}
		n = n.kids[name]
	}
	n.laid, n.mode, n.id = true, mode, id
}

// graftTree makes the tree of a commit with entries laid over it.
func (g *gitPlace) graftTree(commit string, n *graft) (id string, err error) {
	folders := map[string][]entry{}
	if commit != "" {
		if folders, err = g.folders(commit, n); err != nil {
			return "", err
		}
	}
	id, err = g.graftFolder(folders, "", n)
	return orElse(id, emptyTree), err
}

// folders reads the folders of a commit on the way to the entries, by path with
// a slash at its end. What is no folder there is left out.
func (g *gitPlace) folders(commit string, n *graft) (map[string][]entry, error) {
	paths := []string{""}
	n.folders("", &paths)
	var ask strings.Builder
	for _, path := range paths {
		if strings.Contains(path, "\n") {
			return nil, errCannotRead // one line is one question
		}
		ask.WriteString(question(commit, path) + "\n")
	}
	out, err := g.run(filepath.Join(g.dir, "index"), ask.String(), "cat-file", "--batch", "--buffer")
	if err != nil {
		return nil, err
	}
	found := map[string][]entry{}
	for _, path := range paths {
		head, rest, ok := bytes.Cut(out, []byte("\n"))
		if out = rest; string(head) == question(commit, path)+" missing" {
			continue
		}
		fields := strings.Fields(string(head)) // id, type and size; the content follows, and a line end
		if !ok || len(fields) != 3 {
			return nil, errGitRefused
		}
		size, err := strconv.Atoi(fields[2])
		if err != nil || size < 0 || size >= len(out) {
			return nil, errGitRefused
		}
		if fields[1] == "tree" {
			if found[path], err = parseTree(fields[0], out[:size]); err != nil {
				return nil, err
			}
		}
		out = out[size+1:]
	}
	if _, ok := found[""]; !ok {
		return nil, errNoCommit
	}
	return found, nil
}

func question(commit, path string) string { return commit + ":" + strings.TrimSuffix(path, "/") }

// folders lists the folders below n, parents first.
func (n *graft) folders(path string, list *[]string) {
	for name, kid := range n.kids {
		if len(kid.kids) > 0 {
			*list = append(*list, path+name+"/")
			kid.folders(path+name+"/", list)
		}
	}
}

// graftFolder makes one folder; "" for one that holds nothing.
func (g *gitPlace) graftFolder(folders map[string][]entry, path string, n *graft) (string, error) {
	held := map[string]entry{}
	for _, e := range folders[path] {
		held[e.name] = e
	}
	for name, kid := range n.kids {
		was, there := held[name]
		isTree := there && was.mode.kind() == modeTree
		if kid.laid && kid.mode != "" {
			mode, err := strconv.ParseUint(kid.mode, 8, 32)
			if err != nil {
				return "", fmt.Errorf("mode of %q: %w", name, err)
			}
			held[name], isTree = entry{name, kid.id, fileMode(mode)}, false
		} else if kid.laid && !isTree {
			delete(held, name)
		}
		if len(kid.kids) == 0 || !isTree && !kid.holds() {
			continue
		}
		id, err := g.graftFolder(folders, path+name+"/", kid)
		switch {
		case err != nil:
			return "", err
		case id != "":
			held[name] = entry{name, id, modeTree}
		case isTree:
			delete(held, name)
		}
	}
	if len(held) == 0 {
		return "", nil
	}
	return g.writeTree(held)
}

// holds reports whether a folder of entries has a file.
func (n *graft) holds() bool {
	for _, kid := range n.kids {
		if kid.laid && kid.mode != "" || kid.holds() {
			return true
		}
	}
	return false
}

// writeTree writes a folder in git's order, in which a folder's name ends in a
// slash.
func (g *gitPlace) writeTree(held map[string]entry) (string, error) {
	entries := make([]entry, 0, len(held))
	for _, e := range held {
		entries = append(entries, e)
	}
	key := func(e entry) string {
		if e.mode.kind() == modeTree {
			return e.name + "/"
		}
		return e.name
	}
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(key(a), key(b)) })
	var text bytes.Buffer
	for _, e := range entries {
		id, err := hex.DecodeString(e.id)
		if err != nil || len(id) != 20 {
			return "", fmt.Errorf("%w: entry %s", errCannotRead, quote(e.name))
		}
		fmt.Fprintf(&text, "%o %s\x00%s", e.mode, e.name, id)
	}
	return g.made.add(plumbing.TreeObject, text.Bytes())
}
