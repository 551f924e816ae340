package review

import (
	"context"
	"path"

	"consider/gitstore"
)

// CheckpointRestoreInput names the checkpoint whose threads are to come back.
type CheckpointRestoreInput struct {
	Name   string `json:"name" arg:"name" help:"name of the checkpoint"`
	DryRun bool   `json:"dryRun,omitempty" flag:"dry-run,n" help:"only say what would change"`
}

// CheckpointRestoreOutput says what came back, and what was said since that is not in it.
type CheckpointRestoreOutput struct {
	Name    string      `json:"name"`
	Safety  string      `json:"safety,omitempty"` // restoring this one takes the restore back
	DryRun  bool        `json:"dryRun,omitempty"`
	Threads int         `json:"threads"` // active after it
	Changed int         `json:"changed"` // threads that were different
	Since   []SaidSince `json:"since"`   // not in the restored state; kept in Safety
}

// SaidSince is a thread or a reply that came after a checkpoint.
type SaidSince struct {
	Thread string     `json:"thread"`
	Reply  string     `json:"reply,omitempty"` // "" for the thread itself
	Place  string     `json:"place"`
	Author AuthorKind `json:"author"`
	Name   string     `json:"authorName,omitempty"`
	Body   string     `json:"body"` // its beginning
}

// RestoreCheckpoint brings the threads of a checkpoint back, as a change on top of the history, after a
// checkpoint of how they are now. It never touches a file of the project.
func (s *Service) RestoreCheckpoint(ctx context.Context, in CheckpointRestoreInput) (CheckpointRestoreOutput, error) {
	who, err := s.writer(ctx, Human)
	if err != nil {
		return CheckpointRestoreOutput{}, err
	}
	st, err := s.read(ctx)
	if err != nil {
		return CheckpointRestoreOutput{}, err
	}
	c, err := findCheckpoint(st.snap, in.Name)
	if err != nil {
		return CheckpointRestoreOutput{}, err
	}
	then, err := st.at(c)
	if err != nil {
		return CheckpointRestoreOutput{}, err
	}
	out := CheckpointRestoreOutput{Name: c.Name, DryRun: in.DryRun}
	if in.DryRun {
		return out, out.compare(st.snap, then)
	}
	safety, err := s.checkpoint(ctx, Checkpoint{Auto: true, Note: "before restoring " + c.Name}, safetyPrefix)
	if err != nil {
		return out, err
	}
	out.Safety = safety.Name
	made := s.cursor
	err = s.update(ctx, false, func(ch *change) error {
		if ch.tx.Base() != made {
			// Somebody said something in between: that is to be kept too.
			safety.Store = ch.tx.Base().String()
			if err := ch.putCheckpoint(&safety); err != nil {
				return err
			}
		}
		if err := out.compare(ch.tx, then); err != nil {
			return err
		}
		for _, dir := range folders {
			if err := ch.replace(dir, then); err != nil {
				return err
			}
		}
		ch.record("restore", who, c.Name)
		ch.more = append(ch.more, gitstore.Trailer{Key: "Consider-Checkpoint", Value: c.Name})
		return nil
	})
	return out, err
}

// replace makes a folder of threads what it is in then, touching only what differs.
func (c *change) replace(dir string, then *gitstore.Snapshot) error {
	want, err := filesBelow(then, dir)
	if err != nil {
		return err
	}
	have, err := filesBelow(c.tx, dir)
	if err != nil {
		return err
	}
	for file, id := range have {
		if _, ok := want[file]; ok && want[file] == id {
			continue
		} else if !ok {
			if err := c.tx.Remove(file); err != nil {
				return err
			}
		}
	}
	for file, id := range want {
		if have[file] == id {
			continue
		}
		data, err := then.ReadBlob(id)
		if err != nil {
			return err
		}
		c.tx.Put(file, data)
	}
	return nil
}

// filesBelow returns the files of a folder that fans out once, with their ids.
func filesBelow(t gitstore.Files, dir string) (map[string]gitstore.ID, error) {
	fans, err := t.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	out := map[string]gitstore.ID{}
	for _, fan := range fans {
		entries, err := t.ReadDir(path.Join(dir, fan.Name))
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			out[path.Join(dir, fan.Name, e.Name)] = e.ID
		}
	}
	return out, nil
}

// compare fills in what restoring then would change in now.
func (o *CheckpointRestoreOutput) compare(now, then gitstore.Files) error {
	o.Threads, o.Changed, o.Since = 0, 0, []SaidSince{}
	before, err := threadsIn(then)
	if err != nil {
		return err
	}
	after, err := threadsIn(now)
	if err != nil {
		return err
	}
	for id, was := range before {
		if was.dir == activeDir {
			o.Threads++
		}
		if _, ok := after[id]; !ok {
			o.Changed++
		}
	}
	for _, id := range sortedIDs(after) {
		is, was := after[id], before[id]
		if is.dir == was.dir && is.row.Blob == was.row.Blob {
			continue
		}
		o.Changed++
		if err := o.said(now, then, is, was); err != nil {
			return err
		}
	}
	return nil
}

// said lists what was said in a thread and is not in its earlier state.
func (o *CheckpointRestoreOutput) said(now, then gitstore.Files, is, was stored) error {
	t, err := is.load(now)
	if err != nil {
		return err
	}
	earlier := &Thread{}
	if was.dir == "" {
		o.Since = append(o.Since, SaidSince{
			Thread: t.ID, Place: is.row.place(), Author: t.Author, Name: t.AuthorName, Body: firstLine(t.Body),
		})
	} else if earlier, err = was.load(then); err != nil {
		return err
	}
	for _, r := range t.Replies {
		if earlier.entry(r.ID) < 0 {
			o.Since = append(o.Since, SaidSince{
				Thread: t.ID, Reply: r.ID, Place: is.row.place(), Author: r.Author, Name: r.AuthorName, Body: firstLine(r.Body),
			})
		}
	}
	return nil
}
