package worktree

import (
	"path/filepath"
	"strings"
)

// parse asks for what there is to know. With patches git is asked once: the lines are counted in them, but where
// they do not tell.
func (g *gitPlace) parse(a, b string, diff func(format ...string) ([]byte, error)) ([]FileDiff, error) {
	if !g.o.Patch {
		out, err := diff("--raw", "--numstat", "-z", "--no-abbrev")
		if err != nil {
			return nil, err
		}
		return parseDiffs(out)
	}
	out, err := diff("--raw", "--patch", "-z", "--no-abbrev")
	if err != nil {
		return nil, err
	}
	diffs, patch, err := parseHeads(out)
	if err != nil {
		return nil, err
	}
	if err := splitPatch(patch, diffs); err != nil {
		return nil, err
	}
	var same, other []*FileDiff
	for i := range diffs {
		switch d := &diffs[i]; {
		case d.count():
		case d.OldBlob == d.NewBlob:
			same = append(same, d)
		default:
			other = append(other, d)
		}
	}
	// A file that only has another name or mode changes no line; whether it is binary is seen when it is compared
	// with nothing.
	if err := g.askNumbers(emptyTree, b, same); err != nil {
		return nil, err
	}
	for _, d := range same {
		d.Added, d.Removed = 0, 0
	}
	return diffs, g.askNumbers(a, b, other)
}

// askNumbers asks git for the numbers of single files.
func (g *gitPlace) askNumbers(a, b string, diffs []*FileDiff) error {
	for len(diffs) > 0 {
		args := append([]string{"diff", "--numstat", "-z", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty"}, g.pathArgs()...)
		args = append(args, a, b, "--")
		byPath := map[string]*FileDiff{}
		size := 0
		for len(diffs) > 0 && (size == 0 || size+len(diffs[0].Path) < maxPathArgs) {
			d := diffs[0]
			diffs = diffs[1:]
			args = append(args, ":(top,literal)"+g.t.toTop(d.Path))
			size += len(d.Path) + 20
			byPath[d.Path] = d
		}
		out, err := g.run(filepath.Join(g.dir, "index"), "", args...)
		if err != nil {
			return err
		}
		for _, line := range splitNUL(out) {
			fields := strings.SplitN(line, "\t", 3)
			if len(fields) != 3 {
				return errGitRefused
			}
			if d := byPath[fields[2]]; d != nil {
				d.numbers(fields[0], fields[1])
			}
		}
	}
	return nil
}
