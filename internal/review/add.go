package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"consider/anchor"
	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/review/compare"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
	"consider/internal/worktree"
)

// Add starts a thread.
func Add(ctx context.Context, s *session.Session, in AddInput) (AddOutput, error) {
	if s.Agent() != "" && s.Place.Top == "" && !s.Named && s.StoreAbsent() {
		return AddOutput{}, fail.New(fail.ErrNoStore, "%s is not a project, so an agent cannot start threads there", s.Place.Root).
			Hint("run the agent in the project's folder, or make this one a project: git init")
	}
	t, base, err := NewThread(ctx, s, in)
	if err != nil {
		return AddOutput{}, err
	}
	who, err := s.Author(ctx)
	if err != nil {
		return AddOutput{}, err
	}
	t.Author, t.AuthorName = who.Kind, who.Name
	if err := in.checkFinding(who); err != nil {
		return AddOutput{}, err
	}
	if in.Kind != "" {
		return report(ctx, s, in, t, base)
	}
	if who.Kind == thread.Human {
		t.Fingerprint = s.Fingerprint(ctx, t.File)
	}
	if t.Choices, err = choicesIn(in.Ask, who); err != nil {
		return AddOutput{}, err
	}
	if t.Flag, err = flagIn(in.Flag, in.Step, who); err != nil {
		return AddOutput{}, err
	}
	var r thread.Row
	err = s.Update(ctx, true, func(c *session.Change) error {
		t.CreatedAt = c.Now
		stored, err := c.Start(in.Form, t, base, in.StartLine)
		if err != nil {
			return err
		}
		r = thread.RowOf(stored, "")
		c.Record("add", who, r.Where().Subject(), t.ID)
		return nil
	})
	if err != nil {
		return AddOutput{}, err
	}
	v := place.ViewOf(&r, place.Result{Place: originalPlacement(t), Quote: r.Quote}, s.Agent(), thread.Active)
	if s.Caller.IsPerson() {
		v.Receipt = r.Receipt
	}
	return AddOutput{Thread: v}, nil
}

// NewThread returns the thread that in describes, without id, time and author, and the bytes of its base, or nil when
// no base is kept.
func NewThread(ctx context.Context, s *session.Session, in AddInput) (*thread.Thread, []byte, error) {
	body, err := session.Message(in.Message)
	if err != nil {
		return nil, nil, err
	}
	labels, err := CleanLabels(in.Labels)
	if err != nil {
		return nil, nil, err
	}
	head := s.Tree.Head(ctx)
	if in.Tree, err = treeOf(ctx, s, in); err != nil {
		return nil, nil, err
	}
	t := &thread.Thread{
		Version: thread.Version, WorkflowState: thread.Open, Worktree: s.Place.WorktreeName, Branch: head.Branch,
		Labels: labels, Body: body,
	}
	if in.Review {
		if in.Place != "" || in.StartLine != 0 || in.Quote != "" || in.Side != "" {
			return nil, nil, fail.Usage("{--review} cannot be combined with a file")
		}
		t.Target = thread.OnReview
		if in.Tree != "" && in.Tree != head.Commit {
			t.Concern = &thread.Concern{Tree: in.Tree}
		}
		return t, nil, nil
	}
	if in.Place == "" {
		return nil, nil, fail.Usage("missing file").
			Hint("use {add FILE:LINE -m TEXT}, or {add --review -m TEXT} to comment on the whole review")
	}
	if old, ok := strings.CutPrefix(in.Place, oldPrefix); ok && in.Side == "" && in.Tree == "" && !s.IsThere(in.Place) {
		in.Place, in.Side = old, thread.Old
	}
	t.Side = cmp.Or(in.Side, thread.New)
	shown := compare.OnScreen(s)
	position, onScreen, err := shownPosition(ctx, shown, t.Side, in)
	if !onScreen {
		position, err = positionOf(ctx, s, t.Side, in)
	}
	if err != nil {
		return nil, nil, err
	}
	base := thread.Base{Commit: head.Commit, Blob: gitstore.HashBlob(position.Text).String()}
	if onScreen {
		base = shown.BaseOf(t.Side, position.Text)
	}
	if in.Tree != "" {
		base.Commit = in.Tree
		t.Concern = concernOn(s, in.Tree, position.File, position.Text)
	}
	return t, position.Put(t, base), nil
}

