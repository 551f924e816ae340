package hook

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path"
	"path/filepath"
	"strings"

	"consider/internal/safefs"
)

// The names below the folder of a project and below that of a store that a quiet call looks at. They are those of
// packages that a call which is to be over in two milliseconds cannot load: internal/worktree and gitstore. Were they
// others, no call would be quiet, and internal/proof counts what one asks of the system.
const (
	storeName = ".consider"
	tipFile   = "refs/heads/threads"
)

// maxTip is how much is read of the ref and of a note of it.
const maxTip = 1 << 10

// FoldersOf are the folders in which the project of a call is looked for, the likeliest first. dir is where the agent started us.
func FoldersOf(c Call, getenv func(string) string, dir string) []string {
	var out []string
	for _, at := range append(c.Dirs[:len(c.Dirs):len(c.Dirs)],
		getenv("CLAUDE_PROJECT_DIR"), getenv("GEMINI_PROJECT_DIR"), getenv("CURSOR_PROJECT_DIR"), dir) {
		if at != "" {
			out = append(out, at)
		}
	}
	return out
}

// Quiet is the note that a call found nothing new while the store's ref held these bytes. What waits for an agent depends
// on nothing but the commit that the ref names, so until the ref moves the same call finds nothing new again, and need not look.
type Quiet struct {
	store, name string
	tip         []byte // the ref as it was before the call looked; empty if it cannot be known
}

// QuietIn is the note for a call, of a store's folder. folders are those of [FoldersOf], and named is the store that the
// surroundings name: a call from elsewhere has a note of its own.
func QuietIn(store string, c Call, folders []string, named string) Quiet {
	sum := sha256.Sum256([]byte(who(c) + "\x00" + named + "\x00" + strings.Join(folders, "\x00")))
	q := Quiet{store: store, name: path.Join(toldDir, hex.EncodeToString(sum[:8])+".quiet")}
	if root, err := os.OpenRoot(store); err == nil {
		defer root.Close()
		if tip, err := safefs.Read(root, tipFile, maxTip); err == nil {
			q.tip = tip
		}
	}
	return q
}

// FindQuiet is QuietIn for the store that lies nearest around the folders. Where that is not the store of the call's
// project, it has no note of such a call.
func FindQuiet(c Call, folders []string, named string) Quiet {
	if filepath.IsAbs(named) {
		return QuietIn(named, c, folders, named)
	}
	if named != "" {
		return Quiet{}
	}
	for _, at := range folders {
		for filepath.IsAbs(at) {
			store := filepath.Join(at, storeName)
			if info, err := os.Lstat(store); err == nil && info.IsDir() {
				return QuietIn(store, c, folders, named)
			}
			if filepath.Dir(at) == at {
				break
			}
			at = filepath.Dir(at)
		}
	}
	return Quiet{}
}

// Holds reports whether the note was made, and the store is as it was then.
func (q Quiet) Holds() bool {
	if len(q.tip) == 0 {
		return false
	}
	root, err := os.OpenRoot(q.store)
	if err != nil {
		return false
	}
	defer root.Close()
	noted, err := safefs.Read(root, q.name, maxTip)
	return err == nil && bytes.Equal(noted, q.tip)
}

// Note makes the note, after a call to which nothing was new. A note that cannot be made costs the next call its time.
func (q Quiet) Note() {
	if len(q.tip) == 0 {
		return
	}
	root, err := os.OpenRoot(q.store)
	if err != nil {
		return
	}
	defer root.Close()
	if makeFolders(root) {
		_ = safefs.Replace(root, q.name, bytes.NewReader(q.tip), safefs.How{Perm: 0o600})
	}
}
