package review

import (
	"context"
	"strings"

	"consider/gitstore"
)

// CheckpointListInput is empty.
type CheckpointListInput struct{}

// CheckpointListOutput is all checkpoints, oldest first, without their files.
type CheckpointListOutput struct {
	Checkpoints []CheckpointView `json:"checkpoints"`
	Newer       []Damage         `json:"newer,omitempty"` // that a newer consider wrote
}

// ListCheckpoints returns all checkpoints.
func (s *Service) ListCheckpoints(ctx context.Context, _ CheckpointListInput) (CheckpointListOutput, error) {
	st, err := s.read(ctx)
	if err != nil {
		return CheckpointListOutput{}, err
	}
	all, err := readCheckpoints(st.snap)
	out := CheckpointListOutput{Checkpoints: []CheckpointView{}}
	for _, c := range all {
		if c.err != nil {
			out.Newer = append(out.Newer, notRead(manifestFile(c.Name), c.err))
			continue
		}
		out.Checkpoints = append(out.Checkpoints, viewCheckpoint(c))
	}
	return out, err
}

// CheckpointShowInput names a checkpoint.
type CheckpointShowInput struct {
	Name string `json:"name,omitempty" arg:"name?" help:"name; the newest round when left out"`
}

// CheckpointShowOutput is one checkpoint: its files, and its threads as they were.
type CheckpointShowOutput struct {
	Checkpoint CheckpointView `json:"checkpoint"`
	Threads    []ThreadView   `json:"threads"` // that were active, where they were
}

// ShowCheckpoint returns one checkpoint.
func (s *Service) ShowCheckpoint(ctx context.Context, in CheckpointShowInput) (CheckpointShowOutput, error) {
	st, err := s.read(ctx)
	if err != nil {
		return CheckpointShowOutput{}, err
	}
	c, err := findCheckpoint(st.snap, in.Name)
	if err != nil {
		return CheckpointShowOutput{}, err
	}
	then, err := st.at(c)
	if err != nil {
		return CheckpointShowOutput{}, err
	}
	rows, _, err := readRows(then, activeDir, nil)
	out := CheckpointShowOutput{Checkpoint: viewCheckpoint(c), Threads: []ThreadView{}}
	for i := range rows {
		p := placed{Place: c.Places[rows[i].ID], Quote: rows[i].Quote}
		out.Threads = append(out.Threads, viewOf(&rows[i], p, s.agent(), activeDir))
	}
	return out, err
}

// at returns the state of the threads when c was made.
func (st *state) at(c Checkpoint) (*gitstore.Snapshot, error) {
	id, err := gitstore.ParseID(c.Store)
	if err != nil {
		return nil, err
	}
	snap, err := st.store.SnapshotAt(id)
	return snap, storeError(err)
}

// CheckpointDeleteInput names a checkpoint.
type CheckpointDeleteInput struct {
	Name string `json:"name" arg:"name" help:"name of the checkpoint"`
}

// CheckpointDeleteOutput says what was deleted.
type CheckpointDeleteOutput struct {
	Name string `json:"name"`
}

// DeleteCheckpoint takes a checkpoint out of the list. Only a person may; undo brings it back.
func (s *Service) DeleteCheckpoint(ctx context.Context, in CheckpointDeleteInput) (CheckpointDeleteOutput, error) {
	if err := s.Caller.person("delete a checkpoint"); err != nil {
		return CheckpointDeleteOutput{}, err
	}
	who, err := s.writer(ctx, Human)
	if err != nil {
		return CheckpointDeleteOutput{}, err
	}
	var out CheckpointDeleteOutput
	err = s.update(ctx, false, func(c *change) error {
		found, err := findCheckpoint(c.tx, in.Name)
		if err != nil {
			return err
		}
		out.Name = found.Name
		if err := c.tx.Remove(manifestFile(found.Name)); err != nil {
			return err
		}
		if entries, err := c.tx.ReadDir(strings.TrimSuffix(manifestFile(found.Name), ".json")); err == nil && len(entries) > 0 {
			if err := c.tx.Remove(strings.TrimSuffix(manifestFile(found.Name), ".json")); err != nil {
				return err
			}
		}
		c.record("checkpoint-delete", who, found.Name)
		c.more = append(c.more, gitstore.Trailer{Key: "Consider-Checkpoint", Value: found.Name})
		return nil
	})
	return out, err
}
