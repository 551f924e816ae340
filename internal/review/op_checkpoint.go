package review

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"consider/gitstore"
	"consider/internal/worktree"
)

// CheckpointInput names the checkpoint to make.
type CheckpointInput struct {
	Name string `json:"name,omitempty" arg:"name?" help:"name; round-1, round-2, … when left out"`
	Note string `json:"note,omitempty" flag:"message,m" help:"a note on the round" placeholder:"TEXT"`
}

// CheckpointOutput is the checkpoint that was made.
type CheckpointOutput struct {
	Checkpoint CheckpointView `json:"checkpoint"`
}

// CheckpointView is a checkpoint without its contents.
type CheckpointView struct {
	Checkpoint
	Threads int `json:"threads"` // that were active
	Skipped int `json:"skipped"` // files whose content was too large to keep
}

func viewCheckpoint(c Checkpoint) CheckpointView {
	v := CheckpointView{Checkpoint: c, Threads: len(c.Places)}
	for _, f := range c.Files {
		if f.Skipped != "" {
			v.Skipped++
		}
	}
	return v
}

// MarshalJSON writes the checkpoint's fields and the view's beside each other.
func (v CheckpointView) MarshalJSON() ([]byte, error) {
	fields := map[string]json.RawMessage{}
	data, err := json.Marshal(v.Checkpoint)
	if err == nil {
		err = json.Unmarshal(data, &fields)
	}
	if err != nil {
		return nil, err
	}
	delete(fields, "places")
	fields["threads"], _ = json.Marshal(v.Threads)
	fields["skipped"], _ = json.Marshal(v.Skipped)
	return json.Marshal(fields)
}

// MakeCheckpoint records the threads and what the project's files are now, to compare with later.
func (s *Service) MakeCheckpoint(ctx context.Context, in CheckpointInput) (CheckpointOutput, error) {
	if in.Name != "" {
		if err := checkName(in.Name); err != nil {
			return CheckpointOutput{}, err
		}
	}
	if len(in.Note) > maxBody || hasControl(in.Note) {
		return CheckpointOutput{}, Usage("a note is one line of at most %d bytes", maxBody)
	}
	c, err := s.checkpoint(ctx, Checkpoint{Name: in.Name, Note: in.Note}, roundPrefix)
	return CheckpointOutput{Checkpoint: viewCheckpoint(c)}, err
}

// checkpoint makes one, named c.Name or else the next of the row.
func (s *Service) checkpoint(ctx context.Context, c Checkpoint, row string) (Checkpoint, error) {
	who, err := s.writer(ctx, Human)
	if err != nil {
		return c, err
	}
	if c.Places, err = s.placesNow(ctx); err != nil {
		return c, err
	}
	saw, err := s.Tree.Saw(ctx)
	if err != nil {
		return c, gitError(err)
	}
	contents, err := s.keep(ctx, &c, saw)
	if err != nil {
		return c, err
	}
	c.Head, c.Branch = saw.Head.Commit, saw.Head.Branch
	return s.putCheckpoint(ctx, c, who, row, contents)
}

// putCheckpoint stores a checkpoint whose files and places are known.
func (s *Service) putCheckpoint(ctx context.Context, c Checkpoint, who author, row string, contents map[string][]byte) (Checkpoint, error) {
	given := c.Name
	c.Version, c.Author, c.AuthorName = checkpointVersion, who.Kind, who.Name
	err := s.update(ctx, true, func(ch *change) (err error) {
		c.CreatedAt, c.Store = ch.now, ch.tx.Base().String()
		if c.Name, err = freeName(ch.tx, given, row); err != nil {
			return err
		}
		if err := ch.putCheckpoint(&c); err != nil {
			return err
		}
		for blob, content := range contents {
			ch.tx.Put(contentFile(c.Name, blob), content)
		}
		ch.record("checkpoint", who, c.Name)
		ch.more = append(ch.more, gitstore.Trailer{Key: "Consider-Checkpoint", Value: c.Name})
		return nil
	})
	return c, err
}

// putCheckpoint writes the manifest.
func (c *change) putCheckpoint(p *Checkpoint) error {
	data, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return fmt.Errorf("encode checkpoint %q: %w", p.Name, err)
	}
	c.tx.Put(manifestFile(p.Name), append(data, '\n'))
	return nil
}

func freeName(t gitstore.Files, given, row string) (string, error) {
	if given == "" {
		return nextName(t, row)
	}
	taken, err := nameTaken(t, given)
	if err == nil && taken {
		err = Conflict("there is a checkpoint %q already", given).Hint("names are never given twice; leave it out for the next round-N")
	}
	return given, err
}

