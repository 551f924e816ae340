package compare

import (
	"consider/internal/checkpoint"
	"consider/internal/folds"
	"consider/internal/session"
	"consider/internal/treediff"
	"consider/internal/words"
)

// The states of a comparison.
const (
	OK     = "ok"
	Clean  = "clean"   // nothing differs
	NoGit  = "no_git"  // there is nothing to compare the files with
	NoHead = "no_head" // no commit and no file
)

// Comparison is what a reviewer sees: two sides of the project at one moment. It does not change when the files do, and
// is valid as long as the project from which it was made.
type Comparison struct {
	ID           string // equal for comparisons that show the same
	State        string
	Message      string       // a sentence, for every state but ok
	Hints        []words.Text // suggested next steps
	Note         string       // limits of a comparison made without git, as a sentence; "" when git made it
	Nested       []string     // omitted folders; each is its own repository
	Scope        Scope
	Label        string // the scope in words
	From, To     string // its two sides: a commit, a checkpoint's name, "index", "now", or "" for no commit
	Head, Branch string
	Files        []File // sorted by path

	project  *session.Project
	old, new treediff.Side
	dirs     []string          // object folders that hold contents of the sides
	raw      map[string][]byte // bytes on disk, where they differ from what git would store
	Worktree *worktreeFiles    // the files on disk; nil when neither side is the files on disk
	untaken  map[string]bool   // files whose content was not read
	listing  func() ([]ChangedFile, map[string]int)
	texts    folds.Texts // of both sides, until folding has used them
	folding  func() []folds.Report
}

// File is one file of a comparison that differs.
type File struct {
	treediff.FileDiff
	Untracked        bool
	OldSize, NewSize int64 // bytes; only of binary files and of files that were not read
}

// worktreeFiles holds the files on disk as a checkpoint keeps them.
type worktreeFiles struct {
	Manifest checkpoint.Checkpoint // HEAD and Files
	Contents map[string][]byte
}

func (l *Comparison) omit(paths []string) {
	for _, p := range paths {
		l.untaken[p] = true
	}
}

// Scope is what to compare. From is a checkpoint's name (or last) for since, a revision for base, and
// "A..B" or "A...B" for range.
type Scope struct {
	Kind string
	From string
	To   string // only of rounds
}

// ChangedFile is one file of a list of changes.
type ChangedFile struct {
	ID        string     `json:"id"`
	Path      string     `json:"path"` // printable; bytes that are not UTF-8 are written as <0xff>
	OldPath   string     `json:"oldPath,omitempty"`
	Status    string     `json:"status"` // A, M, D, R, C or T, as git prints them
	Untracked bool       `json:"untracked"`
	OldMode   string     `json:"oldMode,omitempty"`
	NewMode   string     `json:"newMode,omitempty"`
	Additions int        `json:"additions"`
	Deletions int        `json:"deletions"`
	Binary    bool       `json:"binary"`
	Submodule *Submodule `json:"submodule,omitempty"`
	OldSize   int64      `json:"oldSize,omitempty"` // bytes; only of binary files and of files that were not read
	NewSize   int64      `json:"newSize,omitempty"`
	Collapsed string     `json:"collapsed"`        // why it is not drawn by default: generated, lock, large, minified, or ""
	Why       string     `json:"why,omitempty"`    // the same as a clause after its name: "a package manager writes it"
	Unread    string     `json:"unread,omitempty"` // why its content cannot be shown
	Hash      string     `json:"hash"`             // of the path and of both contents

	Mechanical int `json:"mechanical,omitempty"` // changed lines that need not be read; only if they were asked for
}

// Submodule is a repository inside the project, by its commits.
type Submodule struct {
	From string `json:"from"`
	To   string `json:"to"`
}
