package present

import (
	"cmp"
	"fmt"
	"strings"

	"consider/internal/review/history"
	"consider/internal/review/plan"
	"consider/internal/words"
)

func (p *Page) planCommented(o plan.PlanCommentOutput) {
	p.Line("added %s on %s, version %d: %s", o.Thread.ID, o.Plan.ID, o.Thread.Version, safe(planPlace(&o.Thread)))
}

func (p *Page) planFeedback(o plan.PlanFeedbackOutput) { p.Body("", o.Text) }

func (p *Page) planDecided(o plan.PlanVerdictOutput) { p.verdict(&o.Verdict) }

func (p *Page) planAdded(o plan.PlanAddOutput) {
	if o.Known {
		p.Line("already submitted as %s, version %d; awaiting a verdict", o.Plan.ID, o.Plan.Versions)
		return
	}
	p.Line("%s, version %d: %s", o.Plan.ID, o.Plan.Versions, safe(o.Plan.Title))
	p.Advise("{plan show %s}", o.Plan.ID)
}

func (p *Page) plans(o plan.PlanListOutput) {
	if len(o.Plans) == 0 {
		p.Advise("no plans; submit one for review: {plan FILE}")
	}
	for i := range o.Plans {
		p.planHead(&o.Plans[i])
	}
	for _, d := range o.Damaged {
		p.Line("%s: %s", safe(d.Path), safe(d.Problem))
	}
}

// planHead prints a plan's first line: id, title, version, state and open threads.
func (p *Page) planHead(s *plan.PlanView) {
	open := ""
	if s.Open > 0 {
		open = fmt.Sprintf(", %s open", words.Plural(s.Open, "thread"))
	}
	if s.Unanswered > 0 {
		open += fmt.Sprintf(", %d unanswered", s.Unanswered)
	}
	p.Line("%s %s (version %d by %s %s, %s%s)", p.Paint(Bold, "["+s.ID+"]"), safe(s.Title), s.Versions, safe(cmp.Or(s.AuthorName, string(s.Author))), p.when(s.At),
		p.Paint(green, string(s.State)), open)
}

// plan prints a version with numbered lines, then the threads.
func (p *Page) plan(o plan.PlanShowOutput) {
	p.planHead(&o.Plan)
	if o.Shown != o.Plan.Versions {
		p.Line("version %d, %s", o.Shown, o.State)
	}
	p.Line("")
	lines := strings.Split(strings.TrimSuffix(o.Text, "\n"), "\n")
	width := len(fmt.Sprint(len(lines)))
	for i, line := range lines {
		p.Line("%*d  %s", width, i+1, safeCode(line))
	}
	for i := range o.Threads {
		p.planThread(&o.Threads[i], o.Shown)
	}
	if o.Resolve > 0 {
		p.Line("")
		p.Advise("%s not shown; to show them: {plan show %s --all}", words.Plural(o.Resolve, "resolved thread"), o.Plan.ID)
	}
	for i := range o.Verdict {
		p.Line("")
		p.verdict(&o.Verdict[i])
	}
}

func (p *Page) planThread(t *plan.PlanThread, shown int) {
	p.Line("")
	state := []string{string(t.WorkflowState)}
	switch {
	case t.Answered && t.Outcome != "":
		state = append(state, string(t.Outcome))
	case t.Answered:
		state = append(state, "answered")
	case t.Version < shown:
		state = append(state, "unanswered")
	}
	if t.Unseen {
		state = append(state, p.readMark("unseen"))
	}
	p.Line("%s %s (%s)", p.Paint(Bold, "["+t.ID+"]"), planPlace(t), safe(strings.Join(state, ", ")))
	p.quoted(t.Quote)
	p.Body("  ", `"`+t.Body+`"`)
	for _, r := range t.Replies {
		p.Body("  ", cmp.Or(r.AuthorName, string(r.Author))+": "+r.Body)
	}
}

// planPlace says where a thread is in the version shown, and what happened to its passage.
func planPlace(t *plan.PlanThread) string {
	switch {
	case t.Passage == plan.Whole:
		return "the whole plan"
	case t.Passage == plan.Gone:
		return fmt.Sprintf("gone (was in version %d): %s", t.Version, t.Reason)
	}
	return words.Lines(t.StartLine, t.EndLine) + ", " + string(t.Passage)
}

func (p *Page) planDiff(o plan.PlanDiffOutput) {
	if o.Diff == "" {
		p.Line("versions %d and %d of %s are identical", o.From, o.To, o.Plan.ID)
		return
	}
	p.patch(o.Diff)
}

func (p *Page) verdict(v *plan.PlanVerdict) {
	did := string(v.Verdict)
	switch v.Verdict {
	case history.Approved:
		did = "approved"
	case history.RequestsChanges:
		did = "changes requested"
	}
	if v.ByName != "" {
		did += " by " + v.ByName
	}
	if v.Claimed {
		did += p.Phrase(" ({--as} human)")
	}
	p.Line("version %d: %s", v.Version, safe(did))
	if v.Note != "" {
		p.Body("  ", `"`+v.Note+`"`)
	}
}
