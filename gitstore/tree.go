package gitstore

import (
	"bytes"
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
)

// Entry is one name in a directory of a snapshot.
type Entry struct {
	Name string
	ID   ID
	Dir  bool
}

// mode is git's file mode. The store writes modeFile and modeDir only; what
// another program has put into a tree is kept as it is.
type mode uint32

const (
	modeFile mode = 0o100644
	modeDir  mode = 0o040000
)

type treeEntry struct {
	name string
	id   ID
	mode mode
}

func (e treeEntry) public() Entry { return Entry{e.name, e.id, e.mode == modeDir} }

// sortKey is the name by which git orders a tree: directories count as if a
// slash ended them.
func (e treeEntry) sortKey() string {
	if e.mode == modeDir {
		return e.name + "/"
	}
	return e.name
}

func encodeTree(entries []treeEntry) []byte {
	sort.Slice(entries, func(i, j int) bool { return entries[i].sortKey() < entries[j].sortKey() })
	size := 0
	for _, e := range entries {
		size += len(e.name) + 28
	}
	b := make([]byte, 0, size)
	for _, e := range entries {
		b = strconv.AppendUint(b, uint64(e.mode), 8)
		b = append(b, ' ')
		b = append(b, e.name...)
		b = append(b, 0)
		b = append(b, e.id[:]...)
	}
	return b
}

// parseTree accepts canonical trees only: known modes, plain names, git's
// order, no name twice. findEntry relies on that order.
func parseTree(data []byte) ([]treeEntry, error) {
	entries := make([]treeEntry, 0, len(data)/40+1)
	for len(data) > 0 {
		sp, nul := bytes.IndexByte(data, ' '), bytes.IndexByte(data, 0)
		if sp < 5 || nul < sp || len(data) < nul+21 {
			return nil, errors.New("tree is cut short")
		}
		m, err := parseMode(string(data[:sp]))
		if err != nil {
			return nil, err
		}
		e := treeEntry{name: string(data[sp+1 : nul]), mode: m}
		copy(e.id[:], data[nul+1:nul+21])
		if err := checkName(e.name); err != nil {
			return nil, err
		}
		if n := len(entries); n > 0 && entries[n-1].sortKey() >= e.sortKey() {
			return nil, fmt.Errorf("tree is out of order at %q", e.name)
		}
		entries = append(entries, e)
		data = data[nul+21:]
	}
	return entries, nil
}

func parseMode(s string) (mode, error) {
	switch s {
	case "100644", "40000", "100755", "120000", "160000":
		n, _ := strconv.ParseUint(s, 8, 32)
		return mode(n), nil
	}
	return 0, fmt.Errorf("tree has mode %q", clip(s))
}

func findEntry(entries []treeEntry, name string) (treeEntry, bool) {
	for _, key := range [2]string{name, name + "/"} {
		i := sort.Search(len(entries), func(i int) bool { return entries[i].sortKey() >= key })
		if i < len(entries) && entries[i].name == name {
			return entries[i], true
		}
	}
	return treeEntry{}, false
}

// splitPath cuts a slash-separated path into names that a tree can hold.
func splitPath(path string) ([]string, error) {
	names := strings.Split(path, "/")
	for _, n := range names {
		if err := checkName(n); err != nil {
			return nil, fmt.Errorf("path %q: %w", clip(path), err)
		}
	}
	return names, nil
}

// checkName refuses what `git fsck --strict` refuses: a checkout of the store
// must not be able to touch a .git folder on any file system.
func checkName(name string) error {
	switch {
	case name == "" || name == "." || name == "..":
	case strings.ContainsAny(name, "/\\\x00"):
	case isDotGit(name):
	default:
		return nil
	}
	return fmt.Errorf("%w: name %q", ErrPath, clip(name))
}

// isDotGit knows the spellings of .git on NTFS (short name, trailing dots and
// spaces, streams) and on HFS+ (ignorable code points).
func isDotGit(name string) bool {
	plain := strings.Map(func(r rune) rune {
		switch {
		case r >= 0x200c && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x206a && r <= 0x206f, r == 0xfeff:
			return -1
		}
		return r
	}, name)
	plain, _, _ = strings.Cut(strings.ToLower(plain), ":")
	plain = strings.TrimRight(plain, ". ")
	return plain == ".git" || plain == "git~1"
}
