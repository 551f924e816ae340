package claim

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"slices"

	"consider/anchor"
	"consider/gitstore"
	"consider/internal/review/round"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/treediff"
)

// Evidence is what changed between a message and a claim.
type Evidence struct {
	State  thread.Proof `json:"state,omitempty"` // absent if it is not known
	Why    string       `json:"why,omitempty"`   // why it is not known, as a clause
	Hunks  []Hunk       `json:"hunks"`           // those that belong to the thread, the likeliest first, at most 50
	More   int          `json:"more,omitempty"`  // number of those that are not among them
	Others int          `json:"others"`          // number of other changed parts, and of changed files without lines
}

// maxHunks limits the changed parts of one thread that are shown.
const maxHunks = 50

// Judge compares claims with the project's files. It compares each two moments only once.
type Judge struct {
	s     *session.Session
	st    *session.Snapshot
	diffs map[[2]string]*compared
}

type compared struct {
	before round.Moment
	files  []treediff.FileDiff
	err    error
}

// NewJudge begins to judge claims of threads in st.
func NewJudge(s *session.Session, st *session.Snapshot) *Judge {
	return &Judge{s: s, st: st, diffs: map[[2]string]*compared{}}
}

// Claim returns the evidence for a claim that was made while the files had the fingerprint print, by an agent that had
// been given the first read entries of the thread.
func (j *Judge) Claim(ctx context.Context, t *thread.Thread, read int, print string) Evidence {
	entry, heard := t.Heard(read)
	switch {
	case t.Target == thread.OnResponse || entry < 0:
		return Evidence{Why: "the thread is not about the project's files"}
	case heard == "" || print == "":
		return Evidence{Why: "the project's files were not kept at one of the two messages"}
	case heard == print:
		return j.unchanged(ctx, t, entry, print)
	}
	diff := j.compare(ctx, heard, print)
	if diff.err != nil {
		return Evidence{Why: why(diff.err)}
	}
	return j.find(ctx, t, diff)
}

// unchanged finds out whether the lines were changed before the person's last message.
func (j *Judge) unchanged(ctx context.Context, t *thread.Thread, entry int, print string) Evidence {
	out := Evidence{State: thread.ChangedNothing, Hunks: []Hunk{}}
	if entry == 0 || t.Fingerprint == "" || t.Fingerprint == print || t.Author != thread.Human {
		return out
	}
	if diff := j.compare(ctx, t.Fingerprint, print); diff.err == nil {
		if before := j.find(ctx, t, diff); before.State == thread.ChangedHere {
			before.State = thread.ChangedBefore
			return before
		}
	}
	return out
}

// compare compares two moments. The newer one may be the one that the session has just seen.
func (j *Judge) compare(ctx context.Context, a, b string) *compared {
	key := [2]string{a, b}
	if done := j.diffs[key]; done != nil {
		return done
	}
	out := &compared{}
	j.diffs[key] = out
	var after round.Moment
	if out.before, out.err = round.MomentAt(j.st.Store, a); out.err != nil {
		return out
	}
	if j.s.Reading != nil && j.s.Reading.Print == b {
		after = round.MomentNow(ctx, j.s)
	} else if after, out.err = round.MomentAt(j.st.Store, b); out.err != nil {
		return out
	}
	if out.before.Worktree != after.Worktree {
		out.err = errElsewhere
		return out
	}
	out.files, out.err = treediff.Compare(ctx, j.s.Tree, out.before.Side, after.Side, treediff.Options{ObjectDirs: slices.Concat(out.before.Dirs, after.Dirs)})
	out.files = slices.DeleteFunc(out.files, func(f treediff.FileDiff) bool { // one side has the commit's content instead
		return out.before.Skipped[f.Path]+out.before.Skipped[f.From]+after.Skipped[f.Path] != ""
	})
	maps.Copy(out.before.Skipped, after.Skipped)
	return out
}

// errElsewhere means that two worktrees would be compared, whose files differ by more than what an agent did.
var errElsewhere = errors.New("the two messages were written in different worktrees")

func why(err error) string {
	switch {
	case errors.Is(err, errElsewhere):
		return err.Error()
	case errors.Is(err, gitstore.ErrNotExist):
		return "the project's files were not kept at one of the two messages"
	}
	return "the project's files at the two messages cannot be compared"
}

// find returns the changes that belong to a thread.
func (j *Judge) find(ctx context.Context, t *thread.Thread, diff *compared) Evidence {
	file, a, _ := t.Place()
	if diff.before.Skipped[file] != "" {
		return Evidence{Why: "the file's content was not kept: " + diff.before.Skipped[file]}
	}
	subject := subject{file: file, whole: t.Target == thread.OnFile, all: t.Target == thread.OnReview}
	if a != nil && a.StartLine > 0 && t.Side != thread.Old {
		text, _, err := treediff.ContentAt(ctx, j.s.Tree, diff.before.Side, file, thread.MaxText, diff.before.Dirs...)
		if err != nil {
			return Evidence{Why: "the thread's file cannot be read as it was at the message"}
		}
		at := j.placed(a, text)
		if at.State != anchor.Anchored || at.Score < thread.Sure {
			return Evidence{Why: "the thread's lines were not found in the file as it was at the message"}
		}
		subject.on(anchor.LinesOf(text, 1, math.MaxInt), at.Start, at.End)
	}
	files := diff.files
	if j.s.Place.GitDir == "" {
		files = slices.DeleteFunc(slices.Clone(files), func(f treediff.FileDiff) bool { return f.Path != file || f.Status != treediff.Modified })
		if len(files) == 0 {
			return Evidence{Why: "the thread's file is the same or gone, and without git no other one is compared"}
		}
	}
	subject.listen(t)
	out := Evidence{Hunks: []Hunk{}, State: thread.ChangedElsewhere}
	for _, h := range subject.rank(files) {
		if h.score < belongs {
			out.Others++
			continue
		}
		out.Hunks = append(out.Hunks, h)
	}
	slices.SortStableFunc(out.Hunks, func(a, b Hunk) int { return cmp.Compare(b.score, a.score) })
	if here := slices.DeleteFunc(slices.Clone(out.Hunks), func(h Hunk) bool { return h.Why != OverLines }); len(here) > 0 {
		out.State = thread.ChangedForm
		if slices.ContainsFunc(here, func(h Hunk) bool { return !h.form }) {
			out.State = thread.ChangedHere
		}
	}
	if len(out.Hunks) > maxHunks {
		out.More = len(out.Hunks) - maxHunks
		out.Hunks = out.Hunks[:maxHunks]
	}
	for i := range out.Hunks {
		out.Hunks[i].print()
	}
	return out
}

// placed finds an anchor's lines in a text.
func (j *Judge) placed(a *thread.Anchor, text []byte) anchor.Placement {
	if id, err := gitstore.ParseID(a.Base.Blob); err == nil {
		if base, err := j.st.Commit.ReadBlob(id); err == nil {
			return anchor.Map(base, text).Place(a.StartLine, a.EndLine)
		}
	}
	return anchor.Find(a.Description(), text)
}
