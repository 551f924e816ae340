package review

import (
	"context"
	"errors"

	"consider/gitstore"
)

// ArchiveInput names the threads to archive.
type ArchiveInput struct {
	IDs []string `json:"ids,omitempty" arg:"id...?" help:"ids of resolved threads; all of them when left out"`
}

// MovedOutput is the threads that were moved out of the active list or back into it.
type MovedOutput struct {
	IDs []string `json:"ids"`
}

// Archive takes resolved threads out of the active list: those named, or all. Where only a person resolves (see
// [Settings]), only a person archives what no person has resolved.
func (s *Service) Archive(ctx context.Context, in ArchiveInput) (MovedOutput, error) {
	who, err := s.writer(ctx, Human)
	if err != nil {
		return MovedOutput{}, err
	}
	var ids []located
	named := len(in.IDs) > 0
	if named {
		ids, err = s.locateAll(ctx, in.IDs, activeDir)
	} else {
		ids, err = s.resolved(ctx)
	}
	if err != nil || len(ids) == 0 {
		return MovedOutput{IDs: []string{}}, err
	}
	var out MovedOutput
	err = s.update(ctx, false, func(c *change) error {
		out = MovedOutput{IDs: []string{}}
		left, err := s.unsettled(ctx, c, ids)
		if err != nil {
			return err
		}
		for _, at := range ids {
			err := c.archivable(at.id, left)
			if !named && (errors.Is(err, ErrConflict) || errors.Is(err, ErrDenied)) {
				continue
			}
			if err == nil {
				err = c.move(at.id, activeDir, archiveDir)
			}
			if err != nil {
				return err
			}
			out.IDs = append(out.IDs, at.id)
		}
		c.record("archive", who, count(out.IDs), out.IDs...)
		return nil
	})
	return out, err
}

// resolved returns the active threads that are resolved.
func (s *Service) resolved(ctx context.Context) ([]located, error) {
	st, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	var ids []located
	for i := range st.view.Rows {
		if r := &st.view.Rows[i]; r.Workflow == Resolved {
			ids = append(ids, located{activeDir, r.ID})
		}
	}
	return ids, nil
}

// archivable returns an error unless a thread may be put out of sight: what is open waits for an answer, and left is
// what the caller has to leave to a person.
func (c *change) archivable(id string, left map[string]bool) error {
	t, err := c.load(activeDir, id)
	switch {
	case err != nil:
		return notThere(id, err)
	case t.WorkflowState != Resolved:
		return Conflict("thread %s is open", id).Hint("resolve it first: consider resolve %s", id)
	case left[id]:
		return Denied("no person has resolved thread %s, and here only a person decides that it is done", id).
			Hint("leave it to the human")
	}
	return nil
}

// unsettled returns the threads, of those resolved, that the caller may not archive: where only a person resolves,
// those that an agent resolved before that was so. Who it was stands in the history.
func (s *Service) unsettled(ctx context.Context, c *change, ids []located) (map[string]bool, error) {
	settings, err := s.settings(ctx, c)
	if err != nil || settings.Get("resolve") != "human" || s.Caller.person("") == nil {
		return nil, err
	}
	store, err := s.open(ctx, false)
	if err != nil {
		return nil, err
	}
	left, ask := map[string]bool{}, map[string]bool{}
	for _, at := range ids {
		left[at.id], ask[at.id] = true, true
	}
	for e, err := range (history{store}).standing(ctx, gitstore.LogOptions{From: c.tx.Base()}) {
		if err != nil {
			return nil, storeError(err)
		}
		for _, id := range e.Threads {
			if ask[id] && (e.Kind == ThreadResolved || e.Kind == Reopened) {
				delete(ask, id)
				left[id] = e.Kind == Reopened || e.By.Kind != Human
			}
		}
		if len(ask) == 0 {
			break
		}
	}
	return left, nil
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
