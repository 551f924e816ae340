package submission

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"consider/gitstore"
	"consider/internal/checkpoint"
	"consider/internal/extra"
	"consider/internal/fail"
	"consider/internal/review"
	"consider/internal/review/compare"
	"consider/internal/review/history"
	"consider/internal/review/round"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/treediff"
	"consider/internal/words"
	"consider/internal/worktree"
)

// SubmitInput is one complete review.
type SubmitInput struct {
	GlobalComment string          `json:"globalComment,omitempty" help:"comment on the whole review"`
	GlobalForm    string          `json:"globalForm,omitempty" rare:"true" help:"unique ID of this request; if it is sent twice, only one thread is created"`
	Comments      []SubmitComment `json:"comments,omitempty" help:"comments on files and lines"`
	Verdict       history.Verdict `json:"verdict,omitempty" help:"the verdict (default: comment)"`
	Scope         string          `json:"scope,omitempty" enum:"head,since,staged,unstaged,base,range,turn" help:"changes to compare (default: those shown in the client, otherwise head)"`
	From          string          `json:"from,omitempty" help:"checkpoint, revision or range to compare with, depending on the scope"`
	Snapshot      string          `json:"snapshot,omitempty" help:"snapshot of the changes you reviewed; fails if they changed since"`
}

// SubmitComment is one comment of a review: on lines, or without lines on a file.
type SubmitComment struct {
	File      string `json:"file"`
	StartLine *int   `json:"startLine"` // null: on the file
	EndLine   *int   `json:"endLine"`
	Side      Side   `json:"side"`
	Body      string `json:"body"`
	Form      string `json:"form,omitempty"` // id of the form in which it was written: sent twice from there, it is one thread
}

// SubmitOutput is the result of a submit.
type SubmitOutput struct {
	Review     string          `json:"review"` // id of the submission
	Verdict    history.Verdict `json:"verdict"`
	Threads    []string        `json:"threads"`              // in the order of the comments, the thread on the whole review last
	Global     string          `json:"global,omitempty"`     // the thread on the whole review
	Checkpoint string          `json:"checkpoint,omitempty"` // the checkpoint that ended the round; "" if it could not be made
	Warning    string          `json:"warning,omitempty"`    // why it could not be made
	Scope      string          `json:"scope"`                // the comparison, in words
}

// Submission is a review as the store keeps it, so that an approval without comments is recorded too.
type Submission struct {
	Version    int               `json:"version"`
	ID         string            `json:"id"`
	Verdict    history.Verdict   `json:"verdict"`
	Scope      string            `json:"scope"` // kind
	From       string            `json:"from,omitempty"`
	To         string            `json:"to,omitempty"`
	Head       string            `json:"head,omitempty"`
	Threads    []string          `json:"threads"`
	Global     string            `json:"global,omitempty"`
	CreatedAt  time.Time         `json:"createdAt"`
	Author     thread.AuthorKind `json:"author"`
	AuthorName string            `json:"authorName,omitempty"`
}

const (
	submissionDir     = "reviews"
	submissionVersion = 1
	submissionPrefix  = ""   // its id is eight digits, as in the name of the files written for it
	maxComments       = 1000 // of one review
)

func submissionFile(id string) string { return submissionDir + "/" + id + ".json" }

