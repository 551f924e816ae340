package gitstore

import (
	"fmt"
	"strings"

	"consider/internal/gitfmt"
)

// Entry is one name in a directory of a snapshot.
type Entry struct {
	Name string
	ID   ID
	Dir  bool
}

func public(e gitfmt.Entry) Entry { return Entry{e.Name, e.ID, e.Mode == gitfmt.ModeDir} }

// splitPath cuts a slash-separated path into names that a tree can hold.
func splitPath(path string) ([]string, error) {
	names := strings.Split(path, "/")
	for _, n := range names {
		if err := checkName(n); err != nil {
			return nil, fmt.Errorf("path %q: %w", gitfmt.Clip(path), err)
		}
	}
	return names, nil
}

// checkName refuses what a tree cannot hold.
func checkName(name string) error {
	if !gitfmt.PlainName(name) {
		return fmt.Errorf("%w: name %q", ErrPath, gitfmt.Clip(name))
	}
	return nil
}

func checkCacheName(name string) error {
	if strings.Contains(name, tmpMark) {
		return fmt.Errorf("%w: cache name %q", ErrPath, gitfmt.Clip(name))
	}
	return checkName(name)
}

func publicEntries(entries []gitfmt.Entry) []Entry {
	if len(entries) == 0 {
		return nil
	}
	out := make([]Entry, len(entries))
	for i, e := range entries {
		out[i] = public(e)
	}
	return out
}
