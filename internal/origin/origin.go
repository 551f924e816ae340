// Package origin tells a store that was made here from one that came with an archive, whose threads a stranger may have
// written in the person's name.
//
// The store's file origin says it in two ways, of which one is enough:
//
//   - a mark, made of the store's own id with a key that only this account has. It stays true where a store is copied,
//     moved, restored, or lies on a disk of several machines;
//   - the place: the number of the store's folder on its disk with the time at which it was made, to the nanosecond,
//     which the maker of an archive cannot know. It is for programs that cannot see the account's key: agents in a
//     sandbox, containers with a home folder of their own.
//
// A person who once had the store can give it back changed, with its marks. That is not detected.
package origin

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// File is the name of the file in a store's folder.
const File = "origin"

const (
	maxFile  = 16 << 10
	maxMarks = 64
	keyBytes = 32
)

// record is the file.
type record struct {
	ID    string   `json:"id"`
	Place string   `json:"place,omitempty"`
	Marks []string `json:"marks,omitempty"`
}

// Here is what this process can know a store by.
type Here struct {
	Key string // file of the account's key, absolute; "" where there is no home
}

// Made reports whether the store was made here. Where nothing could be known of any store, it is true.
func (h Here) Made(store string) bool {
	r, err := read(store)
	if err != nil {
		return !h.canTell(store)
	}
	if place := placeOf(store); place != "" && r.Place == place {
		return true
	}
	key, err := h.key(false)
	return err == nil && slices.ContainsFunc(r.Marks, func(m string) bool { return hmac.Equal([]byte(m), []byte(mark(key, r.ID))) })
}

// Place is a folder's number on its disk with the time at which it was made, which the maker of an archive cannot know; ""
// where the disk does not tell it.
func Place(dir string) string { return placeOf(dir) }

// canTell reports whether anything can be recorded here.
func (h Here) canTell(store string) bool {
	if placeOf(store) != "" {
		return true
	}
	_, err := h.key(true)
	return err == nil
}

// Record records that the store was made, or adopted, here. Other accounts' marks stay. It writes only when there is
// something new to say.
func (h Here) Record(store string) error {
	r, err := read(store)
	was := fmt.Sprint(r)
	if err != nil || r.ID == "" {
		r = record{ID: random(16)}
	}
	if place := placeOf(store); place != "" {
		r.Place = place
	}
	// Without a home, as in some sandboxes, the place has to do.
	if key, err := h.key(true); err == nil {
		if m := mark(key, r.ID); !slices.Contains(r.Marks, m) {
			r.Marks = append(r.Marks, m)
		}
	}
	r.Marks = r.Marks[max(0, len(r.Marks)-maxMarks):]
	if fmt.Sprint(r) == was {
		return nil
	}
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(store)
	if err != nil {
		return err
	}
	defer root.Close()
	tmp := File + ".tmp-" + random(8)
	err = write(root, tmp, append(data, '\n'), 0o644) // nothing in it is secret, and root may have written it for another user
	if err == nil {
		err = root.Rename(tmp, File)
	}
	if err != nil {
		_ = root.Remove(tmp)
	}
	return err
}

func write(root *os.Root, name string, data []byte, perm fs.FileMode) error {
	f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Sync(), f.Close())
}

func read(store string) (record, error) {
	root, err := os.OpenRoot(store)
	if err != nil {
		return record{}, err
	}
	defer root.Close()
	data, err := small(root, File)
	if err != nil {
		return record{}, err
	}
	var r record
	if err := json.Unmarshal(data, &r); err != nil {
		return record{}, err
	}
	return r, nil
}

// small reads a small regular file, and waits for nothing that poses as one.
func small(root *os.Root, name string) ([]byte, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxFile {
		return nil, fmt.Errorf("%s: %w", name, fs.ErrInvalid)
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxFile))
}

func mark(key []byte, id string) string {
	m := hmac.New(sha256.New, key)
	m.Write([]byte("consider store " + id))
	return hex.EncodeToString(m.Sum(nil))
}

// key reads the account's key, and makes it when it is not there.
func (h Here) key(create bool) ([]byte, error) {
	if h.Key == "" {
		return nil, fs.ErrNotExist
	}
	dir, name := filepath.Split(h.Key)
	if create {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	text, err := small(root, name)
	if create && errors.Is(err, fs.ErrNotExist) {
		// Of two that make one, the first counts: a link, unlike a rename, replaces nothing.
		tmp := name + ".tmp-" + random(8)
		err = write(root, tmp, []byte(random(keyBytes)+"\n"), 0o600)
		if err == nil {
			err = root.Link(tmp, name)
		}
		_ = root.Remove(tmp)
		if err == nil || errors.Is(err, fs.ErrExist) {
			text, err = small(root, name)
		}
	}
	if err != nil {
		return nil, err
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err == nil && len(key) != keyBytes {
		err = fmt.Errorf("%s: %w", h.Key, fs.ErrInvalid)
	}
	return key, err
}

func random(n int) string {
	b := make([]byte, n)
	rand.Read(b) // never fails
	return hex.EncodeToString(b)
}
