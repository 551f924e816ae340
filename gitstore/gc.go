package gitstore

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"time"

	"consider/internal/gitfmt"
)

// GCOptions choose how thorough a collection is.
type GCOptions struct {
	// Auto does nothing unless NeedsGC, and then only packs. It holds the lock
	// for moments.
	Auto bool
	// Grace is how old an object that nothing names must be to be deleted;
	// 0 means one hour, a negative value none at all.
	Grace time.Duration
}

// GCReport is what a collection did.
type GCReport struct {
	Packed  int  // objects moved from files of their own into a pack
	Pruned  int  // objects that nothing named, deleted
	Debris  int  // left-over files deleted
	Skipped bool // Auto found nothing to do
	Damaged int  // objects that could not be read; nothing was pruned then
}

const (
	defaultGrace = time.Hour
	gcThreshold  = 2500
)

// collector is one run of GC, under the lock.
type collector struct {
	s        *Store
	ctx      context.Context
	o        GCOptions
	report   *GCReport
	progress func(done, total int)

	loose map[ID]time.Time // when it was written
	keep  map[ID]struct{}  // what the tip shows
	live  map[ID]struct{}  // what anything names
	bad   []string         // refs that cannot be read
	noted []ID             // lost tips that a person took note of: what they lack is damage no more
}

func (g *collector) run() error {
	if err := g.survey(); err != nil {
		return err
	}
	if err := g.pack(); err != nil {
		return err
	}
	return g.prune()
}

// survey finds what is loose, what the tip shows, and what is live.
func (g *collector) survey() error {
	_, tip, err := g.s.tip()
	if err != nil {
		return err
	}
	g.loose = map[ID]time.Time{}
	err = g.s.eachLoose(func(id ID, e fs.DirEntry) error {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			g.loose[id] = info.ModTime()
		}
		return nil
	})
	if err != nil {
		return err
	}
	if g.keep, err = g.closure([]ID{tip}, func(ID) bool { return true }); err != nil {
		return err
	}
	return g.findLive(tip)
}

// findLive finds what must not be deleted. An automatic run deletes nothing
// and only looks for what to pack, so it may stop where the last pack ended.
func (g *collector) findLive(tip ID) (err error) {
	if g.o.Auto {
		g.live, err = g.closure(append(g.s.mirrorTips(), tip), func(id ID) bool { return g.s.packs.has(id) })
		return err
	}
	ids, bad, err := g.s.roots()
	if err != nil {
		return err
	}
	g.bad = bad
	noted, err := g.s.refsIn(notedDir)
	if err != nil {
		return err
	}
	g.noted = slices.Collect(maps.Values(noted))
	g.live, err = g.closure(slices.Concat([]ID{tip}, g.noted, ids), nil)
	return err
}

func (g *collector) closure(from []ID, stop func(ID) bool) (map[ID]struct{}, error) {
	w := walker{s: g.s, ctx: g.ctx, seen: map[ID]struct{}{}, stop: stop}
	forgiven := false
	w.visit = func(ID, gitfmt.Kind, string) error {
		g.tick(len(w.seen))
		return g.ctx.Err()
	}
	w.problem = func(_ ID, _ string, err error) error {
		if !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrTooLarge) {
			return err
		}
		if !forgiven {
			g.report.Damaged++
		}
		return nil
	}
	for _, id := range from {
		forgiven = slices.Contains(g.noted, id)
		if err := w.line(id); err != nil {
			return nil, err
		}
	}
	return w.seen, nil
}

func (g *collector) tick(done int) {
	if g.progress != nil {
		g.progress(min(done, len(g.loose)), len(g.loose))
	}
}

// pack moves what is live but not shown by the tip. A loose file goes only
// after its object has been read back from the pack.
func (g *collector) pack() error {
	ids := slices.DeleteFunc(g.past(), func(id ID) bool { return !g.readable(id) })
	if len(ids) == 0 {
		return nil
	}
	done := 0
	err := g.s.writePack(ids, func(id ID) (gitfmt.Object, error) {
		if err := g.ctx.Err(); err != nil {
			return gitfmt.Object{}, err
		}
		done++
		g.tick(done)
		return g.s.read(id)
	})
	if err != nil {
		return err
	}
	g.s.packs.reload()
	for _, id := range ids {
		if err := g.s.removeLoose(id); err != nil {
			return err
		}
		g.report.Packed++
	}
	return nil
}

// past is what is loose and live, but not shown by the tip, in the order of a
// pack.
func (g *collector) past() []ID {
	var ids []ID
	for id := range g.loose {
		_, live := g.live[id]
		_, keep := g.keep[id]
		if live && !keep {
			ids = append(ids, id)
		}
	}
	sortIDs(ids)
	return ids
}

// readable leaves a damaged object where it is, for fsck to name.
func (g *collector) readable(id ID) bool {
	_, err := g.s.readLoose(id)
	if err != nil {
		g.report.Damaged++
	}
	return err == nil
}

// prune deletes loose objects that nothing names. While anything is damaged
// nothing is deleted: the objects that a damaged one named are not known, and
// may be all there is to repair it with.
func (g *collector) prune() error {
	if g.o.Auto || g.report.Damaged > 0 || len(g.bad) > 0 {
		return nil
	}
	grace := g.o.Grace
	if grace == 0 {
		grace = defaultGrace
	}
	for id, written := range g.loose {
		if _, live := g.live[id]; live || (grace > 0 && time.Since(written) < grace) {
			continue
		}
		if err := g.s.removeLoose(id); err != nil {
			return err
		}
		g.report.Pruned++
	}
	return nil
}
