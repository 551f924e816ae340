package finding

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

type sarifLog struct {
	Runs []struct {
		ColumnKind string `json:"columnKind"`
		Tool       struct {
			Driver     sarifComponent   `json:"driver"`
			Extensions []sarifComponent `json:"extensions"`
		} `json:"tool"`
		Results []SarifResult `json:"results"`
		Control []struct {
			Revision string `json:"revisionId"`
		} `json:"versionControlProvenance"`
	} `json:"runs"`
}

type sarifComponent struct {
	Name  string      `json:"name"`
	Rules []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID       string               `json:"id"`
	HelpURI  string               `json:"helpUri"`
	Short    SarifText            `json:"shortDescription"`
	Messages map[string]SarifText `json:"messageStrings"`
	Usual    struct {
		Level string `json:"level"`
	} `json:"defaultConfiguration"`
	Properties struct {
		Precision json.RawMessage `json:"precision"`
	} `json:"properties"`
}

// SarifText is a text in a SARIF document. This type and those below are read here, and written by an export.
type SarifText struct {
	Text string `json:"text"`
}

// SarifResult is a finding.
type SarifResult struct {
	RuleID  string `json:"ruleId"`
	Index   *int   `json:"ruleIndex,omitempty"`
	Kind    string `json:"kind,omitempty"`
	Level   string `json:"level"`
	Message struct {
		Text      string   `json:"text"`
		ID        string   `json:"id,omitempty"`
		Arguments []string `json:"arguments,omitempty"`
	} `json:"message"`
	Locations    []SarifLocation    `json:"locations,omitempty"`
	Partial      map[string]string  `json:"partialFingerprints"`
	Full         map[string]string  `json:"fingerprints,omitempty"`
	Baseline     string             `json:"baselineState,omitempty"`
	Fixes        []SarifFix         `json:"fixes,omitempty"`
	Suppressions []SarifSuppression `json:"suppressions"`
}

// SarifLocation is a file, or a part of it.
type SarifLocation struct {
	Physical struct {
		Artifact SarifArtifact `json:"artifactLocation"`
		Region   *SarifRegion  `json:"region,omitempty"`
	} `json:"physicalLocation"`
}

// SarifFix is a fix of some files.
type SarifFix struct {
	Changes []SarifChange `json:"artifactChanges"`
}

// SarifChange is what a fix changes in one file.
type SarifChange struct {
	Artifact     SarifArtifact      `json:"artifactLocation"`
	Replacements []SarifReplacement `json:"replacements"`
}

// SarifReplacement puts a text in place of a region.
type SarifReplacement struct {
	Deleted  SarifRegion `json:"deletedRegion"`
	Inserted SarifText   `json:"insertedContent"`
}

// SarifSuppression says that a finding needs no action.
type SarifSuppression struct {
	Kind   string `json:"kind"`
	Status string `json:"status"`
}

// SarifArtifact names a file.
type SarifArtifact struct {
	URI    string `json:"uri"`
	BaseID string `json:"uriBaseId"`
}

// SarifRegion counts lines and columns from 1. An end column is the first one after the region; without one it goes to
// the end of the line.
type SarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn,omitempty"`
}

func readSARIF(text string) ([]Finding, error) {
	var log sarifLog
	if err := json.Unmarshal([]byte(text), &log); err != nil {
		return nil, err
	}
	var out []Finding
	for _, run := range log.Runs {
		unit := UTF16
		if run.ColumnKind == "unicodeCodePoints" {
			unit = Runes
		}
		for i := range run.Results {
			r := &run.Results[i]
			if r.quiet() {
				continue
			}
			rule := ruleOf(r, append([]sarifComponent{run.Tool.Driver}, run.Tool.Extensions...))
			f := r.finding(rule, unit)
			f.Tool, f.Confidence = run.Tool.Driver.Name, percent(rule.Properties.Precision)
			if len(run.Control) > 0 {
				f.Tree = run.Control[0].Revision
			}
			out = append(out, f)
		}
	}
	return out, nil
}

// quiet reports whether the result needs no action: it passed, was suppressed, or is gone.
func (r *SarifResult) quiet() bool {
	for _, s := range r.Suppressions {
		if s.Status == "" || s.Status == "accepted" {
			return true
		}
	}
	return r.Baseline == "absent" || r.Kind != "" && r.Kind != "fail" && r.Kind != "review" && r.Kind != "open"
}

// ruleOf returns the report's description of a result's rule, or a rule with only the name if there is none.
func ruleOf(r *SarifResult, parts []sarifComponent) sarifRule {
	if driver := parts[0].Rules; r.Index != nil && *r.Index >= 0 && *r.Index < len(driver) && (r.RuleID == "" || driver[*r.Index].ID == r.RuleID) {
		return driver[*r.Index]
	}
	for _, c := range parts {
		for _, rule := range c.Rules {
			if rule.ID == r.RuleID && r.RuleID != "" {
				return rule
			}
		}
	}
	return sarifRule{ID: r.RuleID}
}

func (r *SarifResult) finding(rule sarifRule, unit Unit) Finding {
	level := cmp.Or(r.Level, rule.Usual.Level, "warning")
	f := Finding{Rule: rule.ID, URL: rule.HelpURI, Message: r.words(rule), Severity: severities[level], Print: printOf(r.Partial, r.Full)}
	if len(r.Locations) > 0 {
		at := r.Locations[0].Physical
		f.Path = at.Artifact.path()
		if at.Region != nil {
			e := at.Region.edit("", unit)
			f.Start, f.End = e.From.Line, e.covers()
		}
	}
	for _, fix := range r.Fixes {
		if len(fix.Changes) != 1 || fix.Changes[0].Artifact.path() != f.Path {
			continue // a thread is on one file
		}
		var edits Fix
		for _, c := range fix.Changes[0].Replacements {
			edits = append(edits, c.Deleted.edit(c.Inserted.Text, unit))
		}
		f.Fixes = append(f.Fixes, edits)
	}
	return f
}

// words returns the message, which may be one of the rule's with placeholders for arguments.
func (r *SarifResult) words(rule sarifRule) string {
	text := cmp.Or(r.Message.Text, rule.Messages[r.Message.ID].Text)
	if text == "" {
		return rule.Short.Text
	}
	for i, a := range r.Message.Arguments {
		text = strings.ReplaceAll(text, "{"+strconv.Itoa(i)+"}", a)
	}
	return text
}

func printOf(prints ...map[string]string) string {
	var all []string
	for _, p := range prints {
		for _, key := range slices.Sorted(maps.Keys(p)) {
			all = append(all, key+"="+p[key])
		}
	}
	return strings.Join(all, "\n")
}

func (a SarifArtifact) path() string {
	if u, err := url.Parse(a.URI); err == nil && (u.Scheme == "" || u.Scheme == "file") {
		return u.Path
	}
	return a.URI
}

func (g SarifRegion) edit(text string, unit Unit) Edit {
	return Edit{
		From: Point{g.StartLine, max(g.StartColumn, min(g.StartLine, 1)), unit},
		To:   Point{max(g.EndLine, g.StartLine), g.EndColumn, unit},
		Text: text,
	}
}
