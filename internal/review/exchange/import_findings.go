package exchange

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"consider/anchor"
	"consider/internal/agents"
	"consider/internal/fail"
	"consider/internal/finding"
	"consider/internal/review"
	"consider/internal/review/submission"
	"consider/internal/session"
	"consider/internal/suggest"
	"consider/internal/thread"
	"consider/internal/words"
	"consider/internal/worktree"
)

// maxMessage is how many bytes of a finding's message are kept; the rest is cut, with a remark.
const maxMessage = 8 << 10

// importFindings starts a thread for each finding, by the tool that reports it, on the files as they are now. A finding
// that was imported before and has been answered or deleted since does not come back.
func importFindings(ctx context.Context, s *session.Session, all []finding.Finding) (ImportOutput, error) {
	in := findings{s: s, seen: map[string]int{}, texts: map[string]string{}, names: map[string]string{}, trees: map[string]string{}, head: s.Tree.Head(ctx).Commit}
	reporter, err := review.NewReporter(ctx, s)
	if err != nil {
		return ImportOutput{}, err
	}
	var drafts []submission.Prepared
	var files []string
	for i := range all {
		f := &all[i]
		if f.Tool == ownName {
			return ImportOutput{}, fail.Usage("cannot import this document: it does not name the authors of its threads").
				Hint("export the threads again with '{export --format json}'")
		}
		d, err := in.draft(ctx, f)
		switch {
		case errors.Is(err, errElsewhere):
			in.elsewhere = append(in.elsewhere, words.OneLine(f.Path))
		case err != nil:
			return ImportOutput{}, fmt.Errorf("finding %d: %w", i+1, err)
		default:
			drafts, files = append(drafts, d), append(files, d.Thread.File)
		}
	}
	print := s.Fingerprint(ctx, slices.Compact(files)...)
	for _, d := range drafts {
		d.Thread.Fingerprint = print
	}
	out, err := storeImported(ctx, s, reporter, drafts, nil, nil)
	slices.Sort(in.elsewhere)
	out.Elsewhere = slices.Compact(in.elsewhere)
	return out, err
}

// findings turns the findings of one document into threads.
type findings struct {
	s         *session.Session
	seen      map[string]int    // how many findings with the same content were met
	texts     map[string]string // by path and commit
	names     map[string]string // of authors, by tool
	trees     map[string]string // commits, by revision; "" for unknown ones
	head      string            // the commit that is checked out
	elsewhere []string
}

// errElsewhere says that the finding is on a file that the project does not have.
var errElsewhere = errors.New("not a file in the project")

func (in *findings) draft(ctx context.Context, f *finding.Finding) (submission.Prepared, error) {
	tree, claimed, err := in.tree(ctx, f.Tree)
	if err != nil {
		return submission.Prepared{}, err
	}
	at := review.AddInput{Review: true, Tree: tree}
	text := ""
	if f.Path != "" {
		rel, err := in.s.Rel(f.Path, in.s.IsThere)
		if err != nil {
			return submission.Prepared{}, errElsewhere
		}
		if text, err = in.text(ctx, rel, tree); err != nil {
			return submission.Prepared{}, err
		}
		at.Place, at.Review = rel, false
	}
	body := []string{cut(f.Message)}
	if f.Rule != "" || f.URL != "" {
		body = append(body, ruleOf(f))
	}
	start, end := f.Start, f.End
	if lines := anchor.Lines([]byte(text)); start < 1 || end < start || end > lines {
		if start > lines {
			body = append(body, fmt.Sprintf("Reported on line %d, which no longer exists.", start))
		}
		start, end = 0, 0
	}
	if start > 0 {
		var blocks []string
		start, end, blocks = suggested(f, text, start, end)
		body = append(body, blocks...)
		at.StartLine, at.EndLine = start, end
	}
	at.Message = strings.Join(body, "\n\n")
	if slices.Contains([]string{"error", "warning", "info"}, f.Severity) {
		at.Labels = []string{f.Severity}
	}
	t, base, err := review.NewThread(ctx, in.s, at)
	if err != nil {
		return submission.Prepared{}, err
	}
	t.CreatedAt, t.Author, t.AuthorName = in.s.Now().UTC(), thread.Agent, in.author(ctx, f.Tool)
	t.Concern, t.Linter = in.concern(f, t, claimed), !agents.Known(agents.Present(f.Tool))
	t.ID = in.id(f, t)
	return submission.Prepared{Thread: t, Base: base}, nil
}

// concern describes a finding. An agent that imports its own report reads the replies.
func (in *findings) concern(f *finding.Finding, t *thread.Thread, claimed string) *thread.Concern {
	c := cmp.Or(t.Concern, &thread.Concern{Tree: claimed})
	if kind := strings.ToLower(cmp.Or(f.Kind, f.Rule)); thread.IsWord(kind) {
		c.Kind = kind
	}
	c.Confidence, c.Report = f.Confidence, agents.Present(t.AuthorName) != in.s.Agent()
	return c
}

