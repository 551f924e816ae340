package gitstore

import (
	"bytes"
	"fmt"
	"strings"

	"consider/internal/gitfmt"
)

// roots returns every id that any ref or reflog of the store names, ours and foreign ones, including packed-refs. bad
// are ref files that do not hold an id. While there are any, nothing may be pruned, because it is unknown what they
// meant to name.
func (s *Store) roots() (ids []ID, bad []string, err error) {
	err = s.eachFile("refs", func(name string) error {
		if strings.HasSuffix(name, ".lock") || strings.Contains(name, tmpMark) {
			return nil
		}
		raw, err := s.readFile(name, maxRefFile)
		if ref := parseRef(string(raw)); err != nil || ref.torn {
			bad = append(bad, name)
		} else {
			ids = append(ids, ref.id)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	packed, err := s.packedRefs()
	if err != nil {
		bad = append(bad, packedRefs)
	}
	for hex := range gitfmt.PackedRefs(packed) {
		if id, err := ParseID(strings.TrimPrefix(hex, "^")); err == nil {
			ids = append(ids, id)
		}
	}
	err = s.eachFile("logs", func(name string) error {
		data, err := s.readFile(name, maxReflog)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for line := range bytes.Lines(data) {
			if id, ok := parseReflog(string(line)); ok {
				ids = append(ids, id)
			}
		}
		return nil
	})
	return ids, bad, err
}
