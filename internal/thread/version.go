package thread

import (
	"errors"

	"consider/gitstore"
	"consider/internal/fail"
)

// NotRead returns the Damage for a thread, or the store of another worktree, that could not be read.
func NotRead(where string, err error) Damage {
	return Damage{Path: where, Problem: err.Error(), Newer: errors.Is(err, fail.ErrNewer)}
}

// SplitNewer separates data that a newer consider wrote from damaged data.
func SplitNewer(list []Damage) (damaged, newer []Damage) {
	for _, d := range list {
		if d.Newer {
			newer = append(newer, d)
		} else {
			damaged = append(damaged, d)
		}
	}
	return damaged, newer
}

// CheckVersionsIn returns an error if a newer consider wrote one of the threads that differ between two states: other
// data that belongs to the thread is unknown here.
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

// CheckVersionAt returns an error if a file of a state holds a thread of a newer version. It ignores a thread that
// cannot be read.
func CheckVersionAt(f gitstore.Files, file string) error {
	id := IDOf(file)
	if id == "" {
		return nil
	}
	data, err := f.ReadFile(file)
	if err != nil {
		return nil
	}
	return checkVersion(data, id)
}
