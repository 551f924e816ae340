package plan

import (
	"context"

	"consider/internal/gitdiff"
	"consider/internal/session"
)

// PlanDiffInput names two versions of a plan.
type PlanDiffInput struct {
	ID   string `json:"id,omitempty" arg:"id?" help:"plan ID (p_…) or a unique prefix (default: the latest plan)"`
	From int    `json:"from,omitempty" flag:"from" help:"the older version (default: the one just before the newer version)" placeholder:"N"`
	To   int    `json:"to,omitempty" flag:"to" help:"the newer version (default: the latest)" placeholder:"N"`

	Hunks bool `json:"hunks,omitempty" flag:"hunks" hidden:"true" help:"list the changes line by line instead of as one diff"`
}

// PlanDiffOutput is how two versions differ.
type PlanDiffOutput struct {
	Plan PlanView `json:"plan"`
	From int      `json:"from"` // 0 if there is no earlier version
	To   int      `json:"to"`
	Diff string   `json:"diff"` // unified; "" if they are equal, or if hunks were requested

	Hunks []PlanHunk `json:"hunks,omitempty"`
}

// PlanHunk is a part of two versions that contains changes.
type PlanHunk struct {
	Header string     `json:"header"` // "@@ -1,3 +1,4 @@"
	Lines  []PlanLine `json:"lines"`
}

// PlanLine is a line of a hunk with its numbers, which are 0 for the version without the line.
type PlanLine struct {
	Type  string `json:"type"` // " ", "+" or "-"
	Old   int    `json:"old,omitempty"`
	New   int    `json:"new,omitempty"`
	Text  string `json:"text"`            // without its line feed
	NoEOL bool   `json:"noEol,omitempty"` // it ends the text without a line feed
}

const diffContext = 3

// Diff compares two versions of a plan.
func Diff(ctx context.Context, s *session.Session, in PlanDiffInput) (PlanDiffOutput, error) {
	st, err := s.Snapshot(ctx)
	if err != nil {
		return PlanDiffOutput{}, err
	}
	p, err := find(st.Commit, in.ID)
	if err != nil {
		return PlanDiffOutput{}, err
	}
	to, err := p.choose(in.To)
	if err != nil {
		return PlanDiffOutput{}, err
	}
	from := to - 1
	if in.From != 0 {
		if from, err = p.choose(in.From); err != nil {
			return PlanDiffOutput{}, err
		}
	}
	newer, err := p.text(st.Commit, to)
	if err != nil {
		return PlanDiffOutput{}, err
	}
	var older []byte
	if from > 0 {
		if older, err = p.text(st.Commit, from); err != nil {
			return PlanDiffOutput{}, err
		}
	}
	hunks := gitdiff.Hunks(older, newer, gitdiff.Options{Context: diffContext})
	out := PlanDiffOutput{Plan: p.summary(), From: from, To: to}
	if in.Hunks {
		out.Hunks = hunksOf(hunks)
	} else {
		out.Diff = gitdiff.Unified(hunks, versionName(from), versionName(to))
	}
	return out, nil
}

func hunksOf(hunks []gitdiff.Hunk) []PlanHunk {
	out := make([]PlanHunk, len(hunks))
	for i := range hunks {
		h := &hunks[i]
		out[i] = PlanHunk{Header: h.Head(), Lines: make([]PlanLine, 0, len(h.Lines))}
		for line := range h.Numbered() {
			out[i].Lines = append(out[i].Lines, PlanLine{Type: string(line.Sign), Old: line.Old, New: line.New, Text: line.Text, NoEOL: line.NoEOL})
		}
	}
	return out
}
