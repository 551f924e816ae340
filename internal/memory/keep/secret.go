package keep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"consider/internal/fail"
)

const (
	keyFile       = "key.json"
	secretVersion = 1 // of the stored form
	sealedPins    = "pins" + sealedEnd
)

// Secret is files encrypted in blobs: their contents, paths and pins. The number of files, their sizes and the times of
// changes stay visible.
type Secret struct {
	Blobs Blobs
	Key   *Key

	files map[Path][]byte // decrypted; nil until needed
	bad   []string        // blobs that could not be decrypted
}

// RecipientOf returns the recipient for which a secret memory is encrypted; "" if there is no memory yet.
func RecipientOf(b Blobs) (string, error) {
	data, err := b.Read(keyFile)
	if errors.Is(err, ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	var k struct {
		Version   int    `json:"version"`
		Recipient string `json:"recipient"`
	}
	if err := json.Unmarshal(data, &k); err != nil {
		return "", fmt.Errorf("%s: %w", keyFile, err)
	}
	if k.Version > secretVersion {
		return "", fmt.Errorf("%s: %w", keyFile, fail.ErrNewer)
	}
	return k.Recipient, nil
}

// Damaged returns the blobs that could not be decrypted; the other files are intact.
func (s *Secret) Damaged() ([]string, error) {
	err := s.load()
	return s.bad, err
}

// head is the first line of the encrypted text.
type head struct {
	Path string `json:"path"`
}

func (s *Secret) load() error {
	if s.files != nil {
		return nil
	}
	names, err := s.Blobs.Names()
	if err != nil {
		return err
	}
	s.files = map[Path][]byte{}
	for _, name := range names {
		if !strings.HasSuffix(name, sealedEnd) || name == sealedPins {
			continue
		}
		data, err := s.Blobs.Read(name)
		if err != nil {
			return err
		}
		if p, content, ok := s.open(name, data); ok {
			s.files[p] = content
		} else {
			s.bad = append(s.bad, name)
		}
	}
	return nil
}

// open decrypts one file. The blob's name must be the one of its path, so that one blob cannot replace another.
func (s *Secret) open(name string, data []byte) (Path, []byte, bool) {
	plain, err := s.Key.decrypt(data)
	if err != nil {
		return "", nil, false
	}
	first, content, ok := bytes.Cut(plain, []byte("\n"))
	var h head
	if !ok || json.Unmarshal(first, &h) != nil {
		return "", nil, false
	}
	p, err := parseKept(h.Path)
	return p, content, err == nil && s.Key.name(p) == name
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
		return refuse(Denied, "Error: %s is damaged and cannot be decrypted", clip(given)).hint("'{undo}' or a backup of the store may restore it")
	}
	return nil
}

// Pins implements [Files].
func (s *Secret) Pins() ([]Path, error) { return getPins(s.Blobs, sealedPins, s.Key.decrypt) }

// Apply makes an edit.
func (s *Secret) Apply(e Edit) error {
	mine, err := json.Marshal(map[string]any{"version": secretVersion, "recipient": s.Key.Recipient()})
	if err != nil {
		return err
	}
	if err := s.Blobs.Put(keyFile, append(mine, '\n')); err != nil {
		return err
	}
	for _, p := range e.Remove {
		if err := s.Blobs.Remove(s.Key.name(p)); err != nil {
			return err
		}
	}
	for p, data := range e.Write {
		first, err := json.Marshal(head{p.String()})
		if err != nil {
			return err
		}
		sealed, err := s.Key.encrypt(append(append(first, '\n'), data...))
		if err != nil {
			return err
		}
		if err := s.Blobs.Put(s.Key.name(p), sealed); err != nil {
			return err
		}
	}
	if !e.Repin {
		return nil
	}
	return putPins(s.Blobs, sealedPins, e.Pins, s.Key.encrypt)
}
