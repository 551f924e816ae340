package review

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"consider/gitstore"
)

// ExportInput says what to write out, and how.
type ExportInput struct {
	Format   string   `json:"format,omitempty" flag:"format" enum:"md,json,sarif,rdjsonl" help:"md (default), json, sarif or rdjsonl"`
	Workflow string   `json:"workflow,omitempty" flag:"workflow" enum:"open,resolved,all" help:"only threads in this workflow state (default all)"`
	File     string   `json:"file,omitempty" flag:"file,f" help:"only threads on this file, or below this folder" placeholder:"PATH"`
	Labels   []string `json:"labels,omitempty" flag:"label,l" help:"only threads with this label (can be repeated)" placeholder:"L"`
	Archived bool     `json:"archived,omitempty" flag:"archived" help:"the archived threads instead of the active ones"`
}

// ExportOutput is the document.
type ExportOutput struct {
	Format  string   `json:"format"`
	Threads int      `json:"threads"`
	Text    string   `json:"text"`
	Damaged []Damage `json:"damaged,omitempty"` // what could not be read, and so is not in the document
	Newer   []Damage `json:"newer,omitempty"`   // threads that a newer consider wrote; they are not in it either
}

// Export writes the review as one document, for a person or a program that has no consider. What is damaged hides
// nothing else, and is named in the document where its format has a place for that.
func (s *Service) Export(ctx context.Context, in ExportInput) (ExportOutput, error) {
	if in.Workflow == "" {
		in.Workflow = "all"
	}
	if in.Format == "" {
		in.Format = "md"
	}
	list, err := s.List(ctx, ListInput{Workflow: in.Workflow, File: in.File, Labels: in.Labels, Archived: in.Archived})
	if err != nil {
		return ExportOutput{}, err
	}
	st, err := s.read(ctx)
	if err != nil {
		return ExportOutput{}, err
	}
	details, damaged := []ThreadDetail{}, list.Damaged
	for _, v := range list.Threads {
		dir := activeDir
		if v.Archived {
			dir = archiveDir
		}
		t, _, err := st.thread(dir, v.ID)
		if errors.Is(err, gitstore.ErrCorrupt) { // since it was listed: the list need not read what it knows
			damaged = append(damaged, notRead(threadFile(dir, v.ID), err))
			continue
		}
		if err != nil {
			return ExportOutput{}, err
		}
		details = append(details, s.detailOf(v, t))
	}
	out := ExportOutput{Format: in.Format, Threads: len(details), Damaged: damaged, Newer: list.Newer}
	switch in.Format {
	case "json":
		out.Text, err = exportJSON(details, damaged)
	case "sarif":
		out.Text, err = exportSARIF(details, damaged)
	case "rdjsonl":
		out.Text, err = exportRDJSONL(details) // which has no place for what is missing
	default:
		out.Text = exportMarkdown(details, damaged)
	}
	return out, err
}

func exportJSON(details []ThreadDetail, damaged []Damage) (string, error) {
	doc := map[string]any{"version": threadVersion, "threads": details}
	if len(damaged) > 0 {
		doc["damaged"] = damaged
	}
	data, err := json.MarshalIndent(doc, "", "  ")
	return string(data) + "\n", err
}

func exportMarkdown(details []ThreadDetail, damaged []Damage) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Review: %s\n", plural(len(details), "thread"))
	if len(damaged) > 0 {
		b.WriteString("\nDamaged, and so not in this document:\n\n")
	}
	for _, d := range damaged {
		fmt.Fprintf(&b, "- `%s`\n", strings.ReplaceAll(d.String(), "`", "'"))
	}
	for i := range details {
		details[i].markdown(&b)
	}
	return b.String()
}

func (d *ThreadDetail) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "\n## %s `%s`\n\n", d.ID, strings.ReplaceAll(d.where(), "`", "'"))
	fmt.Fprintf(b, "%s, %s%s\n", d.WorkflowState, d.AnchorState, reasonOf(d.Placement))
	text := ""
	switch {
	case d.Anchor != nil && d.Anchor.StartLine > 0:
		text = strings.TrimRight(d.Anchor.TargetContent, "\n")
	case d.Span != nil:
		text = d.Span.Quote
	}
	if text != "" || d.Target == OnLines {
		ticks := fence(text)
		fmt.Fprintf(b, "\n%s\n%s\n%s\n", ticks, text, ticks)
	}
	speech(b, author{d.Author, d.AuthorName}, d.CreatedAt.Format(stamp), "", d.Body)
	for _, r := range d.Thread {
		speech(b, author{r.Author, r.AuthorName}, r.CreatedAt.Format(stamp), string(r.Outcome), r.Body)
	}
}

const stamp = "2006-01-02 15:04"

// speech writes one message as a quotation, so that no line of it can pass for a heading of the document.
func speech(b *strings.Builder, who author, at, outcome, body string) {
	if outcome != "" {
		outcome = ", " + outcome
	}
	fmt.Fprintf(b, "\n**%s**, %s%s:\n\n", oneLine(who.String()), at, oneLine(outcome))
	for line := range strings.SplitSeq(body, "\n") {
		b.WriteString(strings.TrimRight("> "+strings.TrimRight(line, "\r"), " ") + "\n")
	}
}

func (v *ThreadView) where() string {
	switch {
	case v.Response != nil:
		return v.Response.String()
	case v.Placement.StartLine > 0:
		return lineRange(v.Placement.File, v.Placement.StartLine, v.Placement.EndLine)
	case v.Placement.File != "":
		return v.Placement.File
	case v.File != "":
		return v.File
	}
	return string(v.Target)
}

func reasonOf(p Placement) string {
	if p.Reason == "" {
		return ""
	}
	return " (" + p.Reason + ")"
}

// fence returns enough backticks to enclose text.
func fence(text string) string {
	longest, run := 2, 0
	for _, r := range text {
		if r != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return strings.Repeat("`", longest+1)
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
