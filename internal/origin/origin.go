// Package origin distinguishes a store that was made here from one that came with an archive or a checkout, whose threads a
// stranger may have written in the person's name.
//
// A record says which line of commits is the store's own, by the id of its first commit. It is believed in two cases:
//
//   - it has a mark, made of its id and that commit with a key that only this account has. That stays true where a
//     store is copied, moved, restored, or lies on a disk of several machines;
//   - it has the place: the number of the store's folder on its disk with the time at which it was made, to the
//     nanosecond, which the maker of an archive cannot know. It is for programs that cannot see the account's key:
//     agents in a sandbox, containers with a home folder of their own.
//
// A checkout can replace every file whose name it knows, so each record is also kept under its random id. A record
// that git brought and that has no mark of this account says nothing.
//
// A person who once had the store can give it back changed, with its marks. That is not detected.
package origin

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"consider/internal/safefs"
)

// File is the name of the newest record in a store's folder. Folder holds a copy of each record, under its id.
const (
	File   = "origin"
	Folder = "origins"
)

const (
	maxFile  = 16 << 10
	maxMarks = 64
	keyBytes = 32
	idBytes  = 16
)

// record is one file.
type record struct {
	ID      string   `json:"id"`
	Place   string   `json:"place,omitempty"`
	Marks   []string `json:"marks,omitempty"`
	First   string   `json:"first,omitempty"`   // first commit of the store's own line
	Tip     string   `json:"tip,omitempty"`     // a commit of that line, not far from its newest
	Foreign []string `json:"foreign,omitempty"` // first commits of lines that git brought
}

// Here is what this process can know a store by.
type Here struct {
	Key string // file of the account's key, absolute; "" where there is no home
}

// Place is a folder's number on its disk with the time at which it was made, which the maker of an archive cannot know; ""
// where the disk does not report it.
func Place(dir string) string { return placeOf(dir) }

// CanTell reports whether anything can be recorded here.
func (h Here) CanTell(store string) bool {
	if placeOf(store) != "" {
		return true
	}
	_, err := h.key(true)
	return err == nil
}

// madeAs returns how a file is made: whole and durable. The rest of a killed program is swept with those of the store.
func madeAs(name string, perm fs.FileMode) safefs.How {
	return safefs.How{Temp: name + ".tmp-", Perm: perm, Sync: true}
}

// Proof is "" or the proof that a program of this machine wrote data into a store's folder. It contains what the maker of
// an archive or a checkout cannot know: the folder's place or, where that is not reported, the account's key.
func (h Here) Proof(store string, data []byte) string {
	secret := []byte(placeOf(store))
	if len(secret) == 0 {
		secret, _ = h.key(false)
	}
	if len(secret) == 0 {
		return ""
	}
	m := hmac.New(sha256.New, secret)
	m.Write(data)
	return hex.EncodeToString(m.Sum(nil))
}

// seal is the mark of an account on what a record says. One without a first commit is of an earlier version.
func (r record) seal(key []byte) string {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(strings.TrimSpace("consider store " + r.ID + " " + r.First)))
	return hex.EncodeToString(m.Sum(nil))
}

// key reads the account's key, and makes it when it is not there.
func (h Here) key(create bool) ([]byte, error) {
	if h.Key == "" {
		return nil, fs.ErrNotExist
	}
	dir, name := filepath.Split(h.Key)
	if create {
		if _, err := os.Stat(filepath.Dir(filepath.Dir(filepath.Clean(dir)))); err != nil {
			return nil, err // an account without a home gets none
		}
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	text, err := safefs.Read(root, name, maxFile)
	if create && errors.Is(err, fs.ErrNotExist) {
		// Of two that make one, the first counts.
		err = safefs.Create(root, name, []byte(random(keyBytes)+"\n"), madeAs(name, 0o600))
		if err == nil || errors.Is(err, fs.ErrExist) {
			text, err = safefs.Read(root, name, maxFile)
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
