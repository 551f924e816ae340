package finding

// Finding is one thing that a tool reports.
type Finding struct {
	Tool     string
	Rule     string // what it is called, "" if it has no name
	URL      string // where that is explained
	Severity string // error, warning, info or ""
	Message  string
	Path     string // as the tool wrote it; "" for one on the whole project
	Start    int    // 1-based lines; 0 for the whole file
	End      int
	Print    string // what makes it the same finding in the next report, "" if the tool does not say
	Fixes    []Fix
}

// maxFindings bounds a document. A person reads threads; a report that is longer is one to filter first.
const maxFindings = 2000
