package gitstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"time"

	"consider/internal/gitfmt"
)

// GCOptions choose how thorough a collection is.
type GCOptions struct {
	// Auto does nothing unless NeedsGC, and then only packs. It holds the lock only briefly.
	Auto bool
	// Grace is the age at which an unnamed object is deleted; 0 means one hour, a negative value no age limit.
	Grace time.Duration
}

// GCReport is what a collection did.
type GCReport struct {
	Packed  int  // loose objects moved into a pack
	Pruned  int  // unnamed objects deleted
	Debris  int  // left-over files deleted
	Skipped bool // Auto found nothing to do
	Damaged int  // objects that could not be read; then nothing was pruned
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

	loose map[ID]time.Time // when the file was written
	keep  map[ID]struct{}  // objects of the tip's tree
	live  map[ID]struct{}  // objects that any ref or reflog leads to
	bad   []string         // refs that cannot be read
	noted []ID             // acknowledged lost tips: objects missing from them no longer count as damage
}

// findObjects finds the loose objects, the objects of the tip, and the live objects.
func (g *collector) findObjects() error {
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

// findLive finds what must not be deleted. An automatic run deletes nothing and only looks for what to pack, so it may
// stop at what the last pack holds.
func (g *collector) findLive(tip ID) (err error) {
	if g.o.Auto {
		moments, err := g.s.refsIn(momentDir)
		if err != nil {
			return err
		}
		g.live, err = g.closure(slices.AppendSeq(append(g.s.mirrorTips(), tip), maps.Values(moments)), func(id ID) bool { return g.s.packs.has(id) })
		return err
	}
	ids, bad, err := g.s.roots()
	if err != nil {
		return err
	}
	g.bad = bad
	noted, err := g.s.refsIn(acknowledgedDir)
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

// pack moves live objects that the tip does not show. A loose file is deleted only after its object has been read back
// from the pack.
func (g *collector) pack() error {
	ids := slices.DeleteFunc(g.historyObjects(), func(id ID) bool { return !g.readable(id) })
	if len(ids) == 0 {
		return nil
	}
	done := 0
	_, err := g.s.writePack(ids, func(id ID) (gitfmt.Object, error) {
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

// historyObjects returns the objects that are loose and live but not shown by the tip, in the order of a pack.
func (g *collector) historyObjects() []ID {
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

// readable reports whether an object can be read. A damaged one stays where it is, for fsck to report.
func (g *collector) readable(id ID) bool {
	_, err := g.s.readLoose(id)
	if err != nil {
		g.report.Damaged++
	}
	return err == nil
}

// keepCutOff makes refs for the lines that nothing names any more. A stopped writer leaves one commit on a line, and the
// maker of a store one with store.json alone. An outbox's own commits were taken over. Everything else was cut off by a
// program that replaced the ref, and holds words of its own.
func (g *collector) keepCutOff() error {
	ends, err := g.s.looseEnds(func(id ID) bool { _, live := g.live[id]; return live })
	if err != nil {
		return err
	}
	taken := g.s.takenOver(g.ctx, func(id ID) bool { _, live := g.live[id]; return live })
	for _, c := range ends {
		if _, live := g.live[c.Parent]; live || taken[c.ID] {
			continue
		}
		if begun, err := g.s.hasContent(c.ID); err != nil || !begun {
			continue
		}
		if err := g.s.keepLost(c.ID, replacedMark); err != nil {
			return fmt.Errorf("save a history that another program replaced: %w", err)
		}
		kept, err := g.closure([]ID{c.ID}, nil)
		if err != nil {
			return err
		}
		maps.Copy(g.live, kept)
	}
	return nil
}

// prune deletes loose objects that nothing names. While anything is damaged it deletes nothing: the objects that a
// damaged one named are unknown, and may be all that is left for a repair.
func (g *collector) prune() error {
	if g.o.Auto || g.report.Damaged > 0 || len(g.bad) > 0 {
		return nil
	}
	grace := g.o.Grace
	if grace == 0 {
		grace = defaultGrace
	}
	if err := g.keepCutOff(); err != nil {
		return err
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
