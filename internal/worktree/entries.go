package worktree

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"consider/internal/gitfmt"
)

// entry is one line of a tree.
type entry struct {
	name, id string
	mode     fileMode
}

// fileMode is git's mode of a tree or index entry.
type fileMode uint32

const (
	modeTree    fileMode = 0o040000
	modeLink    fileMode = 0o120000
	modeModule  fileMode = 0o160000
	modeTypeMsk fileMode = 0o170000
)

const (
	modeOfFile   = "100644"
	modeOfScript = "100755"
	modeOfLink   = "120000"
	modeOfModule = "160000"
)

func (m fileMode) kind() fileMode { return m & modeTypeMsk }

// file reports whether the entry has content: a regular file, runnable or not.
func (m fileMode) file() bool { return m.kind() == 0o100000 }

// same reports whether git would call two modes equal: it compares the type and the executable bit.
func (m fileMode) same(other fileMode) bool {
	return m.kind() == other.kind() && m&0o100 == other&0o100
}

func (m fileMode) words() string {
	switch m.kind() {
	case modeTree:
		return "a directory"
	case modeLink:
		return "a symbolic link"
	case modeModule:
		return "a submodule"
	}
	return "a special file"
}

// git returns the mode as git prints it: of a file it keeps only the executable bit.
func (m fileMode) git() string {
	switch m.kind() {
	case modeLink:
		return modeOfLink
	case modeModule:
		return modeOfModule
	case modeTree:
		return "040000"
	}
	if m&0o100 != 0 {
		return modeOfScript
	}
	return modeOfFile
}

// kindOfMode returns the part of a mode that gives the type: a file, a link, a submodule.
func kindOfMode(mode string) string { return mode[:min(3, len(mode))] }

var (
	// errCannotRead means that this process cannot read such objects; git may.
	errCannotRead = errors.New("objects cannot be read directly")
	// errSlow means that this process would read a whole large index for one object.
	errSlow     = errors.New("pack indexes are too large")
	errNoObject = errors.New("no such object")
	errNoCommit = errors.New("no such commit")
	// errDamaged means that an object does not match its name.
	errDamaged = errors.New("object is damaged")
)

func parseCommitTree(commit string, text []byte) (string, error) {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	id, ok := strings.CutPrefix(string(line), "tree ")
	if !ok || !isID(id) {
		return "", fmt.Errorf("commit %s: %w", commit, errCannotRead)
	}
	return id, nil
}

func parseTree(id string, text []byte) ([]entry, error) {
	var entries []entry
	for len(text) > 0 {
		name, mode, sum, rest, err := gitfmt.CutEntry(text, len(id)/2)
		if err != nil {
			return nil, fmt.Errorf("tree %s: %w: %w", id, errCannotRead, err)
		}
		entries = append(entries, entry{name, hex.EncodeToString(sum), fileMode(mode)})
		text = rest
	}
	return entries, nil
}
