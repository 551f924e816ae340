package round

import (
	"bytes"
	"context"
	"slices"

	"consider/gitstore"
	"consider/internal/checkpoint"
	"consider/internal/fail"
	"consider/internal/gitrepo"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/treediff"
	"consider/internal/words"
)

// CheckpointInput names the checkpoint to make.
type CheckpointInput struct {
	Name string `json:"name,omitempty" arg:"name?" help:"name (default: round-1, round-2, …)"`
	Note string `json:"note,omitempty" flag:"message,m" help:"a note to save with the checkpoint" placeholder:"TEXT"`
}

// CheckpointOutput is the checkpoint that was made.
type CheckpointOutput struct {
	Checkpoint CheckpointView   `json:"checkpoint"`
	Earlier    []CheckpointView `json:"-"` // the others, oldest first, if a person gave no name
}

// MakeCheckpoint records the threads and the current state of the project's files, for later comparison.
func MakeCheckpoint(ctx context.Context, s *session.Session, in CheckpointInput) (CheckpointOutput, error) {
	if in.Name != "" {
		if err := checkpoint.CheckName(in.Name); err != nil {
			return CheckpointOutput{}, err
		}
	}
	if len(in.Note) > thread.MaxBody || words.HasControl(in.Note) {
		return CheckpointOutput{}, fail.Usage("a note must be one line of at most %d bytes", thread.MaxBody)
	}
	c, err := Record(ctx, s, checkpoint.Checkpoint{Name: in.Name, Note: in.Note}, checkpoint.RoundPrefix)
	out := CheckpointOutput{Checkpoint: viewCheckpoint(c)}
	if err == nil && in == (CheckpointInput{}) && s.Caller.OnScreen {
		if all, err := ListCheckpoints(ctx, s, CheckpointListInput{}); err == nil {
			out.Earlier = slices.DeleteFunc(all.Checkpoints, func(v CheckpointView) bool { return v.Name == c.Name })
		}
	}
	return out, err
}

// Record makes a checkpoint named c.Name or, without a name, row and the next number.
func Record(ctx context.Context, s *session.Session, c checkpoint.Checkpoint, row string) (checkpoint.Checkpoint, error) {
	who, err := s.Author(ctx)
	if err != nil {
		return c, err
	}
	if c.Places, err = PlacesNow(ctx, s); err != nil {
		return c, err
	}
	status, err := treediff.StatusOf(ctx, s.Tree)
	if err != nil {
		return c, session.GitError(err)
	}
	contents, err := Keep(ctx, s, &c, status, nil)
	if err != nil {
		return c, err
	}
	return PutCheckpoint(ctx, s, c, who, row, contents)
}

// PutCheckpoint stores a checkpoint whose files and places are known.
func PutCheckpoint(ctx context.Context, s *session.Session, c checkpoint.Checkpoint, who thread.Author, row string, contents map[string][]byte) (checkpoint.Checkpoint, error) {
	given := c.Name
	c.Author, c.AuthorName, c.Worktree = who.Kind, who.Name, s.Place.WorktreeName
	err := s.Update(ctx, true, func(ch *session.Change) (err error) {
		c.CreatedAt, c.Store = ch.Now, ch.Tx.Base().String()
		if c.Name, err = freeName(ch.Tx, given, row); err != nil {
			return err
		}
		if c.Order, err = checkpoint.NextOrder(ch.Tx); err != nil {
			return err
		}
		if err := c.Put(ch.Tx); err != nil {
			return err
		}
		for blob, content := range contents {
			ch.Tx.Put(checkpoint.ContentFile(c.Name, blob), content)
		}
		ch.Record("checkpoint", who, c.Name)
		ch.Trailers = append(ch.Trailers, gitstore.Trailer{Key: "Consider-Checkpoint", Value: c.Name})
		return nil
	})
	return c, err
}

func freeName(t gitstore.Files, given, row string) (string, error) {
	if given == "" {
		return checkpoint.NextName(t, row)
	}
	taken, err := checkpoint.NameTaken(t, given)
	if err == nil && taken {
		err = fail.Conflict("the checkpoint name %q was already used", given).Hint("use another name, or omit the name to get the next round-N")
	}
	return given, err
}

// PlacesNow returns where all active threads are; nil if there is no store yet.
func PlacesNow(ctx context.Context, s *session.Session) (map[string]thread.Placement, error) {
	st, err := s.ReadIfAny(ctx)
	if st == nil || err != nil {
		return nil, err
	}
	defer st.SaveView()
	rows := st.View.Rows
	at, err := st.Placer.PlaceAll(ctx, rows)
	if err != nil {
		return nil, err
	}
	places := map[string]thread.Placement{}
	for i := range rows {
		places[rows[i].ID] = at[i].Place
	}
	return places, nil
}

