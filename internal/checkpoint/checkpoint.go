package checkpoint

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"consider/gitstore"
	"consider/internal/extra"
	"consider/internal/fail"
	"consider/internal/lazy"
	"consider/internal/thread"
	"consider/internal/words"
)

// Checkpoint is what a reviewer saw at one time: the threads, and the project's files. It is stored as a
// manifest and the contents it names; see docs/format.md.
type Checkpoint struct {
	Version    int                         `json:"version"`
	Name       string                      `json:"name"`
	Store      string                      `json:"store"` // the store commit whose tree holds the threads
	Head       string                      `json:"head,omitempty"`
	Branch     string                      `json:"branch,omitempty"`
	CreatedAt  time.Time                   `json:"createdAt"`
	Author     thread.AuthorKind           `json:"author"`
	AuthorName string                      `json:"authorName,omitempty"`
	Note       string                      `json:"note,omitempty"`
	Auto       bool                        `json:"auto,omitempty"`   // made before a restore, not to end a round
	Files      []CheckpointFile            `json:"files"`            // that differ from Head, or are not tracked
	Places     map[string]thread.Placement `json:"places,omitempty"` // where the active threads were, by id

	Unknown extra.Fields `json:",embed"`
	Err     error        `json:"-"` // why the rest is not known: a newer consider wrote it
}

// CheckpointFile is a file that was not as in HEAD.
type CheckpointFile struct {
	Path       string `json:"path"`
	Mode       string `json:"mode,omitempty"` // git's; "" when the file was gone
	Blob       string `json:"blob,omitempty"` // content, or the commit of a submodule
	Size       int64  `json:"size,omitempty"`
	Staged     string `json:"staged,omitempty"` // content in git's index, when that was a third one
	StagedMode string `json:"stagedMode,omitempty"`
	Untracked  bool   `json:"untracked,omitempty"`
	Skipped    string `json:"skipped,omitempty"` // why the content was not kept
}

const (
	Dir           = "checkpoints"
	Version       = 1
	ModeSubmodule = "160000"
	ModeSymlink   = "120000"

	RoundPrefix  = "round-"
	SafetyPrefix = "before-restore-"
)

var checkpointName = lazy.Regexp(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// CheckName refuses names that could not be a file's, or that mean something else.
func CheckName(name string) error {
	if !checkpointName().MatchString(name) || strings.HasSuffix(name, ".") || strings.EqualFold(name, Now) {
		return fail.Usage("%q is no name for a checkpoint", name).
			Hint("a name has up to 64 letters, digits, dots, dashes and underscores; 'now' is taken")
	}
	return nil
}

// ManifestFile is where a checkpoint is in the store's tree.
func ManifestFile(name string) string { return path.Join(Dir, name+".json") }

// ContentFile is where a checkpoint keeps a content: under its id, so that no file name of the project can
// disturb the store's tree.
func ContentFile(name, blob string) string {
	return path.Join(Dir, name, blob[:2], blob[2:])
}

// All returns all of them, oldest first. Of those that a newer consider wrote no more is known than when.
func All(t gitstore.Files) ([]Checkpoint, error) {
	entries, err := t.ReadDir(Dir)
	if err != nil {
		return nil, err
	}
	var out []Checkpoint
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name, ".json")
		if !ok || e.Dir {
			continue
		}
		data, err := t.ReadBlob(e.ID)
		if err != nil {
			return nil, err
		}
		c, err := decode(data, name)
		if err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b Checkpoint) int { return a.CreatedAt.Compare(b.CreatedAt) })
	return out, nil
}

func decode(data []byte, name string) (Checkpoint, error) {
	var c Checkpoint
	err := extra.Unmarshal(data, &c)
	if err != nil || c.Version > Version {
		if v := thread.VersionIn(data); v > Version { // c says when it was made, as far as that can be read
			return Checkpoint{Name: name, CreatedAt: c.CreatedAt, Auto: c.Auto, Err: thread.NewerError(fmt.Sprintf("checkpoint %q", name), v, Version)}, nil
		}
	}
	if err != nil {
		return c, fmt.Errorf("checkpoint %q: %w: %w", name, fail.ErrCorrupt, err)
	}
	if _, err := gitstore.ParseID(c.Store); err != nil || c.Name != name {
		return c, fmt.Errorf("checkpoint %q: %w: its manifest is of another one", name, fail.ErrCorrupt)
	}
	for _, f := range c.Files {
		if !thread.SafePath(f.Path) {
			return c, fmt.Errorf("checkpoint %q: %w: it names the path %q", name, fail.ErrCorrupt, f.Path)
		}
	}
	return c, nil
}

// Find returns the checkpoint of that name; "last" is the newest that ended a round.
func Find(t gitstore.Files, name string) (Checkpoint, error) {
	all, err := All(t)
	if err != nil {
		return Checkpoint{}, err
	}
	if name == "" || name == Last {
		for _, c := range slices.Backward(all) {
			if !c.Auto {
				return c, c.Err
			}
		}
		return Checkpoint{}, fail.NotFound("there is no checkpoint yet").Hint("'consider checkpoint' makes one")
	}
	for _, c := range all {
		if strings.EqualFold(c.Name, name) {
			return c, c.Err
		}
	}
	e := fail.NotFound("no checkpoint %q", name).Hint("'consider checkpoint list' shows them")
	for _, c := range all[max(0, len(all)-fail.MaxCandidates):] {
		e.Candidates = append(e.Candidates, fail.Candidate{ID: c.Name, Body: c.CreatedAt.Format(words.Stamp)})
	}
	return Checkpoint{}, e
}

// Names that no checkpoint has: what stands for the files now, and for the newest checkpoint.
const (
	Now  = "now"
	Last = "last"
)

// NextName returns the first free name of a row: round-1, round-2, …
func NextName(t gitstore.Files, prefix string) (string, error) {
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s%d", prefix, n)
		taken, err := NameTaken(t, name)
		if err != nil || !taken {
			return name, err
		}
	}
}

// NameTaken compares without letter case: the store's tree may be checked out on any disk.
func NameTaken(t gitstore.Files, name string) (bool, error) {
	entries, err := t.ReadDir(Dir)
	if err != nil && !errors.Is(err, gitstore.ErrNotExist) {
		return false, err
	}
	return slices.ContainsFunc(entries, func(e gitstore.Entry) bool {
		return strings.EqualFold(e.Name, name+".json")
	}), nil
}
