package keep

import (
	"fmt"
	"strings"

	"consider/internal/words"
)

// Kind is the kind of a refusal.
type Kind string

// The kinds.
const (
	Usage    Kind = "usage"
	NotFound Kind = "not_found"
	Conflict Kind = "conflict"
	Denied   Kind = "denied"
)

// Refusal is the error of a command that was not carried out. Text is for the model, as documented for the memory tool.
type Refusal struct {
	Kind Kind
	Text string
	Hint words.Text // for people; may be empty
}

func (r *Refusal) Error() string { return r.Text }

func refuse(kind Kind, format string, args ...any) *Refusal {
	return &Refusal{Kind: kind, Text: fmt.Sprintf(format, args...)}
}

func (r *Refusal) hint(format string, args ...any) *Refusal {
	r.Hint = words.Textf(format, args...)
	return r
}

// clip shortens a caller's input before an answer repeats it.
func clip(s string) string {
	if len(s) <= maxEcho {
		return s
	}
	return strings.ToValidUTF8(s[:maxEcho], "") + "…"
}

// The refusals in the words of the tool's documentation. Some say "Error: " and some do not, as in the models'
// examples.

func noPath(path string) *Refusal {
	return refuse(NotFound, "The path %s does not exist. Please provide a valid path.", clip(path))
}

func noFile(path string) *Refusal {
	return refuse(NotFound, "Error: The path %s does not exist. Please provide a valid path.", clip(path))
}

func notThere(path string) *Refusal {
	return refuse(NotFound, "Error: The path %s does not exist", clip(path))
}

func fileExists(path string) *Refusal {
	return refuse(Conflict, "Error: File %s already exists", clip(path))
}

func destinationExists(path string) *Refusal {
	return refuse(Conflict, "Error: The destination %s already exists", clip(path))
}

func tooManyLines(path string) *Refusal {
	return refuse(Denied, "File %s exceeds maximum line limit of 999,999 lines.", clip(path))
}

func notVerbatim(path, old string) *Refusal {
	return refuse(NotFound, "No replacement was performed, old_str `%s` did not appear verbatim in %s.", old, path)
}

func severalTimes(old string, lines []string) *Refusal {
	return refuse(Conflict, "No replacement was performed. Multiple occurrences of old_str `%s` in lines: %s. Please ensure it is unique",
		old, strings.Join(lines, ", "))
}

func badInsertLine(line, lines int) *Refusal {
	return refuse(Usage, "Error: Invalid `insert_line` parameter: %d. It should be within the range of lines of the file: [0, %d]", line, lines)
}

func escapes(path string) *Refusal {
	return refuse(Denied, "Path %s would escape /memories directory", clip(path))
}

func badPath(path, why string) *Refusal {
	return refuse(Denied, "Path %s is not allowed: %s", clip(path), why)
}
