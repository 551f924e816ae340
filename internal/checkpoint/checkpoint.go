package checkpoint

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"consider/gitstore"
	"consider/internal/extra"
	"consider/internal/fail"
	"consider/internal/lazy"
	"consider/internal/thread"
	"consider/internal/words"
)

// Checkpoint is the state that a reviewer saw at one time: the threads, and the project's files. It is stored as a
// manifest and the contents it names; see docs/internals/format.md.
type Checkpoint struct {
	Version    int                         `json:"version"`
	Name       string                      `json:"name"`
	Store      string                      `json:"store"` // the store commit whose tree holds the threads
	Head       string                      `json:"head,omitempty"`
	Branch     string                      `json:"branch,omitempty"`
	Worktree   string                      `json:"worktree,omitempty"` // of whose files it is; "" for the main one
	CreatedAt  time.Time                   `json:"createdAt"`
	Order      int                         `json:"order,omitempty"` // higher than those of all earlier ones; 0 from an older consider
	Author     thread.AuthorKind           `json:"author"`
	AuthorName string                      `json:"authorName,omitempty"`
	Note       string                      `json:"note,omitempty"`
	Auto       bool                        `json:"auto,omitempty"`   // made before a restore, not to end a round
	Files      []CheckpointFile            `json:"files"`            // that differ from Head, or are not tracked
	Parts      int                         `json:"parts,omitempty"`  // number of further lists of files in the store; 0 in memory
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
	Version       = 2 // the newest that can be read; without parts a checkpoint has version 1
	ModeSubmodule = "160000"
	ModeSymlink   = "120000"

	RoundPrefix  = "round-"
	SafetyPrefix = "before-restore-"
)

var checkpointName = lazy.Regexp(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// CheckName returns an error for names that could not be a file's, or that have another meaning.
func CheckName(name string) error {
	if !checkpointName().MatchString(name) || strings.HasSuffix(name, ".") || strings.EqualFold(name, Now) || strings.EqualFold(name, Last) {
		return fail.Usage("invalid checkpoint name %q", name).
			Hint("use up to 64 letters, digits, dots, dashes and underscores, but not 'now' or 'last'")
	}
	return nil
}

// ManifestFile returns the path of a checkpoint in the store's tree.
func ManifestFile(name string) string { return path.Join(Dir, name+".json") }

// partFile returns the path of the n-th further list of files.
func partFile(name string, n int) string {
	return path.Join(Dir, name, "files", strconv.Itoa(n)+".json")
}

// maxList bounds a list of files, in bytes as JSON, so that a document stays below the largest object of the store.
var maxList = 4 << 20

// Documents returns the manifest and the further lists of files, by their paths in the store's tree.
func (c Checkpoint) Documents() (map[string][]byte, error) {
	lists, size := [][]CheckpointFile{{}}, 0
	for _, f := range c.Files {
		data, err := json.Marshal(f)
		if err != nil {
			return nil, err
		}
		if size += len(data) + 1; size > maxList {
			lists, size = append(lists, nil), len(data)
		}
		last := len(lists) - 1
		lists[last] = append(lists[last], f)
	}
	c.Version, c.Files, c.Parts = 1, lists[0], len(lists)-1
	if c.Parts > 0 {
		c.Version = Version
	}
	manifest, err := extra.Document(c)
	out := map[string][]byte{ManifestFile(c.Name): manifest}
	for n := 1; err == nil && n < len(lists); n++ {
		out[partFile(c.Name, n)], err = json.Marshal(lists[n])
	}
	return out, err
}

// Put stores the manifest and the further lists of files.
func (c Checkpoint) Put(tx *gitstore.Tx) error {
	documents, err := c.Documents()
	if err != nil {
		return fmt.Errorf("encode checkpoint %q: %w", c.Name, err)
	}
	for at, data := range documents {
		tx.Put(at, data)
	}
	return nil
}

// AddParts reads the further lists of files.
func (c *Checkpoint) AddParts(t gitstore.Files) error {
	for n := 1; n <= c.Parts; n++ {
		var list []CheckpointFile
		data, err := t.ReadFile(partFile(c.Name, n))
		if err == nil {
			err = json.Unmarshal(data, &list)
		}
		if err != nil {
			return fmt.Errorf("checkpoint %q: %w: list %d of its files: %w", c.Name, fail.ErrCorrupt, n, err)
		}
		c.Files = append(c.Files, list...)
	}
	c.Parts = 0
	return nil
}

// ContentFile returns the path of a content that a checkpoint keeps. It is named by its id, so that no file name of the
// project can disturb the store's tree.
func ContentFile(name, blob string) string {
	return path.Join(Dir, name, blob[:2], blob[2:])
}

// All returns all checkpoints, oldest first. Of those that a newer consider wrote, only the time is known.
func All(t gitstore.Files) ([]Checkpoint, error) {
	var out []Checkpoint
	err := each(t, func(c Checkpoint, err error) error {
		out = append(out, c)
		return err
	})
	if err != nil {
		return nil, err
	}
	sortByAge(out)
	return out, nil
}

// each calls f for every checkpoint, in the order of names, or with the reason why it cannot be read.
func each(t gitstore.Files, f func(Checkpoint, error) error) error {
	entries, err := t.ReadDir(Dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name, ".json")
		if !ok || e.Dir {
			continue
		}
		var c Checkpoint
		data, err := t.ReadBlob(e.ID)
		if err == nil {
			c, err = decode(t, data, name)
		}
		if err := f(c, err); err != nil {
			return err
		}
	}
	return nil
}

