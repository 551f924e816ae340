package anchor

import (
	"cmp"
	"slices"
)

const (
	// renameVotes is how many changed lines must agree on a renamed word. At most one may disagree for every renameDoubt
	// that agree.
	renameVotes = 2
	renameDoubt = 4
)

// renames learns from sure changed lines which words were renamed everywhere. The new name then counts as the old one, so
// that lines in which little else is left are recognized.
func (r *resolver) renames() {
	votes := make(map[[2]int32]int)
	ofOld := make(map[int32]int)
	for a, h := range r.how {
		if h != byEdit && h != byFar {
			continue
		}
		x, y := r.lex.of(0, int32(a)), r.lex.of(1, r.To[a])
		for _, pair := range renamed(x.ids, y.ids) {
			votes[pair]++
			ofOld[pair[0]]++
		}
	}
	count := r.lex.count
	to := make(map[int32]int32)
	var pairs [][2]int32
	for pair, n := range votes {
		old, new := pair[0], pair[1]
		if n >= renameVotes && (ofOld[old]-n)*renameDoubt <= n && count[new][0] == 0 && count[old][1] == 0 {
			pairs = append(pairs, pair)
		}
	}
	// The order of a map differs from run to run.
	slices.SortFunc(pairs, func(p, q [2]int32) int {
		return cmp.Or(cmp.Compare(votes[q], votes[p]), cmp.Compare(p[0], q[0]), cmp.Compare(p[1], q[1]))
	})
	for _, pair := range pairs {
		if _, taken := to[pair[1]]; !taken {
			to[pair[1]] = pair[0]
		}
	}
	if len(to) > 0 {
		r.lex.rename(to)
		clear(r.cmp.known)
	}
}

// renamed returns the pairs of words in which two lines of equal length differ, or nil when they differ in more than half
// of their words.
func renamed(x, y []int32) [][2]int32 {
	if len(x) != len(y) {
		return nil
	}
	var out [][2]int32
	for i := range x {
		if x[i] != y[i] {
			out = append(out, [2]int32{x[i], y[i]})
		}
	}
	if 2*len(out) > len(x) {
		return nil
	}
	return out
}

// rename replaces tokens of the new text. The old text keeps its own.
func (x *lexicon) rename(to map[int32]int32) {
	if &x.forms[0][0] == &x.forms[1][0] {
		x.forms[1] = slices.Clone(x.forms[0])
	}
	for i := range x.forms[1] {
		t := &x.forms[1][i]
		if !slices.ContainsFunc(t.ids, func(id int32) bool { _, ok := to[id]; return ok }) {
			continue
		}
		ids := slices.Clone(t.ids)
		for k, id := range ids {
			if old, ok := to[id]; ok {
				ids[k] = old
			}
		}
		*t = tokens{ids: ids}
	}
	for new, old := range to {
		x.count[old][1] += x.count[new][1]
		x.count[new][1] = 0
	}
}