// Submit stores a whole review: all of its comments become threads in one change, or none does. Then a checkpoint of
// what the reviewer saw ends the round. A review without comments is valid too.
func Submit(ctx context.Context, s *session.Session, in SubmitInput) (SubmitOutput, error) {
	if in.Verdict == "" {
		in.Verdict = history.Commented
	}
	if len(in.Comments) > maxComments {
		return SubmitOutput{}, fail.Denied("a review can have at most %d comments, not %d", maxComments, len(in.Comments))
	}
	who, err := s.Author(ctx)
	if err != nil {
		return SubmitOutput{}, err
	}
	comparison, err := compared(ctx, s, in.Scope, in.From)
	if err != nil {
		return SubmitOutput{}, err
	}
	if in.Snapshot != "" && in.Snapshot != comparison.ID {
		return SubmitOutput{}, fail.Conflict("files changed while you were reviewing").
			Hint("review them again").Hint("nothing was submitted")
	}
	drafts, err := submitted(ctx, s, comparison, in)
	if err != nil {
		return SubmitOutput{}, err
	}
	if who.Kind == thread.Human && len(drafts) > 0 {
		var files []string
		for _, d := range drafts {
			files = append(files, d.Thread.File)
		}
		print := s.Fingerprint(ctx, files...)
		for _, d := range drafts {
			d.Thread.Fingerprint = print
		}
	}
	out := SubmitOutput{Verdict: in.Verdict, Scope: comparison.Label}
	err = s.Update(ctx, true, func(c *session.Change) error { return submit(c, &out, comparison, who, drafts) })
	if err != nil {
		return SubmitOutput{}, err
	}
	// The comments are stored. They stay, even if the round cannot be recorded.
	cursor := s.At
	made, err := endRound(ctx, s, comparison, out.Review)
	if err != nil {
		s.At, out.Warning = cursor, "no checkpoint was saved: "+err.Error()
	}
	out.Checkpoint = made.Name
	return out, nil
}

// Prepared is a thread to be created, with its base.
type Prepared struct {
	Thread *thread.Thread
	Base   []byte
	Form   string // in which it was written; "" if unknown
}

// submitted checks every comment and makes its thread, without id, time and author.
func submitted(ctx context.Context, s *session.Session, comparison *compare.Comparison, in SubmitInput) ([]Prepared, error) {
	var out []Prepared
	for i := range in.Comments {
		d, err := commented(ctx, s, comparison, &in.Comments[i])
		d.Form = in.Comments[i].Form
		if err != nil {
			return nil, InComment(i, &in.Comments[i], err)
		}
		out = append(out, d)
	}
	if strings.TrimSpace(in.GlobalComment) != "" {
		t, _, err := review.NewThread(ctx, s, review.AddInput{Review: true, Message: in.GlobalComment})
		if err != nil {
			return nil, err
		}
		t.Approval = in.Verdict == history.Approved
		out = append(out, Prepared{Thread: t, Form: in.GlobalForm})
	}
	return out, nil
}

// InComment adds to an error which comment it is about.
func InComment(i int, c *SubmitComment, err error) error {
	e, ok := fail.As(err)
	if !ok {
		return err
	}
	cause := *e
	if strings.TrimSpace(c.Body) == "" { // the hints of a message name flags, which a document has not
		cause = *fail.Usage("the comment is empty")
	}
	cause.Message = words.Textf("comment %d on %q: %v", i+1, c.File, cause.Message)
	return cause.Hint("nothing was submitted")
}

func commented(ctx context.Context, s *session.Session, comparison *compare.Comparison, c *SubmitComment) (Prepared, error) {
	body, err := session.Message(c.Body)
	if err != nil {
		return Prepared{}, err
	}
	side, path, err := c.place(comparison)
	if err != nil {
		return Prepared{}, err
	}
	in := review.AddInput{Place: path}
	if (c.StartLine == nil) != (c.EndLine == nil) {
		return Prepared{}, fail.Usage("startLine and endLine must both be numbers, or both null for the whole file")
	}
	if c.StartLine != nil {
		if in.StartLine, in.EndLine = *c.StartLine, *c.EndLine; in.StartLine < 1 || in.EndLine < 1 {
			return Prepared{}, fail.Usage("invalid range %d-%d: lines start at 1", in.StartLine, in.EndLine)
		}
	}
	at, err := review.PositionIn(ctx, comparison, side, in)
	if err != nil {
		return Prepared{}, err
	}
	t := &thread.Thread{
		Version: thread.Version, WorkflowState: thread.Open, Worktree: s.Place.WorktreeName, Branch: comparison.Branch,
		Body: body, Side: side,
	}
	return Prepared{Thread: t, Base: at.Put(t, comparison.BaseOf(side, at.Text))}, nil
}

