package thread

import (
	"consider/gitstore"
	"consider/internal/fail"
)

// NotRead is a thread that could not be read, or a whole store of another worktree.
func NotRead(where string, err error) Damage {
	return Damage{Path: where, Problem: err.Error(), Newer: fail.IsNewer(err)}
}

// Apart sorts what could not be read into what is damaged and what a newer consider wrote.
func Apart(list []Damage) (damaged, newer []Damage) {
	for _, d := range list {
		if d.Newer {
			newer = append(newer, d)
		} else {
			damaged = append(damaged, d)
		}
	}
	return damaged, newer
}

// CheckVersionsIn refuses to change the threads that differ between two states, if a newer consider wrote one of them:
// what else belongs to it is not known here.
func CheckVersionsIn(a, b gitstore.Files) error {
	was, err := AllFiles(a)
	if err != nil {
		return err
	}
	is, err := AllFiles(b)
	if err != nil {
		return err
	}
	for file, blob := range was {
		if is[file] == blob {
			delete(is, file)
		} else if err := CheckVersionAt(a, file); err != nil {
			return err
		}
	}
	for file := range is {
		if err := CheckVersionAt(b, file); err != nil {
			return err
		}
	}
	return nil
}

// CheckVersionAt refuses a file of a state that holds a thread of a newer version. A thread that cannot be read does
// not count.
func CheckVersionAt(f gitstore.Files, file string) error {
	id := Of(file)
	if id == "" {
		return nil
	}
	blob, err := f.FileID(file)
	if err != nil {
		return nil
	}
	data, err := f.ReadBlob(blob)
	if err != nil {
		return nil
	}
	return checkVersion(data, id)
}
