package exchange

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/url"
	"strings"

	"consider/internal/finding"
	"consider/internal/place"
	"consider/internal/thread"
)

// The documents that other tools read: SARIF 2.1.0 (OASIS), which code hosts and editors show as findings, and
// reviewdog's diagnostics, one JSON object a line (RDJSONL). Lines are 1-based in both. A stale thread has a file but
// no lines; a thread on the whole review has neither.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool        sarifTool         `json:"tool"`
	Invocations []sarifInvocation `json:"invocations,omitempty"` // only when something went wrong
	Results     []sarifResult     `json:"results"`
}

type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"`
	Notifications []sarifNotification `json:"toolExecutionNotifications"`
}

type sarifNotification struct {
	Level   string            `json:"level"`
	Message finding.SarifText `json:"message"`
}

type sarifTool struct {
	Driver struct {
		Name  string      `json:"name"`
		Rules []sarifRule `json:"rules"`
	} `json:"driver"`
}

type sarifRule struct {
	ID          string            `json:"id"`
	Description finding.SarifText `json:"shortDescription"`
}

type sarifResult struct {
	finding.SarifResult
	Properties sarifProperties `json:"properties"`
}

type sarifProperties struct {
	WorkflowState thread.WorkflowState `json:"workflowState"`
	AnchorState   thread.AnchorState   `json:"anchorState"`
	Author        string               `json:"author"`
	Tags          []string             `json:"tags,omitempty"`
}

const threadRule = "review-thread"

func exportSARIF(details []place.ThreadDetail, damaged []thread.Damage) (string, error) {
	run := sarifRun{Results: []sarifResult{}}
	run.Tool.Driver.Name = ownName
	run.Tool.Driver.Rules = []sarifRule{{threadRule, finding.SarifText{Text: "A thread of a code review"}}}
	for i := range details {
		run.Results = append(run.Results, sarif(&details[i]))
	}
	if len(damaged) > 0 {
		var call sarifInvocation
		for _, d := range damaged {
			call.Notifications = append(call.Notifications, sarifNotification{"error", finding.SarifText{Text: "damaged and not included: " + place.String(d)}})
		}
		run.Invocations = []sarifInvocation{call}
	}
	data, err := json.MarshalIndent(sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{run},
	}, "", "  ")
	return string(data) + "\n", err
}

func sarif(d *place.ThreadDetail) sarifResult {
	out := sarifResult{
		SarifResult: finding.SarifResult{
			RuleID: threadRule, Level: "warning", Partial: map[string]string{"considerThread/v1": d.ID}, Suppressions: []finding.SarifSuppression{},
		},
		Properties: sarifProperties{
			WorkflowState: d.WorkflowState, AnchorState: d.AnchorState, Tags: d.Labels,
			Author: thread.Author{Kind: d.Author, Name: d.AuthorName}.String(),
		},
	}
	out.Message.Text = conversation(d)
	if d.WorkflowState == thread.Resolved {
		out.Level = "note"
		out.Suppressions = append(out.Suppressions, finding.SarifSuppression{Kind: "external", Status: "accepted"})
	}
	if file := fileNow(d); file != "" {
		var at finding.SarifLocation
		at.Physical.Artifact.URI, at.Physical.Artifact.BaseID = (&url.URL{Path: file}).String(), "%SRCROOT%"
		if d.Placement.StartLine > 0 && d.Side != thread.Old {
			at.Physical.Region = &finding.SarifRegion{StartLine: d.Placement.StartLine, EndLine: d.Placement.EndLine}
			out.Fixes = sarifFixes(d, at.Physical.Artifact)
		}
		out.Locations = append(out.Locations, at)
	}
	return out
}

func exportRDJSONL(details []place.ThreadDetail) (string, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b) // ends each value with a newline
	enc.SetEscapeHTML(false)
	for i := range details {
		d := &details[i]
		line := finding.RdDiagnostic{
			Message: conversation(d), Severity: "WARNING",
			Source: finding.RdSource{Name: ownName}, Code: finding.RdCode{Value: d.ID},
		}
		if d.WorkflowState == thread.Resolved {
			line.Severity = "INFO"
		}
		if file := fileNow(d); file != "" {
			line.Location = &finding.RdLocation{Path: file}
			if d.Placement.StartLine > 0 && d.Side != thread.Old {
				line.Location.Range = &finding.RdRange{Start: finding.RdPosition{Line: d.Placement.StartLine}, End: finding.RdPosition{Line: d.Placement.EndLine}}
				for _, text := range fitting(d) {
					line.Suggestions = append(line.Suggestions, finding.RdSuggestion{Range: *line.Location.Range, Text: strings.Join(text, "\n")})
				}
			}
		}
		if err := enc.Encode(line); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

// fileNow returns the file that the thread is on, or "". Lines of the old side are not in any current file, so the
// document names the file alone.
func fileNow(d *place.ThreadDetail) string { return cmp.Or(d.Placement.File, d.File) }

// conversation returns all messages, each but the first below its author's name.
func conversation(d *place.ThreadDetail) string {
	var b strings.Builder
	b.WriteString(d.Body)
	for _, r := range d.Thread {
		b.WriteString("\n\n" + thread.Author{Kind: r.Author, Name: r.AuthorName}.String() + ":\n" + r.Body)
	}
	return b.String()
}
