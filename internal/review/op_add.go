package review

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"consider/anchor"
	"consider/gitstore"
	"consider/internal/worktree"
)

// AddInput is a new thread. Place names the file and, after a colon, the lines; StartLine, EndLine and Quote
// are other ways to name the lines.
type AddInput struct {
	Place     string   `json:"place,omitempty" arg:"file[:start[-end]]?" help:"file, and the lines in it (1-based)"`
	StartLine int      `json:"startLine,omitempty" flag:"line" help:"first line, 1-based, instead of :start" placeholder:"N"`
	EndLine   int      `json:"endLine,omitempty" flag:"end-line" help:"last line, 1-based; the first when left out" placeholder:"N"`
	Quote     string   `json:"quote,omitempty" flag:"quote" help:"the text of the lines, instead of their numbers; it must stand in the file once" placeholder:"TEXT"`
	Side      Side     `json:"side,omitempty" flag:"side" enum:"new,old" help:"new: the file as it is (default); old: the file in HEAD, for removed lines"`
	Labels    []string `json:"labels,omitempty" flag:"label,l" help:"label to give the thread (can be repeated)" placeholder:"L"`
	Review    bool     `json:"review,omitempty" flag:"review" help:"on the review as a whole, without a file"`
	Text      string   `json:"text,omitempty" flag:"text" hidden:"true" placeholder:"TEXT" help:"the file as an editor holds it, saved or not; without it, as it is on disk"`
	Message   string   `json:"message" flag:"message,m" body:"true" help:"what to say" placeholder:"TEXT"`
}

// AddOutput is the thread that was made.
type AddOutput struct {
	Thread ThreadView `json:"thread"`
}

// Add starts a thread.
func (s *Service) Add(ctx context.Context, in AddInput) (AddOutput, error) {
	t, base, err := s.newThread(ctx, in)
	if err != nil {
		return AddOutput{}, err
	}
	who, err := s.writer(ctx, Human)
	if err != nil {
		return AddOutput{}, err
	}
	t.Author, t.AuthorName = who.Kind, who.Name
	var r row
	err = s.update(ctx, true, func(c *change) error {
		t.CreatedAt = c.now
		t.ID, err = c.newThreadID(
			c.tx.Base().String(), c.tx.Now().String(), t.Worktree, t.File, fmt.Sprint(in.StartLine), t.Body)
		if err != nil {
			return err
		}
		if base != nil {
			c.tx.Put(baseFile(activeDir, t.ID, 0), base)
		}
		if err := c.save(activeDir, t); err != nil {
			return err
		}
		r = rowOf(t, "")
		c.record("add", who, r.place(), t.ID)
		return nil
	})
	if err != nil {
		return AddOutput{}, err
	}
	v := viewOf(&r, placed{Place: t.asPut(), Quote: r.Quote}, s.agent(), activeDir)
	v.Worktree = s.Place.WorktreeName
	return AddOutput{Thread: v}, nil
}

// asPut is the placement of a thread in the text it was described against.
func (t *Thread) asPut() Placement {
	p := Placement{AnchorState: Anchored, File: t.File}
	if t.File != "" {
		p.Method, p.Score = string(anchor.Unchanged), 1
	}
	if t.Target == OnLines {
		p.StartLine, p.EndLine = t.Anchor.StartLine, t.Anchor.EndLine
	}
	return p
}

