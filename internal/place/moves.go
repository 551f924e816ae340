package place

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"consider/anchor"
	"consider/internal/checkpoint"
	"consider/internal/thread"
)

// byMove is the method of a placement in another file than the thread was put in.
const byMove = "moved"

// findMoves looks for the code of lost threads in the files that changed since they were put, and corrects
// places.
func (p *Placer) findMoves(ctx context.Context, rows []thread.Row, places []Result) error {
	byBase := map[string][]lostThread{}
	var order []string
	for i := range rows {
		r, pl := &rows[i], places[i].Place
		if r.Shape != thread.OnLines || !r.Side.Now() || pl.AnchorState == thread.Anchored {
			continue
		}
		if _, ok := byBase[r.Base.Commit]; !ok {
			order = append(order, r.Base.Commit)
		}
		byBase[r.Base.Commit] = append(byBase[r.Base.Commit], lostThread{at: i, row: r, own: [2]string{r.File, pl.File}})
	}
	for _, commit := range order {
		if err := p.searchMoves(ctx, commit, byBase[commit], places); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// searchMoves finds each lost thread's new place, from the view when the same files were searched before.
func (p *Placer) searchMoves(ctx context.Context, base string, threads []lostThread, places []Result) error {
	files, err := p.changedFiles(ctx, base)
	if err != nil {
		return err
	}
	searched := p.searched(ctx, files)
	for _, l := range threads {
		place := &places[l.at]
		if files.many {
			place.Place.Reason += fmt.Sprintf("; more than %d files changed, so they were not searched for it", MaxMoveFiles)
			continue
		}
		l.key = fmt.Sprintf("%s of %s:%d-%d %s since %s in %s", byMove, l.row.Base.Blob, l.row.Start, l.row.End, place.Key, base, searched)
		known, ok := p.view.Moves[l.row.ID]
		if !ok || known.Key != l.key {
			known = Result{Key: l.key, Quote: place.Quote}
			if known.Place, err = p.searchMove(ctx, files, l, place.Place); err != nil {
				return err
			}
			p.view.Moves[l.row.ID], p.view.Dirty = known, true
		}
		if known.Place.AnchorState != "" {
			*place = known
		}
	}
	return nil
}

// searched names all that the search depends on: the files that changed, and what is known of how they were.
func (p *Placer) searched(ctx context.Context, files *changes) string {
	var all strings.Builder
	for _, name := range files.names {
		all.WriteString(name + "\x00")
		if t := files.now[name]; t != nil {
			all.WriteString(t.Blob)
		}
		all.WriteString("\x00")
	}
	all.WriteString(p.headNow(ctx).Commit)
	rounds, _ := p.snap.ReadDir(checkpoint.Dir) // without it no checkpoint is known
	for _, e := range rounds {
		all.WriteString("\x00" + e.ID.String())
	}
	sum := sha256.Sum256([]byte(all.String()))
	return hex.EncodeToString(sum[:10])
}

// searchMove looks for one thread's code. It went to another file when it left its own and came to one other only,
// once. Without a place the thread stays where it is, for a reason that may be added to.
func (p *Placer) searchMove(ctx context.Context, files *changes, l lostThread, here thread.Placement) (thread.Placement, error) {
	d, err := p.description(l.row)
	if err != nil {
		return thread.Placement{}, nil // the thread stays lost
	}
	l.d, l.needle = d, longestLine(d.TargetContent)
	twin := ""
	for _, name := range files.names {
		if name != l.own[0] && name != l.own[1] && p.standsIn(ctx, files.now[name], l) > 0 {
			twin = name
			break
		}
	}
	if twin == "" {
		return thread.Placement{}, nil
	}
	then, err := p.stood(ctx, l)
	if errors.Is(err, errUnknown) {
		here.Reason += fmt.Sprintf("; the same lines stand in %q, and no commit or checkpoint tells whether they went there", twin)
		return here, nil
	}
	if err != nil {
		return thread.Placement{}, err
	}
	to := p.wentTo(ctx, then, l)
	if to == "" {
		return thread.Placement{}, nil
	}
	data, err := p.Bytes(ctx, then.files.now[to])
	if err != nil {
		return thread.Placement{}, nil // it was there a moment ago
	}
	out := PlacementOf(to, anchor.FindWhole(l.d, data))
	out.Method = byMove
	return out, nil
}

// wentTo compares how often the lines stood in each file then with how often they stand there now. Copies that were
// taken out of several files and came to one are all there; but the only copy of a file that is gone may have kept its
// place in it, under a new name.
func (p *Placer) wentTo(ctx context.Context, then *earlier, l lostThread) string {
	to, left := "", 0
	for _, name := range then.files.names {
		was, is := then.count(name, l), p.standsIn(ctx, then.files.now[name], l)
		switch {
		case was < 0:
			return "" // it cannot be told
		case name == l.own[0] || name == l.own[1]:
			left += was - is
		case was > is && then.files.now[name] == nil:
			return ""
		case is > was && (was > 0 || is > 1 || to != ""):
			return "" // more than one came
		case is > was:
			to = name
		}
	}
	if left < 1 {
		return ""
	}
	return to
}

// standsIn says how often a thread's lines stand whole in a text, which may be nil.
func (p *Placer) standsIn(ctx context.Context, t *Text, l lostThread) int {
	if t == nil {
		return 0
	}
	data, err := p.Bytes(ctx, t)
	if err != nil {
		return 0
	}
	return l.in(data)
}

// longestLine is what a file that holds the whole text must hold; looking for it first is much cheaper.
func longestLine(text string) []byte {
	longest := ""
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.TrimSpace(line); len(line) > len(longest) {
			longest = line
		}
	}
	return []byte(longest)
}
