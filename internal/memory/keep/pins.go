package keep

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// decodePins reads a list of pins. It skips entries that are not paths, so that a damaged list does not hide files.
func decodePins(data []byte) ([]Path, error) {
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

func encodePins(pins []Path) ([]byte, error) {
	list := make([]string, 0, len(pins))
	for _, p := range tidy(pins) {
		list = append(list, p.String())
	}
	data, err := json.Marshal(list)
	return append(data, '\n'), err
}

func putPins(b Blobs, name string, pins []Path) error {
	if len(pins) == 0 {
		if err := b.Remove(name); err != nil && !errors.Is(err, ErrNotExist) {
			return err
		}
		return nil
	}
	data, err := encodePins(pins)
	if err != nil {
		return err
	}
	return b.Put(name, data)
}

func tidy(pins []Path) []Path {
	out := slices.Clone(pins)
	slices.Sort(out)
	return slices.Compact(out)
}

// PinnedFirst orders files: pinned ones first, then the others, each group by path.
func PinnedFirst(list []File, pins []Path) []File {
	out := slices.Clone(list)
	slices.SortStableFunc(out, func(a, b File) int {
		pa, pb := slices.Contains(pins, a.Path), slices.Contains(pins, b.Path)
		switch {
		case pa == pb:
			return 0
		case pa:
			return -1
		}
		return 1
	})
	return out
}

// moved returns the pins after files were moved or, where to returns false, removed.
func moved(pins []Path, to func(Path) (Path, bool)) (out []Path, changed bool) {
	for _, p := range pins {
		q, stays := to(p)
		changed = changed || !stays || q != p
		if stays {
			out = append(out, q)
		}
	}
	return out, changed
}
