package origin

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"consider/internal/safefs"
)

// Book is the records of one store.
type Book struct {
	here       Here
	store      string
	place      string
	key        []byte   // nil if it cannot be read
	own        []record // of this account, or made at this place
	other      []record // of other accounts and places
	copiesRead bool     // the copies are read too

	brought func(data []byte) bool

	Sealed bool // a record has this account's mark
}

// Ownership is whose a line is, according to a book.
type Ownership int

// The statements of a book.
const (
	Nothing Ownership = iota
	Own               // it is this store's own
	Old               // the store was recorded as own without its line, by an earlier version
	Claimed           // a record that cannot be checked here names it
	Other             // the store's own line is another one
	Foreign           // git brought it
)

// Open reads a store's newest record, and the others when they are needed. brought reports whether git brought a file
// with that content.
func (h Here) Open(store string, brought func(data []byte) bool) *Book {
	b := &Book{here: h, store: store, place: placeOf(store), brought: brought}
	b.key, _ = h.key(false)
	b.read(func(*os.Root) []string { return []string{File} })
	return b
}

func (b *Book) read(names func(root *os.Root) []string) {
	root, err := os.OpenRoot(b.store)
	if err != nil {
		return
	}
	defer root.Close()
	for _, name := range names(root) {
		data, err := safefs.Read(root, name, maxFile)
		var r record
		if err == nil && json.Unmarshal(data, &r) == nil && isID(r.ID) {
			b.add(r, data)
		}
	}
}

func isID(s string) bool {
	data, err := hex.DecodeString(s)
	return err == nil && len(data) == idBytes
}

func (b *Book) add(r record, data []byte) {
	switch {
	case b.key != nil && slices.Contains(r.Marks, r.seal(b.key)):
		b.own = append(b.own, r)
		b.Sealed = true
	case b.brought(data):
	case b.place != "" && r.Place == b.place:
		b.own = append(b.own, r)
	default:
		b.other = append(b.other, r)
	}
}

// copyNames lists the copies of records.
func copyNames(root *os.Root) (names []string) {
	if info, err := root.Lstat(Folder); err != nil || !info.IsDir() {
		return nil
	}
	dir, err := root.Open(Folder)
	if err != nil {
		return nil
	}
	defer dir.Close()
	all, _ := dir.Readdirnames(-1) // names read before an error count
	for _, name := range all {
		if isID(name) {
			names = append(names, Folder+"/"+name)
		}
	}
	return names
}

// Tip returns a commit that is known to be on the store's own line, and the line's first one; "" if none is.
func (b *Book) Tip() (tip, first string) {
	for _, r := range b.own {
		if r.First != "" {
			return r.Tip, r.First
		}
	}
	return "", ""
}

// Of says whose the line is that begins with the commit first, "" if that cannot be read.
func (b *Book) Of(first string) Ownership {
	is := func(r record) bool { return r.First == first && first != "" }
	if slices.ContainsFunc(b.own, is) {
		return Own
	}
	if !b.copiesRead {
		b.copiesRead = true
		b.read(copyNames)
		return b.Of(first)
	}
	all := slices.Concat(b.own, b.other)
	named := func(r record) bool { return r.First != "" }
	switch {
	case slices.ContainsFunc(all, func(r record) bool { return slices.Contains(r.Foreign, first) }):
		return Foreign
	case first == "" && len(b.own) > 0:
		return Old
	case slices.ContainsFunc(b.own, named):
		return Other
	case slices.ContainsFunc(b.own, func(r record) bool { return len(r.Foreign) == 0 }):
		return Old
	case slices.ContainsFunc(all, is):
		return Claimed
	case slices.ContainsFunc(all, named):
		return Other
	}
	return Nothing
}

// Made records that the store was made here, or adopted. first is the first commit of its line, "" before there is one;
// tip is a commit of the line, or "" to keep the one that is recorded. Marks of other accounts stay. It writes only if
// there is something new to say.
func (b *Book) Made(first, tip string) error {
	all := slices.Concat(b.own, b.other)
	i := slices.IndexFunc(all, func(r record) bool { return r.First == first })
	if i < 0 {
		i = slices.IndexFunc(all, func(r record) bool { return r.First == "" && len(r.Foreign) == 0 })
	}
	r := record{ID: random(idBytes)}
	if i >= 0 {
		r = all[i]
	}
	was := fmt.Sprint(r)
	r.First, r.Tip = first, cmp.Or(tip, r.Tip)
	b.sign(&r)
	if fmt.Sprint(r) == was {
		return nil
	}
	return errors.Join(b.write(File, r), b.keep(r))
}

// Refuse records that git brought the line that begins with the commit first.
func (b *Book) Refuse(first string) error {
	r := record{ID: random(idBytes)}
	if len(b.own) > 0 {
		r = b.own[0]
	}
	if slices.Contains(r.Foreign, first) {
		return nil
	}
	r.Foreign = append(r.Foreign, first)
	r.Foreign = r.Foreign[max(0, len(r.Foreign)-maxMarks):]
	b.sign(&r)
	if r.First != "" {
		return errors.Join(b.write(File, r), b.keep(r))
	}
	return b.keep(r)
}

// sign adds what proves the record. Without a home, as in some sandboxes, the place has to do.
func (b *Book) sign(r *record) {
	if b.place != "" {
		r.Place = b.place
	}
	key, err := b.here.key(true)
	if err != nil {
		return
	}
	for _, m := range []string{record{ID: r.ID}.seal(key), r.seal(key)} { // the first is for earlier versions
		if !slices.Contains(r.Marks, m) {
			r.Marks = append(r.Marks, m)
		}
	}
	r.Marks = r.Marks[max(0, len(r.Marks)-maxMarks):]
}

// keep writes the copy of a record. Its folder hides itself from git: a checkout may take the store's .gitignore away.
func (b *Book) keep(r record) error {
	root, err := os.OpenRoot(b.store)
	if err != nil {
		return err
	}
	defer root.Close()
	ignore := Folder + "/.gitignore"
	if err := root.Mkdir(Folder, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := safefs.Create(root, ignore, []byte("*\n"), madeAs(ignore, 0o644)); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := b.write(Folder+"/"+r.ID, r); err != nil {
		return err
	}
	for _, name := range []string{Folder, ignore, Folder + "/" + r.ID} {
		giveFile(root, name)
	}
	return nil
}

func (b *Book) write(name string, r record) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(b.store)
	if err != nil {
		return err
	}
	defer root.Close()
	// Nothing in it is secret, and root may have written it for another user.
	return safefs.Replace(root, name, bytes.NewReader(append(data, '\n')), madeAs(name, 0o644))
}
