package main

import (
	"fmt"
	"strings"

	"consider/anchor"
)

// placers are this program, git and the rules of other review tools, as docs/internals/anchoring.md describes them.
var placers = []struct {
	name  string
	place func(pair) ([2]int, bool)
}{
	{"Consider", func(p pair) ([2]int, bool) {
		at := anchor.Map([]byte(p.old), []byte(p.new)).Place(p.start, p.end)
		return [2]int{at.Start, at.End}, at.State == anchor.Anchored
	}},
	{"`git blame -C`", blamed},
	{"GitHub's rule", unchangedInDiff},
	{"crit", func(p pair) ([2]int, bool) { at, _ := carried(p); return at, true }},
	{"crit, *drifted* counted as stale", func(p pair) ([2]int, bool) { at, drifted := carried(p); return at, !drifted }},
	{"difit", func(p pair) ([2]int, bool) {
		old, now := strings.Split(p.old, "\n"), strings.Split(p.new, "\n")
		for i := p.start - 1; i < min(p.end, len(old), len(now)); i++ {
			if strings.TrimRight(old[i], " \t\r") != strings.TrimRight(now[i], " \t\r") {
				return [2]int{}, false
			}
		}
		return [2]int{p.start, p.end}, true
	}},
	{"hunk", func(p pair) ([2]int, bool) { return [2]int{p.start, p.end}, true }},
}

// unchangedInDiff keeps a comment only if git diff leaves all of its lines as they were, in one piece.
func unchangedInDiff(p pair) ([2]int, bool) {
	shift := 0
	for _, h := range p.hunks {
		if h.a > p.end {
			break
		}
		if h.a+max(h.n, 1) > p.start && (h.n > 0 || h.a > p.start) {
			return [2]int{}, false
		}
		shift += h.k - h.n
	}
	return [2]int{p.start + shift, p.end + shift}, p.new != ""
}

// carried is what crit does at the end of a round: both ends follow a line diff, and a removed one goes to the line that
// replaced it or follows it. If the lines there are not the commented ones, the nearest equal lines are taken. Without
// such lines the comment stays, and is drifted.
func carried(p pair) (at [2]int, drifted bool) {
	all, now := p.hunks, strings.Split(strings.TrimSuffix(p.new, "\n"), "\n")
	old := strings.Split(p.old, "\n")
	lines := old[p.start-1 : min(p.end, len(old))]
	for i, line := range []int{p.start, p.end} {
		at[i] = line
		for _, h := range all {
			if line < h.a {
				break
			}
			if line < h.a+h.n {
				at[i] = h.b
				break
			}
			at[i] = line + h.b + h.k - h.a - h.n
		}
		at[i] = max(min(at[i], len(now)), 1, at[0]*i)
	}
	equal := func(first int) bool {
		return first >= 1 && first-1+len(lines) <= len(now) && strings.Join(now[first-1:first-1+len(lines)], "\n") == strings.Join(lines, "\n")
	}
	for d := range len(now) {
		for _, first := range []int{at[0] - d, at[0] + d} {
			if equal(first) {
				return [2]int{first, first + len(lines) - 1}, false
			}
		}
	}
	return at, true
}

// blamed asks git which lines of the newer version are lines of the older one, and which. The history before that is not
// read.
func blamed(p pair) (at [2]int, found bool) {
	newer, file, older, other, lines := p.toCommit, p.toFile, p.fromCommit, p.fromFile, "1,"
	if p.backwards {
		newer, file, older, other, lines = older, other, newer, file, fmt.Sprintf("%d,%d", p.start, p.end)
	}
	if file == "" || other == "" {
		return at, false
	}
	id := strings.TrimSpace(output(p.repo, "rev-parse", older+"^{commit}"))
	var was, is int
	for line := range strings.Lines(output(p.repo, "blame", "-C", "-L", lines, "--line-porcelain", older+".."+newer, "--", file)) {
		if strings.HasPrefix(line, id+" ") {
			_, _ = fmt.Sscan(line[len(id):], &was, &is)
		}
		if name, ok := strings.CutPrefix(line, "filename "); ok && was > 0 && strings.TrimSpace(name) == other {
			if p.backwards {
				was, is = is, was
			}
			if was >= p.start && was <= p.end {
				if !found {
					at[0] = is
				}
				at, found = [2]int{min(at[0], is), max(at[1], is)}, true
			}
		}
		if line[0] == '\t' {
			was = 0
		}
	}
	return at, found
}
