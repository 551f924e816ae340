package verb

import (
	"strings"

	"consider/internal/fail"
	"consider/internal/lazy"
)

// flags finds the flags in a sentence.
var flags = lazy.Regexp(`--[a-z][a-z-]*`)

// InFields words a failure of v for callers that send fields and not flags: --dry-run becomes "dryRun". A command that is
// named whole stays as it is, because it is typed in a terminal, whatever the surface.
func (v Verb) InFields(f fail.Failure) fail.Failure {
	f.Message = v.inFields(f.Message)
	hints := make([]string, len(f.Hints))
	for i, h := range f.Hints {
		hints[i] = v.inFields(h)
	}
	f.Hints = hints
	return f
}

func (v Verb) inFields(text string) string {
	var out strings.Builder
	done := 0
	for _, at := range flags().FindAllStringIndex(text, -1) {
		name := v.fieldOf(text[at[0]+2 : at[1]])
		if name == "" || inCommand(text[:at[0]]) {
			continue
		}
		out.WriteString(text[done:at[0]] + `"` + name + `"`)
		done = at[1]
	}
	return out.String() + text[done:]
}

// fieldOf returns the name of the field that a flag sets, "" for a flag that v does not have.
func (v Verb) fieldOf(flag string) string {
	for _, f := range v.Fields() {
		if f.Flag == flag {
			return f.Name
		}
	}
	return ""
}

// inCommand reports whether a text ends within a command, as "then: consider uninstall " does.
func inCommand(text string) bool {
	for _, end := range []string{"; ", ", ", ": ", "(", "'"} {
		if i := strings.LastIndex(text, end); i >= 0 {
			text = text[i+len(end):]
		}
	}
	return strings.HasPrefix(text, "consider ") || strings.HasPrefix(text, "git ")
}
