package gitdiff

import (
	"sync"

	"consider/internal/linemap"
)

// group is a run of changed lines, possibly empty, between two unchanged ones.
type group struct {
	lines      []int32
	changed    []bool // one more than lines
	start, end int
}

func firstGroup(lines []int32, changed []bool) *group {
	g := &group{lines: lines, changed: changed}
	g.grow()
	return g
}

func (g *group) grow() {
	for g.changed[g.end] {
		g.end++
	}
}

func (g *group) reach() {
	for g.start > 0 && g.changed[g.start-1] {
		g.start--
	}
}

func (g *group) next() bool {
	if g.end == len(g.lines) {
		return false
	}
	g.start, g.end = g.end+1, g.end+1
	g.grow()
	return true
}

func (g *group) previous() {
	g.start, g.end = g.start-1, g.start-1
	g.reach()
}

// up moves the group by one line, when the line above it equals its last one. It merges with the group that it meets.
func (g *group) up() bool {
	if g.start == 0 || g.start == g.end || g.lines[g.start-1] != g.lines[g.end-1] {
		return false
	}
	g.start, g.end = g.start-1, g.end-1
	g.changed[g.start], g.changed[g.end] = true, false
	g.reach()
	return true
}

func (g *group) down() bool {
	if g.end == len(g.lines) || g.start == g.end || g.lines[g.start] != g.lines[g.end] {
		return false
	}
	g.changed[g.start], g.changed[g.end] = false, true
	g.start, g.end = g.start+1, g.end+1
	g.grow()
	return true
}

// settle moves the groups of changed lines of one text to where a reader would say that they are, as git does: next to
// a change of the other text or, without one, where the indentation says that a block begins.
func settle(lines, otherLines []int32, changed, otherChanged []bool, indents func() []int32) {
	measured := sync.OnceValue(indents) // of many texts nothing can move
	g, other := firstGroup(lines, changed), firstGroup(otherLines, otherChanged)
	for {
		if g.start < g.end {
			g.settle(other, measured)
		}
		if !g.next() {
			return
		}
		other.next()
	}
}

// settle moves one group; other is the group of the other text at its place, and stays that.
func (g *group) settle(other *group, indents func() []int32) {
	highest, partner := g.widen(other)
	if g.end == highest {
		return
	}
	if partner {
		for other.start == other.end && g.up() {
			other.previous()
		}
		return
	}
	size := g.end - g.start
	best, score := -1, linemap.SplitScore{}
	for end := max(highest, g.end-size-1, g.end-linemap.MaxSliding); end <= g.end; end++ {
		if s := linemap.ScoreAt(indents(), int32(end-size), int32(end)); best < 0 || !score.Less(s) {
			best, score = end, s
		}
	}
	for g.end > best && g.up() {
		other.previous()
	}
}

// widen moves a group up and down as far as it can go, until it merges with no more groups. It ends at the lowest
// place. partner says that the other text has a change at one of the places, highest is the group's end at the highest.
func (g *group) widen(other *group) (highest int, partner bool) {
	for {
		size := g.end - g.start
		for g.up() {
			other.previous()
		}
		highest, partner = g.end, other.start < other.end
		for g.down() {
			other.next()
			partner = partner || other.start < other.end
		}
		if g.end-g.start == size {
			return highest, partner
		}
	}
}
