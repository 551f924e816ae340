package review

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"consider/gitstore"
	"consider/internal/linediff"
	"consider/internal/worktree"
)

// CheckpointDiffInput names the two states to compare.
type CheckpointDiffInput struct {
	A    string   `json:"a,omitempty" arg:"a?" help:"checkpoint; the newest round when left out"`
	B    string   `json:"b,omitempty" arg:"b?" help:"checkpoint, or now, which it is when left out"`
	Stat bool     `json:"stat,omitempty" flag:"stat" help:"only the names and the number of lines"`
	File []string `json:"files,omitempty" flag:"file,f" help:"only this file, or below this folder (can be repeated)" placeholder:"PATH"`
}

// CheckpointDiffOutput is what changed in the project's files and in the threads.
type CheckpointDiffOutput struct {
	A       string         `json:"a"`
	B       string         `json:"b"`
	Files   []FileChange   `json:"files"`
	Threads []ThreadChange `json:"threads"`
	Skipped []string       `json:"skipped,omitempty"` // files whose content was not kept, and so not compared
	Note    string         `json:"note,omitempty"`    // what the comparison lacks; absent when git made it
}

// FileChange is one file that differs.
type FileChange struct {
	Path    string `json:"path"`
	From    string `json:"from,omitempty"` // old path of a rename
	Status  string `json:"status"`         // added, deleted, modified, renamed, mode, type
	OldMode string `json:"oldMode,omitempty"`
	NewMode string `json:"newMode,omitempty"`
	Score   int    `json:"score,omitempty"` // of a rename, percent
	Added   int    `json:"added"`
	Removed int    `json:"removed"`
	Binary  bool   `json:"binary,omitempty"`
	Patch   string `json:"patch,omitempty"` // as git diff prints it
}

// sight is the state of the project at a checkpoint, or now.
type sight struct {
	name    string
	side    worktree.Side
	threads *gitstore.Snapshot
	places  map[string]Placement
	skipped []string
}

// DiffCheckpoints compares two checkpoints, or one with what is now.
func (s *Service) DiffCheckpoints(ctx context.Context, in CheckpointDiffInput) (CheckpointDiffOutput, error) {
	paths := make([]string, 0, len(in.File))
	for _, f := range in.File {
		rel, err := s.below(f)
		if err != nil {
			return CheckpointDiffOutput{}, err
		}
		if rel != "." {
			paths = append(paths, rel)
		}
	}
	st, err := s.read(ctx)
	if err != nil {
		return CheckpointDiffOutput{}, err
	}
	a, err := s.sight(ctx, st, in.A)
	if err != nil {
		return CheckpointDiffOutput{}, err
	}
	if in.B == "" {
		in.B = nowName
	}
	b, err := s.sight(ctx, st, in.B)
	if err != nil {
		return CheckpointDiffOutput{}, err
	}
	out := CheckpointDiffOutput{A: a.name, B: b.name, Files: []FileChange{}, Skipped: append(a.skipped, b.skipped...)}
	files, err := s.Tree.Diff(ctx, a.side, b.side, worktree.DiffOptions{
		Context: 3, Paths: paths, Patch: !in.Stat, ObjectDirs: []string{filepath.Join(st.store.Dir(), "objects")},
		Unified: linediff.Unified, NoGit: func(why string) { out.Note = withoutGit(why) },
	})
	if err != nil {
		return CheckpointDiffOutput{}, gitError(err)
	}
	slices.Sort(out.Skipped)
	out.Skipped = slices.Compact(out.Skipped)
	for _, f := range files {
		if slices.Contains(out.Skipped, f.Path) {
			continue // one side is not what it was then, but what is in its commit
		}
		out.Files = append(out.Files, FileChange{
			Path: f.Path, From: f.From, Status: f.Status, OldMode: f.OldMode, NewMode: f.NewMode, Score: f.Score,
			Added: f.Added, Removed: f.Removed, Binary: f.Binary, Patch: f.Patch,
		})
	}
	out.Threads, err = threadChanges(a, b, paths)
	return out, err
}

// sight returns the state that a name stands for.
func (s *Service) sight(ctx context.Context, st *state, name string) (*sight, error) {
	if name == nowName {
		return s.sightNow(ctx, st)
	}
	c, err := findCheckpoint(st.snap, name)
	if err != nil {
		return nil, err
	}
	snap, err := st.at(c)
	if err != nil {
		return nil, err
	}
	out := &sight{name: c.Name, threads: snap, places: c.Places}
	out.side, out.skipped = c.side()
	return out, nil
}

// side is the project's files at the checkpoint, and the files that it did not keep.
func (c *Checkpoint) side() (worktree.Side, []string) {
	side := worktree.Side{Commit: c.Head}
	var skipped []string
	for _, f := range c.Files {
		if f.Skipped != "" {
			skipped = append(skipped, f.Path)
			continue
		}
		side.Entries = append(side.Entries, worktree.SideEntry{Path: f.Path, Mode: f.Mode, Blob: f.Blob})
	}
	return side, skipped
}

func (s *Service) sightNow(ctx context.Context, st *state) (*sight, error) {
	saw, err := s.Tree.Saw(ctx)
	if err != nil {
		return nil, gitError(err)
	}
	var now Checkpoint
	contents, err := s.keep(ctx, &now, saw)
	if err != nil {
		return nil, err
	}
	now.Head = saw.Head.Commit
	out := &sight{name: nowName, threads: st.snap}
	out.side, out.skipped = now.side()
	for i := range out.side.Entries {
		e := &out.side.Entries[i]
		if data, ok := contents[e.Blob]; ok && e.Mode != modeSubmodule {
			e.Blob, e.Data = "", data
		}
	}
	out.places, err = s.placesNow(ctx)
	if errors.Is(err, ErrNoStore) {
		err = nil
	}
	return out, err
}
