package place

import (
	"context"
	"time"

	"consider/gitstore"
	"consider/internal/worktree"
)

// LoadView returns the view that an earlier read left, or an empty one.
func LoadView(store *gitstore.Store) *View {
	v := NewView()
	if data, written, err := store.ReadCacheText(ViewFile); err == nil {
		if known, err := decodeView(data); err == nil {
			known.Written = written
			v = known
		}
	}
	v.store = store
	return v.complete()
}

// answersFile is the name, in the store's cache, of what git said when threads were lost.
const answersFile = "answers"

// answers returns what an earlier read heard from git, nil for nothing.
func (v *View) answers() *worktree.Answers {
	data, _, err := v.store.ReadCache(answersFile)
	if err != nil {
		return nil
	}
	a, err := worktree.DecodeAnswers(data)
	if err != nil {
		return nil
	}
	return a
}

// clock returns what time it is on the disk of the store: the zero time where nothing can be written.
func (v *View) clock() time.Time {
	if v.store.WriteCache(answersFile, nil) != nil {
		return time.Time{}
	}
	_, now, _ := v.store.ReadCache(answersFile)
	return now
}

// Save leaves for the next read what this one has learnt.
func (p *Placer) Save(ctx context.Context, store *gitstore.Store) {
	p.view.Save(store)
	if a := p.now.Keep(ctx); a != nil {
		_ = store.WriteCache(answersFile, a.Encode())
	}
}

// Save leaves the view for the next read. A store that cannot be written to is read all the same.
func (v *View) Save(store *gitstore.Store) {
	if !v.Dirty {
		return
	}
	if data, err := EncodeView(v); err == nil {
		_ = store.WriteCache(ViewFile, data)
	}
}
