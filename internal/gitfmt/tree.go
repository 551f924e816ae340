package gitfmt

import (
	"bytes"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Mode is the mode of a file in a tree.
type Mode uint32

// Modes that git writes.
const (
	ModeFile      Mode = 0o100644
	ModeDir       Mode = 0o040000
	ModeSubmodule Mode = 0o160000
)

// Entry is one line of a tree.
type Entry struct {
	Name string
	ID   ID
	Mode Mode
}

// SortKey is the name by which git orders a tree: directories count as if a
// slash ended them.
func (e Entry) SortKey() string {
	if e.Mode == ModeDir {
		return e.Name + "/"
	}
	return e.Name
}

// EncodeTree sorts the entries and returns the tree's content.
func EncodeTree(entries []Entry) []byte {
	sort.Slice(entries, func(i, j int) bool { return entries[i].SortKey() < entries[j].SortKey() })
	size := 0
	for _, e := range entries {
		size += len(e.Name) + 28
	}
	b := make([]byte, 0, size)
	for _, e := range entries {
		b = strconv.AppendUint(b, uint64(e.Mode), 8)
		b = append(b, ' ')
		b = append(b, e.Name...)
		b = append(b, 0)
		b = append(b, e.ID[:]...)
	}
	return b
}

var errCutTree = errors.New("tree is cut short")

// ParseTree reads the lines of a tree. Where it is strict it accepts canonical
// trees only: known modes, plain names, git's order, no name twice; [FindEntry]
// relies on that order. Else also one that an old git or another program has
// written in a form of its own.
func ParseTree(data []byte, strict bool) ([]Entry, error) {
	entries := make([]Entry, 0, len(data)/40+1)
	for len(data) > 0 {
		space, end := bytes.IndexByte(data, ' '), bytes.IndexByte(data, 0)
		if space < 1 || end < space || len(data) < end+1+len(ID{}) {
			return nil, errCutTree
		}
		e := Entry{Name: string(data[space+1 : end])}
		known := data[0] != '0'
		for _, c := range data[:space] {
			known = known && c < '8'
			e.Mode = e.Mode<<3 | Mode(c-'0')
		}
		data = data[end+1+copy(e.ID[:], data[end+1:]):]
		if strict {
			if err := e.check(entries, known); err != nil {
				return nil, err
			}
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// check refuses what is not canonical in an entry that comes after others.
func (e Entry) check(before []Entry, knownMode bool) error {
	switch e.Mode {
	case ModeFile, ModeDir, ModeSubmodule, 0o100755, 0o120000:
	default:
		knownMode = false
	}
	switch n := len(before); {
	case !knownMode:
		return fmt.Errorf("tree has mode %o", e.Mode)
	case !PlainName(e.Name):
		return fmt.Errorf("tree has the name %q", Clip(e.Name))
	case n > 0 && before[n-1].SortKey() >= e.SortKey():
		return fmt.Errorf("tree is out of order at %q", e.Name)
	}
	return nil
}

// FindEntry searches a tree that [ParseStrictTree] has read.
func FindEntry(entries []Entry, name string) (Entry, bool) {
	for _, key := range [2]string{name, name + "/"} {
		i := sort.Search(len(entries), func(i int) bool { return entries[i].SortKey() >= key })
		if i < len(entries) && entries[i].Name == name {
			return entries[i], true
		}
	}
	return Entry{}, false
}

// PlainName reports whether a tree can hold the name: it refuses what
// `git fsck --strict` does, since a checkout must not be able to touch a .git
// folder on any file system.
func PlainName(name string) bool {
	if name == "" || name == "." || name == ".." || strings.ContainsAny(name, "/\\\x00") {
		return false
	}
	folded := FoldName(name)
	return folded != ".git" && folded != "git~1"
}

// FoldName is what a name that could be that of a private folder (.git, or a
// short name of one) means to some file system: in any letter case, with
// characters that HFS+ ignores, with the endings that Windows drops, as a
// stream. Other names stay as they are.
func FoldName(name string) string {
	if name == "" || (name[0] != '.' && !strings.Contains(name, "~") && name[0] < utf8.RuneSelf) {
		return name
	}
	plain := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, name)
	plain, _, _ = strings.Cut(plain, ":")
	return strings.TrimRight(plain, ". ")
}
