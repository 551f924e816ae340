package round

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"consider/internal/checkpoint"
	"consider/internal/fail"
	"consider/internal/folds"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/treediff"
	"consider/internal/words"
)

// CheckpointDiffInput names the two states to compare.
type CheckpointDiffInput struct {
	A    string   `json:"a,omitempty" arg:"a?" help:"checkpoint (default: the latest)"`
	B    string   `json:"b,omitempty" arg:"b?" help:"checkpoint or now (default: now)"`
	Stat bool     `json:"stat,omitempty" flag:"stat" help:"only file names and line counts"`
	Real bool     `json:"real,omitempty" flag:"real" help:"omit mechanical changes (moved, reformatted, renamed, generated) from the patches, and name them"`
	File []string `json:"files,omitempty" flag:"file,f" help:"only this file or files under this folder" placeholder:"PATH"`
}

// CheckpointDiffOutput is what changed in the project's files and in the threads.
type CheckpointDiffOutput struct {
	A       string         `json:"a"`
	B       string         `json:"b"`
	Files   []FileChange   `json:"files"`
	Threads []ThreadChange `json:"threads"`
	Skipped []string       `json:"skipped,omitempty"` // files whose content was not kept, and so was not compared
	Note    string         `json:"note,omitempty"`    // limits of a comparison made without git; absent when git made it
	Cut     int            `json:"cut,omitempty"`     // bytes of patches that were omitted because the caller's answers are bounded
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
	// Folded describes the hunks that the patch omits because they are mechanical; Added and Removed count them, too.
	Folded []string `json:"folded,omitempty"`
}

// maxPatches is how many bytes of patches a caller with bounded answers gets; beyond it, the answer has only the
// statistics.
const maxPatches = 20_000

// bound removes the patches if they are too large, and records their size.
func (o *CheckpointDiffOutput) bound() {
	total := 0
	for _, f := range o.Files {
		total += len(f.Patch)
	}
	if total <= maxPatches {
		return
	}
	o.Cut = total
	for i := range o.Files {
		o.Files[i].Patch = ""
	}
}

// DiffCheckpoints compares two checkpoints, or a checkpoint with the current state.
func DiffCheckpoints(ctx context.Context, s *session.Session, in CheckpointDiffInput) (CheckpointDiffOutput, error) {
	paths := make([]string, 0, len(in.File))
	for _, f := range in.File {
		rel, err := s.Below(f)
		if err != nil {
			return CheckpointDiffOutput{}, err
		}
		if rel != "." {
			paths = append(paths, rel)
		}
	}
	st, err := s.Read(ctx)
	if err != nil {
		return CheckpointDiffOutput{}, err
	}
	a, err := stateAt(ctx, s, st, in.A)
	if err != nil {
		return CheckpointDiffOutput{}, err
	}
	b, err := stateAt(ctx, s, st, cmp.Or(in.B, checkpoint.Now))
	if err != nil {
		return CheckpointDiffOutput{}, err
	}
	out := CheckpointDiffOutput{A: a.name, B: b.name, Files: []FileChange{}, Skipped: append(a.skipped, b.skipped...)}
	var texts folds.Texts
	files, err := treediff.Compare(ctx, s.Tree, a.side, b.side, treediff.Options{
		Paths: paths, ObjectDirs: []string{filepath.Join(st.Store.Dir(), "objects")}, Texts: texts.Keep,
		NoGit: func(why string) { out.Note = session.WithoutGit(why) },
	})
	if err != nil {
		return CheckpointDiffOutput{}, session.GitError(err)
	}
	folded := in.omitMechanical(files, &texts, b.places)
	slices.Sort(out.Skipped)
	out.Skipped = slices.Compact(out.Skipped)
	for _, f := range files {
		if slices.Contains(out.Skipped, f.Path) {
			continue // one side has the commit's content, not the content at that time
		}
		change := FileChange{
			Path: f.Path, From: f.From, Status: f.Status, OldMode: f.OldMode, NewMode: f.NewMode, Score: f.Score,
			Binary: f.Binary, Folded: folded[f.Path],
		}
		if !f.Binary {
			change.Added, change.Removed = f.Added, f.Removed
		}
		if !in.Stat {
			change.Patch = f.Patch()
		}
		out.Files = append(out.Files, change)
	}
	if s.Caller.Bounded {
		out.bound()
	}
	today, err := b.today(ctx, s)
	if err == nil {
		out.Threads, err = threadChanges(a, b, today, paths)
		out.Threads = slices.DeleteFunc(out.Threads, func(c ThreadChange) bool { return st.Hides(c.ID) })
	}
	return out, err
}

