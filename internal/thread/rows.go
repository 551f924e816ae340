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
	var damaged []Damage
	folders, files := make([][]gitstore.Entry, len(fans)), 0
	for i, fan := range fans {
		entries, err := snap.ReadDir(path.Join(dir, fan.Name))
		if err != nil {
			damaged = append(damaged, NotRead(path.Join(dir, fan.Name), err))
		}
		folders[i] = entries
		files += len(entries)
	}
	rows := make([]Row, 0, files) // some files are stored texts, seldom more than one for each thread
	for i, fan := range fans {
		for _, e := range folders[i] {
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
	name := blob.String()
	if r, ok := known[name]; ok && r.ID == id {
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
	return RowOf(t, name), nil
}
