package keep

// Command is one call of the tool, with the parameters that models send. An omitted parameter is nil or "". Its tags are
// those of a verb's input.
type Command struct {
	Name       string  `json:"command" trained:"true" enum:"view,create,str_replace,insert,delete,rename" help:"view: a folder or a file; create: overwrites; str_replace: text that occurs once"`
	Path       string  `json:"path,omitempty" help:"starts with /memories"`
	ViewRange  []int   `json:"view_range,omitempty" trained:"true" help:"first and last line, -1 for the end"`
	FileText   *string `json:"file_text,omitempty" trained:"true" help:"for create"`
	OldStr     *string `json:"old_str,omitempty" trained:"true" help:"for str_replace"`
	NewStr     *string `json:"new_str,omitempty" trained:"true" help:"omit it to delete the text"`
	InsertLine *int    `json:"insert_line,omitempty" help:"insert after this line, 0 for the top"`
	InsertText *string `json:"insert_text,omitempty" trained:"true" help:"for insert"`
	OldPath    string  `json:"old_path,omitempty" trained:"true" help:"for rename"`
	NewPath    string  `json:"new_path,omitempty" trained:"true" help:"for rename"`
}
