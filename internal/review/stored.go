package review

import (
	"maps"
	"slices"

	"consider/gitstore"
)

// stored is a thread in one state of the store.
type stored struct {
	dir string // "" when it was not there
	row row
}

// threadsIn returns all threads of a state that can be read, by id.
func threadsIn(r gitstore.Files) (map[string]stored, error) {
	out := map[string]stored{}
	for _, dir := range folders {
		rows, _, err := readRows(r, dir, nil)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			out[row.ID] = stored{dir, row}
		}
	}
	return out, nil
}

func sortedIDs(threads map[string]stored) []string { return slices.Sorted(maps.Keys(threads)) }

// load reads the thread itself.
func (s stored) load(r gitstore.Files) (*Thread, error) {
	data, err := r.ReadFile(threadFile(s.dir, s.row.ID))
	if err != nil {
		return nil, err
	}
	return decodeThread(data, s.row.ID)
}
