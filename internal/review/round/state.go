package round

import (
	"context"
	"encoding/json"

	"consider/gitstore"
	"consider/internal/checkpoint"
	"consider/internal/session"
	"consider/internal/treediff"
)

// State is the project's files as a hook of an agent found them. Without their contents it is what a moment stores.
type State struct {
	Print    string            `json:"print"`
	Manifest momentManifest    `json:"manifest"`
	Skipped  map[string]string `json:"skipped,omitempty"` // IDs of contents that are not kept, by path
}

// StateNow returns the state that the session's last fingerprint saw, and the contents that was does not have.
func StateNow(ctx context.Context, s *session.Session, was State) (State, [][]byte) {
	manifest, files := momentOf(ctx, s)
	now := State{Print: s.Reading.Print, Manifest: manifest, Skipped: map[string]string{}}
	for i, f := range manifest.Files {
		if f.Skipped != "" {
			now.Skipped[f.Path] = s.Reading.IDs[i]
		}
	}
	for _, f := range was.Manifest.Files {
		delete(files, f.Blob)
	}
	var contents [][]byte
	for _, data := range files {
		contents = append(contents, data)
	}
	return now, contents
}

// Side returns the state as a side that [treediff.Names] compares.
func (f *State) Side() treediff.Side {
	out := treediff.Side{Commit: f.Manifest.Head}
	for _, file := range f.Manifest.Files {
		e := treediff.SideEntry{Path: file.Path, Mode: file.Mode, Blob: file.Blob}
		if id := f.Skipped[file.Path]; id != "" {
			e.Blob = id
		}
		out.Entries = append(out.Entries, e)
	}
	return out
}

// KeepState stores a state as a moment. Its contents have been stored already.
func KeepState(ctx context.Context, store *gitstore.Store, f State) error {
	data, err := json.Marshal(f.Manifest)
	if err != nil {
		return err
	}
	var held []gitstore.ID
	for _, file := range f.Manifest.Files {
		if id, err := gitstore.ParseID(file.Blob); err == nil && file.Mode != checkpoint.ModeSubmodule {
			held = append(held, id)
		}
	}
	return store.KeepMoment(ctx, f.Print, map[string][]byte{momentManifestName: data}, held...)
}
