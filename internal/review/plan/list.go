package plan

import (
	"context"
	"time"

	"consider/internal/presence"
	"consider/internal/session"
	"consider/internal/thread"
)

// PlanListInput is empty.
type PlanListInput struct{}

// PlanListOutput is the plans, most recently presented first.
type PlanListOutput struct {
	Plans   []PlanView      `json:"plans"`
	Damaged []thread.Damage `json:"damaged,omitempty"` // those that cannot be read
}

// PlanView is a plan as lists show it.
type PlanView struct {
	ID         string            `json:"id"`
	Title      string            `json:"title"`
	File       string            `json:"file,omitempty"`
	State      PlanState         `json:"state"`
	Versions   int               `json:"versions"` // number of the newest version
	At         time.Time         `json:"at"`       // when it was presented
	Author     thread.AuthorKind `json:"author"`
	AuthorName string            `json:"authorName,omitempty"`
	Open       int               `json:"open"`              // open threads on it
	Unanswered int               `json:"unanswered"`        // open threads that no agent has answered
	Awaited    bool              `json:"awaited,omitempty"` // an agent waits for the decision on its newest version
}

func (p *Plan) summary() PlanView {
	v := p.newest()
	return PlanView{
		ID: p.ID, Title: p.Title, File: p.File, State: p.state(v.N), Versions: v.N, At: v.At, Author: v.Author, AuthorName: v.AuthorName,
	}
}

// count counts an open thread.
func (s *PlanView) count(answered bool) {
	s.Open++
	if !answered {
		s.Unanswered++
	}
}

// List returns the plans.
func List(ctx context.Context, s *session.Session, _ PlanListInput) (PlanListOutput, error) {
	out := PlanListOutput{Plans: []PlanView{}}
	st, err := s.ReadIfAny(ctx)
	if st == nil || err != nil {
		return out, err
	}
	defer st.SaveView()
	plans, unread, err := all(st.Commit)
	if err != nil {
		return PlanListOutput{}, err
	}
	rows := st.View.Rows
	for _, p := range plans {
		sum := p.summary()
		sum.Awaited = sum.State == Waiting && presence.IsAwaited(s.Place.StoreDir, p.ID, sum.Versions)
		for i := range rows {
			if r := &rows[i]; on(r, p.ID) && r.WorkflowState != thread.Resolved {
				sum.count(answered(r))
			}
		}
		out.Plans = append(out.Plans, sum)
	}
	out.Damaged = damagedOf(unread)
	return out, nil
}

// on reports whether a thread is on the plan.
func on(r *thread.Row, id string) bool {
	return r.Response != nil && r.Response.Plan != nil && r.Response.Plan.ID == id
}

// answered reports whether an agent spoke last, after the person's words.
func answered(r *thread.Row) bool {
	return r.LastReply != nil && r.LastReply.Author.Role() != thread.Human && r.LastHuman < r.Replies
}