// newThread returns the thread that in describes, without id, time and author, and the bytes of its base,
// nil when none is kept.
func (s *Service) newThread(ctx context.Context, in AddInput) (*Thread, []byte, error) {
	body, err := message(in.Message)
	if err != nil {
		return nil, nil, err
	}
	labels, err := cleanLabels(in.Labels)
	if err != nil {
		return nil, nil, err
	}
	head := s.Tree.Head(ctx)
	t := &Thread{
		Version: threadVersion, WorkflowState: Open, Worktree: s.Place.WorktreeName, Branch: head.Branch,
		Labels: labels, Body: body,
	}
	if in.Review {
		if in.Place != "" || in.StartLine != 0 || in.Quote != "" || in.Side != "" {
			return nil, nil, Usage("--review goes without a file")
		}
		t.Target = OnReview
		return t, nil, nil
	}
	if in.Place == "" {
		return nil, nil, Usage("which file?").
			Hint("consider add FILE:LINE -m TEXT; on the whole review: consider add --review -m TEXT")
	}
	t.Side = in.Side
	if t.Side == "" {
		t.Side = New
	}
	shown := s.shown()
	spot, onScreen, err := spotShown(ctx, shown, t.Side, in)
	if !onScreen {
		spot, err = s.spot(ctx, t.Side, in)
	}
	if err != nil {
		return nil, nil, err
	}
	t.File, t.Target = spot.file, OnFile
	base := Base{Commit: head.Commit, Blob: gitstore.HashBlob(spot.text).String()}
	if onScreen {
		base = shown.baseOf(t.Side, spot.text)
	}
	kept := spot.text
	if len(kept) > maxBase {
		kept = nil
	}
	if spot.unread {
		base.Blob = ""
	}
	t.Anchor = &Anchor{ContextBefore: []string{}, ContextAfter: []string{}, Base: base}
	if spot.start > 0 {
		t.Target = OnLines
		t.Anchor = newAnchor(spot.text, spot.start, spot.end, base)
	}
	return t, kept, nil
}

// spot is a place in a text: a whole file, or lines of it.
type spot struct {
	file       string
	text       []byte
	start, end int // 0, 0 for the whole file
	unread     bool
}

// spot finds the place that in names.
func (s *Service) spot(ctx context.Context, side Side, in AddInput) (spot, error) {
	at, text, start, end, err := s.splitPlace(ctx, side, in.Place)
	if errors.Is(err, worktree.ErrTooLarge) && start == 0 && in.StartLine == 0 && in.Quote == "" {
		return spot{file: at, unread: true}, nil // a file can be talked about without being read
	}
	if err != nil {
		return spot{}, err
	}
	if in.StartLine != 0 || in.EndLine != 0 {
		if start != 0 {
			return spot{}, Usage("the lines are given twice: in %q and as a field", in.Place)
		}
		start, end = in.StartLine, in.EndLine
		if end == 0 {
			end = start
		}
	}
	if in.Text != "" {
		if text, err = unsaved(side, in.Text); err != nil {
			return spot{}, err
		}
	}
	out := spot{file: at, text: text, start: start, end: end}
	if in.Quote != "" {
		if start != 0 {
			return spot{}, Usage("the lines are given twice: by number and by quote")
		}
		return out, out.quote(in.Quote)
	}
	return out, out.check(in.StartLine != 0 || in.EndLine != 0)
}

// unsaved returns the text that an editor holds, as the text that lines are counted in.
func unsaved(side Side, text string) ([]byte, error) {
	switch {
	case side == Old:
		return nil, Usage("the old side is HEAD's: it goes without a text")
	case len(text) > maxText:
		return nil, Denied("the text has %d bytes, the limit is %d", len(text), maxText)
	}
	return []byte(text), nil
}

// check says what is wrong with the lines. given tells that lines were named outside the place.
func (p *spot) check(given bool) error {
	if p.start == 0 && p.end == 0 && !given {
		return nil
	}
	lines := anchor.Lines(p.text)
	switch {
	case anchor.IsBinary(p.text):
		return Usage("%q is a binary file and has no lines", p.file).Hint("comment on the whole file: leave the lines out")
	case p.start < 1 || p.end < p.start:
		return Usage("lines %d-%d are no range: lines count from 1, and the first comes first", p.start, p.end)
	case p.end > lines:
		return Usage("%q has %d lines, there is no line %d", p.file, lines, p.end)
	}
	return nil
}

