package anchor

import (
	"cmp"
	"slices"

	"consider/internal/linemap"
)

const (
	// besideSlack is how many more lines than are missing are looked at next to a matched neighbour.
	besideSlack = 8
	// maxFar bounds the lines of the far search on each side. A token that occurs in more than maxPosting places does
	// not help to find them.
	maxFar     = 4000
	maxPosting = 40
	// maxCandidates is how many places of one line are compared closely.
	maxCandidates = 12
	// farContent is the similarity that a line needs elsewhere; farScore is what content and context need together.
	farContent = 500
	farScore   = 600
	farMargin  = 40
	// A line is clear without context when its similarity leads that of every rival by this much.
	clearContent = 640
	clearLead    = 120
	clearFar     = 600
	clearFarLead = 200
	// rival is the similarity from which a place counts as a rival.
	rival = 300
	// contextReach is how many neighbours on each side count for a place.
	contextReach = 6
)

// beside aligns unmatched lines with the free lines next to the places of their matched neighbours: these are the changed
// lines of a block that moved.
func (r *resolver) beside() {
	n := int32(len(r.To))
	for x := int32(0); x < n; x++ {
		if r.To[x] != linemap.None {
			continue
		}
		y := x
		for y < n && r.To[y] == linemap.None {
			y++
		}
		r.besideRun(x, y)
		x = y
	}
}

func (r *resolver) besideRun(x, y int32) {
	reach := y - x + besideSlack
	left, right := linemap.None, linemap.None
	if x > 0 && r.how[x-1] != byNothing {
		left = r.last[x-1]
	}
	if int(y) < len(r.To) {
		right = r.To[y]
	}
	if left != linemap.None && right > left && right-left <= 4*reach {
		r.align(linemap.Free(r.To, x, y), linemap.Free(r.From, left+1, right))
		return
	}
	if left != linemap.None {
		r.align(linemap.Free(r.To, x, y), r.open(left, 1, reach))
	}
	if right != linemap.None {
		r.align(linemap.Free(r.To, x, y), r.open(right, -1, reach))
	}
}

// open lists the free lines next to b in direction dir, up to the first line that is taken.
func (r *resolver) open(b, dir, reach int32) []int32 {
	e := b + dir
	for e >= 0 && int(e) < len(r.From) && (e-b)*dir <= reach && r.From[e] == linemap.None {
		e += dir
	}
	return linemap.Free(r.From, min(b, e)+1, max(b, e))
}

// candidate is a place elsewhere for an unmatched line.
type candidate struct {
	a, b  int32
	sim   int32
	score int32
}