// sortByAge puts the oldest first. Two checkpoints may have the same second, and the clock may have been set back
// between them, so that their order numbers decide. A checkpoint without one was made by an older consider: it is
// sorted by time and, within a second, the shorter name comes first, as round-9 does before round-10.
func sortByAge(all []Checkpoint) {
	slices.SortFunc(all, func(a, b Checkpoint) int {
		return cmp.Or(cmp.Compare(a.Order, b.Order), a.CreatedAt.Compare(b.CreatedAt),
			cmp.Compare(len(a.Name), len(b.Name)), strings.Compare(a.Name, b.Name))
	})
	when := map[string]time.Time{} // by name: never before one with a lower number
	var latest time.Time
	for _, c := range all {
		if when[c.Name] = c.CreatedAt; c.Order > 0 && c.CreatedAt.Before(latest) {
			when[c.Name] = latest
		}
		if c.Order > 0 {
			latest = when[c.Name]
		}
	}
	slices.SortStableFunc(all, func(a, b Checkpoint) int { return when[a.Name].Compare(when[b.Name]) })
}

// NextOrder returns the order number of a new checkpoint. It ignores damaged checkpoints.
func NextOrder(t gitstore.Files) (int, error) {
	next := 1
	err := each(t, func(c Checkpoint, _ error) error {
		next = max(next, c.Order+1)
		return nil
	})
	return next, err
}

func decode(t gitstore.Files, data []byte, name string) (Checkpoint, error) {
	var c Checkpoint
	err := extra.Unmarshal(data, &c)
	if err != nil || c.Version > Version {
		if v := thread.VersionIn(data); v > Version { // c says when it was made, as far as that can be read
			return Checkpoint{Name: name, Worktree: c.Worktree, CreatedAt: c.CreatedAt, Order: c.Order, Auto: c.Auto, Err: thread.NewerError(fmt.Sprintf("checkpoint %q", name), v, Version)}, nil
		}
	}
	if err != nil {
		return c, fmt.Errorf("checkpoint %q: %w: %w", name, fail.ErrCorrupt, err)
	}
	if _, err := gitstore.ParseID(c.Store); err != nil || c.Name != name {
		return c, fmt.Errorf("checkpoint %q: %w: its manifest belongs to another checkpoint", name, fail.ErrCorrupt)
	}
	if err := c.AddParts(t); err != nil {
		return c, err
	}
	for _, f := range c.Files {
		if !thread.SafePath(f.Path) {
			return c, fmt.Errorf("checkpoint %q: %w: invalid path %q in its manifest", name, fail.ErrCorrupt, f.Path)
		}
	}
	return c, nil
}

// Find returns the checkpoint of that name; "last" is the newest that ended a round in a worktree for which here is true.
func Find(t gitstore.Files, name string, here func(worktree string) bool) (Checkpoint, error) {
	all, err := All(t)
	if err != nil {
		return Checkpoint{}, err
	}
	if name == "" || name == Last {
		for _, c := range slices.Backward(all) {
			if !c.Auto && here(c.Worktree) {
				return c, c.Err
			}
		}
		return Checkpoint{}, fail.NotFound("no checkpoints yet").Hint("run '{checkpoint}' to save one")
	}
	for _, c := range all {
		if strings.EqualFold(c.Name, name) {
			return c, c.Err
		}
	}
	e := fail.NotFound("unknown checkpoint %q", name).Hint("run '{checkpoint list}' to see all checkpoints")
	for _, c := range all[max(0, len(all)-fail.MaxCandidates):] {
		e.Candidates = append(e.Candidates, fail.Candidate{ID: c.Name, Body: c.CreatedAt.Format(words.Stamp)})
	}
	return Checkpoint{}, e
}

// Special names: they refer to the current files, and to the newest checkpoint that ended a round.
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
