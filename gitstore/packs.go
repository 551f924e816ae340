package gitstore

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"consider/internal/gitfmt"
	"consider/internal/safefs"
)

const (
	packDir = "objects/pack"

	// maxOpenPacks bounds the files kept open, two for each pack.
	maxOpenPacks = 4
	// maxBases bounds the bytes of delta bases that are remembered.
	maxBases = 16 << 20
)

// packSet is the packs of the store. Their indexes are searched on disk, not
// loaded: a run that finds its objects loose pays nothing for the packs.
//
// One mutex covers it all. Loose objects, the common case, are read without.
type packSet struct {
	mu     sync.Mutex
	listed bool
	packs  []*pack
	open   []*pack // the most recently used last

	bases     map[baseKey]gitfmt.Object
	baseBytes int
}

type baseKey struct {
	pack   string
	offset int64
}

// read finds an object in the packs and checks it. If no known pack has it, the
// folder is listed again: git may have repacked. moved reports that it had; the
// object may then have moved from pack to pack during the search, and a miss is
// not final.
func (p *packSet) read(s *Store, id ID) (o gitfmt.Object, moved bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	first, err := p.list(s, false)
	if err != nil {
		return gitfmt.Object{}, false, err
	}
	if o, err = p.search(s, id); err == nil {
		return o, false, nil
	}
	again, lerr := p.list(s, true)
	if lerr != nil || !again {
		return gitfmt.Object{}, first, cmp.Or(lerr, err)
	}
	o, err = p.search(s, id)
	return o, true, err
}

// search tries each pack. A damaged copy in one does not hide a good one in
// the next.
func (p *packSet) search(s *Store, id ID) (gitfmt.Object, error) {
	bad := fmt.Errorf("object %s: %w", id, errMissing)
	for _, k := range p.packs {
		offset, err := p.locate(s, k, id)
		if errors.Is(err, errMissing) || errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var o gitfmt.Object
		if err == nil {
			o, err = p.object(k, offset)
		}
		if err == nil {
			err = o.Check(id)
		}
		if err == nil {
			return o, nil
		}
		bad = fmt.Errorf("%s: %w", k.name, damagedUnless(id, err))
	}
	return gitfmt.Object{}, bad
}

// damagedUnless keeps the errors that are not about the object's bytes: an
// unreadable disk is not a damaged object.
func damagedUnless(id ID, err error) error {
	if err == nil {
		return nil
	}
	var pe *fs.PathError
	var large *safefs.TooLargeError
	switch {
	case errors.As(err, &large):
		return fmt.Errorf("object %s of %d bytes: %w", id, large.Size, ErrTooLarge)
	case errors.As(err, &pe) || errors.Is(err, ErrTooLarge):
		return fmt.Errorf("object %s: %w", id, access(err))
	}
	return damaged(id, err)
}

func (p *packSet) locate(s *Store, k *pack, id ID) (int64, error) {
	if err := p.use(s, k); err != nil {
		return 0, err
	}
	return k.locate(id)
}

// use opens a pack, and closes the one that was not used for longest if too
// many are open.
func (p *packSet) use(s *Store, k *pack) error {
	if i := slices.Index(p.open, k); i >= 0 {
		p.open = append(slices.Delete(p.open, i, i+1), k)
		return nil
	}
	if err := k.openFiles(s); err != nil {
		return err
	}
	if p.open = append(p.open, k); len(p.open) > maxOpenPacks {
		p.open[0].closeFiles()
		p.open = slices.Delete(p.open, 0, 1)
	}
	return nil
}

// list reads the names in the pack folder and reports whether they changed. A
// pack counts once its index is there, which is written last.
func (p *packSet) list(s *Store, again bool) (changed bool, err error) {
	if p.listed && !again {
		return false, nil
	}
	files, err := s.readDir(packDir)
	if err != nil {
		return false, err
	}
	have := map[string]bool{}
	for _, f := range files {
		have[f.Name()] = f.Type().IsRegular()
	}
	old := map[string]*pack{}
	for _, k := range p.packs {
		old[k.name] = k
	}
	changed = !p.listed
	p.packs, p.listed = nil, true
	for name, plain := range have {
		base, ok := strings.CutSuffix(name, ".idx")
		if !ok || !plain || !have[base+".pack"] || strings.HasPrefix(name, "tmp_") {
			continue
		}
		k := old[base]
		if delete(old, base); k == nil {
			k, changed = &pack{name: base}, true
		}
		p.packs = append(p.packs, k)
	}
	for _, k := range old {
		p.forget(k)
		changed = true
	}
	slices.SortFunc(p.packs, func(a, b *pack) int { return strings.Compare(a.name, b.name) })
	return changed, nil
}

func (p *packSet) forget(k *pack) {
	if i := slices.Index(p.open, k); i >= 0 {
		p.open = slices.Delete(p.open, i, i+1)
	}
	k.closeFiles()
}

// reload makes the next read list the packs anew.
func (p *packSet) reload() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.reset()
}

func (p *packSet) reset() {
	for _, k := range p.packs {
		k.closeFiles()
	}
	p.packs, p.open, p.listed = nil, nil, false
	p.bases, p.baseBytes = nil, 0
}

func (p *packSet) close() { p.reload() }

// each calls f for every object in a pack. An index that cannot be read is
// passed over; fsck names it.
func (p *packSet) each(s *Store, f func(ID) error) error {
	p.mu.Lock()
	if _, err := p.list(s, true); err != nil {
		p.mu.Unlock()
		return err
	}
	var ids []ID
	for _, k := range p.packs {
		if p.use(s, k) == nil {
			ids = k.appendIDs(ids)
		}
	}
	p.mu.Unlock()
	for _, id := range ids {
		if err := f(id); err != nil {
			return err
		}
	}
	return nil
}

// has reports whether a pack names the object, without reading it.
func (p *packSet) has(s *Store, id ID) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, err := p.list(s, false); err != nil {
		return false
	}
	for _, k := range p.packs {
		if _, err := p.locate(s, k, id); err == nil {
			return true
		}
	}
	return false
}

func (p *packSet) names(s *Store) ([]string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, err := p.list(s, true); err != nil {
		return nil, err
	}
	var names []string
	for _, k := range p.packs {
		names = append(names, k.name)
	}
	return names, nil
}
