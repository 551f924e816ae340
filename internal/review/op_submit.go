package review

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"consider/gitstore"
	"consider/internal/worktree"
)

// Verdict is what a reviewer says of the whole.
type Verdict string

// The verdicts.
const (
	Commented       Verdict = "comment"
	Approved        Verdict = "approve"
	RequestsChanges Verdict = "request_changes"
)

// SubmitInput is one review, given as a whole.
type SubmitInput struct {
	GlobalComment string          `json:"globalComment,omitempty" help:"on the review as a whole"`
	Comments      []SubmitComment `json:"comments,omitempty" help:"on files and lines"`
	Verdict       Verdict         `json:"verdict,omitempty" enum:"comment,approve,request_changes" help:"what the reviewer says of the whole (default comment)"`
}

// SubmitComment is one comment of a review: on lines, or without lines on a file.
type SubmitComment struct {
	File      string `json:"file"`
	StartLine *int   `json:"startLine"` // null: on the file
	EndLine   *int   `json:"endLine"`
	Side      string `json:"side"` // left: the old side, right: the new one
	Body      string `json:"body"`
}

// SubmitOutput is what became of it.
type SubmitOutput struct {
	Review     string   `json:"review"` // id of the submission
	Verdict    Verdict  `json:"verdict"`
	Threads    []string `json:"threads"`              // in the order of the comments; the one on the whole review last
	Global     string   `json:"global,omitempty"`     // the thread on the whole review
	Checkpoint string   `json:"checkpoint,omitempty"` // that ended the round, "" if it could not be made
	Warning    string   `json:"warning,omitempty"`    // why not
	Scope      string   `json:"scope"`                // what was compared, in words
}

// Submission is a review as the store keeps it, so that an approval without a word is on record too.
type Submission struct {
	Version    int        `json:"version"`
	ID         string     `json:"id"`
	Verdict    Verdict    `json:"verdict"`
	Scope      string     `json:"scope"` // kind
	From       string     `json:"from,omitempty"`
	To         string     `json:"to,omitempty"`
	Head       string     `json:"head,omitempty"`
	Threads    []string   `json:"threads"`
	Global     string     `json:"global,omitempty"`
	CreatedAt  time.Time  `json:"createdAt"`
	Author     AuthorKind `json:"author"`
	AuthorName string     `json:"authorName,omitempty"`

	unknown extra
}

// UnmarshalJSON keeps unknown fields.
func (s *Submission) UnmarshalJSON(data []byte) (err error) {
	type plain Submission
	s.unknown, err = decodeExtra(data, (*plain)(s))
	return err
}

// MarshalJSON writes unknown fields back.
func (s Submission) MarshalJSON() ([]byte, error) {
	type plain Submission
	return encodeExtra(plain(s), s.unknown)
}

const (
	submissionDir     = "reviews"
	submissionVersion = 1
	submissionPrefix  = "" // its id is eight digits, as in the name of the files that are written of it
	verdictTrailer    = "Consider-Verdict"
	submissionTrailer = "Consider-Review"

	maxComments = 1000 // of one review
)

func submissionFile(id string) string { return submissionDir + "/" + id + ".json" }

// Submit takes a whole review in: all of its comments become threads in one change, or none does. Then a
// checkpoint of what the reviewer saw ends the round. A review without comments is an answer too.
func (s *Service) Submit(ctx context.Context, in SubmitInput) (SubmitOutput, error) {
	if in.Verdict == "" {
		in.Verdict = Commented
	}
	if len(in.Comments) > maxComments {
		return SubmitOutput{}, Denied("a review has at most %d comments, not %d", maxComments, len(in.Comments))
	}
	who, err := s.writer(ctx, Human)
	if err != nil {
		return SubmitOutput{}, err
	}
	look := s.shown()
	if look == nil {
		if look, err = s.Look(ctx, Scope{Kind: ScopeHead}); err != nil {
			return SubmitOutput{}, err
		}
	}
	drafts, err := s.submitted(ctx, look, in)
	if err != nil {
		return SubmitOutput{}, err
	}
	out := SubmitOutput{Verdict: in.Verdict, Scope: look.Label}
	err = s.update(ctx, true, func(c *change) error { return c.submit(&out, look, who, drafts) })
	if err != nil {
		return SubmitOutput{}, err
	}
	// What was said is stored. A round that cannot be recorded does not unsay it.
	cursor := s.cursor
	made, err := s.endRound(ctx, look, out.Review)
	if err != nil {
		s.cursor, out.Warning = cursor, "no checkpoint was made: "+err.Error()
	}
	out.Checkpoint = made.Name
	return out, nil
}

// draft is a thread that is to be made.
type draft struct {
	thread *Thread
	base   []byte
}

// submitted checks every comment and makes its thread, without id, time and author.
func (s *Service) submitted(ctx context.Context, look *Look, in SubmitInput) ([]draft, error) {
	var out []draft
	for i := range in.Comments {
		d, err := s.commented(ctx, look, &in.Comments[i])
		if err != nil {
			return nil, inComment(i, &in.Comments[i], err)
		}
		out = append(out, d)
	}
	if strings.TrimSpace(in.GlobalComment) != "" {
		t, _, err := s.newThread(ctx, AddInput{Review: true, Message: in.GlobalComment})
		if err != nil {
			return nil, err
		}
		out = append(out, draft{thread: t})
	}
	return out, nil
}

// inComment says which comment an error is about.
func inComment(i int, c *SubmitComment, err error) error {
	e, ok := asError(err)
	if !ok {
		return err
	}
	cause := *e
	cause.Message = fmt.Sprintf("comment %d on %q: %s", i+1, c.File, e.Message)
	return cause.Hint("nothing of this review was taken in")
}

