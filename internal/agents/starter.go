package agents

import (
	"iter"
	"slices"
)

// Starter is the kind of program that started a back end.
type Starter int

// The starters.
const (
	Hidden Starter = iota // the system does not show the processes above
	Other
	Editor
)

// maxBetween is the maximum number of our own processes between an editor and a back end.
const maxBetween = 2

// StartedBy returns the kind of program that started a back end, derived from the processes above it, and the name of
// the decisive process. file is the program that the editor says it started. That file and our launcher may be
// between the editor and us: if an editor starts them, it could start us without them. above may be nil.
func StartedBy(above iter.Seq[Process], file string) (by Starter, name string) {
	if above == nil {
		return Hidden, ""
	}
	between := 0
	for p := range above {
		if len(p.Args) == 0 {
			return Hidden, ""
		}
		switch name = nameOf(p.Args); {
		case isEditor(p.Args) && p.starts():
			return Editor, name
		case between < maxBetween && isOurs(p.Args, file):
			between++
		default:
			return Other, name
		}
	}
	return Hidden, ""
}

// starts reports whether an editor's process started the process below it for itself. The shell of a terminal has a
// session of its own, and keeps it when it becomes another program (exec). Process 1 inherits orphaned processes. An
// extension host also made our standard input: commands that its extensions run have another one.
func (p Process) starts() bool { return p.ID != 1 && !p.Apart && !(p.Unheard && isHost(p.Args)) }

// isOurs reports whether this is the launcher that npm installs, or runs only the file.
func isOurs(args []string, file string) bool {
	at := slices.Index(args, "serve") - 1
	if at < 0 || at > 1 || at+2 != len(args) {
		return false
	}
	name := baseName(slash(args[at]))
	return args[at] == file || at == 1 && nameOf(args) == "node" && (name == "consider" || name == "consider.js")
}
