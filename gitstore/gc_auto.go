package gitstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"consider/internal/gitfmt"
	"consider/internal/safefs"
)

// NeedsGC estimates from one folder of 256 whether there are enough loose objects to make a collection worth it: about
// 500 updates. It is false while an automatic collection is running.
func (s *Store) NeedsGC() bool {
	files, err := s.readDir("objects/17")
	if err != nil || len(files)*256 < gcThreshold {
		return false
	}
	done, free := s.startAuto()
	if free {
		done()
	}
	return free
}

// GC moves the loose objects of the past into a pack and sweeps debris. The objects of the tip's tree stay loose, so
// that the next run finds them without looking into a pack. It never deletes what a ref or a reflog names, and never
// removes a pack. It holds the lock throughout, an automatic run only briefly; readers are not blocked.
func (s *Store) GC(ctx context.Context, o GCOptions, progress func(done, total int)) (GCReport, error) {
	var r GCReport
	if o.Auto {
		return s.autoGC(ctx, progress)
	}
	l, err := s.lock(ctx)
	if err != nil {
		return r, err
	}
	defer l.release()
	if r.Debris, err = s.sweep(l); err != nil {
		return r, fmt.Errorf("sweep: %w", err)
	}
	if err := s.dropOutboxes(); err != nil {
		return r, err
	}
	g := &collector{s: s, ctx: ctx, o: o, report: &r, progress: progress}
	for _, step := range []func() error{g.findObjects, g.pack, g.prune, s.trimReflog} {
		if err := step(); err != nil {
			return r, err
		}
	}
	return r, nil
}

// autoMark is the file that an automatic collection keeps locked, so that only one runs.
const autoMark = "cache/gc"

// startAuto reports whether no other automatic collection is running, and keeps others away until done is called. If no
// file can be made, no collection runs.
func (s *Store) startAuto() (done func(), free bool) {
	if s.NotOwn() != nil {
		return nil, false
	}
	if _, err := s.mkdir("cache"); err != nil {
		return nil, false
	}
	f, err := s.openFile(autoMark, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, false
	}
	if got, err := safefs.TryLock(f); !got || err != nil {
		f.Close()
		return nil, false
	}
	return func() { safefs.Unlock(f); _ = f.Close() }, true
}

// Limits of an automatic collection: the bytes of loose objects that it packs at once, and the files it deletes before
// another writer gets its turn.
const (
	maxAuto   = 64 << 20
	autoSlice = 128
)

// autoGC is GC for a store in use, where persons and agents wait for the lock. The slow work, reading and deflating,
// happens in memory and without the lock, because objects never change. Under the lock it checks the result again,
// because a purge may have run meanwhile.
func (s *Store) autoGC(ctx context.Context, progress func(done, total int)) (r GCReport, err error) {
	if !s.NeedsGC() {
		return GCReport{Skipped: true}, nil
	}
	done, free := s.startAuto()
	if !free {
		return GCReport{Skipped: true}, nil
	}
	defer done()
	err = s.underLock(ctx, func(l *heldLock) (err error) {
		r.Debris, err = s.sweep(l)
		return err
	})
	if err != nil {
		return r, fmt.Errorf("sweep: %w", err)
	}
	g := &collector{s: s, ctx: ctx, o: GCOptions{Auto: true}, report: &r, progress: progress}
	if err := g.findObjects(); err != nil {
		return r, err
	}
	if err := g.packApart(); err != nil {
		return r, err
	}
	return r, s.underLock(ctx, func(*heldLock) error { return s.trimReflog() })
}

// packApart is pack without the lock. It takes the lock only to publish the pack and to delete loose files.
func (g *collector) packApart() error {
	var w gitfmt.PackWriter
	var data bytes.Buffer
	ids, err := g.prepare(&w, &data)
	if err != nil || len(ids) == 0 {
		return err
	}
	name := ""
	err = g.s.underLock(g.ctx, func(*heldLock) (err error) {
		for _, id := range ids {
			if _, err := g.s.objects.Lstat(loosePath(id)); err != nil {
				return errMoved // a purge or a real git gc moved it; the next collection handles what is left
			}
		}
		name, err = g.s.publishPack(&w, ids, func(out io.Writer) error {
			_, err := out.Write(data.Bytes())
			return err
		})
		return err
	})
	if errors.Is(err, errMoved) {
		return nil
	}
	if err == nil {
		err = g.s.verifyPack(name, ids)
	}
	if err != nil {
		return err
	}
	g.s.packs.reload()
	for len(ids) > 0 && err == nil {
		n := min(len(ids), autoSlice)
		err = g.s.underLock(g.ctx, func(*heldLock) error { return g.dropLoose(name, ids[:n]) })
		ids = ids[n:]
	}
	return err
}

// prepare writes a pack of past objects into memory, and returns the packed ids.
func (g *collector) prepare(w *gitfmt.PackWriter, data *bytes.Buffer) ([]ID, error) {
	var ids []ID
	objects, size := map[ID]gitfmt.Object{}, 0
	for _, id := range g.historyObjects() {
		if err := g.ctx.Err(); err != nil {
			return nil, err
		}
		o, err := g.s.readLoose(id)
		if err != nil {
			g.report.Damaged++ // it stays where it is, for fsck to report
			continue
		}
		if size += len(o.Data); size > maxAuto {
			break // the next collection packs the rest
		}
		ids, objects[id] = append(ids, id), o
		g.tick(len(ids))
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return ids, w.Write(data, ids, func(id ID) (gitfmt.Object, error) { return objects[id], g.ctx.Err() })
}

// dropLoose deletes the loose files of objects in a pack. A purge may have removed that pack meanwhile; then the files
// stay.
func (g *collector) dropLoose(pack string, ids []ID) error {
	if err := g.ctx.Err(); err != nil {
		return err
	}
	for _, ext := range []string{".pack", ".idx"} {
		if _, err := g.s.root.Lstat(packDir + "/" + pack + ext); err != nil {
			return nil // the pack is gone, so the files stay loose
		}
	}
	for _, id := range ids {
		if err := g.s.removeLoose(id); err != nil {
			return err
		}
		g.report.Packed++
	}
	return nil
}