func (s *Service) commented(ctx context.Context, look *Look, c *SubmitComment) (draft, error) {
	body, err := message(c.Body)
	if err != nil {
		return draft{}, err
	}
	side, path, err := c.place(look)
	if err != nil {
		return draft{}, err
	}
	in := AddInput{Place: path}
	if (c.StartLine == nil) != (c.EndLine == nil) {
		return draft{}, Usage("startLine and endLine are both numbers, or both null for the whole file")
	}
	if c.StartLine != nil {
		if in.StartLine, in.EndLine = *c.StartLine, *c.EndLine; in.StartLine < 1 || in.EndLine < 1 {
			return draft{}, Usage("lines %d-%d are no range: lines count from 1", in.StartLine, in.EndLine)
		}
	}
	at, err := spotIn(ctx, look, side, in)
	if err != nil {
		return draft{}, err
	}
	t := &Thread{
		Version: threadVersion, WorkflowState: Open, Worktree: s.Place.WorktreeName, Branch: look.Branch, Body: body,
		Target: OnFile, File: path, Side: side,
	}
	base := look.baseOf(side, at.text)
	kept := at.text
	if len(kept) > maxBase {
		kept = nil
	}
	if at.unread {
		base.Blob, kept = "", nil
	}
	t.Anchor = &Anchor{ContextBefore: []string{}, ContextAfter: []string{}, Base: base}
	if at.start > 0 {
		t.Target = OnLines
		t.Anchor = newAnchor(at.text, at.start, at.end, base)
	}
	return draft{t, kept}, nil
}

// place returns the side and the path on it that the comment names. Only files that the reviewer can see count:
// those that differ, and for the lines around them any other file of the project.
func (c *SubmitComment) place(look *Look) (Side, string, error) {
	side := New
	switch c.Side {
	case "right":
	case "left":
		side = Old
	case "":
		if c.StartLine != nil {
			return "", "", Usage("side is left or right")
		}
	default:
		return "", "", Usage("side is left or right, not %q", c.Side)
	}
	if err := worktree.CheckPath(c.File); err != nil {
		return "", "", pathError(c.File, err)
	}
	if strings.ToValidUTF8(c.File, "") != c.File {
		return "", "", Usage("the file's name is not UTF-8, and a thread cannot name it").Hint("rename the file, or comment on the whole review")
	}
	f, ok := look.File(c.File)
	switch {
	case !ok:
		return "", "", NotFound("%q is not among the files of this diff", c.File).Hint("comment on a file that is shown")
	case f.Status == worktree.DiffDeleted && c.StartLine == nil:
		side = Old
	}
	if side == Old && f.Status != worktree.DiffAdded {
		return side, f.OldPath(), nil
	}
	return side, f.Path, nil
}

// submit puts the threads and the submission into the store.
func (c *change) submit(out *SubmitOutput, look *Look, who author, drafts []draft) (err error) {
	sub := Submission{
		Version: submissionVersion, Verdict: out.Verdict, Scope: look.Scope.Kind, From: look.From, To: look.To, Head: look.Head,
		Threads: []string{}, CreatedAt: c.now, Author: who.Kind, AuthorName: who.Name,
	}
	out.Threads, out.Global = []string{}, "" // the function may run again on a newer state
	for i, d := range drafts {
		t := d.thread
		t.CreatedAt, t.Author, t.AuthorName = c.now, who.Kind, who.Name
		t.ID, err = c.newThreadID(c.tx.Base().String(), c.tx.Now().String(), t.Worktree, t.File, fmt.Sprint(i), t.Body)
		if err != nil {
			return err
		}
		if d.base != nil {
			c.tx.Put(baseFile(activeDir, t.ID, 0), d.base)
		}
		if err = c.save(activeDir, t); err != nil {
			return err
		}
		if t.Target == OnReview {
			out.Global = t.ID
		}
		out.Threads = append(out.Threads, t.ID)
	}
	taken := func(id string) (bool, error) { return c.holds(submissionFile(id)) }
	out.Review, err = newID(submissionPrefix, taken, c.tx.Base().String(), c.tx.Now().String(), string(out.Verdict), strings.Join(out.Threads, " "))
	if err != nil {
		return err
	}
	sub.ID, sub.Threads, sub.Global = out.Review, out.Threads, out.Global
	data, err := json.MarshalIndent(sub, "", "  ")
	if err != nil {
		return fmt.Errorf("encode review %q: %w", sub.ID, err)
	}
	c.tx.Put(submissionFile(sub.ID), append(data, '\n'))
	c.record(string(Submitted), who, string(out.Verdict)+" "+count(out.Threads), out.Threads...)
	c.more = append(c.more,
		gitstore.Trailer{Key: submissionTrailer, Value: sub.ID},
		gitstore.Trailer{Key: verdictTrailer, Value: string(out.Verdict)})
	return nil
}

// endRound makes the checkpoint: of the files as the reviewer saw them, where they were on one side of the look.
func (s *Service) endRound(ctx context.Context, look *Look, id string) (Checkpoint, error) {
	c := Checkpoint{Note: "review " + id}
	if look.seen == nil {
		return s.checkpoint(ctx, c, roundPrefix)
	}
	who, err := s.writer(ctx, Human)
	if err != nil {
		return c, err
	}
	if c.Places, err = s.placesNow(ctx); err != nil {
		return c, err
	}
	c.Files = slices.Clone(look.seen.manifest.Files)
	c.Head, c.Branch = look.seen.saw.Head.Commit, look.seen.saw.Head.Branch
	return s.putCheckpoint(ctx, c, who, roundPrefix, look.seen.contents)
}
