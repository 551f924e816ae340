package feedback

import (
	"cmp"
	"context"
	"html"
	"slices"
	"strings"
	"time"

	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/transcript"
	"consider/internal/words"
)

const (
	usualResponses = 5
	MaxResponses   = 50
)

// ResponsesInput says which answers are requested.
type ResponsesInput struct {
	Agent transcript.Agent `json:"agent,omitempty" flag:"agent" help:"only responses from this agent"`
	Max   int              `json:"max,omitempty" flag:"limit,n" also:"max" help:"show at most N responses, latest first (default: 5; maximum: 50)" placeholder:"N"`
	Spans bool             `json:"spans,omitempty" flag:"spans" hidden:"true" help:"include the text around each mark, for clients that render Markdown"`
	HTML  bool             `json:"html,omitempty" flag:"html" hidden:"true" help:"include each text as HTML, for older clients"`
}

// ResponsesOutput is the newest answers of agents.
type ResponsesOutput struct {
	State     string           `json:"state"` // connected: a session of this project was found; watching: an agent is used here, but not in this project yet; absent: no agent keeps transcripts here
	Sources   []ResponseSource `json:"sources"`
	Responses []ResponseView   `json:"responses"` // newest first
}

// ResponseSource says what was found for one agent.
type ResponseSource struct {
	Agent   string `json:"agent"`
	State   string `json:"state"`             // as above
	Problem string `json:"problem,omitempty"` // why its answers could not be read
	Cut     bool   `json:"cut,omitempty"`     // the transcript was not read to its beginning
}

// ResponseView is one answer of an agent, with the marks on it.
type ResponseView struct {
	ID      string     `json:"id"` // a_ and 8 lower-case hex digits
	Agent   string     `json:"agent"`
	Session string     `json:"session,omitempty"`
	Cwd     string     `json:"cwd,omitempty"` // folder in which the session was started
	At      time.Time  `json:"at"`
	Text    string     `json:"text"`           // Markdown
	HTML    string     `json:"html,omitempty"` // the same as preformatted text; only on request
	Marks   []MarkView `json:"marks"`          // in the order of the text
}

// MarkView is a mark on an answer. It is a thread: get, reply and resolve work on its id.
type MarkView struct {
	ID            string               `json:"id"` // of the thread
	Mark          thread.Mark          `json:"mark"`
	Quote         string               `json:"quote"`
	Note          string               `json:"note,omitempty"`
	Placed        bool                 `json:"placed"` // the quote was found in the answer
	Start         int                  `json:"start"`  // where its words begin and end in the answer's text, in UTF-16 units
	End           int                  `json:"end"`
	Span          *SpanView            `json:"span,omitempty"` // only on request
	Replies       int                  `json:"replies"`
	LastReply     *thread.LastReply    `json:"lastReply,omitempty"`
	WorkflowState thread.WorkflowState `json:"workflowState"`
	Author        thread.AuthorKind    `json:"author"`
	AuthorName    string               `json:"authorName,omitempty"`
	Unseen        bool                 `json:"unseen"` // no agent has read it
}

// SpanView distinguishes a mark's words from equal words elsewhere in the answer.
type SpanView struct {
	Prefix string `json:"prefix"` // the text before them
	Suffix string `json:"suffix"`
	Start  int    `json:"start"` // where they began in the rendered text, in bytes
}

// Responses returns the newest answers of agents.
func Responses(ctx context.Context, s *session.Session, in ResponsesInput) (ResponsesOutput, error) {
	if in.Max < 0 || in.Max > MaxResponses {
		return ResponsesOutput{}, fail.Usage("{--limit} must be between 1 and %d, not %d", MaxResponses, in.Max)
	}
	found, err := Latest(ctx, s, string(in.Agent), cmp.Or(in.Max, usualResponses))
	if err != nil {
		return ResponsesOutput{}, err
	}
	marks, err := marksOf(ctx, s)
	if err != nil {
		return ResponsesOutput{}, err
	}
	out := ResponsesOutput{State: string(found.State()), Sources: []ResponseSource{}, Responses: []ResponseView{}}
	for _, src := range found.Sources {
		out.Sources = append(out.Sources, ResponseSource{src.Agent, string(src.State), src.Problem, src.Cut})
	}
	for i := range found.Responses {
		out.Responses = append(out.Responses, marks.view(&found.Responses[i], in.HTML, in.Spans))
	}
	return out, nil
}

// ResponseInput names an answer.
type ResponseInput struct {
	ID    string `json:"id" arg:"id" help:"response ID (a_…), a unique prefix, or 'last' for the latest"`
	Spans bool   `json:"spans,omitempty" flag:"spans" hidden:"true" help:"include the text around each mark, for clients that render Markdown"`
	HTML  bool   `json:"html,omitempty" flag:"html" hidden:"true" help:"include the text as HTML, for older clients"`
}

// ResponseOutput is one answer.
type ResponseOutput struct {
	Response ResponseView `json:"response"`
}

// Response returns one answer: one of the newest, or one that has marks.
func Response(ctx context.Context, s *session.Session, in ResponseInput) (ResponseOutput, error) {
	marks, err := marksOf(ctx, s)
	if err != nil {
		return ResponseOutput{}, err
	}
	r, err := response(ctx, s, in.ID, marks)
	if err != nil {
		return ResponseOutput{}, err
	}
	return ResponseOutput{marks.view(r, in.HTML, in.Spans)}, nil
}

