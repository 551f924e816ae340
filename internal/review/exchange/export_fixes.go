package exchange

import (
	"strings"

	"consider/internal/place"
)

// ownName is the tool's name in our documents.
const ownName = "consider"

type sarifText struct {
	Text string `json:"text"`
}

type sarifArtifact struct {
	URI    string `json:"uri"`
	BaseID string `json:"uriBaseId"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn,omitempty"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn,omitempty"` // the first column after the region
}

type sarifFix struct {
	Changes []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion `json:"deletedRegion"`
	Inserted sarifText   `json:"insertedContent"`
}

// fitting returns the suggestions of a thread that can be applied to its lines as they are.
func fitting(d *place.ThreadDetail) [][]string {
	var out [][]string
	for _, s := range d.Suggestions {
		if s.Fits(false) {
			out = append(out, s.Text)
		}
	}
	return out
}

// sarifFixes returns the suggestions as changes of whole lines without their line ends; deleted lines are deleted with
// their line ends.
func sarifFixes(d *place.ThreadDetail, file sarifArtifact) []sarifFix {
	var out []sarifFix
	for _, text := range fitting(d) {
		region := sarifRegion{StartLine: d.Placement.StartLine, EndLine: d.Placement.EndLine}
		if len(text) == 0 {
			region.StartColumn, region.EndLine, region.EndColumn = 1, region.EndLine+1, 1
		}
		out = append(out, sarifFix{[]sarifChange{{file, []sarifReplacement{{region, sarifText{strings.Join(text, "\n")}}}}}})
	}
	return out
}
