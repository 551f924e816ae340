package gitdir

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"consider/internal/gitfmt"
)

// Entry is one line of a tree.
type Entry struct {
	Name, ID string
	Mode     Mode
}

// Mode is git's mode of a tree or index entry.
type Mode uint32

const (
	ModeTree    Mode = 0o040000
	ModeLink    Mode = 0o120000
	ModeModule  Mode = 0o160000
	modeTypeMsk Mode = 0o170000
)

const (
	ModeOfFile   = "100644"
	ModeOfScript = "100755"
	ModeOfLink   = "120000"
	ModeOfModule = "160000"
)

func (m Mode) Kind() Mode { return m & modeTypeMsk }

// file reports whether the entry has content: a regular file, runnable or not.
func (m Mode) IsFile() bool { return m.Kind() == 0o100000 }

// Same reports whether git would call two modes equal: it compares the type and the executable bit.
func (m Mode) Same(other Mode) bool {
	return m.Kind() == other.Kind() && m&0o100 == other&0o100
}

func (m Mode) Words() string {
	switch m.Kind() {
	case ModeTree:
		return "a directory"
	case ModeLink:
		return "a symbolic link"
	case ModeModule:
		return "a submodule"
	}
	return "a special file"
}

// git returns the mode as git prints it: of a file it keeps only the executable bit.
func (m Mode) String() string {
	switch m.Kind() {
	case ModeLink:
		return ModeOfLink
	case ModeModule:
		return ModeOfModule
	case ModeTree:
		return "040000"
	}
	if m&0o100 != 0 {
		return ModeOfScript
	}
	return ModeOfFile
}

var (
	// errCannotRead means that this process cannot read such objects; git may.
	errCannotRead = errors.New("objects cannot be read directly")
	ErrNoObject   = errors.New("no such object")
	ErrNoCommit   = errors.New("no such commit")
	// errDamaged means that an object does not match its name.
	errDamaged = errors.New("object is damaged")
)

func CommitTree(commit string, text []byte) (string, error) {
	line, _, _ := bytes.Cut(text, []byte("\n"))
	id, ok := strings.CutPrefix(string(line), "tree ")
	if !ok || !gitfmt.IsID(id) {
		return "", fmt.Errorf("commit %s: %w", commit, errCannotRead)
	}
	return id, nil
}

func ParseTree(id string, text []byte) ([]Entry, error) {
	var entries []Entry
	for len(text) > 0 {
		name, mode, sum, rest, err := gitfmt.CutEntry(text, len(id)/2)
		if err != nil {
			return nil, fmt.Errorf("tree %s: %w: %w", id, errCannotRead, err)
		}
		entries = append(entries, Entry{name, hex.EncodeToString(sum), Mode(mode)})
		text = rest
	}
	return entries, nil
}
