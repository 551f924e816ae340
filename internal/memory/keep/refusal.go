package keep

import (
	"strings"

	"consider/internal/fail"
)

// clip shortens a caller's input before an answer repeats it.
func clip(s string) string {
	if len(s) <= maxEcho {
		return s
	}
	return strings.ToValidUTF8(s[:maxEcho], "") + "…"
}

// The refusals in the words of the tool's documentation. Some say "Error: " and some do not, as in the models'
// examples.

func noPath(path string) *fail.Error {
	return fail.NotFound("The path %s does not exist. Please provide a valid path.", clip(path))
}

func noFile(path string) *fail.Error {
	return fail.NotFound("Error: The path %s does not exist. Please provide a valid path.", clip(path))
}

func notThere(path string) *fail.Error {
	return fail.NotFound("Error: The path %s does not exist", clip(path))
}

func fileExists(path string) *fail.Error {
	return fail.Conflict("Error: File %s already exists", clip(path))
}

func destinationExists(path string) *fail.Error {
	return fail.Conflict("Error: The destination %s already exists", clip(path))
}

func tooManyLines(path string) *fail.Error {
	return fail.Denied("File %s exceeds maximum line limit of 999,999 lines.", clip(path))
}

func notVerbatim(path, old string) *fail.Error {
	return fail.NotFound("No replacement was performed, old_str `%s` did not appear verbatim in %s.", old, path)
}

func severalTimes(old string, lines []string) *fail.Error {
	return fail.Conflict("No replacement was performed. Multiple occurrences of old_str `%s` in lines: %s. Please ensure it is unique",
		old, strings.Join(lines, ", "))
}

func badInsertLine(line, lines int) *fail.Error {
	return fail.Usage("Error: Invalid `insert_line` parameter: %d. It should be within the range of lines of the file: [0, %d]", line, lines)
}

func escapes(path string) *fail.Error {
	return fail.Denied("Path %s would escape /memories directory", clip(path))
}

func badPath(path, why string) *fail.Error {
	return fail.Denied("Path %s is not allowed: %s", clip(path), why)
}
