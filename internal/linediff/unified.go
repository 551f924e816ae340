package linediff

import "github.com/pmezard/go-difflib/difflib"

// Unified returns the unified diff of two texts for display, with context
// lines around every change; "" when the texts are equal.
func Unified(a, b []byte, nameA, nameB string, context int) string {
	s, err := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{
		A: difflib.SplitLines(string(a)), B: difflib.SplitLines(string(b)),
		FromFile: nameA, ToFile: nameB, Context: context,
	})
	if err != nil {
		return ""
	}
	return s
}