// tree returns the commit that a tool read. It is "" for the one that is checked out, as tools read the files as they are,
// and for a revision that git does not know, which is returned as claimed.
func (in *findings) tree(ctx context.Context, rev string) (id, claimed string, err error) {
	id, known := in.trees[rev]
	if !known && rev != "" {
		id, err = in.s.Tree.CommitOf(ctx, rev)
		if err != nil && !errors.Is(err, worktree.ErrNotExist) {
			return "", "", err
		}
		in.trees[rev] = id
	}
	switch id {
	case "":
		return "", thread.Revision(rev), nil
	case in.head:
		return "", "", nil
	}
	return id, "", nil
}

// text reads a file, of a commit unless tree is "".
func (in *findings) text(ctx context.Context, rel, tree string) (text string, err error) {
	key := rel + "\x00" + tree
	if text, ok := in.texts[key]; ok {
		return text, nil
	}
	var data []byte
	if tree != "" {
		data, err = in.s.Tree.FileAt(ctx, tree, rel, thread.MaxText)
	} else {
		data, _, err = in.s.Tree.ReadFile(rel, thread.MaxText)
	}
	switch {
	case errors.Is(err, worktree.ErrNotExist), errors.Is(err, worktree.ErrOutside), errors.Is(err, worktree.ErrNotRegular):
		return "", errElsewhere
	case err != nil && !errors.Is(err, worktree.ErrTooLarge):
		return "", err
	case anchor.IsBinary(data):
		data = nil // it has no lines
	}
	in.texts[key] = string(data)
	return in.texts[key], nil
}

// id returns the same id for the same finding in the next document. It is made of the tool's fingerprint or, without
// one, of the message and the lines, wherever those are. Findings that look the same are numbered.
func (in *findings) id(f *finding.Finding, t *thread.Thread) string {
	print := f.Print
	if print == "" {
		print = f.Message
		if t.Target == thread.OnLines {
			print += "\x00" + t.Anchor.TargetContent
		}
	}
	seeds := []string{"finding", f.Tool, f.Rule, t.File, print}
	key := strings.Join(seeds, "\x00")
	in.seen[key]++
	return thread.DerivedID(thread.ThreadPrefix, in.seen[key]-1, seeds...)
}

// suggested returns the fixes as suggestions. Each suggestion of a thread replaces all its lines, so these lines cover
// the finding and all its fixes.
func suggested(f *finding.Finding, text string, start, end int) (first, last int, blocks []string) {
	type change struct {
		start, end int
		what       []string
	}
	var changes []change
	for _, fix := range f.Fixes {
		from, to, what, ok := fix.Lines(text)
		if ok && suggest.Hidden(what) == 0 {
			changes = append(changes, change{from, to, what})
			start, end = min(start, from), max(end, to)
		}
	}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for _, c := range changes {
		blocks = append(blocks, suggest.Block(slices.Concat(lines[start-1:c.start-1], c.what, lines[c.end:end])))
	}
	return start, end, blocks
}

// ruleOf returns the name of the rule, with a link to its explanation.
func ruleOf(f *finding.Finding) string {
	name := words.OneLine(f.Rule)
	switch link := strings.HasPrefix(f.URL, "https://") || strings.HasPrefix(f.URL, "http://"); {
	case !link:
		return "Rule: " + name
	case name == "":
		return "See " + words.OneLine(f.URL)
	default:
		return "Rule: " + name + ", " + words.OneLine(f.URL)
	}
}

// cut bounds a message.
func cut(message string) string {
	message = strings.ReplaceAll(strings.ToValidUTF8(strings.TrimSpace(message), "\uFFFD"), "\x00", "")
	if len(message) <= maxMessage {
		return message
	}
	n := len(strings.ToValidUTF8(message[:maxMessage], "")) // drop a character that was cut in two
	return fmt.Sprintf("%s\n\n… %d more bytes", message[:n], len(message)-n)
}

// toolName is the author's name for a tool's threads. It never equals the name of a known agent.
func toolName(tool string) string {
	name := words.OneLine(strings.ToValidUTF8(tool, ""))
	if name == "" || len(name) > thread.MaxName-len(imported) || words.HasControl(name) {
		return "report"
	}
	return name
}

// author returns the name under which a tool's findings are recorded. It is never the name of a known agent or of a
// person.
func (in *findings) author(ctx context.Context, tool string) string {
	name, ok := in.names[tool]
	if !ok {
		if name = toolName(tool); agents.Present(name) != in.s.Agent() && (agents.Known(agents.Present(name)) || in.s.IsPersons(ctx, name)) {
			name += imported
		}
		in.names[tool] = name
	}
	return name
}

const imported = " (imported)"
