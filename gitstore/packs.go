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
)

const (
	// maxOpenPacks limits the packs kept open, with two files each.
	maxOpenPacks = 4
	// maxBases limits the bytes of cached delta bases.
	maxBases = 16 << 20
)

// packSet is the packs of the store. Their indexes are searched on disk and not loaded at first, so a run that finds
// its objects loose pays nothing for the packs.
//
// One mutex covers it all. Loose objects, the common case, are read without it.
type packSet struct {
	dir *folder

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

// read finds an object in the packs and checks it. If no known pack has it, the folder is listed again, because git may
// have repacked. moved reports that the packs changed. Then the object may have moved between packs during the search,
// and a miss is not final.
func (p *packSet) read(id ID) (o gitfmt.Object, moved bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	first, err := p.list(false)
	if err != nil {
		return gitfmt.Object{}, false, err
	}
	if o, err = p.search(id); err == nil {
		return o, false, nil
	}
	again, lerr := p.list(true)
	if lerr != nil || !again {
		return gitfmt.Object{}, first, cmp.Or(lerr, err)
	}
	o, err = p.search(id)
	return o, true, err
}

// search tries each pack. A damaged copy in one does not hide a good one in the next.
func (p *packSet) search(id ID) (gitfmt.Object, error) {
	var bad error
	for _, k := range p.packs {
		offset, err := p.locate(k, id)
		if err == nil {
			err = p.use(k)
		}
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
	if bad == nil {
		bad = fmt.Errorf("object %s: %w", id, errMissing)
	}
	return gitfmt.Object{}, bad
}

// locate finds an object in a pack. A pack with its index in memory need not be open.
func (p *packSet) locate(k *pack, id ID) (int64, error) {
	if k.index == nil {
		if err := p.use(k); err != nil {
			return 0, err
		}
	}
	return k.index.Find(id)
}

// use opens a pack. If too many are open it closes the least recently used one.
func (p *packSet) use(k *pack) error {
	if i := slices.Index(p.open, k); i >= 0 {
		p.open = append(slices.Delete(p.open, i, i+1), k)
		return nil
	}
	if err := k.openFiles(p.dir); err != nil {
		return err
	}
	if p.open = append(p.open, k); len(p.open) > maxOpenPacks {
		p.open[0].closeFiles()
		p.open = slices.Delete(p.open, 0, 1)
	}
	return nil
}

// list reads the names in the pack folder and reports whether they changed. A pack counts once its index exists, which
// is written last.
func (p *packSet) list(again bool) (changed bool, err error) {
	if p.listed && !again {
		return false, nil
	}
	files, err := p.dir.readDir(packDir)
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

// reload makes the next read list the packs again.
func (p *packSet) reload() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, k := range p.packs {
		k.closeFiles()
	}
	p.packs, p.open, p.listed = nil, nil, false
	p.bases, p.baseBytes = nil, 0
}

// each calls f for every object in a pack. It skips an unreadable index, which fsck reports.
func (p *packSet) each(f func(ID) error) error {
	p.mu.Lock()
	if _, err := p.list(true); err != nil {
		p.mu.Unlock()
		return err
	}
	var ids []ID
	for _, k := range p.packs {
		if p.use(k) == nil {
			ids = k.index.AppendIDs(ids)
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
func (p *packSet) has(id ID) bool { return p.holder(id) != "" }

// holder returns the name of a pack that names the object, "" if there is none.
func (p *packSet) holder(id ID) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, err := p.list(false); err != nil {
		return ""
	}
	for _, k := range p.packs {
		if _, err := p.locate(k, id); err == nil {
			return k.name
		}
	}
	return ""
}

func (p *packSet) names() ([]string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, err := p.list(true); err != nil {
		return nil, err
	}
	var names []string
	for _, k := range p.packs {
		names = append(names, k.name)
	}
	return names, nil
}

// object reads the object at an offset, applying all its deltas.
func (p *packSet) object(k *pack, offset int64) (gitfmt.Object, error) {
	var deltas [][]byte
	var offsets []int64
	total := 0
	at := gitfmt.Object{}
	for {
		if o, ok := p.bases[baseKey{k.name, offset}]; ok {
			at = o
			break
		}
		e, err := k.entry(offset)
		if err != nil {
			return at, err
		}
		offsets = append(offsets, offset)
		if e.Kind != gitfmt.OfsDelta && e.Kind != gitfmt.RefDelta {
			at = e.Object
			break
		}
		if e.Kind == gitfmt.RefDelta {
			if e.Base, err = k.index.Find(e.Ref); err != nil {
				return at, fmt.Errorf("delta base %s: %w", e.Ref, errors.New("not in the pack"))
			}
		}
		deltas = append(deltas, e.Data)
		if total += len(e.Data); total > maxDeltas || len(deltas) > maxChain {
			return at, errors.New("delta chain is too long")
		}
		offset = e.Base
	}
	for i := len(deltas) - 1; i >= 0; i-- {
		p.remember(baseKey{k.name, offset}, at)
		data, err := applyDelta(at.Data, deltas[i])
		if err != nil {
			return at, err
		}
		at, offset = gitfmt.Object{Kind: at.Kind, Data: data}, offsets[i]
	}
	return at, nil
}

// remember caches a delta base. The versions of one thread lie in one chain, and without the cache each would be built
// from the first.
func (p *packSet) remember(key baseKey, o gitfmt.Object) {
	if _, ok := p.bases[key]; ok || len(o.Data) > maxBases/8 {
		return
	}
	if p.bases == nil || p.baseBytes+len(o.Data) > maxBases {
		p.bases, p.baseBytes = map[baseKey]gitfmt.Object{}, 0
	}
	p.bases[key] = o
	p.baseBytes += len(o.Data)
}
