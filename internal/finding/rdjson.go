package finding

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
)

// rdDocument is reviewdog's DiagnosticResult.
type rdDocument struct {
	Source      rdSource       `json:"source"`
	Severity    string         `json:"severity"`
	Diagnostics []rdDiagnostic `json:"diagnostics"`
}

type rdDiagnostic struct {
	Message  string `json:"message"`
	Location struct {
		Path  string  `json:"path"`
		Range rdRange `json:"range"`
	} `json:"location"`
	Severity string   `json:"severity"`
	Source   rdSource `json:"source"`
	Code     struct {
		Value string `json:"value"`
		URL   string `json:"url"`
	} `json:"code"`
	Suggestions []struct {
		Range rdRange `json:"range"`
		Text  string  `json:"text"`
	} `json:"suggestions"`
}

type rdSource struct {
	Name string `json:"name"`
}

type rdRange struct {
	Start rdPosition `json:"start"`
	End   rdPosition `json:"end"`
}

// rdPosition counts from 1, columns in bytes of UTF-8; 0 is not said. An end is the first place after the range.
type rdPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
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
		var d rdDiagnostic
		if err := dec.Decode(&d); err != nil {
			return nil, fmt.Errorf("diagnostic %d: %w", len(out)+1, err)
		}
		out = append(out, d.finding())
	}
	return out, nil
}

func (d *rdDiagnostic) finding() Finding {
	at := d.Location.Range.edit("")
	f := Finding{
		Tool: d.Source.Name, Rule: d.Code.Value, URL: d.Code.URL, Message: d.Message, Path: d.Location.Path,
		Start: at.From.Line, End: at.covers(), Severity: severities[strings.ToLower(d.Severity)],
	}
	for _, s := range d.Suggestions {
		f.Fixes = append(f.Fixes, Fix{s.Range.edit(s.Text)})
	}
	return f
}

// severities maps the tools' severities to ours.
var severities = map[string]string{"error": "error", "warning": "warning", "info": "info", "note": "info"}

// edit returns the change of a range. Without columns it replaces whole lines; without an end it only inserts.
func (r rdRange) edit(text string) Edit {
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
