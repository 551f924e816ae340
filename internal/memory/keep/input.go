package keep

// Command is one call of the tool, with the parameters that models send. An omitted parameter is nil or "".
type Command struct {
	Name       string // view, create, str_replace, insert, delete or rename
	Path       string
	ViewRange  []int // first and last line; -1 means the end
	FileText   *string
	OldStr     *string
	NewStr     *string
	InsertLine *int
	InsertText *string
	OldPath    string
	NewPath    string
}
