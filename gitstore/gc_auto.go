package gitstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"consider/internal/gitfmt"
)

// NeedsGC estimates from one folder of 256 whether there are so many loose
// objects that a collection is worth it: about 500 updates. One that is at it
// is enough.
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

// GC moves the loose objects of the past into a pack and sweeps debris. The
// objects of the tip's tree stay loose, so that the next run finds them
// without looking into a pack. Nothing that a ref or a reflog names is ever
// deleted, and packs are only added. It holds the lock, but for an automatic
// run; readers go on.
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
	g := &collector{s: s, ctx: ctx, o: o, report: &r, progress: progress}
	if err := g.run(); err != nil {
		return r, err
	}
	return r, s.trimReflog()
}

// autoMark is the file whose lock an automatic collection holds all the time,
// so that there is one of them.
const autoMark = "cache/gc"

// startAuto reports whether no automatic collection is at it, and keeps others
// away until done. Where no file can be made, nothing is collected either.
func (s *Store) startAuto() (done func(), free bool) {
	if s.o.ReadOnly != nil {
		return nil, false
	}
	if _, err := s.mkdir("cache"); err != nil {
		return nil, false
	}
	f, err := s.openFile(autoMark, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, false
	}
	if got, err := tryLock(f); !got || err != nil {
		f.Close()
		return nil, false
	}
	return func() { unlock(f); _ = f.Close() }, true
}

// Bounds of an automatic collection: what it packs at once, as it lies there
// loose, and how many files it deletes before another writer has its turn.
const (
	maxAuto   = 64 << 20
	autoSlice = 128
)

// autoGC is GC for a store in use, where a writer that waits is a person or an
// agent that waits. What takes long, reading and deflating, is done into memory
// and without the lock: objects never change. What it found is looked at again
// under the lock, because a purge may have been there.
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
	if err := g.survey(); err != nil {
		return r, err
	}
	if err := g.packApart(); err != nil {
		return r, err
	}
	return r, s.underLock(ctx, func(*heldLock) error { return s.trimReflog() })
}

// underLock runs one step of a collection.
func (s *Store) underLock(ctx context.Context, step func(*heldLock) error) error {
	l, err := s.lock(ctx)
	if err != nil {
		return err
	}
	defer l.release()
	return step(l)
}

// packApart is pack without the lock, but for the moments in which the pack is
// published and in which loose files are deleted.
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
				return errMoved // by a purge, or a real git gc: the next collection sees what is left
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

// prepare writes a pack of the past into memory, and returns what is in it.
func (g *collector) prepare(w *gitfmt.PackWriter, data *bytes.Buffer) ([]ID, error) {
	var ids []ID
	objects, size := map[ID]gitfmt.Object{}, 0
	for _, id := range g.past() {
		if err := g.ctx.Err(); err != nil {
			return nil, err
		}
		o, err := g.s.readLoose(id)
		if err != nil {
			g.report.Damaged++ // it stays where it is, for fsck to name
			continue
		}
		if size += len(o.Data); size > maxAuto {
			break // the rest is for the next one
		}
		ids, objects[id] = append(ids, id), o
		g.tick(len(ids))
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return ids, w.Write(data, ids, func(id ID) (gitfmt.Object, error) { return objects[id], g.ctx.Err() })
}

// dropLoose deletes loose files of objects that lie in a pack, which a purge
// may have taken away meanwhile.
func (g *collector) dropLoose(pack string, ids []ID) error {
	if err := g.ctx.Err(); err != nil {
		return err
	}
	for _, ext := range []string{".pack", ".idx"} {
		if _, err := g.s.root.Lstat(packDir + "/" + pack + ext); err != nil {
			return nil // they stay loose
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
