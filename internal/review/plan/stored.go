package plan

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"consider/gitstore"
	"consider/internal/extra"
	"consider/internal/fail"
	"consider/internal/review/history"
	"consider/internal/session"
	"consider/internal/thread"
)

// Bounds of a plan.
const (
	MaxText     = 1 << 20 // bytes of one version
	maxVersions = 500
	maxTitle    = 100 // characters
)

const (
	folder        = thread.PlansFolder
	storedVersion = 1
)

// Plan is a text under review, with its versions and decisions. It is stored as a manifest, next to the texts; see
// docs/internals/format.md.
type Plan struct {
	Stored     int               `json:"version"` // version of this form
	ID         string            `json:"id"`      // p_ and 8 lower-case hex digits
	Title      string            `json:"title"`
	File       string            `json:"file,omitempty"`    // file of the project from which it was read
	Session    string            `json:"session,omitempty"` // the agent's id of its conversation
	Worktree   string            `json:"worktree,omitempty"`
	Branch     string            `json:"branch,omitempty"`
	Author     thread.AuthorKind `json:"author"`
	AuthorName string            `json:"authorName,omitempty"`
	Versions   []Version         `json:"versions"` // oldest first
	Verdicts   []PlanVerdict     `json:"verdicts,omitempty"`

	Unknown extra.Fields `json:",embed"`
}

// Version is one text of a plan.
type Version struct {
	N          int               `json:"n"`    // from 1
	Blob       string            `json:"blob"` // git blob id of the text
	At         time.Time         `json:"at"`
	Turn       int               `json:"turn,omitempty"` // higher than the turn of every earlier version of any plan: times are whole seconds
	Author     thread.AuthorKind `json:"author"`
	AuthorName string            `json:"authorName,omitempty"`

	Unknown extra.Fields `json:",embed"`
}

// PlanVerdict is what a person decided on a version.
type PlanVerdict struct {
	Version int             `json:"version"`
	Verdict history.Verdict `json:"verdict"`
	Note    string          `json:"note,omitempty"`
	Mode    PlanMode        `json:"mode,omitempty"` // of an approval: how the agent continues
	At      time.Time       `json:"at"`
	ByName  string          `json:"byName,omitempty"`
	Claimed bool            `json:"claimed,omitempty"` // only --as human says that it was a person

	Unknown extra.Fields `json:",embed"`
}

// MarshalJSON writes unknown fields back, for every encoder.
func (v PlanVerdict) MarshalJSON() ([]byte, error) {
	type plain PlanVerdict
	return extra.Marshal((*plain)(&v))
}

// newest is the last version.
func (p *Plan) newest() *Version { return &p.Versions[len(p.Versions)-1] }

// verdict returns the last decision on a version, or nil.
func (p *Plan) verdict(n int) *PlanVerdict {
	for i := len(p.Verdicts) - 1; i >= 0; i-- {
		if p.Verdicts[i].Version == n {
			return &p.Verdicts[i]
		}
	}
	return nil
}

// state returns the review state of a version.
func (p *Plan) state(n int) PlanState {
	v := p.verdict(n)
	switch {
	case v == nil:
		return Waiting
	case v.Verdict == history.Approved:
		return Approved
	}
	return Changes
}

// at returns when the plan was last presented.
func (p *Plan) at() time.Time { return p.newest().At }

func manifestFile(id string) string { return thread.PlanFolder(id) + ".json" }

// answerID is the id of the answer for which a program that does not know plans takes a version.
func answerID(id string, n int) string { return thread.DerivedID("a_", 0, id, fmt.Sprint(n)) }

