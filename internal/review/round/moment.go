package round

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"consider/gitstore"
	"consider/internal/checkpoint"
	"consider/internal/fail"
	"consider/internal/secrets"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/thread"
	"consider/internal/treediff"
	"consider/internal/turn"
)

// Moment is what the project's files were when a message was written. Its name is their fingerprint, so that equal
// states are one moment.
type Moment struct {
	Side     treediff.Side
	Worktree string            // name of the linked worktree that it is of, "" for the main one
	Skipped  map[string]string // why a file's content is not kept, by path
	Dirs     []string          // object folders that hold the contents
}

// momentManifest is the stored form of a moment, without its contents.
type momentManifest struct {
	Version   int                         `json:"version"`
	CreatedAt time.Time                   `json:"createdAt"`
	Head      string                      `json:"head,omitempty"`
	Branch    string                      `json:"branch,omitempty"`
	Worktree  string                      `json:"worktree,omitempty"`
	Files     []checkpoint.CheckpointFile `json:"files"`
}

const (
	momentVersion      = 2
	momentManifestName = "moment.json"
)

// MomentNow returns the moment that the session's last fingerprint saw, with its contents in memory.
func MomentNow(ctx context.Context, s *session.Session) Moment {
	manifest, contents := momentOf(ctx, s)
	m := manifest.moment()
	Fill(m.Side, contents)
	return m
}

// momentOf returns the stored form of what the session's last fingerprint saw, and the contents by blob id.
func momentOf(ctx context.Context, s *session.Session) (momentManifest, map[string][]byte) {
	saw := s.Reading.Saw
	ends := lineEnds(ctx, s, saw, s.Reading.Contents)
	m, contents := momentManifest{Version: momentVersion, CreatedAt: s.Now().UTC().Truncate(time.Second)}, map[string][]byte{}
	m.Head, m.Branch, m.Worktree = saw.Head.Commit, saw.Head.Branch, s.Place.WorktreeName
	for i, f := range saw.Files {
		kept := checkpoint.CheckpointFile{Path: f.Path, Mode: f.Mode, Size: f.Size, Untracked: f.Untracked}
		data := s.Reading.Contents[i]
		switch {
		case f.Mode == "":
		case f.Mode == checkpoint.ModeSubmodule:
			kept.Blob = f.Blob
		case secrets.IsNamed(f.Path):
			kept.Skipped = "named like a secret"
		case data == nil:
			kept.Skipped = "too large"
		default:
			if hasCRLF(f, data) {
				data = ends.Stored(f.Path, data)
			}
			kept.Blob = gitstore.HashBlob(data).String()
			contents[kept.Blob] = data
		}
		m.Files = append(m.Files, kept)
	}
	return m, contents
}

func (m *momentManifest) moment() Moment {
	c := checkpoint.Checkpoint{Head: m.Head, Files: m.Files}
	out := Moment{Worktree: m.Worktree, Skipped: map[string]string{}}
	out.Side, _ = c.Side()
	for _, f := range m.Files {
		if f.Skipped != "" {
			out.Skipped[f.Path] = f.Skipped
		}
	}
	return out
}

// readMoment reads the stored form of a moment, ErrNotExist if it was not kept.
func readMoment(store *gitstore.Store, print string) (momentManifest, error) {
	var m momentManifest
	at, err := store.Moment(print)
	if err != nil {
		return m, err
	}
	data, err := at.ReadFile(momentManifestName)
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return m, fmt.Errorf("moment %s: %w: %w", print, fail.ErrCorrupt, err)
	}
	if m.Version > momentVersion {
		return m, thread.NewerError("the project's files at a message", m.Version, momentVersion)
	}
	if slices.ContainsFunc(m.Files, func(f checkpoint.CheckpointFile) bool { return !thread.SafePath(f.Path) }) {
		return m, fmt.Errorf("moment %s: %w: an invalid path", print, fail.ErrCorrupt)
	}
	for i, n := 0, 0; i < len(m.Files) && m.Version > 1; i++ {
		f := &m.Files[i]
		if f.Blob != "" || f.Skipped != "" || f.Mode == "" {
			continue
		}
		id, err := at.FileID(strconv.Itoa(n))
		if err != nil {
			return m, fmt.Errorf("moment %s: %w: %w", print, fail.ErrCorrupt, err)
		}
		f.Blob, n = id.String(), n+1
	}
	return m, nil
}

