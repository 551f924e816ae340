package round

import (
	"context"
	"strings"

	"consider/gitstore"
	"consider/internal/checkpoint"
	"consider/internal/extra"
	"consider/internal/place"
	"consider/internal/session"
	"consider/internal/thread"
)

// CheckpointView is a checkpoint without its contents.
type CheckpointView struct {
	checkpoint.Checkpoint
	Threads int `json:"threads"` // number of threads that were active
	Skipped int `json:"skipped"` // number of files whose content was not kept: it is too large, or could not be read
}

func viewCheckpoint(c checkpoint.Checkpoint) CheckpointView {
	v := CheckpointView{Checkpoint: c, Threads: len(c.Places)}
	for _, f := range c.Files {
		if f.Skipped != "" {
			v.Skipped++
		}
	}
	return v
}

// MarshalJSON omits the places of the threads.
func (v CheckpointView) MarshalJSON() ([]byte, error) {
	type plain CheckpointView
	v.Places = nil
	return extra.Marshal(plain(v))
}

// CheckpointListInput is empty.
type CheckpointListInput struct{}

// CheckpointListOutput is all checkpoints, oldest first, without their files.
type CheckpointListOutput struct {
	Checkpoints []CheckpointView `json:"checkpoints"`
	Newer       []thread.Damage  `json:"newer,omitempty"` // those that a newer consider wrote
}

// ListCheckpoints returns all checkpoints.
func ListCheckpoints(ctx context.Context, s *session.Session, _ CheckpointListInput) (CheckpointListOutput, error) {
	st, err := s.Read(ctx)
	if err != nil {
		return CheckpointListOutput{}, err
	}
	all, err := checkpoint.All(st.Commit)
	out := CheckpointListOutput{Checkpoints: []CheckpointView{}}
	for _, c := range all {
		if c.Err != nil {
			out.Newer = append(out.Newer, thread.NotRead(checkpoint.ManifestFile(c.Name), c.Err))
			continue
		}
		out.Checkpoints = append(out.Checkpoints, viewCheckpoint(c))
	}
	return out, err
}

// CheckpointShowInput names a checkpoint.
type CheckpointShowInput struct {
	Name string `json:"name,omitempty" arg:"name?" help:"name (default: the latest)"`
}

// CheckpointShowOutput is one checkpoint: its files, and its threads as they were.
type CheckpointShowOutput struct {
	Checkpoint CheckpointView     `json:"checkpoint"`
	Threads    []place.ThreadView `json:"threads"` // the active threads, where they were
}

// ShowCheckpoint returns one checkpoint.
func ShowCheckpoint(ctx context.Context, s *session.Session, in CheckpointShowInput) (CheckpointShowOutput, error) {
	st, err := s.Read(ctx)
	if err != nil {
		return CheckpointShowOutput{}, err
	}
	c, then, err := at(st, in.Name)
	if err != nil {
		return CheckpointShowOutput{}, err
	}
	rows, _, err := thread.ReadRows(then, thread.Active, nil)
	out := CheckpointShowOutput{Checkpoint: viewCheckpoint(c), Threads: []place.ThreadView{}}
	for i := range rows {
		if s.Hides(rows[i].Finding) {
			continue
		}
		p := place.Result{Place: c.Places[rows[i].ID], Quote: rows[i].Quote}
		out.Threads = append(out.Threads, place.ViewOf(&rows[i], p, s.Agent(), thread.Active))
	}
	return out, err
}

// at finds a checkpoint by its name, and returns it with the state of the threads when it was made.
func at(st *session.Snapshot, name string) (c checkpoint.Checkpoint, then *gitstore.Snapshot, err error) {
	if c, err = checkpoint.Find(st.Commit, name, st.Session.MadeHere); err != nil {
		return c, nil, err
	}
	id, err := gitstore.ParseID(c.Store)
	if err != nil {
		return c, nil, err
	}
	then, err = st.Store.SnapshotAt(id)
	return c, then, session.StoreError(err)
}

// CheckpointDeleteInput names a checkpoint.
type CheckpointDeleteInput struct {
	Name string `json:"name" arg:"name" help:"name of the checkpoint"`
}

// CheckpointDeleteOutput says what was deleted.
type CheckpointDeleteOutput struct {
	Name string `json:"name"`
}

// DeleteCheckpoint removes a checkpoint from the list. Only a person may; undo brings it back.
func DeleteCheckpoint(ctx context.Context, s *session.Session, in CheckpointDeleteInput) (CheckpointDeleteOutput, error) {
	who, err := s.Author(ctx)
	if err != nil {
		return CheckpointDeleteOutput{}, err
	}
	var out CheckpointDeleteOutput
	err = s.Update(ctx, false, func(c *session.Change) error {
		found, err := checkpoint.Find(c.Tx, in.Name, s.MadeHere)
		if err != nil {
			return err
		}
		out.Name = found.Name
		if err := c.Tx.Remove(checkpoint.ManifestFile(found.Name)); err != nil {
			return err
		}
		if entries, err := c.Tx.ReadDir(strings.TrimSuffix(checkpoint.ManifestFile(found.Name), ".json")); err == nil && len(entries) > 0 {
			if err := c.Tx.Remove(strings.TrimSuffix(checkpoint.ManifestFile(found.Name), ".json")); err != nil {
				return err
			}
		}
		c.Record("checkpoint-delete", who, found.Name)
		c.Trailers = append(c.Trailers, gitstore.Trailer{Key: "Consider-Checkpoint", Value: found.Name})
		return nil
	})
	return out, err
}