// quote finds the lines that hold text.
func (p *spot) quote(text string) error {
	want := strings.Split(strings.Trim(text, "\n"), "\n")
	have := linesOf(p.text, 1, anchor.Lines(p.text))
	var found []int
	for i := 0; i+len(want) <= len(have); i++ {
		if holds(have[i:i+len(want)], want) {
			found = append(found, i+1)
		}
	}
	switch len(found) {
	case 1:
		p.start, p.end = found[0], found[0]+len(want)-1
		return nil
	case 0:
		return NotFound("the quoted text does not stand in %q", p.file).Hint("quote whole words from the file, or give line numbers")
	}
	e := newError(ErrNotFound, "the quoted text stands in %q %d times", p.file, len(found))
	for _, n := range found[:min(len(found), maxCandidates)] {
		e.Candidates = append(e.Candidates, Candidate{ID: fmt.Sprintf("%s:%d", p.file, n), Body: strings.TrimSpace(have[n-1])})
	}
	return e.Hint("give the line number, or quote more lines")
}

// holds reports whether every line holds the wanted text, white space around it aside.
func holds(lines, want []string) bool {
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

// splitPlace splits "file:12-14" and reads the file. A file that really has such a name wins.
func (s *Service) splitPlace(ctx context.Context, side Side, place string) (file string, text []byte, start, end int, err error) {
	file, text, err = s.readPlace(ctx, side, place)
	if err == nil || !errors.Is(err, ErrNotFound) {
		return file, text, 0, 0, err
	}
	name, lines, ok := cutLast(place, ":")
	if !ok {
		return "", nil, 0, 0, err
	}
	start, end, ok = parseRange(lines)
	if !ok {
		if strings.ContainsAny(lines, "0123456789") {
			return "", nil, 0, 0, Usage("%q is no line or range of lines", lines).Hint("write FILE:12 or FILE:12-14")
		}
		return "", nil, 0, 0, err
	}
	if start < 1 {
		return "", nil, 0, 0, Usage("there is no line %d: lines count from 1", start)
	}
	file, text, err = s.readPlace(ctx, side, name)
	return file, text, start, end, err
}

// readPlace reads the file that the caller calls by arg: its text in the worktree, or in HEAD.
func (s *Service) readPlace(ctx context.Context, side Side, arg string) (file string, text []byte, err error) {
	file, err = s.Tree.Rel(s.Caller.Dir, arg)
	if err != nil {
		return "", nil, pathError(arg, err)
	}
	if side == Old {
		text, err = s.Tree.FileAt(ctx, "HEAD", file, maxText)
		if errors.Is(err, worktree.ErrNotExist) {
			return file, nil, NotFound("HEAD has no file %q", file).Hint("--side old is for lines that HEAD has")
		}
	} else {
		text, _, err = s.Tree.ReadFile(file, maxText)
	}
	if err != nil {
		return file, nil, pathError(arg, err)
	}
	return file, text, nil
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// parseRange reads "12" or "12-14".
func parseRange(s string) (start, end int, ok bool) {
	first, last, isRange := strings.Cut(s, "-")
	start, err := strconv.Atoi(first)
	if err != nil || !allDigits(first) {
		return 0, 0, false
	}
	if !isRange {
		return start, start, true
	}
	end, err = strconv.Atoi(last)
	return start, end, err == nil && allDigits(last)
}

func allDigits(s string) bool {
	return s != "" && len(bytes.Trim([]byte(s), "0123456789")) == 0
}

// cleanLabels checks labels and returns them sorted, each once.
func cleanLabels(labels []string) ([]string, error) {
	var out []string
	for _, l := range labels {
		if err := checkLabel(l); err != nil {
			return nil, err
		}
		out = append(out, l)
	}
	slices.Sort(out)
	out = slices.Compact(out)
	if len(out) > maxLabels {
		return nil, Denied("a thread has at most %d labels", maxLabels)
	}
	return out, nil
}

func checkLabel(l string) error {
	if l == "" || len(l) > maxLabel || hasControl(l) || strings.ContainsAny(l, " ,\t") || strings.HasPrefix(l, "+") || strings.HasPrefix(l, "-") {
		return Usage("%q is no label", l).Hint("a label is one word of at most %d bytes without commas, not beginning with + or -", maxLabel)
	}
	return nil
}
