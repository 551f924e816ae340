package webserver

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"consider/internal/enum"
	"consider/internal/gitdiff"
	"consider/internal/place"
	"consider/internal/printable"
	"consider/internal/review/compare"
	"consider/internal/review/history"
	"consider/internal/review/submission"
	"consider/internal/thread"
	"consider/internal/words"
)

const (
	maxQuoted     = 40  // lines of a quotation; the middle of a longer one is omitted
	maxQuotedLine = 400 // bytes of one quoted line
)

// markdown returns the review as a text for an agent: by file, each comment with the lines of the diff that it is on. The
// heading of a comment has its id. Every line of code and of a body is prefixed, so that none can pass for a line of
// ours; a line that neither can produce separates code from a body.
func (s *snapshot) markdown(ctx context.Context, doc *Document) string {
	var b strings.Builder
	b.WriteString("# Code Review Comments\n")
	if doc.GlobalComment != nil {
		b.WriteString("\n" + quoted(*doc.GlobalComment))
	}
	switch {
	case doc.Verdict == history.Approved:
		b.WriteString("\nVerdict: approved.\n")
	case doc.Verdict == history.RequestsChanges:
		b.WriteString("\nVerdict: changes requested.\n")
	case len(doc.Threads) == 0:
		b.WriteString("\nNo comments.\n")
	}
	if n := len(doc.NotCompared); n > 0 {
		names := strings.Join(doc.NotCompared[:min(n, maxNamed)], ", ")
		if n > maxNamed {
			names += fmt.Sprintf(" and %d more", n-maxNamed)
		}
		fmt.Fprintf(&b, "\n%s not compared: %s\n", words.Plural(n, "file"), printable.Line(names))
	}
	for _, file := range filesOf(doc.Comments) {
		s.fileMarkdown(ctx, &b, doc, file)
	}
	imagesMarkdown(&b, doc)
	s.howToAnswer(&b, doc)
	return b.String()
}

const maxNamed = 10 // files that were not compared

// filesOf lists the files in the order of their first comments.
func filesOf(comments []DocumentComment) []string {
	var out []string
	for _, c := range comments {
		if !slices.Contains(out, c.File) {
			out = append(out, c.File)
		}
	}
	return out
}

func (s *snapshot) fileMarkdown(ctx context.Context, b *strings.Builder, doc *Document, file string) {
	for _, c := range doc.Comments {
		if c.File == file && c.StartLine == nil {
			fmt.Fprintf(b, "\n## %s (file-level) %s\n\n%s", printable.Line(file), c.Thread, quoted(c.Body))
		}
	}
	headed := false
	for _, c := range doc.Comments {
		if c.File != file || c.StartLine == nil {
			continue
		}
		if !headed {
			headed = true
			fmt.Fprintf(b, "\n## %s\n", printable.Line(file))
		}
		start, end := *c.StartLine, *c.EndLine
		side := ""
		if thread.Side(c.Side) == thread.Old {
			side = " (old side)"
		}
		if start == end {
			fmt.Fprintf(b, "\n### Line %d%s %s\n\n", start, side, c.Thread)
		} else {
			fmt.Fprintf(b, "\n### Lines %d-%d%s %s\n\n", start, end, side, c.Thread)
		}
		for _, line := range s.quote(ctx, file, thread.Side(c.Side), start, end) {
			b.WriteString("> " + line + "\n")
		}
		b.WriteString("\nComment:\n\n" + quoted(c.Body))
	}
}

func quoted(body string) string { return words.Quoted(printable.Text(strings.TrimSpace(body))) }

// imagesMarkdown names the files that have the images of the comments.
func imagesMarkdown(b *strings.Builder, doc *Document) {
	for i := range doc.Threads {
		for _, image := range doc.Threads[i].Images {
			if image.Path != "" {
				fmt.Fprintf(b, "\nImage %s of %s: %s\n", printable.Line(image.Name), doc.Threads[i].ID, printable.Line(image.Path))
			}
		}
	}
}

// howToAnswer lists the threads and how to reply to them.
func (s *snapshot) howToAnswer(b *strings.Builder, doc *Document) {
	if len(doc.Threads) == 0 {
		return
	}
	fmt.Fprintf(b, "\n---\nEach comment is a thread. Reply with `consider reply <id> --outcome %s -m \"...\"`:\n\n",
		strings.Join(enum.Of[thread.Outcome]().Names(), "|"))
	for i := range doc.Threads {
		t := &doc.Threads[i]
		fmt.Fprintf(b, "- %s %s\n", t.ID, printable.Line(t.Where().String()))
	}
}

// quote returns lines of one side with their signs from the diff. Lines between the hunks are unchanged.
func (s *snapshot) quote(ctx context.Context, file string, side thread.Side, start, end int) []string {
	f, ok := s.comparison.File(file)
	if !ok {
		return nil
	}
	signs := map[int]gitdiff.NumberedLine{}
	for i := range f.Hunks {
		for l := range f.Hunks[i].Numbered() {
			n := l.New
			if side == thread.Old {
				n = l.Old
			}
			if n >= start && n <= end {
				signs[n] = l
			}
		}
	}
	path := f.Path
	if side == thread.Old {
		path = f.OldPath()
	}
	// Lines between the hunks are in no patch. Without an answer, they are empty.
	between, _, _ := s.comparison.Lines(ctx, side, path, start, end)
	var out []string
	for n := start; n <= end; n++ {
		if skip := end - start + 1 - maxQuoted; skip > 0 && n == start+maxQuoted/2 {
			out = append(out, fmt.Sprintf("… %d lines …", skip))
			n += skip
		}
		l, ok := signs[n]
		if !ok {
			l.Sign = ' '
			if i := n - start; i < len(between) {
				l.Text = between[i]
			}
		}
		text, _ := readable(l.Text)
		out = append(out, strings.TrimRight(string(l.Sign)+printable.Text(shortenLine(strings.TrimRight(text, "\r"))), " \t"))
	}
	return out
}

// shortenLine cuts a line that is too long to be quoted.
func shortenLine(line string) string {
	if len(line) <= maxQuotedLine {
		return line
	}
	return strings.ToValidUTF8(line[:maxQuotedLine], "") + "…"
}

// Document is the JSON file of a review: the posted comments, and the threads that were made from them.
type Document struct {
	Version       int                  `json:"version"`
	GlobalComment *string              `json:"globalComment"`
	Comments      []DocumentComment    `json:"comments"`
	Verdict       history.Verdict      `json:"verdict"`
	Review        string               `json:"review"`
	Scope         compare.ScopeView    `json:"scope"`
	Head          string               `json:"head,omitempty"`
	Branch        string               `json:"branch,omitempty"`
	Checkpoint    string               `json:"checkpoint,omitempty"`
	Threads       []place.ThreadDetail `json:"threads"`
	NotCompared   []string             `json:"notCompared,omitempty"` // files that differ, of which the reviewer saw no lines
}

// DocumentComment is a comment with its thread.
type DocumentComment struct {
	submission.SubmitComment
	Thread string `json:"thread"`
}