// Put puts a new thread on the position, in a text of that base. It returns the text, or nil when no base is kept.
func (p *Position) Put(t *thread.Thread, base thread.Base) []byte {
	if p.Unread {
		base.Blob = ""
	}
	t.File, t.Target = p.File, thread.OnFile
	t.Anchor = &thread.Anchor{ContextBefore: []string{}, ContextAfter: []string{}, Base: base}
	if p.Start > 0 {
		t.Target = thread.OnLines
		t.Anchor = thread.NewAnchor(p.Text, p.Start, p.End, base)
	}
	if len(p.Text) > thread.MaxBase {
		return nil
	}
	return p.Text
}

// positionOf finds the place that in names. It reads the file.
func positionOf(ctx context.Context, s *session.Session, side thread.Side, in AddInput) (Position, error) {
	out, err := findPlace(in.Place, func(file string) (string, []byte, error) {
		if side == thread.Old {
			return readPlace(ctx, s, "HEAD", file)
		}
		return readPlace(ctx, s, in.Tree, file)
	})
	if errors.Is(err, worktree.ErrTooLarge) && out.Start == 0 && in.StartLine == 0 && in.Quote == "" {
		return Position{File: out.File, Unread: true}, nil // a thread can be on a file that is too large to read
	}
	if err != nil {
		return Position{}, err
	}
	if in.StartLine != 0 || in.EndLine != 0 {
		if out.Start != 0 {
			return Position{}, fail.Usage("the lines were given twice: in %q and as separate numbers", in.Place)
		}
		out.Start, out.End = in.StartLine, cmp.Or(in.EndLine, in.StartLine)
	}
	if in.Text != "" {
		if out.Text, err = editorText(side, in.Text); err != nil {
			return Position{}, err
		}
	}
	if in.Quote != "" {
		if out.Start != 0 {
			return Position{}, fail.Usage("the lines were given twice: by number and by quote")
		}
		return out, out.quote(in.Quote)
	}
	return out, out.Check(in.StartLine != 0 || in.EndLine != 0)
}

// editorText returns the unsaved text of an editor, in which the lines are counted.
func editorText(side thread.Side, text string) ([]byte, error) {
	switch {
	case side == thread.Old:
		return nil, fail.Usage("{--side} old cannot be combined with {--text}")
	case len(text) > thread.MaxText:
		return nil, fail.Denied("the text is %d bytes; the limit is %d", len(text), thread.MaxText)
	}
	return []byte(text), nil
}

// Check returns an error when the lines do not fit the text. given reports that lines were named outside the place.
func (p *Position) Check(given bool) error {
	if p.Start == 0 && p.End == 0 && !given {
		return nil
	}
	lines := anchor.Lines(p.Text)
	switch {
	case anchor.IsBinary(p.Text):
		return fail.Usage("%q is a binary file, which has no lines", p.File).Hint("to comment on the whole file, omit the lines")
	case p.Start < 1 || p.End < p.Start:
		return fail.Usage("invalid range %d-%d: lines start at 1, and a range cannot end before it starts", p.Start, p.End).Hint("write FILE:12 or FILE:12-14")
	case p.End > lines:
		return fail.Usage("%q has %s, so there is no line %d", p.File, words.Plural(lines, "line"), p.End).Hint("use line numbers from the current file, or omit the line to comment on the whole file")
	}
	return nil
}

