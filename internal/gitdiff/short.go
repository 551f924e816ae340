package gitdiff

import (
	"strings"

	"github.com/pmezard/go-difflib/difflib"
)

const shortLines = 2000 // of both texts; go-difflib takes a second for 20,000 lines that repeat

// Short returns the unified diff of two short texts for a reader, with context lines around every change; "" when
// the texts are equal. Longer ones are left to [Hunks].
func Short(a, b []string, nameA, nameB string, context int) string {
	if len(a)+len(b) > shortLines {
		hunks := Hunks([]byte(strings.Join(ended(a), "")), []byte(strings.Join(ended(b), "")), Options{Context: context})
		return Unified(hunks, nameA, nameB)
	}
	out, _ := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{ // a strings.Builder takes everything
		A: ended(a), B: ended(b), FromFile: nameA, ToFile: nameB, Context: context,
	})
	return out
}

// Edit puts lines in place of lines Lo to Hi (exclusive, from 0) of a text.
type Edit struct {
	Lo, Hi int
	Lines  []string
}

// Edits returns the edits that turn one short text into another, in order.
func Edits(a, b []string) []Edit {
	var out []Edit
	for _, op := range difflib.NewMatcher(a, b).GetOpCodes() {
		if op.Tag != 'e' {
			out = append(out, Edit{op.I1, op.I2, b[op.J1:op.J2]})
		}
	}
	return out
}

func ended(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = line + "\n"
	}
	return out
}
