package hook

import (
	"bytes"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"consider/internal/digest"
	"consider/internal/safefs"
)

// These are the names of files below a project's folder and below a store that a quiet call reads. They repeat names
// of packages internal/worktree and gitstore, which a call that has to end in two milliseconds cannot load. If they
// differed, no call would be quiet; internal/proof counts the system calls of one.
const (
	storeName = ".consider"
	tipFile   = "refs/heads/threads"
)

// maxTip is the maximum number of bytes to read of the ref, and of a note of it.
const maxTip = 1 << 10

// FoldersOf returns the folders in which to look for the project of a call, the likeliest first. dir is the working
// directory of the hook.
func FoldersOf(c Call, getenv func(string) string, dir string) []string {
	all := append(slices.Clone(c.Dirs), getenv("CLAUDE_PROJECT_DIR"), getenv("GEMINI_PROJECT_DIR"), getenv("CURSOR_PROJECT_DIR"), dir)
	return slices.DeleteFunc(all, func(at string) bool { return at == "" })
}

// Quiet is a note that a call found nothing new while the store's ref had this content. The threads that wait for an
// agent depend only on the commit of the ref, so the same call finds nothing new until the ref moves, and can end at
// once.
type Quiet struct {
	store, name string
	tip         []byte // the ref's content before the call; empty if unknown
}

// QuietIn returns the note for a call, from a store's folder. folders are the result of [FoldersOf], and named is the
// store that the environment names: calls from different folders have separate notes.
func QuietIn(store string, c Call, folders []string, named string) Quiet {
	name := digest.Of(sessionKey(c), named, strings.Join(folders, "\x00"))[:16]
	tip, _ := safefs.ReadIn(store, tipFile, maxTip) // if it cannot be read, it is unknown
	return Quiet{store: store, name: path.Join(notifiedDir, name+".quiet"), tip: tip}
}

// FindQuiet is QuietIn for the nearest store in or above the folders. If that is not the store of the call's project,
// it has no note of such a call.
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

// IsCurrent reports whether the note exists, and the store has not changed since.
func (q Quiet) IsCurrent() bool {
	if len(q.tip) == 0 {
		return false
	}
	noted, err := safefs.ReadIn(q.store, q.name, maxTip)
	return err == nil && bytes.Equal(noted, q.tip)
}

// Note stores the note, after a call that found nothing new. If that fails, the next call only takes longer.
func (q Quiet) Note() {
	if len(q.tip) == 0 {
		return
	}
	root, err := os.OpenRoot(q.store)
	if err != nil {
		return
	}
	defer root.Close()
	if root.MkdirAll(notifiedDir, 0o700) == nil {
		_ = safefs.Replace(root, q.name, bytes.NewReader(q.tip), safefs.How{Perm: 0o600})
	}
}
