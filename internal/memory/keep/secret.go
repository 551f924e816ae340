package keep

import (
	"bytes"
	"crypto/hmac"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"consider/internal/fail"
)

const (
	keyFile       = "key.json"
	secretVersion = 2 // of the stored form
	boundVersion  = 2 // from this version on, each blob is bound to its path by a MAC
	sealedPins    = "pins" + sealedEnd
)

// Secret is files encrypted in blobs: their contents, paths and pins. The number of files, their sizes and the times of
// changes stay visible.
type Secret struct {
	Blobs Blobs
	Key   *Key

	files map[Path][]byte // decrypted; nil until needed
	bad   []string        // blobs that could not be decrypted, or that no holder of the key wrote
	free  []Path          // files of an earlier version, which are not bound to their paths
}

// RecipientOf returns the recipient for which a secret memory is encrypted; "" if there is no memory yet.
func RecipientOf(b Blobs) (string, error) {
	k, err := readKeyFile(b)
	return k.Recipient, err
}

// keyed is the content of the key file.
type keyed struct {
	Version   int    `json:"version"`
	Recipient string `json:"recipient"`
}

func readKeyFile(b Blobs) (k keyed, err error) {
	data, err := b.Read(keyFile)
	if errors.Is(err, ErrNotExist) {
		return k, nil
	}
	if err != nil {
		return k, err
	}
	if err := json.Unmarshal(data, &k); err != nil {
		return keyed{}, fmt.Errorf("%s: %w", keyFile, err)
	}
	if k.Version > secretVersion {
		return keyed{}, fmt.Errorf("%s: %w", keyFile, fail.ErrNewer)
	}
	return k, nil
}

// head is the first line of the encrypted text.
type head struct {
	Path string `json:"path,omitempty"`
	MAC  string `json:"mac,omitempty"` // of the path and the rest of the text; none in earlier versions
}

func (s *Secret) load() error {
	if s.files != nil {
		return nil
	}
	names, err := s.Blobs.Names()
	if err != nil {
		return err
	}
	k, err := readKeyFile(s.Blobs)
	if err != nil {
		return err
	}
	s.files = map[Path][]byte{}
	free := map[string]Path{} // by name of the blob
	bound := k.Version >= boundVersion
	for _, name := range names {
		if !strings.HasSuffix(name, sealedEnd) || name == sealedPins {
			continue
		}
		data, err := s.Blobs.Read(name)
		if err != nil {
			return err
		}
		p, content, state := s.open(name, data)
		switch state {
		case unreadable:
			s.bad = append(s.bad, name)
			continue
		case isBound:
			bound = true
		case isFree:
			free[name] = p
		}
		s.files[p] = content
	}
	for name, p := range free {
		if bound { // anyone could have written it
			delete(s.files, p)
			s.bad = append(s.bad, name)
		} else {
			s.free = append(s.free, p)
		}
	}
	slices.Sort(s.bad)
	return nil
}

// opened says who can have written a blob.
type opened int

const (
	unreadable opened = iota
	isFree            // of an earlier version, without a MAC
	isBound
)

// open decrypts one file. The blob's name must be the one of its path, so that one blob cannot replace another, and a MAC
// must be right.
func (s *Secret) open(name string, data []byte) (Path, []byte, opened) {
	h, content, err := s.unwrap(data)
	if err != nil {
		return "", nil, unreadable
	}
	p, err := parseKept(h.Path)
	switch {
	case err != nil || s.Key.name(p) != name:
		return "", nil, unreadable
	case h.MAC == "":
		return p, content, isFree
	case !hmac.Equal([]byte(h.MAC), []byte(s.Key.mac("file "+string(p), content))):
		return "", nil, unreadable
	}
	return p, content, isBound
}

// unwrap decrypts a blob, and separates its head.
func (s *Secret) unwrap(data []byte) (h head, content []byte, err error) {
	plain, err := s.Key.decrypt(data)
	if err != nil {
		return h, nil, err
	}
	first, content, _ := bytes.Cut(plain, []byte("\n"))
	return h, content, json.Unmarshal(first, &h)
}

// List implements [Files].
func (s *Secret) List() ([]File, error) {
	if err := s.load(); err != nil {
		return nil, err
	}
	var out []File
	for p, data := range s.files {
		out = append(out, File{p, len(data)})
	}
	sortFiles(out)
	return out, nil
}

// Read implements [Files].
func (s *Secret) Read(p Path) ([]byte, error) {
	if err := s.load(); err != nil {
		return nil, err
	}
	if data, ok := s.files[p]; ok {
		return data, nil
	}
	return nil, ErrNotExist
}

// Check refuses a path whose file cannot be decrypted, as it would be overwritten.
func (s *Secret) Check(p Path, given string) error {
	if err := s.load(); err != nil {
		return err
	}
	if slices.Contains(s.bad, s.Key.name(p)) {
		return fail.Denied("Error: %s is damaged and cannot be decrypted", clip(given)).Hint("'{undo}' or a backup of the store may restore it")
	}
	return nil
}

// Pins implements [Files].
func (s *Secret) Pins() ([]Path, error) {
	return getPins(s.Blobs, sealedPins, func(data []byte) ([]byte, error) {
		h, content, err := s.unwrap(data)
		if err == nil && hmac.Equal([]byte(h.MAC), []byte(s.Key.mac("pins", content))) {
			return content, nil
		}
		if err := s.load(); err != nil {
			return nil, err
		}
		if plain, err := s.Key.decrypt(data); err == nil && h.MAC == "" && s.areFree() {
			return plain, nil
		}
		return []byte("[]"), nil // pins only order files
	})
}

// areFree reports whether the memory is of an earlier version.
func (s *Secret) areFree() bool {
	k, err := readKeyFile(s.Blobs)
	return err == nil && k.Version < boundVersion && len(s.free) == len(s.files)
}

// Apply makes an edit. It binds files and pins of an earlier version too.
func (s *Secret) Apply(e Edit) error {
	if err := s.load(); err != nil {
		return err
	}
	pins := e.Pins
	if !e.Repin {
		var err error
		if pins, err = s.Pins(); err != nil {
			return err
		}
	}
	mine, err := json.Marshal(keyed{secretVersion, s.Key.Recipient()})
	if err != nil {
		return err
	}
	s.Blobs.Put(keyFile, append(mine, '\n'))
	for _, p := range e.Remove {
		if err := s.Blobs.Remove(s.Key.name(p)); err != nil {
			return err
		}
	}
	write := map[Path][]byte{}
	for _, p := range s.free {
		if !slices.Contains(e.Remove, p) {
			write[p] = s.files[p]
		}
	}
	maps.Copy(write, e.Write)
	for p, data := range write {
		sealed, err := s.wrap(head{Path: p.String()}, "file "+string(p), data)
		if err != nil {
			return err
		}
		s.Blobs.Put(s.Key.name(p), sealed)
	}
	if !e.Repin && len(s.free) == 0 {
		return nil
	}
	return putPins(s.Blobs, sealedPins, pins, func(data []byte) ([]byte, error) { return s.wrap(head{}, "pins", data) })
}

// wrap encrypts a blob, with a head that binds it.
func (s *Secret) wrap(h head, purpose string, content []byte) ([]byte, error) {
	h.MAC = s.Key.mac(purpose, content)
	first, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	return s.Key.encrypt(append(append(first, '\n'), content...))
}
