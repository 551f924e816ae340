package gitstore

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"consider/internal/gitfmt"
)

// PurgePlan reports what Purge would find. It takes no lock and changes nothing.
func (s *Store) PurgePlan(ctx context.Context, o Purging) (PurgeReport, error) {
	p := &purge{s: s, ctx: ctx, o: o}
	err := p.find()
	return p.report, err
}

// Purge permanently removes a folder from all lines. Afterwards no commit, reflog, pack or loose object holds any of
// it, and unnamed objects are gone as well. The commits from the first one with the folder on get new ids, and commits
// that changed nothing else are gone. The other content of the lines stays.
//
// New objects are durable before a ref names them, and no object is deleted before all refs are moved. A stopped purge
// leaves a sound store, and the next purge continues. If anything is damaged, no ref is moved. Lost tips that a person
// acknowledged are exempt: the refs of unreadable ones are removed, because they cannot be rewritten.
func (s *Store) Purge(ctx context.Context, o Purging) (PurgeReport, error) {
	l, err := s.lock(ctx)
	if err != nil {
		return PurgeReport{}, err
	}
	defer l.release()
	// Otherwise a history from elsewhere would be rewritten, and the user's own line, which the ref does not name, deleted.
	if ref, tip, err := s.tip(); err == nil && ref.id != tip && s.checkTip(ref) == nil {
		if err := s.continueFrom(ctx, l, ref, tip); err != nil {
			return PurgeReport{}, movedError(err)
		}
	}
	p := &purge{s: s, ctx: ctx, o: o, lock: l}
	if err := p.find(); err != nil || len(p.report.Files) == 0 && !p.report.Unfinished {
		return p.report, err
	}
	for _, step := range []func() error{p.sweep, p.rewrite, p.store, p.mark, p.move, p.forget, p.delete} {
		if err := step(); err != nil {
			return p.report, fmt.Errorf("purge: %w", err)
		}
	}
	return p.report, nil
}

func (p *purge) sweep() error {
	_, err := p.s.sweep(p.lock)
	return err
}

func (p *purge) rewrite() (err error) {
	for i := range p.refs {
		r := &p.refs[i]
		if r.noted {
			continue
		}
		if r.to, err = p.work.line(r.state.id); err != nil {
			return err
		}
	}
	return nil
}

// store writes the new objects, and writes again the remaining old objects that exist only in packs, because all old
// packs are deleted.
func (p *purge) store() error {
	p.packs = map[string]bool{}
	if err := p.pack(slices.Collect(maps.Keys(p.work.fresh)), func(id ID) (gitfmt.Object, error) { return p.work.fresh[id], nil }); err != nil {
		return err
	}
	w := walker{s: p.s, ctx: p.ctx, seen: map[ID]struct{}{}, visit: func(ID, gitfmt.Kind, string) error { return p.ctx.Err() }}
	w.problem = func(_ ID, at string, err error) error { return fmt.Errorf("%s: %w", at, err) }
	for _, r := range p.refs {
		if err := w.line(r.to); err != nil { // nothing if the ref is removed
			return err
		}
	}
	p.live = w.seen
	var packed []ID
	for id := range p.live {
		if _, ok := p.work.fresh[id]; ok {
			continue
		}
		if _, err := p.s.readLoose(id); err != nil {
			packed = append(packed, id)
		}
	}
	return p.pack(packed, func(id ID) (gitfmt.Object, error) {
		o, err := p.s.read(id)
		if err == nil {
			err = p.ctx.Err()
		}
		return o, missingIsDamage(err)
	})
}

func (p *purge) pack(ids []ID, get func(ID) (gitfmt.Object, error)) error {
	if len(ids) == 0 {
		return nil
	}
	sortIDs(ids)
	name, err := p.s.writePack(ids, get)
	p.packs[name] = true
	p.s.packs.reload()
	return err
}

// mark records that from here on the store has unnamed objects that must be deleted, and the first commit of the line that
// copies of it must not have any more.
func (p *purge) mark() error {
	for _, r := range p.refs {
		if r.name != refName {
			continue
		}
		line, _, err := p.s.lineUntil(p.ctx, r.state.id, ID{})
		if err != nil {
			return err
		}
		for _, c := range slices.Backward(line) {
			if p.work.commits[c.ID].id == c.ID {
				continue
			}
			if err := p.s.AppendJournal(purgedJournal, []byte(c.ID.String())); err != nil {
				return err
			}
			break
		}
	}
	return p.s.writeFile(purgeMark, nil, true)
}

// forget clears reflogs and caches. The reflog keeps its newest entry, from which a torn ref is recovered.
func (p *purge) forget() error {
	data, err := p.s.readFile(reflogName, maxReflog)
	if err != nil {
		return err
	}
	lines := bytes.SplitAfter(bytes.TrimRight(data, "\n"), []byte("\n"))
	last := append(bytes.Clone(lines[len(lines)-1]), '\n')
	copy(last, ID{}.String())
	if err := p.s.writeFile(reflogName, last, true); err != nil {
		return err
	}
	for _, dir := range []string{"logs", "cache"} {
		err := p.s.eachFile(dir, func(name string) error {
			if name == reflogName || name == autoMark { // not every system can remove an open file, and autoMark is empty
				return nil
			}
			return accessError(p.s.root.Remove(name))
		})
		if err != nil {
			return err
		}
	}
	p.s.lastWhole.Store(nil)
	return nil
}

// delete removes all objects that the refs do not lead to, and what other programs have recorded about packs.
func (p *purge) delete() error {
	p.s.packs.reload()
	before := map[ID]struct{}{}
	if err := p.s.eachObject(func(id ID) error { before[id] = struct{}{}; return nil }); err != nil {
		return err
	}
	p.s.packs.reload() // closes the packs
	err := p.s.eachFile("objects", func(name string) error {
		if p.mustStay(name) {
			return nil
		}
		return accessError(p.s.root.Remove(name))
	})
	if err != nil {
		return err
	}
	for id := range before {
		if _, ok := p.live[id]; !ok {
			p.report.Objects++
		}
	}
	if err := p.s.root.Remove(purgeMark); err != nil {
		return accessError(err)
	}
	p.report.Unfinished = false
	return p.s.syncDir(".")
}

// mustStay reports whether a file below objects/ is needed or of unknown origin.
func (p *purge) mustStay(name string) bool {
	dir, base := path.Split(name)
	switch dir {
	case "objects/":
		return true
	case "objects/info/":
		return base == "alternates"
	case packDir + "/":
		stem, ext, _ := strings.Cut(base, ".")
		return p.packs[stem] && (ext == "pack" || ext == "idx")
	}
	id, err := ParseID(strings.TrimPrefix(strings.ReplaceAll(name, "/", ""), "objects"))
	if err != nil {
		return !strings.HasPrefix(base, "tmp_")
	}
	_, live := p.live[id]
	return live
}