// place returns the side that the comment names, and the path on it. Only files of the comparison are allowed.
func (c *SubmitComment) place(comparison *compare.Comparison) (thread.Side, string, error) {
	side := thread.Side(c.Side)
	switch {
	case !side.Known(), side == "" && c.StartLine != nil:
		return "", "", fail.Usage("side must be new or old, not %q", c.Side)
	case side == "":
		side = thread.New
	}
	if err := worktree.CheckPath(c.File); err != nil {
		return "", "", session.PathError(c.File, err)
	}
	if strings.ToValidUTF8(c.File, "") != c.File {
		return "", "", fail.Usage("the file name is not valid UTF-8, so the file cannot have threads").Hint("rename the file, or comment on the whole review")
	}
	f, ok := comparison.File(c.File)
	switch {
	case !ok:
		return "", "", fail.NotFound("%q is not in this diff", c.File).Hint("comment on a file in this diff")
	case f.Status == treediff.Deleted && c.StartLine == nil:
		side = thread.Old
	}
	if side == thread.Old && f.Status != treediff.Added {
		return side, f.OldPath(), nil
	}
	return side, f.Path, nil
}

// submit stores the threads and the submission.
func submit(c *session.Change, out *SubmitOutput, comparison *compare.Comparison, who thread.Author, drafts []Prepared) (err error) {
	sub := Submission{
		Version: submissionVersion, Verdict: out.Verdict, Scope: comparison.Scope.Kind, From: comparison.From, To: comparison.To, Head: comparison.Head,
		Threads: []string{}, CreatedAt: c.Now, Author: who.Kind, AuthorName: who.Name,
	}
	out.Threads, out.Global = []string{}, "" // the function may run again on a newer state
	for i, d := range drafts {
		t := d.Thread
		t.CreatedAt, t.Author, t.AuthorName = c.Now, who.Kind, who.Name
		if _, err = c.Start(d.Form, t, d.Base, i); err != nil {
			return err
		}
		if t.Target == thread.OnReview {
			out.Global = t.ID
		}
		out.Threads = append(out.Threads, t.ID)
	}
	taken := func(id string) (bool, error) { return c.Holds(submissionFile(id)) }
	out.Review, err = thread.NewID(submissionPrefix, taken, c.Tx.Base().String(), c.Tx.Now().String(), string(out.Verdict), strings.Join(out.Threads, " "))
	if err != nil {
		return err
	}
	sub.ID, sub.Threads, sub.Global = out.Review, out.Threads, out.Global
	data, err := extra.Document(sub)
	if err != nil {
		return fmt.Errorf("encode review %q: %w", sub.ID, err)
	}
	c.Tx.Put(submissionFile(sub.ID), data)
	c.Record(string(history.Submitted), who, string(out.Verdict)+" "+words.Count(out.Threads), out.Threads...)
	c.Trailers = append(c.Trailers,
		gitstore.Trailer{Key: history.SubmissionTrailer, Value: sub.ID},
		gitstore.Trailer{Key: history.VerdictTrailer, Value: string(out.Verdict)})
	return nil
}

// endRound makes the checkpoint. It holds the files as the reviewer saw them, if they were one side of the comparison.
func endRound(ctx context.Context, s *session.Session, comparison *compare.Comparison, id string) (checkpoint.Checkpoint, error) {
	c := checkpoint.Checkpoint{Note: "review " + id}
	if comparison.Worktree == nil {
		return round.Record(ctx, s, c, checkpoint.RoundPrefix)
	}
	who, err := s.Author(ctx)
	if err != nil {
		return c, err
	}
	if c.Places, err = round.PlacesNow(ctx, s); err != nil {
		return c, err
	}
	seen := &comparison.Worktree.Manifest
	c.Files, c.Head, c.Branch = slices.Clone(seen.Files), seen.Head, seen.Branch
	return round.PutCheckpoint(ctx, s, c, who, checkpoint.RoundPrefix, comparison.Worktree.Contents)
}
