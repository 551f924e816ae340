package exchange

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/review/plan"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// ExportInput says what to export, and in which format.
type ExportInput struct {
	IDs      []string             `json:"ids,omitempty" arg:"id...?" help:"only these threads, by ID or unique prefix"`
	Format   string               `json:"format,omitempty" flag:"format" enum:"md,json,sarif,rdjsonl" help:"md (default), json, sarif or rdjsonl"`
	Workflow thread.WorkflowState `json:"workflow,omitempty" flag:"workflow" enum:"all" help:"only threads in this workflow state (default: all)"`
	File     string               `json:"file,omitempty" flag:"file,f" help:"only threads in this file or under this folder" placeholder:"PATH"`
	Labels   []string             `json:"labels,omitempty" flag:"label,l" help:"only threads with this label" placeholder:"L"`
	Archived bool                 `json:"archived,omitempty" flag:"archived" help:"archived threads instead of active ones"`
}

// ExportOutput is the document.
type ExportOutput struct {
	Format  string          `json:"format"`
	Threads int             `json:"threads"`
	Text    string          `json:"text"`
	Damaged []thread.Damage `json:"damaged,omitempty"` // data that could not be read and is missing from the document
	Newer   []thread.Damage `json:"newer,omitempty"`   // threads that a newer consider wrote; they are missing too
}

// Export writes the review as one document, for a person or a program without consider. Damaged threads do not stop the
// export, and are named in the document if the format has a place for that. JSON serves as a copy of the store and has the
// threads of all worktrees; the other formats have those that a list shows.
func Export(ctx context.Context, s *session.Session, in ExportInput) (ExportOutput, error) {
	in.Workflow, in.Format = cmp.Or(in.Workflow, "all"), cmp.Or(in.Format, "md")
	ids, err := named(ctx, s, in)
	if err != nil {
		return ExportOutput{}, err
	}
	read, err := review.Whole(ctx, s, review.ListInput{Workflow: in.Workflow, File: in.File, Labels: in.Labels, Archived: in.Archived, AllWorktrees: in.Format == "json"}, ids)
	if err != nil {
		return ExportOutput{}, err
	}
	details := read.Threads
	plans, unread, err := plansOf(ctx, s, details)
	if err != nil {
		return ExportOutput{}, err
	}
	damaged, newer := thread.SplitNewer(unread)
	damaged = append(read.Damaged, damaged...)
	out := ExportOutput{Format: in.Format, Threads: len(details), Damaged: damaged, Newer: append(read.Newer, newer...)}
	switch in.Format {
	case "json":
		out.Text, err = exportJSON(details, damaged, imagesOf(ctx, s, details), plans)
	case "sarif":
		out.Text, err = exportSARIF(details, damaged)
	case "rdjsonl":
		out.Text, err = exportRDJSONL(details) // has no place for what is missing
	default:
		out.Text = exportMarkdown(details, damaged, plans)
	}
	return out, err
}

// named returns the ids of the requested threads; nil if all are meant.
func named(ctx context.Context, s *session.Session, in ExportInput) ([]string, error) {
	if len(in.IDs) == 0 {
		return nil, nil
	}
	folder := thread.Active
	if in.Archived {
		folder = thread.Archived
	}
	refs, err := s.FindAll(ctx, in.IDs, folder)
	ids := make([]string, 0, len(refs))
	for _, ref := range refs {
		ids = append(ids, ref.ID)
	}
	return ids, err
}

// exportedThread is a thread with the fields that only import needs.
type exportedThread struct {
	place.ThreadDetail
	Fingerprint string            `json:"fingerprint,omitempty"`
	Concern     *thread.Concern   `json:"concern,omitempty"`
	SeenUpTo    map[string]string `json:"seenUpTo,omitzero"`
	Applied     []thread.Applied  `json:"applied,omitempty"`
}

