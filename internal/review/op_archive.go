package review

import "context"

// ArchiveInput names the threads to archive.
type ArchiveInput struct {
	IDs []string `json:"ids,omitempty" arg:"id...?" help:"thread ids; all resolved threads when left out"`
}

// MovedOutput is the threads that were moved out of the active list or back into it.
type MovedOutput struct {
	IDs []string `json:"ids"`
}

// Archive takes threads out of the active list: those named, or all resolved ones.
func (s *Service) Archive(ctx context.Context, in ArchiveInput) (MovedOutput, error) {
	if len(in.IDs) == 0 {
		st, err := s.read(ctx)
		if err != nil {
			return MovedOutput{}, err
		}
		for i := range st.view.Rows {
			if r := &st.view.Rows[i]; r.Workflow == Resolved {
				in.IDs = append(in.IDs, r.ID)
			}
		}
		if len(in.IDs) == 0 {
			return MovedOutput{IDs: []string{}}, nil
		}
	}
	return s.moveAll(ctx, "archive", in.IDs, activeDir, archiveDir)
}

// UnarchiveInput names archived threads.
type UnarchiveInput struct {
	IDs []string `json:"ids" arg:"id..." help:"ids of archived threads, or unique prefixes"`
}

// Unarchive brings archived threads back.
func (s *Service) Unarchive(ctx context.Context, in UnarchiveInput) (MovedOutput, error) {
	return s.moveAll(ctx, "unarchive", in.IDs, archiveDir, activeDir)
}

// DeleteInput names the threads to delete.
type DeleteInput struct {
	IDs []string `json:"ids" arg:"id..." help:"ids of active or archived threads, or unique prefixes"`
}

// Delete takes threads out of every list. Only a person may; undelete brings them back.
func (s *Service) Delete(ctx context.Context, in DeleteInput) (MovedOutput, error) {
	if err := s.Caller.person("delete a thread"); err != nil {
		return MovedOutput{}, err
	}
	ids, err := s.locateAll(ctx, in.IDs, activeDir, archiveDir)
	if err != nil {
		return MovedOutput{}, err
	}
	return s.move(ctx, "delete", ids, deletedDir)
}

// UndeleteInput names deleted threads.
type UndeleteInput struct {
	IDs []string `json:"ids" arg:"id..." help:"ids of deleted threads, or unique prefixes"`
}

// Undelete brings deleted threads back into the active list.
func (s *Service) Undelete(ctx context.Context, in UndeleteInput) (MovedOutput, error) {
	if err := s.Caller.person("undelete a thread"); err != nil {
		return MovedOutput{}, err
	}
	return s.moveAll(ctx, "undelete", in.IDs, deletedDir, activeDir)
}

func (s *Service) moveAll(ctx context.Context, op string, refs []string, from, to string) (MovedOutput, error) {
	ids, err := s.locateAll(ctx, refs, from)
	if err != nil {
		return MovedOutput{}, err
	}
	return s.move(ctx, op, ids, to)
}

// move moves threads to another folder of the tree, in one commit.
func (s *Service) move(ctx context.Context, op string, ids []located, to string) (MovedOutput, error) {
	who, err := s.writer(ctx, Human)
	if err != nil {
		return MovedOutput{}, err
	}
	var out MovedOutput
	err = s.update(ctx, false, func(c *change) error {
		out = MovedOutput{IDs: []string{}}
		for _, at := range ids {
			if err := c.move(at.id, at.dir, to); err != nil {
				return notThere(at.id, err)
			}
			out.IDs = append(out.IDs, at.id)
		}
		c.record(op, who, count(out.IDs), out.IDs...)
		return nil
	})
	return out, err
}
