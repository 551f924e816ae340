package round

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"consider/gitstore"
	"consider/internal/checkpoint"
	"consider/internal/session"
	"consider/internal/settings"
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

// KeepNow stores the state that the session's last fingerprint saw as a moment, with its contents, in one change.
func KeepNow(ctx context.Context, s *session.Session, store *gitstore.Store) error {
	manifest, contents := momentOf(ctx, s)
	return KeepState(ctx, store, State{Print: s.Reading.Print, Manifest: manifest}, contents)
}

// KeepState stores a state as a moment, with its contents by blob id. If they are nil, they have been stored already.
func KeepState(ctx context.Context, store *gitstore.Store, f State, contents map[string][]byte) error {
	m, files := f.Manifest, map[string][]byte{}
	m.Files = slices.Clone(m.Files)
	var held []gitstore.ID
	for i := range m.Files {
		file := &m.Files[i]
		id, err := gitstore.ParseID(file.Blob)
		if err != nil || file.Mode == checkpoint.ModeSubmodule {
			continue
		}
		if contents == nil {
			held = append(held, id)
		} else {
			files[strconv.Itoa(len(files))] = contents[file.Blob]
		}
		file.Blob = "" // the numbered file has it
	}
	data, err := json.Marshal(m)
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return err
	}
	files[momentManifestName] = data
	return store.KeepMoment(ctx, f.Print, files, held...)
}

// momentPatience is how long a command waits for its moment after its answer was written.
const momentPatience = 300 * time.Millisecond

// KeepMoment stores what the session's last fingerprint saw, unless it is stored already or the settings forbid it. The
// message has been stored and answered before: if this fails, only what changed for it is not known.
func KeepMoment(ctx context.Context, s *session.Session) {
	if s.Reading == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(s.Patience, momentPatience))
	defer cancel()
	store, err := s.OpenStore(ctx, false)
	if err != nil {
		return
	}
	if set, err := s.Settings(ctx); err != nil || set.Get(settings.TurnsSetting) == "off" {
		return
	}
	if _, err := store.Moment(s.Reading.Print); err != nil {
		_ = KeepNow(ctx, s, store)
	}
}