func exportJSON(details []place.ThreadDetail, damaged []thread.Damage, images map[string][]byte, plans []plan.Document) (string, error) {
	threads := make([]exportedThread, 0, len(details))
	for _, d := range details {
		e := exportedThread{d, d.Stored.Fingerprint, d.Stored.Concern, d.Stored.SeenUpTo, d.Stored.Applied}
		if e.SeenUpTo == nil && d.SeenBy != nil { // the entries that were read have changed since
			e.SeenUpTo = map[string]string{}
		}
		threads = append(threads, e)
	}
	doc := map[string]any{"version": thread.Version, "threads": threads}
	if len(images) > 0 {
		doc["images"] = images
	}
	if len(plans) > 0 {
		doc["plans"] = plans
	}
	if len(damaged) > 0 {
		doc["damaged"] = damaged
	}
	data, err := json.MarshalIndent(doc, "", "  ")
	return string(data) + "\n", err
}

func exportMarkdown(details []place.ThreadDetail, damaged []thread.Damage, plans []plan.Document) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Review: %s\n", words.Plural(len(details), "thread"))
	if len(damaged) > 0 {
		b.WriteString("\nDamaged threads (not included):\n\n")
	}
	for _, d := range damaged {
		fmt.Fprintf(&b, "- `%s`\n", strings.ReplaceAll(place.String(d), "`", "'"))
	}
	for i := range plans {
		planMarkdown(&plans[i], &b)
	}
	for i := range details {
		markdown(&details[i], &b)
	}
	return b.String()
}

func markdown(d *place.ThreadDetail, b *strings.Builder) {
	fmt.Fprintf(b, "\n## %s `%s`\n\n", d.ID, words.OneLine(strings.ReplaceAll(d.Where().String(), "`", "'")))
	fmt.Fprintf(b, "%s, %s%s\n", d.WorkflowState, d.Placement.State(), reasonOf(d.Why()))
	text := ""
	switch {
	case d.Anchor != nil && d.Anchor.StartLine > 0:
		text = strings.TrimRight(d.Anchor.TargetContent, "\n")
	case d.Span != nil:
		text = d.Span.Quote
	}
	if text != "" || d.Target == thread.OnLines {
		ticks := words.Fence(text)
		fmt.Fprintf(b, "\n%s\n%s\n%s\n", ticks, text, ticks)
	}
	speech(b, d.ID, thread.Author{Kind: d.Author, Name: d.AuthorName}, d.CreatedAt, "", d.Body)
	offered(b, d.Choices)
	for _, r := range d.Thread {
		outcome := string(r.Outcome)
		if r.Unchanged {
			outcome += ", " + thread.NothingChanged
		} else if r.Proof != "" {
			outcome += ", " + r.Proof.Text()
		}
		if r.Stance != "" {
			outcome = string(r.Stance)
		}
		speech(b, r.ID, thread.Author{Kind: r.Author, Name: r.AuthorName}, r.CreatedAt, outcome, r.Body)
		offered(b, r.Choices)
		if r.Choice != "" {
			fmt.Fprintf(b, "\nChosen: %s\n", words.OneLine(r.Choice))
		}
	}
	for _, image := range d.Images {
		if image.Path != "" {
			fmt.Fprintf(b, "\nImage %s: `%s`\n", words.OneLine(strings.ReplaceAll(image.Name, "`", "'")), strings.ReplaceAll(image.Path, "`", "'"))
		}
	}
}

// offered writes the choices of a question.
func offered(b *strings.Builder, choices []string) {
	if len(choices) > 0 {
		fmt.Fprintf(b, "\nChoices: %s\n", words.OneLine(strings.Join(choices, " | ")))
	}
}

// speech writes one message as a quotation, below a heading that begins with its id.
func speech(b *strings.Builder, id string, who thread.Author, at time.Time, outcome, body string) {
	head := strings.TrimSuffix(who.String()+", "+at.UTC().Format(words.Stamp+"Z")+", "+outcome, ", ")
	fmt.Fprintf(b, "\n### %s %s\n\n%s", id, words.OneLine(head), words.Quoted(body))
}

func reasonOf(why string) string {
	if why == "" {
		return ""
	}
	return " (" + words.OneLine(why) + ")"
}
