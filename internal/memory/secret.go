package memory

import (
	"context"
	"crypto/hmac"
	"encoding/json"
	"time"

	"consider/internal/memory/keep"
	"consider/internal/review/history"
	"consider/internal/session"
)

// SecretDir is the folder of the store's tree that holds the encrypted memory.
const SecretDir = memoryDir + "/secret"

// secretKey finds the key of the encrypted memory; nil when no key exists and none is needed yet.
func secretKey(ctx context.Context, s *session.Session) (*keep.Key, error) {
	recipient, err := recipient(ctx, s)
	if err != nil {
		return nil, err
	}
	return s.Keys.Find(ctx, recipient)
}

// recipient returns the age recipient for which the memory is encrypted; "" while there is no memory.
func recipient(ctx context.Context, s *session.Session) (string, error) {
	r, err := stateOf(ctx, s)
	if err != nil {
		return "", err
	}
	return keep.RecipientOf(blobs{r: r, dir: SecretDir})
}

// sealedPart is the part of a log entry that only holders of the key can read.
type sealedPart struct {
	Path  string `json:"path,omitempty"`
	To    string `json:"to,omitempty"`
	Error string `json:"error,omitempty"`
}

// sealer removes the secret part of an entry and, if there is a key, adds it encrypted.
func sealer(key *keep.Key) func(*MemoryEntry) {
	return func(e *MemoryEntry) {
		part := sealedPart{e.Path, e.To, e.Error}
		e.Path, e.To, e.Error = "", "", ""
		if key == nil {
			return
		}
		if data, err := json.Marshal(part); err == nil {
			e.Sealed, _ = key.Seal(string(data))
		}
		if data, err := json.Marshal(e); err == nil {
			e.MAC = key.Signs(data)
		}
	}
}

// isSigned reports whether a holder of the key wrote an entry.
func (e MemoryEntry) isSigned(key *keep.Key) bool {
	mac := e.MAC
	e.MAC = ""
	data, err := json.Marshal(e)
	return err == nil && hmac.Equal([]byte(mac), []byte(key.Signs(data)))
}

// unsealer decrypts the secret part of entries, if the key is available. It omits that of entries which anyone could have
// written: those without a right MAC, unless they are of an earlier version.
func unsealer(ctx context.Context, s *session.Session) func(e *MemoryEntry, earlier bool) {
	var key *keep.Key
	asked := false
	return func(e *MemoryEntry, earlier bool) {
		was := *e
		e.Sealed, e.MAC = "", ""
		if was.Sealed == "" {
			return
		}
		if !asked {
			asked = true
			key, _ = secretKey(ctx, s)
		}
		if key == nil || !was.isSigned(key) && !(earlier && was.MAC == "") {
			return
		}
		text, err := key.Unseal(was.Sealed)
		var part sealedPart
		if err == nil && json.Unmarshal([]byte(text), &part) == nil {
			e.Path, e.To, e.Error = part.Path, part.To, part.Error
		}
	}
}

// MemoryEntry is one operation on the memory, carried out or refused.
type MemoryEntry struct {
	At      time.Time   `json:"at"`
	By      history.Who `json:"by"`
	Command string      `json:"command"`
	Path    string      `json:"path,omitempty"` // "" if it is secret and the key is not available
	To      string      `json:"to,omitempty"`   // of a rename
	Backend string      `json:"backend"`
	Branch  string      `json:"branch,omitempty"`
	OK      bool        `json:"ok"`
	Error   string      `json:"error,omitempty"` // the beginning of the answer

	Sealed string `json:"sealed,omitempty"` // path and to, encrypted; never leaves the store
	MAC    string `json:"mac,omitempty"`    // of the entry, by a holder of the key; never leaves the store
}
