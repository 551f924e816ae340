package exchange

import (
	"strings"

	"consider/internal/finding"
	"consider/internal/place"
)

// ownName is the tool's name in our documents.
const ownName = "consider"

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
func sarifFixes(d *place.ThreadDetail, file finding.SarifArtifact) []finding.SarifFix {
	var out []finding.SarifFix
	for _, text := range fitting(d) {
		region := finding.SarifRegion{StartLine: d.Placement.StartLine, EndLine: d.Placement.EndLine}
		if len(text) == 0 {
			region.StartColumn, region.EndLine, region.EndColumn = 1, region.EndLine+1, 1
		}
		put := finding.SarifReplacement{Deleted: region, Inserted: finding.SarifText{Text: strings.Join(text, "\n")}}
		out = append(out, finding.SarifFix{Changes: []finding.SarifChange{{Artifact: file, Replacements: []finding.SarifReplacement{put}}}})
	}
	return out
}