// far looks for unmatched lines among all free lines of B. The best pair is linked first. A place is accepted when
// content and context agree on it and no other place comes close, or when its content alone is far ahead of every other
// line.
func (r *resolver) far() {
	as := r.strong(r.To, r.pair.A.Lines)
	bs := r.strong(r.From, r.pair.B.Lines)
	if len(as) == 0 || len(bs) == 0 || len(as) > maxFar || len(bs) > maxFar {
		return
	}
	post := r.postings(bs)
	var all []candidate
	for _, a := range as {
		if r.budget < maxCandidates {
			break
		}
		all = r.candidates(all, a, post)
	}
	bySim, byScore := rivals{}, rivals{}
	for i := range all {
		c := &all[i]
		r.budget -= contextReach
		c.score = (6*c.sim + 4*r.context(c.a, c.b)) / 10
		bySim.note(c.a, c.b, c.sim)
		byScore.note(c.a, c.b, c.score)
	}
	slices.SortFunc(all, func(x, y candidate) int {
		return cmp.Or(cmp.Compare(y.score, x.score), cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
	})
	for _, c := range all {
		if r.To[c.a] != linemap.None || r.From[c.b] != linemap.None || c.sim < enough(r.weight(c.a)) {
			continue
		}
		lead := c.sim - bySim.best(c.a, c.b)
		clear := c.sim >= max(clearContent, r.level) && lead >= clearLead || c.sim >= max(clearFar, r.level) && lead >= clearFarLead
		agreed := c.sim >= farContent && c.score >= max(farScore, r.level) && c.score-byScore.best(c.a, c.b) >= farMargin
		if clear || agreed {
			r.link(c.a, c.b, byFar, c.sim)
		} else if c.score >= farScore && c.score-byScore.best(c.a, c.b) < farMargin {
			r.tied[c.a] = true
		}
	}
}

// rivals holds the two best candidates of every line: of line a of A at a, of line b of B at ^b.
type rivals map[int32]topTwo

type topTwo struct {
	first, second int32 // scores
	with          int32 // the partner of the first
}

func (v rivals) note(a, b, score int32) { v[a], v[^b] = v[a].add(b, score), v[^b].add(a, score) }

func (t topTwo) add(partner, score int32) topTwo {
	if score > t.first {
		return topTwo{score, t.first, partner}
	}
	t.second = max(t.second, score)
	return t
}

func (t topTwo) beside(partner int32) int32 {
	if t.first > 0 && t.with == partner {
		return t.second
	}
	return t.first
}

// best is the best score of another pair with line a or line b.
func (v rivals) best(a, b int32) int32 {
	return max(v[a].beside(b), v[^b].beside(a))
}

func (r *resolver) strong(owner []int32, lines []linemap.Line) []int32 {
	var out []int32
	for i, o := range owner {
		if o == linemap.None && lines[i].Weight >= 6 {
			out = append(out, int32(i))
		}
	}
	return out
}

// postings lists, for each token that is not too common, the lines of B that have it.
func (r *resolver) postings(bs []int32) [][]int32 {
	if r.post == nil {
		r.post, r.shared = make([][]int32, len(r.lex.count)), make([]int32, len(r.From))
	}
	post := r.post
	for _, id := range r.posted {
		post[id] = post[id][:0]
	}
	r.posted = r.posted[:0]
	for _, b := range bs {
		for _, id := range r.lex.of(1, b).ids {
			list := post[id]
			if len(list) <= maxPosting && (len(list) == 0 || list[len(list)-1] != b) {
				if post[id] = append(list, b); len(list) == 0 {
					r.posted = append(r.posted, id)
				}
			}
		}
	}
	return post
}

func (r *resolver) candidates(all []candidate, a int32, post [][]int32) []candidate {
	order, shared := r.order[:0], r.shared // shared is what each line of B has of line a
	for _, id := range r.lex.of(0, a).ids {
		if len(post[id]) > maxPosting {
			continue
		}
		for _, b := range post[id] {
			if shared[b] == 0 {
				order = append(order, uint64(b))
			}
			shared[b] += r.lex.weight[id]
		}
	}
	for i, b := range order {
		order[i] = uint64(^uint32(shared[b]))<<32 | b
		shared[b] = 0
	}
	slices.Sort(order)
	r.order = order
	r.budget -= min(len(order), maxCandidates)
	for _, key := range order[:min(len(order), maxCandidates)] {
		b := int32(uint32(key))
		if s := r.cmp.similar(int(a), int(b)); s >= rival {
			all = append(all, candidate{a: a, b: b, sim: s})
		}
	}
	return all
}

// context is how well the neighbours of a agree with those of b, 0 to full.
func (r *resolver) context(a, b int32) int32 {
	got, all := r.agreement(a, b, contextReach, 82, func(int32) int32 { return 10 }, func(x, y int32) int32 {
		switch {
		case r.To[x] == y:
			return full
		case r.To[x] == linemap.None && r.From[y] == linemap.None:
			return r.gapSimilarity(x, y)
		}
		return 0
	})
	if all == 0 {
		return full / 2
	}
	return got * full / all
}

// agreement compares reach lines on each side of a with those around b. Of all that they weigh, in tenths, it returns what
// agrees.
func (r *resolver) agreement(a, b, reach, fade int32, weigh func(x int32) int32, like func(x, y int32) int32) (got, all int32) {
	at := [...]int32{b, b, b} // by direction: the line up to which neighbours were found
	r.neighbours(a, reach, fade, func(x, dir, w int32) {
		share := w * weigh(x) / 10
		all += share
		if s, y := r.likest(x, at[dir+1], dir, like); s > 0 {
			got += share * s / full
			at[dir+1] = y
		}
	})
	return got, all
}

// neighbours shows up to reach lines on each side of a that are not blank, the nearest first, with their direction and what
// they count: 100 for the nearest, and fade hundredths of the one before for each further away.
func (r *resolver) neighbours(a, reach, fade int32, show func(x, dir, w int32)) {
	for _, dir := range []int32{-1, 1} {
		x, w := r.nextLine(r.pair.A.Lines, a, dir), int32(100)
		for n := reach; n > 0 && x >= 0; n-- {
			show(x, dir, w)
			x, w = r.nextLine(r.pair.A.Lines, x, dir), w*fade/100
		}
	}
}

func (r *resolver) nextLine(lines []linemap.Line, i, dir int32) int32 {
	for i += dir; i >= 0 && int(i) < len(lines); i += dir {
		if !lines[i].Blank() {
			return i
		}
	}
	return -1
}

// likest finds the line that is most like line x of A within a few lines after y in direction dir.
func (r *resolver) likest(x, y, dir int32, like func(x, y int32) int32) (int32, int32) {
	best, at := int32(0), y
	for range 3 {
		y = r.nextLine(r.pair.B.Lines, y, dir)
		if y < 0 {
			break
		}
		if s := like(x, y); s >= similarEnough && s > best {
			best, at = s, y
		}
	}
	return best, at
}
