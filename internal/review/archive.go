package review

import (
	"context"
	"errors"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/review/history"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// ArchiveInput names the threads to archive.
type ArchiveInput struct {
	IDs []string `json:"ids,omitempty" arg:"id...?" help:"IDs of resolved threads (default: all)"`
}

// MovedOutput is the threads that were moved out of the active list or back into it.
type MovedOutput struct {
	IDs  []string `json:"ids"`
	Did  string   `json:"did,omitempty"`  // archived, unarchived, deleted, undeleted or comment deleted
	Back string   `json:"back,omitempty"` // the verb that reverses it; undo takes no ids
}

// moveVerbs lists the verbs that move threads, with what each does and which verb reverses it.
var moveVerbs = map[string]MovedOutput{
	"archive":   {Did: "archived", Back: "unarchive"},
	"unarchive": {Did: "unarchived", Back: "archive"},
	"delete":    {Did: "deleted", Back: "undelete"},
	"undelete":  {Did: "undeleted", Back: "delete"},
}

// Archive moves the named resolved threads, or all of them, out of the active list. Where only a person resolves (the
// setting "resolve"), only a person archives threads that no person has resolved.
func Archive(ctx context.Context, s *session.Session, in ArchiveInput) (MovedOutput, error) {
	who, err := s.Author(ctx)
	if err != nil {
		return MovedOutput{}, err
	}
	var ids []thread.Ref
	named := len(in.IDs) > 0
	if named {
		ids, err = s.LocateAll(ctx, in.IDs, thread.Active)
	} else {
		ids, err = resolved(ctx, s)
	}
	if err != nil || len(ids) == 0 {
		return MovedOutput{IDs: []string{}}, err
	}
	var out MovedOutput
	err = s.Update(ctx, false, func(c *session.Change) error {
		out = moveVerbs["archive"]
		out.IDs = []string{}
		left, err := needHuman(ctx, s, c, ids)
		if err != nil {
			return err
		}
		for _, at := range ids {
			err := archivable(c, at.ID, left)
			if !named && (errors.Is(err, fail.ErrConflict) || errors.Is(err, fail.ErrDenied)) {
				continue
			}
			if err == nil {
				err = c.Move(at.ID, thread.Active, thread.Archived)
			}
			if err != nil {
				return err
			}
			out.IDs = append(out.IDs, at.ID)
		}
		c.Record("archive", who, words.Count(out.IDs), out.IDs...)
		return nil
	})
	return out, err
}

// resolved returns the active threads that are resolved.
func resolved(ctx context.Context, s *session.Session) ([]thread.Ref, error) {
	st, err := s.Read(ctx)
	if err != nil {
		return nil, err
	}
	var ids []thread.Ref
	rows := st.View.Rows
	for i := range rows {
		if h := &rows[i]; h.WorkflowState == thread.Resolved && s.Owns(h.Worktree) {
			ids = append(ids, thread.Ref{Dir: thread.Active, ID: h.ID})
		}
	}
	return ids, nil
}

// archivable returns an error unless the thread may be archived. An open thread still waits for an answer; left holds
// the threads that the caller has to leave to a person.
func archivable(c *session.Change, id string, left map[string]bool) error {
	t, err := c.Load(thread.Active, id)
	switch {
	case err != nil:
		return session.NotThere(id, err)
	case t.WorkflowState != thread.Resolved:
		return fail.Conflict("thread %s is open", id).Hint("resolve the thread first: {resolve %s}", id)
	case left[id]:
		return fail.Denied("thread %s must be resolved by a human first", id).
			Hint("ask the human to resolve the thread")
	}
	return nil
}

// needHuman returns those of ids that the caller may not archive: where only a person resolves, the threads that an
// agent resolved before the setting was changed. The history says who resolved each.
func needHuman(ctx context.Context, s *session.Session, c *session.Change, ids []thread.Ref) (map[string]bool, error) {
	settings, err := s.SettingsIn(ctx, c)
	if err != nil || settings.Get("resolve") != "human" || s.Caller.IsPerson() {
		return nil, err
	}
	store, err := s.OpenStore(ctx, false)
	if err != nil {
		return nil, err
	}
	left, ask := map[string]bool{}, map[string]bool{}
	for _, at := range ids {
		left[at.ID], ask[at.ID] = true, true
	}
	for e, err := range (history.History{Store: store}).InEffect(ctx, gitstore.LogOptions{From: c.Tx.Base()}) {
		if err != nil {
			return nil, session.StoreError(err)
		}
		for _, id := range e.Threads {
			if ask[id] && (e.Kind == history.ThreadResolved || e.Kind == history.Reopened) {
				delete(ask, id)
				left[id] = e.Kind == history.Reopened || e.By.Kind != thread.Human
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
	IDs []string `json:"ids" arg:"id..." help:"IDs of archived threads, or unique prefixes"`
}

// Unarchive brings archived threads back.
func Unarchive(ctx context.Context, s *session.Session, in UnarchiveInput) (MovedOutput, error) {
	return moveAll(ctx, s, "unarchive", in.IDs, thread.Archived, thread.Active)
}

// UndeleteInput names deleted threads.
type UndeleteInput struct {
	IDs []string `json:"ids" arg:"id..." help:"IDs of deleted threads, or unique prefixes"`
}

// Undelete brings deleted threads back into the active list.
func Undelete(ctx context.Context, s *session.Session, in UndeleteInput) (MovedOutput, error) {
	return moveAll(ctx, s, "undelete", in.IDs, thread.Deleted, thread.Active)
}

func moveAll(ctx context.Context, s *session.Session, op string, refs []string, from, to string) (MovedOutput, error) {
	ids, err := s.LocateAll(ctx, refs, from)
	if err != nil {
		return MovedOutput{}, err
	}
	return move(ctx, s, op, ids, to)
}

// move moves threads to another folder of the tree, in one commit.
func move(ctx context.Context, s *session.Session, op string, ids []thread.Ref, to string) (MovedOutput, error) {
	who, err := s.Author(ctx)
	if err != nil {
		return MovedOutput{}, err
	}
	var out MovedOutput
	err = s.Update(ctx, false, func(c *session.Change) error {
		out = moveVerbs[op]
		out.IDs = []string{}
		for _, at := range ids {
			if err := c.Move(at.ID, at.Dir, to); err != nil {
				return session.NotThere(at.ID, err)
			}
			out.IDs = append(out.IDs, at.ID)
		}
		c.Record(op, who, words.Count(out.IDs), out.IDs...)
		return nil
	})
	return out, err
}
