package plan

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"consider/anchor"
	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/review/history"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// PlanAddInput is a text to review: a file of the project, or the text itself.
type PlanAddInput struct {
	File string `json:"file,omitempty" arg:"file?" stdin:"text" help:"a file in the project; - for standard input"`
	Text string `json:"text,omitempty" flag:"text" hidden:"true" help:"the text, instead of a file" placeholder:"TEXT"`
	Plan string `json:"plan,omitempty" flag:"plan" help:"the plan to update (default: the plan with the same file or title)" placeholder:"ID"`
}

// PlanAddOutput is the plan with its new version.
type PlanAddOutput struct {
	Plan  PlanView `json:"plan"`
	Known bool     `json:"known,omitempty"` // the newest version already has this text, and is still undecided
}

// Add presents a text for review: a new plan, or a new version of one.
func Add(ctx context.Context, s *session.Session, in PlanAddInput) (PlanAddOutput, error) {
	return add(ctx, s, in, "")
}

// Submit presents what an agent planned in a conversation. Each conversation has one plan.
func Submit(ctx context.Context, s *session.Session, text, conversation string) (PlanAddOutput, error) {
	return add(ctx, s, PlanAddInput{Text: text}, conversation)
}

// add is Add with the agent's id of its conversation; "" if unknown.
func add(ctx context.Context, s *session.Session, in PlanAddInput, conversation string) (PlanAddOutput, error) {
	who, err := s.Author(ctx)
	if err != nil {
		return PlanAddOutput{}, err
	}
	file, text, err := in.read(s)
	if err != nil {
		return PlanAddOutput{}, err
	}
	if err := inHome(s); err != nil {
		return PlanAddOutput{}, err
	}
	fresh := &Plan{
		Stored: storedVersion, Title: titleOf(text), File: file, Session: conversation, Worktree: s.Place.WorktreeName,
		Branch: s.Tree.Head(ctx).Branch, Author: who.Kind, AuthorName: who.Name,
	}
	var out PlanAddOutput
	var p *Plan
	// A person who shows a plan begins a review with it. An agent does not: its hook leaves a project without a store alone.
	create := conversation == "" && s.Caller.IsPerson()
	err = s.Update(ctx, create, func(c *session.Change) error {
		out.Known = false
		if p, err = earlier(c, in, fresh, text); err != nil {
			return err
		}
		blob := gitstore.HashBlob(text).String()
		if p != nil && p.newest().Blob == blob && p.verdict(p.newest().N) == nil {
			out.Known = true
			c.Record(string(history.PlanShown), who, "") // nothing changes, so no commit is made
			return nil
		}
		if p == nil {
			if p, err = begin(c, *fresh, blob); err != nil {
				return err
			}
		}
		turn, err := nextTurn(c)
		if err != nil {
			return err
		}
		n := len(p.Versions) + 1
		if n > maxVersions {
			return fail.Denied("a plan can have at most %d versions", maxVersions).Hint("to start a new plan, omit {--plan} and use another title")
		}
		p.Title = fresh.Title
		p.Versions = append(p.Versions, Version{N: n, Blob: blob, At: c.Now, Turn: turn, Author: who.Kind, AuthorName: who.Name})
		c.Tx.Put(thread.PlanText(p.ID, n), text)
		c.Record(string(history.PlanShown), who, history.PlanWords(p.ID, n, p.Title))
		return save(c, p)
	})
	if err != nil {
		if e, ok := fail.As(err); ok && errors.Is(e, fail.ErrNoStore) && !create {
			e.Hint("a human can add a plan with '{plan FILE}'")
		}
		return PlanAddOutput{}, err
	}
	out.Plan = p.summary()
	return out, nil
}

// begin gives a plan its id.
func begin(c *session.Change, p Plan, blob string) (*Plan, error) {
	taken := func(id string) (bool, error) { return c.Holds(manifestFile(id)) }
	id, err := thread.NewID(thread.PlanPrefix, taken, c.Tx.Base().String(), c.Tx.Now().String(), p.File, p.Session, blob)
	p.ID = id
	return &p, err
}

// nextTurn returns a number higher than the turn of every plan's newest version.
func nextTurn(c *session.Change) (int, error) {
	plans, _, err := all(c.Tx)
	last := 0
	for _, p := range plans {
		last = max(last, p.newest().Turn)
	}
	return last + 1, err
}

// earlier returns the plan that a text is a new version of, or nil: the named plan or, by default, the one of the same
// conversation and file or, without these, of the same title. After an approval, a different text begins a new plan: an
// agent uses one file for its plans through a whole conversation.
func earlier(c *session.Change, in PlanAddInput, fresh *Plan, text []byte) (*Plan, error) {
	if in.Plan != "" {
		return findToChange(c.Tx, in.Plan)
	}
	plans, _, err := all(c.Tx)
	if err != nil {
		return nil, err
	}
	for _, p := range plans {
		same := p.Session == fresh.Session && p.File == fresh.File
		if fresh.Session == "" && fresh.File == "" {
			same = same && p.Title == fresh.Title
		}
		if !same {
			continue
		}
		if n := p.newest().N; p.state(n) == Approved {
			was, err := p.text(c.Tx, n)
			if err != nil || anchor.Similarity(was, text) < sameText {
				return nil, nil
			}
		}
		return p, nil
	}
	return nil, nil
}

// sameText is how similar a text must be to an approved one to be a version of it.
const sameText = 0.5

// read returns the text, and the file of the project that it was read from.
func (in *PlanAddInput) read(s *session.Session) (file string, text []byte, err error) {
	switch {
	case in.File != "" && in.Text != "":
		return "", nil, fail.Usage("FILE cannot be combined with {--text}")
	case in.File != "":
		if file, err = s.Below(in.File); err != nil {
			return "", nil, outsideHint(s.PathError(in.File, err))
		}
		if text, _, err = s.Tree.ReadFile(file, MaxText); err != nil {
			return "", nil, s.PathError(in.File, err)
		}
	default:
		text = []byte(in.Text)
	}
	subject := "the text"
	if file != "" {
		subject = strconv.Quote(file)
	}
	switch {
	case strings.TrimSpace(string(text)) == "":
		return "", nil, fail.Usage("no plan text").Hint("{plan FILE}, or: {plan -} < FILE").Hint("run '{plan list}' to see plans")
	case len(text) > MaxText:
		return "", nil, fail.Denied("%s is %d bytes; the limit is %d", subject, len(text), MaxText)
	case !utf8.Valid(text) || anchor.IsBinary(text):
		return "", nil, fail.Usage("%s is not UTF-8 text", subject)
	}
	return file, text, nil
}

// outsideHint adds a hint on how to present a text from outside the project.
func outsideHint(err error) error {
	if e, ok := fail.As(err); ok {
		return e.Hint("to submit a file from outside the project: {plan -} < FILE")
	}
	return err
}

// inHome returns an error for a store in the person's home folder itself: a plan belongs to a project.
func inHome(s *session.Session) error {
	if home := s.Machine.Home; home != "" && s.Place.Root == home {
		return fail.Denied("the home folder is not a project").Hint("run the command in a project folder")
	}
	return nil
}

// titleOf returns a text's first heading or, without one, its first words.
func titleOf(text []byte) string {
	title := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "#") {
			title = line
			break
		}
		if title == "" && line != "---" {
			title = line
		}
	}
	title = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r < ' ' || r == utf8.RuneError {
			return ' '
		}
		return r
	}, words.OneLine(strings.Trim(title, "# \t")))), " ")
	if r := []rune(title); len(r) > maxTitle {
		title = string(r[:maxTitle-1]) + "…"
	}
	return title
}