// Keep records in c HEAD and the files that differ from it, and returns their contents by blob id. It calls converted,
// unless that is nil, with the bytes on disk of each file that git would store differently.
func Keep(ctx context.Context, s *session.Session, c *checkpoint.Checkpoint, status treediff.Status, converted func(path string, data []byte)) (map[string][]byte, error) {
	c.Head, c.Branch = status.Head.Commit, status.Head.Branch
	onDisk, err := readKept(ctx, s, c, status)
	if err != nil {
		return nil, err
	}
	ends := lineEnds(ctx, s, status, onDisk)
	contents := map[string][]byte{}
	for i, f := range status.Files {
		kept := &c.Files[i]
		if data := onDisk[i]; data != nil {
			if hasCRLF(f, data) {
				data = ends.Stored(f.Path, data)
			}
			if len(data) != len(onDisk[i]) && converted != nil {
				converted(f.Path, onDisk[i])
			}
			kept.Blob = gitstore.HashBlob(data).String()
			contents[kept.Blob] = data
		}
		keepStaged(ctx, s, f, kept, contents)
	}
	return contents, nil
}

// Fill puts contents, by blob id, into a side in place of their ids.
func Fill(side treediff.Side, contents map[string][]byte) {
	for i := range side.Entries {
		e := &side.Entries[i]
		if data, ok := contents[e.Blob]; ok && e.Mode != checkpoint.ModeSubmodule {
			e.Blob, e.Data = "", data
		}
	}
}

// readKept records in c the files that differ from HEAD, and returns their contents on disk in the same order; nil for
// a file without content to keep.
func readKept(ctx context.Context, s *session.Session, c *checkpoint.Checkpoint, status treediff.Status) ([][]byte, error) {
	onDisk := make([][]byte, len(status.Files))
	total := int64(0)
	c.Files = make([]checkpoint.CheckpointFile, 0, len(status.Files))
	for i, f := range status.Files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if s.Progress != nil {
			s.Progress(i+1, len(status.Files))
		}
		kept := checkpoint.CheckpointFile{Path: f.Path, Mode: f.Mode, Size: f.Size, Untracked: f.Untracked}
		switch {
		case f.Mode == "":
		case f.Mode == checkpoint.ModeSubmodule:
			if kept.Blob = f.Blob; f.Blob == "" {
				kept.Skipped = "cannot be read"
			}
		case f.Size > MaxKeptFile || total > maxKeptBytes || i >= maxKeptFiles:
			kept.Skipped = "too large"
		default:
			data, err := contentNow(s, f)
			if err != nil {
				kept.Skipped = "cannot be read"
				break
			}
			onDisk[i] = data
			total += int64(len(data))
		}
		c.Files = append(c.Files, kept)
	}
	return onDisk, nil
}

// keepStaged keeps the index's content of a file, if it differs from both HEAD's and the one on disk.
func keepStaged(ctx context.Context, s *session.Session, f treediff.StatusFile, kept *checkpoint.CheckpointFile, contents map[string][]byte) {
	if f.Staged == "" || f.StagedMode == checkpoint.ModeSubmodule {
		return
	}
	staged := treediff.Side{Entries: []treediff.SideEntry{{Path: f.Path, Mode: f.StagedMode, Blob: f.Staged}}}
	data, _, err := treediff.ContentAt(ctx, s.Tree, staged, f.Path, MaxKeptFile)
	if err != nil {
		return
	}
	kept.Staged, kept.StagedMode = gitstore.HashBlob(data).String(), f.StagedMode
	contents[kept.Staged] = data
}

// lineEnds returns what git would store for the contents on disk, so that they can be compared with those of commits.
// Git is asked once, only about files with line ends that it may convert, as it reads each of them.
func lineEnds(ctx context.Context, s *session.Session, status treediff.Status, onDisk [][]byte) gitrepo.LineEnds {
	var paths []string
	for i, f := range status.Files {
		if hasCRLF(f, onDisk[i]) {
			paths = append(paths, f.Path)
		}
	}
	if len(paths) == 0 {
		return gitrepo.LineEnds{}
	}
	return s.Tree.LineEnds(ctx, paths)
}

func hasCRLF(f treediff.StatusFile, data []byte) bool {
	return f.Mode != checkpoint.ModeSymlink && bytes.Contains(data, []byte("\r\n"))
}

// contentNow reads a file; for a link it returns the target. It is nil only with an error.
func contentNow(s *session.Session, f treediff.StatusFile) ([]byte, error) {
	if f.Mode == checkpoint.ModeSymlink {
		target, err := s.Tree.ReadLink(f.Path)
		return []byte(target), err
	}
	data, _, err := s.Tree.ReadFile(f.Path, MaxKeptFile)
	return data, err
}
