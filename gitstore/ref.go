package gitstore

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"consider/internal/gitfmt"
)

const (
	maxRefFile    = 1 << 10
	maxPackedRefs = 16 << 20
)

// refState is the ref as it was read. Compare-and-swap needs its exact bytes even when it names no commit.
type refState struct {
	id   ID     // zero when the ref is torn or absent
	raw  string // the bytes of the loose file, or of the packed line
	torn bool
}

// readRef reads the loose file first, then packed-refs. `git pack-refs` may move the ref between the two reads, so the
// loose file is checked again.
func (s *Store) readRef() (refState, error) { return s.readRefFile(refName) }

func (s *Store) readRefFile(name string) (refState, error) {
	for range 3 {
		raw, err := s.readFile(name, maxRefFile)
		if err == nil {
			return parseRef(string(raw)), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return refState{}, fmt.Errorf("ref: %w", err)
		}
		id, found, err := s.readPackedRef(name)
		if err != nil || found {
			return refState{id: id, raw: id.String() + "\n"}, err
		}
	}
	return refState{}, nil
}

// parseRef accepts 40 hex digits and an optional newline. Git may pad a shorter text with zeros; here it is torn.
func parseRef(raw string) refState {
	id, err := ParseID(strings.TrimSuffix(raw, "\n"))
	return refState{id: id, raw: raw, torn: err != nil}
}

func (s *Store) readPackedRef(want string) (ID, bool, error) {
	data, err := s.packedRefs()
	if err != nil {
		return ID{}, false, err
	}
	id, err := ParseID(gitfmt.PackedRef(data, want))
	return id, err == nil, nil
}

// packedRefs returns the file of packed refs, nothing if there is none.
func (s *Store) packedRefs() ([]byte, error) {
	data, err := s.readFile(packedRefs, maxPackedRefs)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		err = fmt.Errorf("packed refs: %w", err)
	}
	return data, err
}

// refNames lists every ref below a folder, including those that exist only in packed-refs.
func (s *Store) refNames(dir string) ([]string, error) {
	names := map[string]struct{}{}
	err := s.eachFile(dir, func(name string) error {
		if !strings.HasSuffix(name, ".lock") && !strings.Contains(name, tmpMark) {
			names[name] = struct{}{}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	data, err := s.packedRefs()
	for _, name := range gitfmt.PackedRefs(data) {
		if strings.HasPrefix(name, dir+"/") && fs.ValidPath(name) {
			names[name] = struct{}{}
		}
	}
	return slices.Sorted(maps.Keys(names)), err
}

// refsIn returns the refs below a folder. It omits torn ones; fsck reports them.
func (s *Store) refsIn(dir string) (map[string]ID, error) {
	if err := s.checkDir(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	names, err := s.refNames(dir)
	out := map[string]ID{}
	for _, name := range names {
		ref, err := s.readRefFile(name)
		if err != nil && !errors.Is(err, ErrUnsafe) {
			return nil, err
		}
		if !ref.id.IsZero() {
			out[strings.TrimPrefix(name, dir+"/")] = ref.id
		}
	}
	return out, err
}
