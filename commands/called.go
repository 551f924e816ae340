package commands

import (
	"path"
	"slices"
	"strings"

	"consider/internal/agents"
	"consider/internal/lazy"
)

var command = lazy.Regexp(`\bconsider (--?[a-z]+|[a-z]+)`)

// called returns the program's name as the caller typed it, so that the commands in an answer can be run as they are:
// many agents have no consider on their PATH. Agents call the wrapper next to the program.
func (a *app) called() string {
	name := a.env.Called
	if !strings.ContainsAny(name, `/\`) {
		return "consider"
	}
	if slashed := strings.ReplaceAll(name, `\`, "/"); a.door && agents.IsCopy(slashed) {
		name = name[:len(path.Dir(slashed))+1] + "consider-cli"
	}
	return quotedFor(name)
}

// quotedFor returns a path quoted for a shell if necessary.
func quotedFor(path string) string {
	if strings.ContainsAny(path, " '\"$`&;()") {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}

// tell replaces the program's name in the commands of a text with the name it was called by.
func (a *app) tell(text string) string {
	program := a.called()
	if program == "consider" || a.known == nil {
		return text
	}
	known := a.known()
	return command().ReplaceAllStringFunc(text, func(found string) string {
		word := strings.TrimPrefix(found, "consider ")
		if strings.HasPrefix(word, "-") || slices.Contains(known, word) {
			return program + " " + word
		}
		return found
	})
}
