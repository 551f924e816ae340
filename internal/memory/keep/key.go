package keep

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"filippo.io/age"
)

// Key opens a secret memory: an age identity, and two keys derived from it, for the names of blobs and for what proves that
// a holder of the key wrote them. Anyone can encrypt for the identity's recipient, which is in the store.
type Key struct {
	identity    *age.X25519Identity
	names, macs []byte
}

// NewKey makes a key.
func NewKey() (*Key, error) {
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		return nil, fmt.Errorf("make a key: %w", err)
	}
	return keyOf(identity), nil
}

// ParseKey reads a key as [Key.Secret] writes it. Lines that begin with # are comments, as in age's own files.
func ParseKey(text string) (*Key, error) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		identity, err := age.ParseX25519Identity(line)
		if err != nil {
			return nil, errBadKey // age's own error may contain a part of the key
		}
		return keyOf(identity), nil
	}
	return nil, errBadKey
}

var errBadKey = errors.New("not a memory key: it must begin with AGE-SECRET-KEY-1")

func keyOf(identity *age.X25519Identity) *Key {
	derive := func(purpose string) []byte {
		mac := hmac.New(sha256.New, []byte(identity.String()))
		mac.Write([]byte("consider memory " + purpose))
		return mac.Sum(nil)
	}
	return &Key{identity, derive("names"), derive("macs")}
}

// mac proves that a holder of the key wrote the data for a purpose, which includes its name.
func (k *Key) mac(purpose string, data []byte) string {
	mac := hmac.New(sha256.New, k.macs)
	mac.Write(fmt.Appendf(nil, "%d %s", len(purpose), purpose))
	mac.Write(data)
	return hex.EncodeToString(mac.Sum(nil))
}

// Signs returns what proves that a holder of the key wrote an entry of the log.
func (k *Key) Signs(entry []byte) string { return k.mac("log", entry) }

// Secret returns the key as text. It may go to a keyring, but never to a store, a log or an answer.
func (k *Key) Secret() string { return k.identity.String() }

// Recipient identifies the key without revealing it.
func (k *Key) Recipient() string { return k.identity.Recipient().String() }

// name is the blob's name for a path. It reveals nothing without the key.
func (k *Key) name(p Path) string {
	mac := hmac.New(sha256.New, k.names)
	mac.Write([]byte(p))
	sum := hex.EncodeToString(mac.Sum(nil)[:20])
	return sum[:2] + "/" + sum[2:] + sealedEnd
}

const sealedEnd = ".age"

// Seal encrypts a short text, for a place that holds only text.
func (k *Key) Seal(text string) (string, error) {
	data, err := k.encrypt([]byte(text))
	return base64.RawStdEncoding.EncodeToString(data), err
}

// Unseal reads what Seal wrote.
func (k *Key) Unseal(text string) (string, error) {
	data, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil {
		return "", err
	}
	plain, err := k.decrypt(data)
	return string(plain), err
}

func (k *Key) encrypt(data []byte) ([]byte, error) {
	var out bytes.Buffer
	w, err := age.Encrypt(&out, k.identity.Recipient())
	if err != nil {
		return nil, fmt.Errorf("encrypt: %w", err)
	}
	if _, err := w.Write(data); err != nil {
		return nil, fmt.Errorf("encrypt: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("encrypt: %w", err)
	}
	return out.Bytes(), nil
}

func (k *Key) decrypt(data []byte) ([]byte, error) {
	r, err := age.Decrypt(bytes.NewReader(data), k.identity)
	if err != nil {
		return nil, fmt.Errorf("decrypt: %w", err)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("decrypt: %w", err)
	}
	return plain, nil
}