// decode reads a manifest and checks everything that the rest of the package relies on.
func decode(data []byte, id string) (*Plan, error) {
	p := &Plan{}
	err := extra.Unmarshal(data, p)
	if v := thread.VersionIn(data); v > storedVersion {
		return nil, thread.NewerError(fmt.Sprintf("plan %q", id), v, storedVersion)
	}
	if err != nil {
		return nil, fmt.Errorf("plan %q: %w: %w", id, fail.ErrCorrupt, err)
	}
	bad := p.ID != id || len(p.Versions) == 0 || p.File != "" && !thread.SafePath(p.File)
	for i, v := range p.Versions {
		bad = bad || v.N != i+1 || !thread.IsWord(string(v.Author))
	}
	for _, v := range p.Verdicts {
		bad = bad || !thread.IsWord(string(v.Verdict)) || v.Mode != "" && !thread.IsWord(string(v.Mode))
	}
	if bad {
		return nil, fmt.Errorf("plan %q: %w: invalid manifest", id, fail.ErrCorrupt)
	}
	return p, nil
}

// all returns the plans of a state, most recently presented first, and the errors of those that cannot be read, by id.
func all(t gitstore.Files) (plans []*Plan, unread map[string]error, err error) {
	entries, err := t.ReadDir(folder)
	if err != nil && !errors.Is(err, gitstore.ErrNotExist) {
		return nil, nil, err
	}
	unread = map[string]error{}
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name, ".json")
		if !ok || e.Dir || !thread.IsID(id, thread.PlanPrefix) {
			continue
		}
		data, err := t.ReadBlob(e.ID)
		var p *Plan
		if err == nil {
			p, err = decode(data, id)
		}
		if err != nil {
			unread[id] = err
			continue
		}
		plans = append(plans, p)
	}
	slices.SortFunc(plans, func(a, b *Plan) int {
		return cmp.Or(b.at().Compare(a.at()), cmp.Compare(b.newest().Turn, a.newest().Turn), strings.Compare(a.ID, b.ID))
	})
	return plans, unread, nil
}

// checkID returns an error for an id that is too short to change a plan. Without an id, the plan shown last is meant.
func checkID(ref string) error {
	if ref == "" {
		return nil
	}
	return session.TooShort(ref)
}

// findToChange is find for a plan that is to be changed.
func findToChange(t gitstore.Files, ref string) (*Plan, error) {
	if err := checkID(ref); err != nil {
		return nil, err
	}
	return find(t, ref)
}

// find returns the plan that ref names: an id, or a unique prefix of one; if ref is empty, the most recently presented
// plan.
func find(t gitstore.Files, ref string) (*Plan, error) {
	plans, unread, err := all(t)
	if err != nil {
		return nil, err
	}
	if ref == "" {
		if len(plans) == 0 {
			return nil, fail.NotFound("no plans yet").Hint("to submit a plan: {plan FILE}")
		}
		return plans[0], nil
	}
	want := strings.TrimPrefix(ref, thread.PlanPrefix)
	var fits []*Plan
	for _, p := range plans {
		if want != "" && strings.HasPrefix(strings.TrimPrefix(p.ID, thread.PlanPrefix), want) {
			fits = append(fits, p)
		}
	}
	if len(fits) == 1 {
		return fits[0], nil
	}
	if err := unread[ref]; err != nil {
		return nil, err
	}
	e := fail.NotFound("unknown plan %q", ref)
	if len(fits) > 1 {
		e = fail.New(fail.ErrNotFound, "%q is ambiguous: it matches %d plans", ref, len(fits))
	}
	for _, p := range fits[:min(len(fits), fail.MaxCandidates)] {
		e.Candidates = append(e.Candidates, fail.Candidate{ID: p.ID, Body: p.Title})
	}
	return nil, e.Hint("run '{plan list}' to see IDs")
}

// text reads a version.
func (p *Plan) text(t gitstore.Files, n int) ([]byte, error) {
	data, err := t.ReadFile(thread.PlanText(p.ID, n))
	if err != nil {
		return nil, fmt.Errorf("version %d of plan %s: %w", n, p.ID, err)
	}
	return data, nil
}

// choose returns the number of the requested version; 0 requests the newest.
func (p *Plan) choose(n int) (int, error) {
	if n == 0 {
		return len(p.Versions), nil
	}
	if n < 1 || n > len(p.Versions) {
		return 0, fail.NotFound("plan %s has no version %d", p.ID, n).Hint("this plan has versions 1 to %d", len(p.Versions))
	}
	return n, nil
}