// Latest returns the newest answers in the project and in the repository's other worktrees.
func Latest(ctx context.Context, s *session.Session, agent string, n int) (transcript.Found, error) {
	if s.Agents == nil {
		return transcript.Found{}, nil
	}
	return s.Agents.Latest(ctx, transcript.Query{Roots: roots(s), Agent: agent, Max: n})
}

// roots returns the folders whose sessions count.
func roots(s *session.Session) []string {
	out := []string{s.Place.Root}
	if main, ok := s.Place.Main(); ok {
		out = append(out, main.Root)
	}
	for _, l := range s.Place.LinkedWorktrees() {
		out = append(out, l.Place.Root)
	}
	slices.Sort(out[1:])
	return slices.Compact(out)
}

// lastResponse names the newest answer.
const lastResponse = "last"

// response finds a response by its id: among the newest ones or, if it is older, as it was kept with a mark.
func response(ctx context.Context, s *session.Session, ref string, marks *marks) (*transcript.Response, error) {
	found, err := Latest(ctx, s, "", MaxResponses)
	if err != nil {
		return nil, err
	}
	if ref == lastResponse && len(found.Responses) > 0 {
		return &found.Responses[0], nil
	}
	known := map[string]*transcript.Response{}
	for i := range found.Responses {
		known[found.Responses[i].ID] = &found.Responses[i]
	}
	for id, list := range marks.by {
		if known[id] == nil {
			known[id] = marks.storedResponse(list[0])
		}
	}
	want, _ := strings.CutPrefix(ref, transcript.IDPrefix)
	var fits []*transcript.Response
	for id, r := range known {
		if r != nil && want != "" && strings.HasPrefix(strings.TrimPrefix(id, transcript.IDPrefix), want) {
			fits = append(fits, r)
		}
	}
	switch len(fits) {
	case 1:
		return fits[0], nil
	case 0:
		return nil, fail.NotFound("unknown response %q", ref).Hint("run '{responses list}' to see the latest responses")
	}
	slices.SortFunc(fits, func(a, b *transcript.Response) int { return strings.Compare(a.ID, b.ID) })
	e := fail.New(fail.ErrNotFound, "%q is ambiguous: it matches %d responses", ref, len(fits))
	for _, r := range fits[:min(len(fits), fail.MaxCandidates)] {
		e.Candidates = append(e.Candidates, fail.Candidate{ID: r.ID, Place: r.Agent, Body: words.Headline(r.Text)})
	}
	return nil, e.Hint("type more of the ID")
}

// marks holds the threads on answers, by the answer's id.
type marks struct {
	st    *session.Snapshot // nil without a store
	agent string
	by    map[string][]mark
}

type mark struct {
	t   *thread.Thread
	row thread.Row
}

// marksOf reads the active threads on answers.
func marksOf(ctx context.Context, s *session.Session) (*marks, error) {
	out := &marks{by: map[string][]mark{}, agent: s.Agent()}
	st, err := s.ReadIfAny(ctx)
	if st == nil || err != nil {
		return out, err
	}
	defer st.SaveView()
	out.st = st
	rows := st.View.Rows
	for _, r := range rows {
		if r.Response == nil || r.Response.Plan != nil { // comments on a plan are not marks
			continue
		}
		t, row, err := st.Thread(thread.Active, r.ID)
		if err != nil {
			return nil, err
		}
		out.by[r.Response.ID] = append(out.by[r.Response.ID], mark{t, row})
	}
	return out, nil
}

// storedResponse returns an answer as it was kept with a mark; nil if it was too large to be kept.
func (m *marks) storedResponse(on mark) *transcript.Response {
	data, err := m.st.Commit.ReadFile(thread.BaseFile(thread.Active, on.t.ID, 0))
	if err != nil {
		return nil
	}
	sp := on.t.Span
	return &transcript.Response{
		ID: sp.Response, Agent: sp.Agent, Session: sp.Session, Message: sp.Message, At: sp.At, Text: string(data),
	}
}

// view returns an answer with its marks.
func (m *marks) view(r *transcript.Response, withHTML, spans bool) ResponseView {
	v := ResponseView{
		ID: r.ID, Agent: r.Agent, Session: r.Session, Cwd: r.Cwd, At: r.At, Text: r.Text, Marks: []MarkView{},
	}
	if withHTML {
		v.HTML = "<pre>" + html.EscapeString(r.Text) + "</pre>"
	}
	on := m.by[r.ID]
	if len(on) == 0 {
		return v
	}
	text := answerText{source: r.Text}
	for _, k := range on {
		shown := k.view(&text, m.agent)
		if spans {
			shown.Span = &SpanView{k.t.Span.Prefix, k.t.Span.Suffix, k.t.Span.Start}
		}
		v.Marks = append(v.Marks, shown)
	}
	slices.SortStableFunc(v.Marks, func(a, b MarkView) int { return a.Start - b.Start })
	return v
}

func (k mark) view(text *answerText, agent string) MarkView {
	v := MarkView{
		ID: k.t.ID, Mark: k.t.Span.Mark, Quote: k.t.Span.Quote, Note: k.note(), Replies: len(k.t.Replies),
		LastReply: k.row.LastReply, WorkflowState: k.t.WorkflowState, Author: k.t.Author, AuthorName: k.t.AuthorName,
		Unseen: k.row.Unseen(agent),
	}
	if f := text.find(k.t.Span); f.equals > 0 {
		v.Placed, v.Start = true, units(text.source[:f.at.start])
		v.End = v.Start + units(text.source[f.at.start:f.at.end])
	}
	return v
}

// note returns the note that was left with the mark.
func (k mark) note() string {
	if k.t.Body == k.t.Span.Mark.Words() {
		return ""
	}
	return k.t.Body
}