// placesNow returns where all active threads are; none where there is no store yet.
func (s *Service) placesNow(ctx context.Context) (map[string]Placement, error) {
	st, err := s.read(ctx)
	if errors.Is(err, ErrNoStore) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer st.done()
	at, err := st.placer.placeAll(ctx, st.view.Rows)
	if err != nil {
		return nil, err
	}
	places := map[string]Placement{}
	for i := range st.view.Rows {
		places[st.view.Rows[i].ID] = at[i].Place
	}
	return places, nil
}

// keep lists what differs from HEAD in c and returns the contents, by blob id.
func (s *Service) keep(ctx context.Context, c *Checkpoint, saw worktree.Saw) (map[string][]byte, error) {
	return s.keepWith(ctx, c, saw, func(string, []byte) {})
}

// keepWith is keep, and tells the bytes on disk of each file of which git would store others.
func (s *Service) keepWith(ctx context.Context, c *Checkpoint, saw worktree.Saw, converted func(path string, data []byte)) (map[string][]byte, error) {
	onDisk, err := s.readKept(ctx, c, saw)
	if err != nil {
		return nil, err
	}
	ends := s.lineEnds(ctx, saw, onDisk)
	contents := map[string][]byte{}
	for i, f := range saw.Files {
		kept := &c.Files[i]
		if data := onDisk[i]; data != nil {
			if hasCRLF(f, data) {
				data = ends.Stored(f.Path, data)
			}
			if len(data) != len(onDisk[i]) {
				converted(f.Path, onDisk[i])
			}
			kept.Blob = gitstore.HashBlob(data).String()
			contents[kept.Blob] = data
		}
		s.keepStaged(ctx, f, kept, contents)
	}
	return contents, nil
}

// readKept lists what differs from HEAD in c and returns the contents on disk in the same order, nil where there is
// none to keep.
func (s *Service) readKept(ctx context.Context, c *Checkpoint, saw worktree.Saw) ([][]byte, error) {
	onDisk := make([][]byte, len(saw.Files))
	total := int64(0)
	c.Files = make([]CheckpointFile, 0, len(saw.Files))
	for i, f := range saw.Files {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if s.Progress != nil {
			s.Progress(i+1, len(saw.Files))
		}
		kept := CheckpointFile{Path: f.Path, Mode: f.Mode, Size: f.Size, Untracked: f.Untracked}
		switch {
		case f.Mode == "":
		case f.Mode == modeSubmodule:
			if kept.Blob = f.Blob; f.Blob == "" {
				kept.Skipped = "cannot be read"
			}
		case f.Size > maxKeptFile || total > maxKeptBytes || i >= maxKeptFiles:
			kept.Skipped = "too large"
		default:
			data, err := s.contentNow(f)
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

// keepStaged keeps what git's index holds of a file, when that is neither what HEAD nor what the disk holds.
func (s *Service) keepStaged(ctx context.Context, f worktree.SawFile, kept *CheckpointFile, contents map[string][]byte) {
	if f.Staged == "" || f.StagedMode == modeSubmodule {
		return
	}
	staged := worktree.Side{Entries: []worktree.SideEntry{{Path: f.Path, Mode: f.StagedMode, Blob: f.Staged}}}
	data, _, err := s.Tree.ContentAt(ctx, staged, f.Path, maxKeptFile)
	if err != nil {
		return
	}
	kept.Staged, kept.StagedMode = gitstore.HashBlob(data).String(), f.StagedMode
	contents[kept.Staged] = data
}

// lineEnds says what git would store of the contents on disk, so that they compare with those of commits. Git is
// asked once, about the files with line ends that it may convert: it reads each that it is asked about.
func (s *Service) lineEnds(ctx context.Context, saw worktree.Saw, onDisk [][]byte) worktree.LineEnds {
	var paths []string
	for i, f := range saw.Files {
		if hasCRLF(f, onDisk[i]) {
			paths = append(paths, f.Path)
		}
	}
	if len(paths) == 0 {
		return worktree.LineEnds{}
	}
	return s.Tree.LineEnds(ctx, paths)
}

func hasCRLF(f worktree.SawFile, data []byte) bool {
	return f.Mode != modeSymlink && bytes.Contains(data, []byte("\r\n"))
}

// contentNow reads a file. A link's content is where it points. It is nil only with an error.
func (s *Service) contentNow(f worktree.SawFile) ([]byte, error) {
	if f.Mode == modeSymlink {
		target, err := s.Tree.ReadLink(f.Path)
		return []byte(target), err
	}
	data, _, err := s.Tree.ReadFile(f.Path, maxKeptFile)
	return data, err
}
