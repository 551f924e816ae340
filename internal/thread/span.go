package thread

import (
	"fmt"
	"path"
	"time"

	"consider/internal/extra"
	"consider/internal/words"
)

// Span is the stored description of a part of an agent's response. The text of the response is stored with the thread,
// as is the base of a thread on a file.
type Span struct {
	Response string    `json:"response"` // a_ and 8 lower-case hex digits
	Agent    string    `json:"agent"`
	Session  string    `json:"session,omitempty"`
	Message  string    `json:"message,omitempty"` // the agent's own id of the response
	At       time.Time `json:"at"`                // when the agent wrote it
	Mark     Mark      `json:"mark"`
	Quote    string    `json:"quote"`            // as it reads on the rendered page
	Prefix   string    `json:"prefix,omitempty"` // the text before it there, up to spanContext bytes
	Suffix   string    `json:"suffix,omitempty"`
	Start    int       `json:"start"`            // its byte offset in the page's text: it distinguishes equal quotes
	Source   *Source   `json:"source,omitempty"` // the origin of the text, if that is not a conversation

	Unknown extra.Fields `json:",embed"`
}

// MarshalJSON writes unknown fields back, for every encoder.
func (s Span) MarshalJSON() ([]byte, error) {
	type plain Span
	return extra.Marshal((*plain)(&s))
}

// FromPlan is the kind of a source that is a version of a plan.
const FromPlan = "plan"

// Source is the document of the store that a span is part of, if it is not part of a response. A program that does not
// know Source treats the span as part of a response, whose text it finds with the thread.
type Source struct {
	Kind    string  `json:"kind"`             // plan
	Plan    string  `json:"plan"`             // p_ and 8 lower-case hex digits
	Version int     `json:"version"`          // which version of it, from 1
	Anchor  *Anchor `json:"anchor,omitempty"` // lines of that version; nil for the plan as a whole

	Unknown extra.Fields `json:",embed"`
}

// plan returns the place in a plan that the span is on; nil for a span of a response.
func (s *Span) plan() *PlanRef {
	if s.Source == nil || s.Source.Kind != FromPlan || !IsID(s.Source.Plan, PlanPrefix) || s.Source.Version < 1 {
		return nil
	}
	out := &PlanRef{ID: s.Source.Plan, Version: s.Source.Version}
	if a := s.Source.Anchor; a != nil && a.StartLine > 0 && a.EndLine >= a.StartLine {
		out.StartLine, out.EndLine = a.StartLine, a.EndLine
	}
	return out
}

// ResponseRef identifies the response, or the place in a plan, that a thread is on.
type ResponseRef struct {
	ID    string   `json:"id"`
	Agent string   `json:"agent"`
	Mark  Mark     `json:"mark"`
	Plan  *PlanRef `json:"plan,omitempty"` // of a thread on a plan
}

// PlanRef is a place in a version of a plan.
type PlanRef struct {
	ID        string `json:"id"`
	Version   int    `json:"version"`
	StartLine int    `json:"startLine,omitempty"` // 0 for the plan as a whole
	EndLine   int    `json:"endLine,omitempty"`
}

// PlanNow is where the lines of a thread are in the newest version of its plan.
type PlanNow struct {
	Version   int  `json:"version"`
	StartLine int  `json:"startLine,omitempty"` // 0 if they are gone, or uncertain
	EndLine   int  `json:"endLine,omitempty"`
	Edited    bool `json:"edited,omitempty"` // they were found, with changed text
}

// PlanFolder returns the folder of the store's tree with the texts of a plan.
func PlanFolder(id string) string { return path.Join(PlansFolder, id) }

// PlanText returns the path in the store's tree of the text of a version.
func PlanText(id string, n int) string { return path.Join(PlanFolder(id), fmt.Sprintf("%d.md", n)) }

// PlansFolder is the folder of the store's tree with all plans.
const PlansFolder = "plans"

func (r *ResponseRef) String() string {
	if r.Plan == nil {
		return fmt.Sprintf("%s's response %s, %s", r.Agent, r.ID, r.Mark)
	}
	return r.Plan.with(nil)
}

// with describes where the thread was put, and where that is now.
func (r *PlanRef) with(now *PlanNow) string {
	if r.StartLine == 0 {
		return fmt.Sprintf("the plan %s, version %d", r.ID, r.Version)
	}
	was := fmt.Sprintf("the plan %s, version %d", words.LineRange(r.ID, r.StartLine, r.EndLine), r.Version)
	switch {
	case now == nil:
		return was
	case now.StartLine == 0:
		return fmt.Sprintf("%s (gone in version %d)", was, now.Version)
	default:
		edited := ""
		if now.Edited {
			edited = "edited; "
		}
		return fmt.Sprintf("the plan %s, version %d (%swas %s of version %d)", words.LineRange(r.ID, now.StartLine, now.EndLine), now.Version, edited, words.Lines(r.StartLine, r.EndLine), r.Version)
	}
}