// quote finds the lines that hold text and sets Start and End.
func (p *Position) quote(text string) error {
	want := strings.Split(strings.Trim(text, "\n"), "\n")
	have := anchor.LinesOf(p.Text, 1, anchor.Lines(p.Text))
	var found []int
	for i := 0; i+len(want) <= len(have); i++ {
		if linesMatch(have[i:i+len(want)], want) {
			found = append(found, i+1)
		}
	}
	switch len(found) {
	case 1:
		p.Start, p.End = found[0], found[0]+len(want)-1
		return nil
	case 0:
		return fail.NotFound("the quoted text does not occur in %q", p.File).Hint("quote the text exactly, or use line numbers")
	}
	e := fail.New(fail.ErrNotFound, "the quoted text occurs %d times in %q", len(found), p.File)
	for _, n := range found[:min(len(found), fail.MaxCandidates)] {
		e.Candidates = append(e.Candidates, fail.Candidate{ID: fmt.Sprintf("%s:%d", p.File, n), File: p.File, Body: strings.TrimSpace(have[n-1])})
	}
	return e.Hint("use the line number, or quote more lines")
}

// linesMatch reports whether every line contains the wanted text, ignoring white space around it.
func linesMatch(lines, want []string) bool {
	for i, w := range want {
		if w = strings.TrimSpace(w); w == "" {
			if strings.TrimSpace(lines[i]) != "" {
				return false
			}
		} else if !strings.Contains(lines[i], w) {
			return false
		}
	}
	return true
}

// readPlace reads the file that arg names, from the worktree or, unless rev is "", from a commit.
func readPlace(ctx context.Context, s *session.Session, rev, arg string) (file string, text []byte, err error) {
	file, err = s.Rel(arg, func(rel string) bool {
		if rev != "" {
			mode, _, err := s.Tree.EntryAt(ctx, rev, rel)
			return err == nil && mode != ""
		}
		return s.IsThere(rel)
	})
	if err != nil {
		return "", nil, s.PathError(arg, err)
	}
	if rev != "" {
		text, err = s.Tree.FileAt(ctx, rev, file, thread.MaxText)
		if errors.Is(err, worktree.ErrNotExist) && rev == "HEAD" {
			return file, nil, fail.NotFound("%q not found in HEAD", file).Hint("use {--side} old only for lines in HEAD")
		}
		if errors.Is(err, worktree.ErrNotExist) {
			return file, nil, fail.NotFound("%q not found in %s", file, rev).Hint("name a commit that has the file, or omit {--tree}")
		}
	} else {
		text, _, err = s.Tree.ReadFile(file, thread.MaxText)
	}
	if err != nil {
		return file, nil, s.PathError(arg, err)
	}
	return file, text, nil
}

// oldPrefix is printed before a place on the old side.
const oldPrefix = "HEAD:"

// shownPosition finds the place that in names in the comparison that the caller has on screen. ok is false when the
// comparison does not show the file differently from the project.
func shownPosition(ctx context.Context, shown *compare.Comparison, side thread.Side, in AddInput) (at Position, ok bool, err error) {
	if shown == nil || in.Text != "" || in.Quote != "" || in.Tree != "" {
		return Position{}, false, nil
	}
	older, newer, ok := shown.Names(in.Place)
	if !ok {
		return Position{}, false, nil
	}
	in.Place, in.EndLine = newer, cmp.Or(in.EndLine, in.StartLine)
	if side == thread.Old {
		in.Place = older
	}
	at, err = PositionIn(ctx, shown, side, in)
	return at, true, err
}

// PositionIn finds the place that in names in the texts of a comparison.
func PositionIn(ctx context.Context, l *compare.Comparison, side thread.Side, in AddInput) (Position, error) {
	text, err := l.Text(ctx, side, in.Place)
	switch {
	case (errors.Is(err, worktree.ErrTooLarge) || errors.Is(err, worktree.ErrNotRegular)) && in.StartLine == 0:
		return Position{File: in.Place, Unread: true}, nil // a thread can be on a file that is too large to read
	case errors.Is(err, fail.ErrNotFound) && in.StartLine == 0:
		// A thread on a removed file is on its old text.
		if text, err = l.Text(ctx, otherSide(side), in.Place); err != nil {
			return Position{}, err
		}
	case err != nil:
		return Position{}, err
	}
	out := Position{File: in.Place, Text: text, Start: in.StartLine, End: in.EndLine}
	return out, out.Check(in.StartLine != 0 || in.EndLine != 0)
}
