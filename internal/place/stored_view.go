package place

import (
	"bytes"
	"encoding/gob"
	"errors"
	"io"
	"reflect"
	"slices"

	"consider/anchor"
	"consider/gitstore"
)

// ViewFormat begins a view's file. Raise it when the same thread gives other values than before; new fields need no
// other format. The rest of the line is a proof that the file was written here, whole, and with the same fields: a
// checkout can bring it, and a power cut can tear it. Then follows the view as encoding/gob writes it; JSON takes four
// times as long, half of the time of a list. Any other file is ignored.
const ViewFormat = "consider view/20 " + anchor.Version + " "

var errView = errors.New("not a view that was written here")

// Prove returns a proof that only this account, or a program that sees this folder, can make of data; "" if it cannot.
type Prove func(data []byte) string

// encode returns the bytes of a view for the cache of a store.
func (v *View) encode(prove Prove) ([]byte, error) {
	var data bytes.Buffer
	err := gob.NewEncoder(&data).Encode(&v.stored)
	proof := proofOf(data.Bytes(), prove)
	if err != nil || proof == "" {
		return nil, errors.Join(errView, err)
	}
	return slices.Concat([]byte(ViewFormat), []byte(proof), []byte("\n"), data.Bytes()), nil
}

func decodeView(text []byte, prove Prove) (*View, error) {
	rest, ok := bytes.CutPrefix(text, []byte(ViewFormat))
	proof, data, cut := bytes.Cut(rest, []byte("\n"))
	if !ok || !cut || len(proof) == 0 || string(proof) != proofOf(data, prove) {
		return nil, errView
	}
	v := NewView()
	v.Dirty = false
	return v, gob.NewDecoder(bytes.NewReader(data)).Decode(&v.stored)
}

func proofOf(data []byte, prove Prove) string {
	return prove(slices.Concat([]byte(fields(reflect.TypeFor[stored]())), data))
}

// fields names the fields of a type and of all types in it.
func fields(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return t.Kind().String() + " " + fields(t.Elem())
	case reflect.Struct:
		out := t.Name()
		for f := range t.Fields() {
			out += " " + f.Name + " " + fields(f.Type)
		}
		return out + ";"
	}
	return t.Name()
}

// maxView bounds the bytes of a view that is read.
const maxView = 256 << 20

// LoadView returns the view that an earlier read left under a name, or an empty one.
func LoadView(store *gitstore.Store, name string, prove Prove) *View {
	v, err := readView(store, name, prove)
	if err != nil {
		return NewView()
	}
	return v
}

func readView(store *gitstore.Store, name string, prove Prove) (*View, error) {
	f, info, err := store.OpenCache(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	if info.Size() > maxView {
		return nil, errView
	}
	text := make([]byte, info.Size())
	if _, err := f.ReadAt(text, 0); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	v, err := decodeView(text, prove)
	if err != nil {
		return nil, err
	}
	v.Written = info.ModTime()
	return v, nil
}

// Save writes the view for the next read. Errors are ignored: a store that cannot be written to can still be read.
func (v *View) Save(store *gitstore.Store, name string, prove Prove) {
	if !v.Dirty {
		return
	}
	if data, err := v.encode(prove); err == nil {
		_ = store.WriteCache(name, data)
	}
}
