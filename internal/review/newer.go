package review

import (
	"encoding/json"
	"errors"
	"fmt"

	"consider/gitstore"
)

// UpdateHint says what to do about what a newer consider wrote.
const UpdateHint = "update consider, or the VS Code extension that brings it; the copy in .consider/bin, which agents run, is renewed when a person runs the newer one here"

// isNewer reports whether something cannot be read because a newer consider wrote it. It is no damage: that one
// reads it.
func isNewer(err error) bool {
	return errors.Is(err, ErrNewer) || errors.Is(err, gitstore.ErrVersion)
}

// newer is the error of something stored that has a higher version than this consider knows.
func newer(what string, have, know int) error {
	return fmt.Errorf("%s was %w: it has version %d, this one knows %d", what, ErrNewer, have, know)
}

// versionOf is the version of a stored JSON object, 0 where it names none. What is of a newer version need not have
// the form of the others in anything else.
func versionOf(data []byte) int {
	var v struct {
		Version int `json:"version"`
	}
	if json.Unmarshal(data, &v) != nil {
		return 0
	}
	return v.Version
}

// checkVersion refuses a thread of a newer version.
func checkVersion(data []byte, id string) error {
	if v := versionOf(data); v > threadVersion {
		return newer(fmt.Sprintf("thread %q", id), v, threadVersion)
	}
	return nil
}

// notRead is a thread that could not be read, or a whole store of another worktree.
func notRead(where string, err error) Damage {
	return Damage{Path: where, Problem: err.Error(), newer: isNewer(err)}
}

// apart sorts what could not be read into what is damaged and what a newer consider wrote.
func apart(list []Damage) (damaged, newer []Damage) {
	for _, d := range list {
		if d.newer {
			newer = append(newer, d)
		} else {
			damaged = append(damaged, d)
		}
	}
	return damaged, newer
}

// checkVersionsIn refuses to change the threads that differ between two states, if a newer consider wrote one of them:
// what else belongs to it is not known here.
func checkVersionsIn(a, b gitstore.Files) error {
	was, err := threadFiles(a)
	if err != nil {
		return err
	}
	is, err := threadFiles(b)
	if err != nil {
		return err
	}
	for file, blob := range was {
		if is[file] == blob {
			delete(is, file)
		} else if err := checkVersionAt(a, file); err != nil {
			return err
		}
	}
	for file := range is {
		if err := checkVersionAt(b, file); err != nil {
			return err
		}
	}
	return nil
}

// checkVersionAt refuses a file of a state that holds a thread of a newer version. What cannot be read holds none.
func checkVersionAt(f gitstore.Files, file string) error {
	id := threadOf(file)
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
