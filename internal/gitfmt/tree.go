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

// SortKey is the name by which git orders a tree's entries: directories sort as
// if their names ended with a slash.
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

// CutEntry splits off the first entry of a tree whose ids have idLen bytes. It
// also accepts the unusual forms that an old git or another program has
// written.
func CutEntry(tree []byte, idLen int) (name string, mode Mode, id, rest []byte, err error) {
	space, end := bytes.IndexByte(tree, ' '), bytes.IndexByte(tree, 0)
	if space < 1 || end < space || len(tree) < end+1+idLen {
		return "", 0, nil, nil, errors.New("tree is truncated")
	}
	for _, c := range tree[:space] {
		if c < '0' || c > '7' {
			return "", 0, nil, nil, fmt.Errorf("invalid mode %q in tree", Clip(string(tree[:space])))
		}
		mode = mode<<3 | Mode(c-'0')
	}
	id, rest = tree[end+1:end+1+idLen], tree[end+1+idLen:]
	return string(tree[space+1 : end]), mode, id, rest, nil
}

// ParseTree accepts only canonical trees: known modes, plain names, git's
// order, no duplicate names. [FindEntry] relies on that order.
func ParseTree(data []byte) ([]Entry, error) {
	entries := make([]Entry, 0, len(data)/40+1)
	for len(data) > 0 {
		name, mode, id, rest, err := CutEntry(data, len(ID{}))
		if err != nil {
			return nil, err
		}
		e := Entry{name, ID(id), mode}
		switch n := len(entries); {
		case data[0] == '0' || !mode.known():
			return nil, fmt.Errorf("invalid mode %o in tree", mode)
		case !PlainName(name):
			return nil, fmt.Errorf("invalid name %q in tree", Clip(name))
		case n > 0 && entries[n-1].SortKey() >= e.SortKey():
			return nil, fmt.Errorf("tree is out of order at %q", name)
		}
		entries, data = append(entries, e), rest
	}
	return entries, nil
}

func (m Mode) known() bool {
	switch m {
	case ModeFile, ModeDir, ModeSubmodule, 0o100755, 0o120000:
		return true
	}
	return false
}

// FindEntry searches the entries of a tree that [ParseTree] has read.
func FindEntry(entries []Entry, name string) (Entry, bool) {
	for _, key := range [2]string{name, name + "/"} {
		i := sort.Search(len(entries), func(i int) bool { return entries[i].SortKey() >= key })
		if i < len(entries) && entries[i].Name == name {
			return entries[i], true
		}
	}
	return Entry{}, false
}

// PlainName reports whether a tree may hold the name. It refuses what `git fsck
// --strict` refuses, since a checkout must not be able to change a .git folder
// on any file system.
func PlainName(name string) bool {
	if name == "" || name == "." || name == ".." || strings.ContainsAny(name, "/\\\x00") {
		return false
	}
	folded := FoldName(name)
	return folded != ".git" && folded != "git~1"
}

// FoldName returns what a name that resembles a private folder's (.git, or a
// short name of it) means to some file system: it ignores letter case,
// characters that HFS+ ignores, endings that Windows drops, and the names of
// streams. It returns other names unchanged.
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
