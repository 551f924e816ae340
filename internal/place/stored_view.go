package place

import "consider/gitstore"

// LoadView returns the view that an earlier read left, or an empty one.
func LoadView(store *gitstore.Store) *View {
	v := NewView()
	if data, written, err := store.ReadCache(ViewFile); err == nil {
		if known, err := decodeView(data); err == nil {
			known.Written = written
			v = known
		}
	}
	return v.complete()
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
