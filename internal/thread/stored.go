package thread

import (
	"errors"
	"maps"
	"slices"

	"consider/gitstore"
)

// Find returns a thread and the folder that it is in; nil if it is in none. Damage in one folder hides no thread in
// another, and is the error if there is no other.
func Find(f gitstore.Files, id string) (t *Thread, dir string, err error) {
	for _, dir := range Folders {
		data, missing := f.ReadFile(File(dir, id))
		if missing == nil {
			t, err = Decode(data, id)
			return t, dir, err
		}
		if !errors.Is(missing, gitstore.ErrNotExist) {
			err = missing
		}
	}
	return nil, "", err
}

// FileID returns the id of a file of the tree, zero if there is no such file.
func FileID(f gitstore.Files, file string) (gitstore.ID, error) {
	id, err := f.FileID(file)
	if errors.Is(err, gitstore.ErrNotExist) {
		return gitstore.ID{}, nil
	}
	return id, err
}

// Stored is a thread in one state of the store.
type Stored struct {
	Dir string // "" if it was not there
	Row Row
}

// All returns all threads of a state that can be read, by id.
func All(r gitstore.Files) (map[string]Stored, error) {
	out := map[string]Stored{}
	for _, dir := range Folders {
		rows, _, err := ReadRows(r, dir, nil)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			out[row.ID] = Stored{dir, row}
		}
	}
	return out, nil
}

// SortedIDs returns the ids of threads, sorted.
func SortedIDs(threads map[string]Stored) []string { return slices.Sorted(maps.Keys(threads)) }

// Load reads the thread itself.
func (s Stored) Load(r gitstore.Files) (*Thread, error) {
	data, err := r.ReadFile(File(s.Dir, s.Row.ID))
	if err != nil {
		return nil, err
	}
	return Decode(data, s.Row.ID)
}

// WithMarks returns a thread's earlier bytes with its current seen marks. It returns bytes that cannot be read as a
// thread unchanged.
func WithMarks(earlier []byte, now gitstore.Files, id string) []byte {
	t, err := Decode(earlier, id)
	if err != nil {
		return earlier
	}
	is, _, _ := Find(now, id) // without its marks, the earlier bytes have to do
	if is == nil {
		return earlier
	}
	t.MergeMarks(is)
	if data, err := Encode(t); err == nil {
		return data
	}
	return earlier
}
