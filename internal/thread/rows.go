package thread

import (
	"path"
	"strings"

	"consider/gitstore"
)

// ReadRows returns the rows of all threads in a folder of the tree, and the threads that cannot be read.
// known are rows by the id of their blob.
func ReadRows(snap gitstore.Files, dir string, known map[string]*Row) ([]Row, []Damage, error) {
	fans, err := snap.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	var rows []Row
	var damaged []Damage
	for _, fan := range fans {
		entries, err := snap.ReadDir(path.Join(dir, fan.Name))
		if err != nil {
			damaged = append(damaged, NotRead(path.Join(dir, fan.Name), err))
			continue
		}
		for _, e := range entries {
			id, ok := strings.CutSuffix(e.Name, ".json")
			if !ok {
				continue
			}
			r, err := readRow(snap, id, e.ID, known)
			if err != nil {
				damaged = append(damaged, NotRead(path.Join(dir, fan.Name, e.Name), err))
				continue
			}
			rows = append(rows, r)
		}
	}
	return rows, damaged, nil
}

func readRow(snap gitstore.Files, id string, blob gitstore.ID, known map[string]*Row) (Row, error) {
	if r, ok := known[blob.String()]; ok && r.ID == id {
		return *r, nil
	}
	data, err := snap.ReadBlob(blob)
	if err != nil {
		return Row{}, err
	}
	t, err := Decode(data, id)
	if err != nil {
		return Row{}, err
	}
	return RowOf(t, blob.String()), nil
}
