package commands

import (
	"path"
	"strings"

	"consider/internal/agents"
	"consider/internal/words"
)

// programName returns the program's name as the caller typed it, so that the commands in an answer can be run as they
// are: many agents have no consider on their PATH. Agents call the wrapper next to the program.
func (a *app) programName() string {
	name := a.env.CalledAs
	if !strings.ContainsAny(name, `/\`) {
		return "consider"
	}
	if slashed := strings.ReplaceAll(name, `\`, "/"); a.door && agents.IsCopy(slashed) {
		name = name[:len(path.Dir(slashed))+1] + "consider-cli"
	}
	return words.ShellWord(name)
}

// surface shows texts to the caller, with the name by which it called the program.
func (a *app) surface() words.Surface { return words.Terminal(a.programName()) }
