package keep

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"consider/internal/fail"
	"consider/internal/safefs"
)

// Keys are the places that may have the key of secret memories, in the order of the search. A person has one key for
// all projects.
type Keys struct {
	Handed  *Handed // by an editor; nil if there is none
	Keyring Keyring // of the system; nil if there is none
	File    string  // absolute path of an identity file; "" if there is none
}

// Keyring keeps texts by name.
type Keyring interface {
	Get(name string) (string, error) // ErrNotExist
	Set(name, secret string) error
}

// newest is the name, in a keyring, of the key for new memories. Each key is also stored under its recipient, so that
// two keys made at the same time do not overwrite each other.
const newest = "memory"

// Handed is a key that an editor provides while it runs. It is never written anywhere.
type Handed struct{ key atomic.Pointer[Key] }

// Hand sets the key.
func (h *Handed) Hand(k *Key) { h.key.Store(k) }

func (h *Handed) get() *Key {
	if h == nil {
		return nil
	}
	return h.key.Load()
}

// modesMatter reports whether a file's mode says who may read it.
const modesMatter = runtime.GOOS != "windows"

// keyringPatience is how long a keyring may take; it may be asking a person who is away.
const keyringPatience = 10 * time.Second

// Find returns the key of a recipient, or any key if recipient is "". If recipient is "" and there is no key, it returns
// nil without an error. It refuses if there is no key of the recipient, or if a place cannot be read.
func (k Keys) Find(ctx context.Context, recipient string) (*Key, error) {
	var others []string
	var problem error
	for _, place := range []struct {
		name string
		get  func() (*Key, error)
	}{
		{"the editor", func() (*Key, error) { return k.Handed.get(), nil }},
		{"the keyring", func() (*Key, error) { return k.fromKeyring(ctx, recipient) }},
		{k.File, k.fromFile},
	} {
		key, err := place.get()
		switch {
		case err != nil:
			problem = errors.Join(problem, fmt.Errorf("%s: %w", place.name, err))
		case key == nil:
		case recipient == "" || key.Recipient() == recipient:
			return key, nil
		default:
			others = append(others, place.name)
		}
	}
	switch {
	case len(others) > 0:
		return nil, fail.Denied("Error: the memory was encrypted with a different key than the one in %s", strings.Join(others, " and ")).
			Hint("restore the key with the public key %s (nothing is lost)", recipient)
	case problem != nil:
		return nil, fail.Denied("Error: cannot read the memory key: %s", strings.Join(strings.Fields(problem.Error()), " "))
	case recipient != "":
		return nil, fail.Denied("Error: the memory is encrypted, and its key was not found").
			Hint("look for the private key that matches public key %s in its owner's keyring, editor or identity file", recipient)
	}
	return nil, nil
}

// Make makes a key and stores it in the keyring or, if that fails, in the identity file.
func (k Keys) Make(ctx context.Context) (*Key, error) {
	key, err := NewKey()
	if err != nil {
		return nil, err
	}
	if k.Keyring != nil {
		_, err := inTime(ctx, func() (string, error) {
			err := k.Keyring.Set(key.Recipient(), key.Secret())
			if err == nil {
				err = k.Keyring.Set(newest, key.Secret())
			}
			return "", err
		})
		if err == nil {
			return key, nil
		}
	}
	if k.File == "" {
		return nil, fail.Denied("Error: cannot store a key: no keyring is available, and the settings folder is unknown").
			Hint("choose another backend: {config memory.backend workspace}")
	}
	return key, writeKey(k.File, key)
}

func (k Keys) fromKeyring(ctx context.Context, recipient string) (*Key, error) {
	if k.Keyring == nil {
		return nil, nil
	}
	for _, name := range []string{recipient, newest} {
		if name == "" {
			continue
		}
		// A keyring that has no key, or does not answer, is skipped.
		if text, err := inTime(ctx, func() (string, error) { return k.Keyring.Get(name) }); err == nil {
			return ParseKey(text)
		}
	}
	return nil, nil
}

// inTime runs a function that may wait for a person without end.
func inTime(ctx context.Context, do func() (string, error)) (string, error) {
	type answer struct {
		text string
		err  error
	}
	done := make(chan answer, 1)
	go func() {
		text, err := do()
		done <- answer{text, err}
	}()
	timer := time.NewTimer(keyringPatience)
	defer timer.Stop()
	select {
	case a := <-done:
		return a.text, a.err
	case <-timer.C:
		return "", errors.New("no response")
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (k Keys) fromFile() (*Key, error) {
	if k.File == "" {
		return nil, nil
	}
	root, err := os.OpenRoot(filepath.Dir(k.File))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer root.Close()
	name := filepath.Base(k.File)
	info, err := safefs.Lstat(root, name)
	var foreign *safefs.NotPlainError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.As(err, &foreign):
		return nil, errors.New("not a regular file")
	case err != nil:
		return nil, err
	case modesMatter && info.Mode().Perm()&0o077 != 0:
		return nil, errors.New("other users can read it: run chmod 600 on it")
	}
	data, err := safefs.Read(root, name, 64<<10)
	if err != nil {
		return nil, err
	}
	return ParseKey(string(data))
}

// writeKey creates the identity file. It never replaces an existing one.
func writeKey(file string, key *Key) error {
	dir := filepath.Dir(file)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	text := "# the key of consider's secret memories; without it they cannot be read\n# public key: " +
		key.Recipient() + "\n" + key.Secret() + "\n"
	return safefs.Create(root, filepath.Base(file), []byte(text), safefs.How{Perm: 0o600, Sync: true})
}