// omitMechanical removes the hunks that need not be read, unless a thread is on them, and describes them, by path.
func (in CheckpointDiffInput) omitMechanical(files []treediff.FileDiff, texts *folds.Texts, places map[string]thread.Placement) map[string][]string {
	if !in.Real {
		return nil
	}
	diffs := make([]*treediff.FileDiff, len(files))
	for i := range files {
		diffs[i] = &files[i]
	}
	out := map[string][]string{}
	for i, r := range folds.Of(diffs, texts) {
		f, kept := diffs[i], diffs[i].Hunks[:0:0]
		lines := map[string][]int{} // where the hunks with a proof begin
		for n, h := range f.Hunks {
			if proof := r.Hunks[n].Proof; proof == "" || isDiscussed(f, n, places) {
				kept = append(kept, h)
			} else {
				lines[proof] = append(lines[proof], h.NewStart)
			}
		}
		for _, proof := range slices.Sorted(maps.Keys(lines)) {
			at := lines[proof]
			out[f.Path] = append(out[f.Path], fmt.Sprintf("%s from line %d on: %s", words.Plural(len(at), "change"), at[0], proof))
		}
		f.Hunks = kept
	}
	return out
}

// isDiscussed reports whether a thread is on the lines of a hunk, on either side of it.
func isDiscussed(f *treediff.FileDiff, hunk int, places map[string]thread.Placement) bool {
	h := &f.Hunks[hunk]
	for _, p := range places {
		on := func(start, n int) bool { return p.StartLine <= start+n && p.EndLine >= start }
		if (p.File == f.Path || p.File == f.From) && p.File != "" && (on(h.NewStart, h.NewLines) || on(h.OldStart, h.OldLines)) {
			return true
		}
	}
	return false
}

// today returns where threads are now. The state of now knows this already.
func (b *state) today(ctx context.Context, s *session.Session) (map[string]thread.Placement, error) {
	if b.name == checkpoint.Now {
		return b.places, nil
	}
	return PlacesNow(ctx, s)
}

// stateAt returns the state with a name.
func stateAt(ctx context.Context, s *session.Session, st *session.Snapshot, name string) (*state, error) {
	if name == checkpoint.Now {
		return stateNow(ctx, s, st)
	}
	c, then, err := at(st, name)
	if err != nil {
		return nil, err
	}
	out := &state{name: c.Name, threads: then, places: c.Places}
	out.side, out.skipped = c.Side()
	return out, nil
}

func stateNow(ctx context.Context, s *session.Session, st *session.Snapshot) (*state, error) {
	status, err := treediff.StatusOf(ctx, s.Tree)
	if err != nil {
		return nil, session.GitError(err)
	}
	var now checkpoint.Checkpoint
	contents, err := Keep(ctx, s, &now, status, nil)
	if err != nil {
		return nil, err
	}
	out := &state{name: checkpoint.Now, threads: st.Commit}
	out.side, out.skipped = now.Side()
	Fill(out.side, contents)
	out.places, err = PlacesNow(ctx, s)
	if errors.Is(err, fail.ErrNoStore) {
		err = nil
	}
	return out, err
}