// MomentAt opens the moment of a fingerprint that a message holds, ErrNotExist if it was not kept.
func MomentAt(store *gitstore.Store, print string) (Moment, error) {
	m, err := readMoment(store, print)
	if err != nil {
		return Moment{}, err
	}
	out := m.moment()
	out.Dirs = []string{filepath.Join(store.Dir(), "objects")}
	return out, nil
}

// ContentOf reads a content of a file by its name in a [treediff.NameChange], from the store or from the project. "" is
// a file that does not exist.
func ContentOf(ctx context.Context, s *session.Session, st *session.Snapshot, path, name string) ([]byte, error) {
	mode, id, exists := strings.Cut(name, " ")
	if !exists {
		return nil, nil
	}
	side := treediff.Side{Entries: []treediff.SideEntry{{Path: path, Mode: mode, Blob: id}}}
	text, _, err := treediff.ContentAt(ctx, s.Tree, side, path, thread.MaxText, filepath.Join(st.Store.Dir(), "objects"))
	return text, err
}

// maxMoments is the size of all moments, in bytes before compression, beyond which the oldest ones are erased.
const maxMoments = 200 << 20

// SweepMoments erases the moments that neither a message of an existing thread nor a turn refers to, those that cannot be
// read, the oldest ones beyond maxMoments, and all of them if the setting is off. With them go the contents that nothing names
// any more. If there are fewer than least moments to erase, it does nothing.
func SweepMoments(ctx context.Context, s *session.Session, st *session.Snapshot, least int) error {
	names, err := st.Store.Moments()
	if err != nil || len(names) < least {
		return err
	}
	set, err := s.Settings(ctx)
	if err != nil {
		return err
	}
	if set.Get(settings.TurnsSetting) == "off" {
		return cmp.Or(turn.Clear(s.Place.StoreDir), st.Store.EraseMoments(ctx, names))
	}
	used, err := prints(st)
	if err != nil {
		return err
	}
	maps.Copy(used, turn.Prints(s.Place.StoreDir))
	kept, drop := map[string]momentManifest{}, []string{}
	for _, name := range names {
		if m, err := readMoment(st.Store, name); err != nil || !used[name] {
			drop = append(drop, name)
		} else {
			kept[name] = m
		}
	}
	newest := slices.SortedFunc(maps.Keys(kept), func(a, b string) int { return kept[b].CreatedAt.Compare(kept[a].CreatedAt) })
	total, have := int64(0), map[string]bool{}
	for _, name := range newest {
		for _, f := range kept[name].Files {
			if f.Skipped == "" && !have[f.Blob] {
				have[f.Blob] = true
				total += f.Size
			}
		}
		if total > maxMoments {
			drop = append(drop, name)
		}
	}
	if len(drop) < least {
		return nil
	}
	return st.Store.EraseMoments(ctx, drop)
}

// prints returns the fingerprints that messages of existing threads hold.
func prints(st *session.Snapshot) (map[string]bool, error) {
	used := map[string]bool{}
	for _, dir := range []string{thread.Active, thread.Archived} {
		rows, _, err := thread.ReadRows(st.Commit, dir, nil)
		if err != nil {
			return nil, err
		}
		for i := range rows {
			t, _, err := st.Thread(dir, rows[i].ID)
			if err != nil {
				continue // a damaged thread has no proof either
			}
			used[t.Fingerprint] = true
			for j := range t.Replies {
				used[t.Replies[j].Fingerprint] = true
			}
		}
	}
	return used, nil
}
