package anchor

import "strings"

// Find places a description in a text without its base text.
func Find(d Description, text []byte) Placement { return findExact(d, text) }

// FindWhole places a description in another file.
func FindWhole(d Description, text []byte) Placement { return findExact(d, text) }

func findExact(d Description, text []byte) Placement {
	if IsBinary(text) {
		return stale(reasonBinary)
	}
	lines := splitLines(text)
	if len(lines) == 0 {
		return stale(reasonEmpty)
	}
	if strings.TrimSpace(d.TargetContent) == "" {
		return stale(reasonNoContent)
	}
	target := strings.Split(d.TargetContent, "\n")
	at, hits := 0, 0
	for i := 0; i+len(target) <= len(lines); i++ {
		if strings.Join(lines[i:i+len(target)], "\n") == d.TargetContent {
			at, hits = i+1, hits+1
		}
	}
	switch {
	case hits == 0:
		return stale(reasonGone)
	case hits > 1:
		return stale(reasonTie)
	}
	return Placement{State: Anchored, Start: at, End: at + len(target) - 1, Method: Context, Score: 0.9}
}

// Similarity compares two whole files.
func Similarity(a, b []byte) float64 {
	if string(a) == string(b) {
		return 1
	}
	return 0
}
