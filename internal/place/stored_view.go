package place

import (
	"encoding/binary"

	"consider/gitstore"
)

// LoadView returns the view that an earlier read left, or an empty one.
func LoadView(store *gitstore.Store) *View {
	v, err := readView(store)
	if err != nil {
		v = NewView()
	}
	return v.complete()
}

// firstPart is how many bytes of a view are read at first. Most views are shorter.
const firstPart = 256 << 10

// readView reads the index of a view, and its rows too when the whole view is short.
func readView(store *gitstore.Store) (*View, error) {
	f, info, err := store.OpenCache(ViewFile)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	if info.Size() > maxView {
		return nil, errView
	}
	text, err := readText(f, 0, min(info.Size(), firstPart))
	if err != nil || len(text) < headSize || text[:len(ViewFormat)] != ViewFormat {
		return nil, errView
	}
	head := []byte(text[len(ViewFormat):headSize])
	from := int64(headSize) + int64(binary.LittleEndian.Uint32(head))
	if from > info.Size() {
		return nil, errView
	}
	if from > int64(len(text)) {
		if text, err = readText(f, 0, from); err != nil {
			return nil, err
		}
	}
	if binary.LittleEndian.Uint32(head[4:]) != sumOf(text[headSize:from]) {
		return nil, errView
	}
	v, err := decodeView(text[headSize:from])
	if err != nil {
		return nil, err
	}
	v.Written = info.ModTime()
	v.kept.store, v.kept.start, v.kept.from = store, text[:headSize], from
	if int64(len(text)) == info.Size() {
		v.kept.text = text[from:]
	}
	return v, nil
}

// Save writes the view for the next read. Errors are ignored: a store that cannot be written to can still be read.
func (v *View) Save(store *gitstore.Store) {
	if !v.Dirty {
		return
	}
	if data, err := EncodeView(v); err == nil {
		_ = store.WriteCache(ViewFile, data)
	}
}
