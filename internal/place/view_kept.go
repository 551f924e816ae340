package place

import (
	"io"
	"unsafe"

	"consider/internal/thread"
)

// leastRow and leastHead are the least bytes that a row and a head take: a count that would need more is damage.
const (
	leastRow  = rowHead + 30
	leastHead = 15
)

// Heads returns the heads of all rows, in their order.
func (v *View) Heads() ([]Head, error) {
	if v.heads == nil && v.kept != nil {
		v.heads = v.kept.decodeHeads()
	}
	if v.heads != nil {
		return v.heads, nil
	}
	rows, err := v.Rows()
	if err != nil {
		return nil, err
	}
	known := v.nearTo(rows)
	v.heads = make([]Head, len(rows))
	for i := range rows {
		near := v.Places[rows[i].ID]
		if near == nil && known != nil {
			near = known[i]
		}
		v.heads[i] = headOf(&rows[i], near)
	}
	return v.heads, nil
}

// decodeHeads returns nil when the heads are damaged.
func (k *kept) decodeHeads() []Head {
	heads := make([]Head, 0, min(k.n, len(k.heads)/leastHead))
	c := &codec{in: k.heads, words: k.words}
	at := 0
	for range k.n {
		var h Head
		if c.head(&h); c.err != nil || h.size < rowHead {
			return nil
		}
		h.at = at
		at += h.size
		heads = append(heads, h)
	}
	return heads
}

// Rows returns all rows of active threads. Callers must not change them.
func (v *View) Rows() ([]thread.Row, error) {
	if v.kept == nil {
		return v.rows, nil
	}
	k := v.kept
	v.kept = nil
	if rows, near, ok := k.decodeRows(); ok {
		v.rows, v.near = rows, near
		return rows, nil
	}
	v.heads, v.Dirty = nil, true
	if v.snap == nil {
		return nil, errView
	}
	var err error
	v.rows, v.Damaged, err = thread.ReadRows(v.snap, thread.Active, nil)
	return v.rows, err
}

// RowsOf returns the rows of some threads, in the order of all rows. For few threads it reads only their rows.
func (v *View) RowsOf(ids []string) ([]thread.Row, error) {
	wanted := make(map[string]bool, len(ids))
	for _, id := range ids {
		wanted[id] = true
	}
	heads, err := v.Heads()
	if err != nil {
		return nil, err
	}
	if v.kept != nil && len(wanted) <= len(heads)/4 {
		var some []*Head
		for i := range heads {
			if wanted[heads[i].ID] {
				some = append(some, &heads[i])
			}
		}
		if rows, ok := v.decodeSome(some); ok {
			return rows, nil
		}
	}
	all, err := v.Rows()
	var rows []thread.Row
	for i := range all {
		if wanted[all[i].ID] {
			rows = append(rows, all[i])
		}
	}
	return rows, err
}

// decodeSome reads the rows of some heads, and notes their places.
func (v *View) decodeSome(heads []*Head) ([]thread.Row, bool) {
	rows := make([]thread.Row, len(heads))
	texts, ok := v.kept.read(heads)
	for i, text := range texts {
		var near *Result
		body, rest, whole := cutRow(text)
		c := &codec{in: body, words: v.kept.words}
		c.body(&rows[i], &near, func() *Result { return &Result{} })
		if !whole || rest != "" || c.err != nil || c.in != "" || rows[i].ID != heads[i].ID {
			return nil, false
		}
		if near != nil && v.Places[rows[i].ID] == nil {
			v.Places[rows[i].ID] = near
		}
	}
	return rows, ok
}

// decodeRows reads all rows with their places.
func (k *kept) decodeRows() ([]thread.Row, []*Result, bool) {
	text, ok := k.readAll()
	if !ok {
		return nil, nil, false
	}
	if k.n > len(text)/leastRow {
		return nil, nil, false
	}
	rows, near := make([]thread.Row, 0, k.n), make([]*Result, k.n)
	var results []Result // one block of memory for many results
	room := func() *Result {
		if len(results) == cap(results) {
			results = make([]Result, 0, 256)
		}
		results = append(results, Result{})
		return &results[len(results)-1]
	}
	c := &codec{words: k.words}
	for i := range k.n {
		rows = append(rows, thread.Row{})
		if c.in, text, ok = cutRow(text); !ok {
			return nil, nil, false
		}
		if c.body(&rows[i], &near[i], room); c.err != nil || c.in != "" {
			return nil, nil, false
		}
	}
	return rows, near, text == ""
}

// readAll returns the rows as they are written.
func (k *kept) readAll() (string, bool) {
	if k.text != "" || k.n == 0 {
		return k.text, true
	}
	var text string
	ok := k.open(func(f io.ReaderAt, size int64) (err error) {
		text, err = readText(f, k.from, size-k.from)
		return err
	})
	return text, ok
}

// read returns some rows as they are written.
func (k *kept) read(heads []*Head) ([]string, bool) {
	texts := make([]string, len(heads))
	if k.text != "" {
		for i := range heads {
			if end := heads[i].at + heads[i].size; end <= len(k.text) {
				texts[i] = k.text[heads[i].at:end]
			}
		}
		return texts, true
	}
	ok := k.open(func(f io.ReaderAt, size int64) (err error) {
		for i := range heads {
			from, n := k.from+int64(heads[i].at), int64(heads[i].size)
			if from+n > size {
				return errView
			}
			if texts[i], err = readText(f, from, n); err != nil {
				return err
			}
		}
		return nil
	})
	return texts, ok
}

// open reads from the file that the index came from. It returns false when the file has been replaced or cannot be read.
func (k *kept) open(read func(f io.ReaderAt, size int64) error) bool {
	if k.store == nil {
		return false
	}
	f, info, err := k.store.OpenCache(ViewFile)
	if err != nil {
		return false
	}
	defer func() { _ = f.Close() }()
	start := make([]byte, len(k.start))
	_, err = f.ReadAt(start, 0)
	return err == nil && string(start) == k.start && info.Size() >= k.from && info.Size() <= maxView && read(f, info.Size()) == nil
}

// maxView bounds the bytes of a view: enough for a million threads.
const maxView = 512 << 20

// readText reads n bytes of a file from an offset, into memory that texts can be cut out of.
func readText(f io.ReaderAt, from, n int64) (string, error) {
	data := make([]byte, n)
	if _, err := f.ReadAt(data, from); err != nil {
		return "", err
	}
	return unsafe.String(unsafe.SliceData(data), n), nil
}
