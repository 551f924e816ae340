package thread

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"consider/gitstore"
)

// Folders of the store's tree. A thread is in exactly one of them.
const (
	Active   = "threads"
	Archived = "archive"
	Deleted  = "deleted"
)

// File returns the path of a thread's blob in a folder of the tree. Folders fan out by the first digit, so that a
// change rewrites a small tree.
func File(dir, id string) string { return path.Join(dir, fan(id), id+".json") }

// fan returns the folder of an id: its first digit, or "" for a text that is too short to be an id.
func fan(id string) string { return id[min(2, len(id)):min(3, len(id))] }

// BaseFile returns the path of the base that the thread's nth anchor was described against; 0 is the first.
func BaseFile(dir, id string, n int) string {
	name := id + ".base"
	if n > 0 {
		name = fmt.Sprintf("%s.%d", name, n)
	}
	return path.Join(dir, fan(id), name)
}

// Ref identifies a thread and its folder in the store's tree.
type Ref struct {
	Dir string // activeDir, archiveDir or deletedDir
	ID  string
}

// Folders are searched for a thread in this order. A thread in one folder hides no thread in a later one, since ids are
// not reused.
var Folders = []string{Active, Archived, Deleted}

// IDOf returns the id of the thread that a file of the tree holds, "" for files of other kinds.
func IDOf(file string) string {
	id, ok := strings.CutSuffix(path.Base(file), ".json")
	if !ok || !IsID(id, ThreadPrefix) || !slices.ContainsFunc(Folders, func(dir string) bool { return File(dir, id) == file }) {
		return ""
	}
	return id
}

// OwnerOf returns the id of the thread that a file of its folder belongs to: its JSON, or one of its bases.
func OwnerOf(file string) string {
	id, _, _ := strings.Cut(path.Base(file), ".")
	return id
}

// HomeOf returns the path at which a blob without a name belongs, if it is a thread: the thread's current path or, if
// it has none, its path among the active threads. It returns "" for other blobs, and for a version that lacks a reply
// of the current one. It is for the pieces of a damaged store; see gitstore.Options.
func HomeOf(blob []byte, now func(file string) (data []byte, here bool)) string {
	var of struct{ ID string }
	if json.Unmarshal(blob, &of) != nil || !IsID(of.ID, ThreadPrefix) {
		return ""
	}
	t, err := Decode(blob, of.ID)
	if err != nil {
		return ""
	}
	for _, dir := range Folders {
		file := File(dir, t.ID)
		data, here := now(file)
		if !here {
			continue
		}
		if was, err := Decode(data, t.ID); err == nil {
			for _, r := range was.Replies {
				if t.Entry(r.ID) < 0 {
					return ""
				}
			}
		}
		return file
	}
	return File(Active, t.ID)
}

// EachEntry calls f for each entry of the folders in dir, in the order of their names: dir is one whose files fan out
// once. It ends at the first error.
func EachEntry(t gitstore.Files, dir string, f func(fan string, e gitstore.Entry)) error {
	fans, err := t.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, fan := range fans {
		entries, err := t.ReadDir(path.Join(dir, fan.Name))
		if err != nil {
			return err
		}
		for _, e := range entries {
			f(fan.Name, e)
		}
	}
	return nil
}

// AllFiles returns the files of all threads, with the ids of their blobs.
func AllFiles(t gitstore.Files) (map[string]gitstore.ID, error) {
	out := map[string]gitstore.ID{}
	for _, dir := range Folders {
		err := EachEntry(t, dir, func(fan string, e gitstore.Entry) {
			if IsID(OwnerOf(e.Name), ThreadPrefix) {
				out[path.Join(dir, fan, e.Name)] = e.ID
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
