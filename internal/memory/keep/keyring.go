package keep

import (
	"errors"

	"github.com/zalando/go-keyring"
)

// SystemKeyring is the keyring of the operating system: Keychain, Credential Manager, or the Secret Service of a
// desktop session.
type SystemKeyring struct{}

const keyringService = "consider"

// Get implements [Keyring].
func (SystemKeyring) Get(name string) (string, error) {
	text, err := keyring.Get(keyringService, name)
	if errors.Is(err, keyring.ErrNotFound) {
		return "", ErrNotExist
	}
	return text, err
}

// Set implements [Keyring].
func (SystemKeyring) Set(name, secret string) error { return keyring.Set(keyringService, name, secret) }
