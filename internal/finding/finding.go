package finding

import (
	"encoding/json"
	"math"
	"strings"
)

// Finding is one problem that a tool reports.
type Finding struct {
	Tool     string
	Rule     string // name of the rule, "" if it has none
	URL      string // documentation of the rule
	Severity string // error, warning, info or ""
	Message  string
	Path     string // as the tool wrote it; "" for a finding on the whole project
	Start    int    // 1-based lines; 0 for the whole file
	End      int
	Print    string // identifies the finding in the next report, "" if the tool gives no fingerprint
	Fixes    []Fix

	Kind       string // kind of the problem, "" for that of its rule
	Confidence int    // of the tool, in percent; 0 if unknown
	Tree       string // revision that the tool read, "" if unknown
}

// percent reads how sure a tool is: a fraction, a percentage or a word.
func percent(raw json.RawMessage) int {
	var n float64
	var word string
	switch isNumber := json.Unmarshal(raw, &n) == nil; {
	case isNumber && n > 0 && n <= 1:
		return int(math.Round(100 * n))
	case isNumber && n > 1 && n <= 100:
		return int(math.Round(n))
	case json.Unmarshal(raw, &word) == nil:
		return map[string]int{"very-high": 95, "high": 85, "medium": 60, "low": 30}[strings.ToLower(word)]
	}
	return 0
}

// maxFindings is the maximum number of findings in a document. A person reads the threads, so a longer report has to be
// filtered first.
const maxFindings = 2000
