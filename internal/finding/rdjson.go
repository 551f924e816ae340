package finding

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
)

// rdDocument is reviewdog's DiagnosticResult.
type rdDocument struct {
	Source      RdSource       `json:"source"`
	Severity    string         `json:"severity"`
	Diagnostics []RdDiagnostic `json:"diagnostics"`
}

// RdDiagnostic is reviewdog's form of a finding. It is read here, and written by an export.
type RdDiagnostic struct {
	Message     string         `json:"message"`
	Location    *RdLocation    `json:"location,omitempty"`
	Severity    string         `json:"severity"`
	Source      RdSource       `json:"source"`
	Code        RdCode         `json:"code"`
	Suggestions []RdSuggestion `json:"suggestions,omitempty"`
}

// RdLocation is a file, or a part of it.
type RdLocation struct {
	Path  string   `json:"path"`
	Range *RdRange `json:"range,omitempty"`
}

// RdSuggestion puts a text in place of a range.
type RdSuggestion struct {
	Range RdRange `json:"range"`
	Text  string  `json:"text"`
}

// RdSource is the tool that reports a finding.
type RdSource struct {
	Name string `json:"name"`
}

// RdCode is the rule of a finding.
type RdCode struct {
	Value string `json:"value"`
	URL   string `json:"url,omitempty"`
}

// RdRange is a part of a file.
type RdRange struct {
	Start RdPosition `json:"start"`
	End   RdPosition `json:"end"`
}

// RdPosition counts from 1, columns in bytes of UTF-8; 0 is not said. An end is the first place after the range.
type RdPosition struct {
	Line   int `json:"line"`
	Column int `json:"column,omitempty"`
}

func readDocument(text string) ([]Finding, error) {
	var doc rdDocument
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		return nil, err
	}
	var out []Finding
	for i := range doc.Diagnostics {
		d := &doc.Diagnostics[i]
		d.Source, d.Severity = cmp.Or(d.Source, doc.Source), cmp.Or(d.Severity, doc.Severity)
		out = append(out, d.finding())
	}
	return out, nil
}

func readLines(text string) ([]Finding, error) {
	var out []Finding
	dec := json.NewDecoder(strings.NewReader(text))
	for dec.More() && len(out) <= maxFindings {
		var d RdDiagnostic
		if err := dec.Decode(&d); err != nil {
			return nil, fmt.Errorf("diagnostic %d: %w", len(out)+1, err)
		}
		out = append(out, d.finding())
	}
	return out, nil
}

func (d *RdDiagnostic) finding() Finding {
	f := Finding{Tool: d.Source.Name, Rule: d.Code.Value, URL: d.Code.URL, Message: d.Message, Severity: severities[strings.ToLower(d.Severity)]}
	if d.Location != nil {
		f.Path = d.Location.Path
		if in := d.Location.Range; in != nil {
			at := in.edit("")
			f.Start, f.End = at.From.Line, at.covers()
		}
	}
	for _, s := range d.Suggestions {
		f.Fixes = append(f.Fixes, Fix{s.Range.edit(s.Text)})
	}
	return f
}

// severities maps the tools' severities to ours.
var severities = map[string]string{
	"error": "error", "warning": "warning", "info": "info", "note": "info",
	"critical": "error", "high": "error", "medium": "warning", "low": "info",
}

// edit returns the change of a range. Without columns it replaces whole lines; without an end it only inserts.
func (r RdRange) edit(text string) Edit {
	e := Edit{From: Point{Line: r.Start.Line, Column: r.Start.Column}, To: Point{Line: r.End.Line, Column: r.End.Column}, Text: text}
	switch {
	case r.End.Line == 0 && r.Start.Column > 0:
		e.To = e.From
	case r.End.Line == 0:
		e.To = Point{Line: r.Start.Line}
	}
	if e.ofLines() {
		e.Text = strings.TrimSuffix(e.Text, "\n")
	}
	return e
}
