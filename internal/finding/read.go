package finding

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

var (
	// ErrOther: the text is of another kind.
	ErrOther = errors.New("not SARIF, rdjson or a roborev export")
	// ErrMany: the document has too many findings.
	ErrMany = fmt.Errorf("it has more than %d findings", maxFindings)
	// ErrLarge: the document is too large to parse, which takes up to sixteen times its size in memory.
	ErrLarge = fmt.Errorf("it is larger than %d MiB", maxBytes>>20)
)

const maxBytes = 32 << 20

// Read returns the findings of a document.
func Read(text string) ([]Finding, error) {
	text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	first, _, several := strings.Cut(text, "\n")
	var kind struct {
		Runs        json.RawMessage `json:"runs"`
		Diagnostics json.RawMessage `json:"diagnostics"`
		Reviews     json.RawMessage `json:"reviews"`
		Message     json.RawMessage `json:"message"`
		Location    json.RawMessage `json:"location"` // a finding on the whole project has none
		Source      json.RawMessage `json:"source"`
		Severity    json.RawMessage `json:"severity"`
	}
	err := json.Unmarshal([]byte(text), &kind)
	if err != nil && several {
		kind.Message, kind.Location, kind.Source, kind.Severity = nil, nil, nil, nil
		err = json.Unmarshal([]byte(first), &kind)
	}
	var out []Finding
	isReport := kind.Runs != nil || kind.Diagnostics != nil || kind.Reviews != nil || kind.Message != nil
	switch {
	case err != nil:
		return nil, ErrOther
	case isReport && len(text) > maxBytes:
		return nil, ErrLarge
	case kind.Runs != nil:
		out, err = readSARIF(text)
	case kind.Diagnostics != nil:
		out, err = readDocument(text)
	case kind.Reviews != nil:
		out, err = readRoborev(text)
	case kind.Message != nil && (kind.Location != nil || kind.Source != nil || kind.Severity != nil):
		out, err = readLines(text)
	default:
		return nil, ErrOther
	}
	if err == nil && len(out) > maxFindings {
		err = ErrMany
	}
	return out, err
}
