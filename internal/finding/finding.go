package finding

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
}

// maxFindings is the maximum number of findings in a document. A person reads the threads, so a longer report has to be
// filtered first.
const maxFindings = 2000
