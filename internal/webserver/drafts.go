package webserver

import (
	"net/http"

	"consider/internal/fail"
	"consider/internal/review/submission"
	"consider/internal/session"
	"consider/internal/thread"
)

// DraftsOutput holds all drafts.
type DraftsOutput struct {
	Drafts []DraftView `json:"drafts"`
	Open   []string    `json:"open"` // browsers that show a page now: the drafts of others may be adopted
}

// DraftView is a draft in an answer. Its side is spelled as in all answers.
type DraftView struct {
	submission.Draft
	Side thread.Side `json:"side,omitempty"`
}

func viewOf(d submission.Draft) DraftView { return DraftView{d, thread.Side(d.Side)} }

// DraftInput is a draft as a page sends it; its key is in the path.
type DraftInput struct {
	Key       string          `json:"key,omitempty"`
	Kind      string          `json:"kind"`
	File      string          `json:"file,omitempty"`
	Side      submission.Side `json:"side,omitempty"`
	StartLine int             `json:"startLine,omitempty"`
	EndLine   int             `json:"endLine,omitempty"`
	Thread    string          `json:"thread,omitempty"`
	Form      string          `json:"form,omitempty"`
	Scope     string          `json:"scope,omitempty"`
	Body      string          `json:"body"`
}

// DraftMoved reports to the pages that a draft was saved or deleted.
type DraftMoved struct {
	Key string `json:"key"`
}

// Done is the answer to a request that has nothing to report.
type Done struct {
	OK bool `json:"ok"`
}

func (s *Server) getDrafts(r *http.Request, service *session.Session) (any, error) {
	drafts, err := submission.Drafts(r.Context(), service)
	out := DraftsOutput{Drafts: []DraftView{}, Open: s.hub.browsers()}
	for _, d := range drafts {
		out.Drafts = append(out.Drafts, viewOf(d))
	}
	return out, err
}

func (s *Server) putDraft(r *http.Request, service *session.Session) (any, error) {
	var in DraftInput
	if err := decode(r, &in, maxBody); err != nil {
		return nil, err
	}
	if in.Key != "" && in.Key != r.PathValue("key") {
		return nil, fail.Usage("draft key %q does not match %q in the URL", in.Key, r.PathValue("key"))
	}
	d, err := submission.PutDraft(r.Context(), service, submission.Draft{
		Key: r.PathValue("key"), Kind: in.Kind, File: in.File, Side: in.Side, StartLine: in.StartLine, EndLine: in.EndLine,
		Thread: in.Thread, Form: in.Form, Scope: in.Scope, Body: in.Body,
	})
	if err == nil {
		s.hub.broadcast(message("draft", DraftMoved{r.PathValue("key")}))
	}
	return viewOf(d), err
}

func (s *Server) deleteDraft(r *http.Request, service *session.Session) (any, error) {
	if err := submission.DeleteDrafts(r.Context(), service, r.PathValue("key")); err != nil {
		return nil, err
	}
	s.hub.broadcast(message("draft", DraftMoved{r.PathValue("key")}))
	return Done{OK: true}, nil
}

const maxBody = 32 << 20 // of what is posted; the verbs have tighter bounds
