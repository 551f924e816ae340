package round

import (
	"cmp"
	"context"
	"maps"

	"consider/gitstore"
	"consider/internal/checkpoint"
	"consider/internal/review/history"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// CheckpointRestoreInput names the checkpoint whose threads are to be restored.
type CheckpointRestoreInput struct {
	Name   string `json:"name" arg:"name" help:"name of the checkpoint"`
	DryRun bool   `json:"dryRun,omitempty" flag:"dry-run" also:"n" help:"only show what would change"`
}

// CheckpointRestoreOutput says which threads were restored, and which words they do not contain.
type CheckpointRestoreOutput struct {
	Name    string      `json:"name"`
	Safety  string      `json:"safety,omitempty"` // restoring this checkpoint reverses the restore
	DryRun  bool        `json:"dryRun,omitempty"`
	Threads int         `json:"threads"` // active threads after it
	Changed int         `json:"changed"` // threads that were different
	Deleted []SaidSince `json:"deleted"` // threads that are in none of the checkpoint's lists: they are now deleted as a whole, and undelete brings them back
	Since   []SaidSince `json:"since"`   // words that the restored threads lack, and the words of deleted threads; kept in Safety
}

// SaidSince is a thread or a reply as it was before a restore.
type SaidSince struct {
	Thread string            `json:"thread"`
	Reply  string            `json:"reply,omitempty"` // "" for the thread itself
	Place  string            `json:"place"`
	File   string            `json:"-"` // the file of Place
	Author thread.AuthorKind `json:"author"`
	Name   string            `json:"authorName,omitempty"`
	Body   string            `json:"body"`             // its first line
	Edited bool              `json:"edited,omitempty"` // the checkpoint has other words in its place
	Whole  bool              `json:"whole,omitempty"`  // in a thread that the checkpoint lacks, which is deleted as a whole
}

// RestoreCheckpoint restores the threads of a checkpoint as a new change, after making a checkpoint of their current
// state. It deletes threads that were started later, as delete does. Only a person may restore; every caller may ask
// what a restore would do. It never changes a file of the project.
func RestoreCheckpoint(ctx context.Context, s *session.Session, in CheckpointRestoreInput) (CheckpointRestoreOutput, error) {
	who, err := s.Author(ctx)
	if err != nil {
		return CheckpointRestoreOutput{}, err
	}
	st, err := s.Read(ctx)
	if err != nil {
		return CheckpointRestoreOutput{}, err
	}
	c, then, err := at(st, in.Name)
	if err != nil {
		return CheckpointRestoreOutput{}, err
	}
	out := CheckpointRestoreOutput{Name: c.Name, DryRun: in.DryRun}
	if in.DryRun {
		_, err := out.compare(s, st.Commit, then)
		return out, err
	}
	safety, err := Record(ctx, s, checkpoint.Checkpoint{Auto: true, Note: "before restoring " + c.Name}, checkpoint.SafetyPrefix)
	if err != nil {
		return out, err
	}
	out.Safety = safety.Name
	made := s.At
	err = s.Update(ctx, false, func(ch *session.Change) error {
		if ch.Tx.Base() != made {
			// The review has changed in between: the checkpoint has to include that.
			safety.Store = ch.Tx.Base().String()
			if err := safety.Put(ch.Tx); err != nil {
				return err
			}
		}
		way, err := out.compare(s, ch.Tx, then)
		if err == nil {
			err = way.apply(ch.Tx, then)
		}
		if err != nil {
			return err
		}
		ch.Record(string(history.Restored), who, c.Name, way.deleted...)
		ch.Trailers = append(ch.Trailers, gitstore.Trailer{Key: "Consider-Checkpoint", Value: c.Name})
		return nil
	})
	return out, err
}

// compare fills in what a restore of then would change in now, and returns the changes to make.
func (o *CheckpointRestoreOutput) compare(s *session.Session, now, then gitstore.Files) (*restorePlan, error) {
	o.Threads, o.Changed, o.Deleted, o.Since = 0, 0, []SaidSince{}, []SaidSince{}
	if err := thread.CheckVersionsIn(now, then); err != nil {
		return nil, err
	}
	before, err := thread.All(then)
	if err != nil {
		return nil, err
	}
	after, err := thread.All(now)
	if err != nil {
		return nil, err
	}
	foreign := func(id string, is thread.Stored) bool {
		return !s.Owns(cmp.Or(after[id].Row.Worktree, is.Row.Worktree))
	}
	way, err := newRestorePlan(now, then, func(id string) bool { return !foreign(id, before[id]) })
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(before, foreign)
	maps.DeleteFunc(after, foreign)
	for id, was := range before {
		if was.Dir == thread.Active {
			o.Threads++
		}
		if _, ok := after[id]; !ok {
			o.Changed++
		}
	}
	for _, id := range way.deleted {
		row := after[id].Row // for a thread that cannot be read, only the id is known
		if s.Hides(row.Finding) {
			continue
		}
		o.Deleted = append(o.Deleted, SaidSince{
			Thread: id, Place: row.Where().String(), File: row.File, Author: row.Author, Name: row.AuthorName, Body: words.FirstLine(row.Body),
		})
	}
	for _, id := range thread.SortedIDs(after) {
		is, was := after[id], before[id]
		switch {
		case !way.then[id] && is.Dir == thread.Deleted, is.Dir == was.Dir && is.Row.Blob == was.Row.Blob:
			continue
		}
		if o.Changed++; s.Hides(is.Row.Finding) {
			continue
		}
		if err := o.listMessages(now, then, is, was, !way.then[id]); err != nil {
			return nil, err
		}
	}
	return way, nil
}

// listMessages lists the messages of a thread that its earlier state lacks; whole says that there is no earlier state. Clients
// from before the field Deleted know only from this list what a restore removes.
func (o *CheckpointRestoreOutput) listMessages(now, then gitstore.Files, is, was thread.Stored, whole bool) error {
	t, err := is.Load(now)
	if err != nil {
		return err
	}
	earlier := &thread.Thread{}
	if was.Dir != "" {
		if earlier, err = was.Load(then); err != nil {
			return err
		}
	}
	if t.Body != earlier.Body {
		o.Since = append(o.Since, SaidSince{
			Thread: t.ID, Place: is.Row.Where().String(), File: is.Row.File, Author: t.Author, Name: t.AuthorName, Body: words.FirstLine(t.Body), Edited: was.Dir != "", Whole: whole,
		})
	}
	for _, r := range t.Replies {
		i := earlier.Entry(r.ID)
		if i > 0 && earlier.Replies[i-1].Body == r.Body {
			continue
		}
		o.Since = append(o.Since, SaidSince{
			Thread: t.ID, Reply: r.ID, Place: is.Row.Where().String(), File: is.Row.File, Author: r.Author, Name: r.AuthorName, Body: words.FirstLine(r.Body), Edited: i > 0, Whole: whole,
		})
	}
	return nil
}
