package keep

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// getPins reads a list of pins; open turns the blob into plain text. It skips entries that are not paths, so that a
// damaged list does not hide files.
func getPins(b Blobs, name string, open func([]byte) ([]byte, error)) ([]Path, error) {
	data, err := b.Read(name)
	if errors.Is(err, ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		data, err = open(data)
	}
	if err != nil {
		return nil, err
	}
	var list []string
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", pinsFile, err)
	}
	var out []Path
	for _, s := range list {
		if p, err := parseKept(s); err == nil && !p.IsRoot() {
			out = append(out, p)
		}
	}
	return tidy(out), nil
}

// putPins writes a list of pins in the form that seal gives it, or removes it if it is empty.
func putPins(b Blobs, name string, pins []Path, seal func([]byte) ([]byte, error)) error {
	if len(pins) == 0 {
		return b.Remove(name)
	}
	var list []string
	for _, p := range tidy(pins) {
		list = append(list, p.String())
	}
	data, err := json.Marshal(list)
	if err == nil {
		data, err = seal(append(data, '\n'))
	}
	if err != nil {
		return err
	}
	b.Put(name, data)
	return nil
}

// asIs is the form of an unencrypted list.
func asIs(data []byte) ([]byte, error) { return data, nil }

func tidy(pins []Path) []Path {
	out := slices.Clone(pins)
	slices.Sort(out)
	return slices.Compact(out)
}

// PinnedFirst orders files: pinned ones first, then the others, each group by path.
func PinnedFirst(list []File, pins []Path) []File {
	out := slices.Clone(list)
	slices.SortStableFunc(out, func(a, b File) int {
		return rank(slices.Contains(pins, a.Path)) - rank(slices.Contains(pins, b.Path))
	})
	return out
}

// rank puts what is pinned first.
func rank(pinned bool) int {
	if pinned {
		return 0
	}
	return 1
}
