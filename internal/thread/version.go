package thread

import (
	"encoding/json"
	"fmt"

	"consider/gitstore"
	"consider/internal/fail"
)

// NewerError is the error of something stored that has a higher version than this consider knows.
func NewerError(what string, have, know int) error {
	return fmt.Errorf("%s was %w: it has version %d, this one knows %d", what, fail.ErrNewer, have, know)
}

// VersionIn is the version of a stored JSON object, 0 where it names none. What is of a newer version need not have
// the form of the others in anything else.
func VersionIn(data []byte) int {
	var v struct {
		VersionIn int `json:"version"`
	}
	if json.Unmarshal(data, &v) != nil {
		return 0
	}
	return v.VersionIn
}

// checkVersion refuses a thread of a newer version.
func checkVersion(data []byte, id string) error {
	if v := VersionIn(data); v > Version {
		return NewerError(fmt.Sprintf("thread %q", id), v, Version)
	}
	return nil
}

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
