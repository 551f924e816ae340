package finding

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// roborevReview is a review in the export of roborev, or one of the reviews from which it was made.
type roborevReview struct {
	Agent    string `json:"agent"`
	Commit   string `json:"commit_sha"`
	Closed   bool   `json:"closed"`
	Document struct {
		Findings []roborevFinding `json:"findings"`
	} `json:"document"`
	Subagents []roborevReview `json:"subagents"`
}

type roborevFinding struct {
	Severity   string          `json:"severity"`
	Kind       string          `json:"kind"`
	Confidence json.RawMessage `json:"confidence"`
	Problem    string          `json:"problem"`
	Fix        string          `json:"fix"`
	Location   string          `json:"location"` // as in a.go:12-14
}

// readRoborev reads the reviews that are not closed. Of a panel, it reads the reviews of the members, so that each has its
// author.
func readRoborev(text string) ([]Finding, error) {
	var doc struct {
		Reviews []roborevReview `json:"reviews"`
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		return nil, err
	}
	var out []Finding
	for i := range doc.Reviews {
		r := &doc.Reviews[i]
		members := []roborevReview{*r}
		if slices.ContainsFunc(r.Subagents, func(m roborevReview) bool { return len(m.Document.Findings) > 0 }) {
			members = r.Subagents
		}
		for _, m := range members {
			for j := 0; j < len(m.Document.Findings) && !r.Closed; j++ {
				out = append(out, m.Document.Findings[j].finding(cmp.Or(m.Agent, r.Agent), r.Commit))
			}
		}
	}
	return out, nil
}

func (f *roborevFinding) finding(agent, commit string) Finding {
	path, lines, _ := strings.Cut(f.Location, ":")
	lines, _, _ = strings.Cut(lines, ":") // a column
	first, last, _ := strings.Cut(lines, "-")
	start, _ := strconv.Atoi(first) // otherwise the finding is on the file
	end, _ := strconv.Atoi(last)
	out := Finding{
		Tool: agent, Kind: f.Kind, Severity: severities[strings.ToLower(f.Severity)], Confidence: percent(f.Confidence),
		Message: f.Problem, Path: strings.TrimSpace(path), Start: start, End: max(start, end), Tree: commit,
	}
	if f.Fix != "" {
		out.Message += "\n\nFix: " + f.Fix
	}
	return out
}
