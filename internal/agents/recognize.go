package agents

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Sign is the agent that runs us, and the evidence for it.
type Sign struct {
	Agent string // the agent's name, "" when none is recognized
	Door  bool   // a process above was called as agents call us, so that the caller is an agent, known by name or not
	Why   string // the evidence, as text
}

// Process is a running process, as far as it is accessible.
type Process struct {
	ID   int
	Args []string // its command line, the program first; of a shell farther up only its name; empty if it cannot be read

	Apart   bool // the process below it, which it started, is in another session
	Unheard bool // our standard input is not a socket that it made; false if the system does not report that
}

// look is "no" in a build for tests, which an agent may run.
var look = "yes"

// maxAbove is the maximum number of processes above us to look at.
const maxAbove = 32

// Variables returns the names of all variables by which an agent is recognized. A program that starts consider for
// the user, and may itself have been started in an agent's shell, removes them from the environment.
func Variables() []string {
	var names []string
	for _, a := range known {
		names = append(names, a.variables...)
	}
	return append(names, sharedName, sharedSign)
}

// Known reports whether name is the name of an agent that can be recognized. A former name is not, as it may be a
// person's.
func Known(name string) bool {
	return slices.ContainsFunc(known, func(a Agent) bool { return a.ID == name })
}

// Present returns the present name of an agent for one that an earlier version stored.
func Present(name string) string {
	for _, a := range known {
		if slices.Contains(a.former, name) {
			return a.ID
		}
	}
	return name
}

// Recognize returns the agent that runs us. It looks for variables that an agent sets, and then at the processes
// above us, the nearest first. above may be nil.
func Recognize(getenv func(string) string, above iter.Seq[Process]) Sign {
	if s := byVariable(getenv); s.Agent != "" || above == nil {
		return s
	}
	s := Sign{}
	seen := 0
	for p := range above {
		if seen++; seen > maxAbove || len(p.Args) > 0 && isPersonCommand(p.Args) {
			break
		}
		if name := commandOf(p.Args); name != "" {
			s.Agent, s.Why = name, "it runs under process "+strconv.Itoa(p.ID)+", which is "+name
			break
		}
		if isDoor(p.Args) && !s.Door {
			s.Door, s.Why = true, "it runs under process "+strconv.Itoa(p.ID)+", which is the agents' copy of consider"
		}
	}
	return s
}

func byVariable(getenv func(string) string) Sign {
	for _, a := range known {
		for _, v := range a.variables {
			if getenv(v) != "" {
				return Sign{Agent: a.ID, Why: v + " is set"}
			}
		}
	}
	if v := getenv(sharedName); v != "" {
		name := agentOfClient(v)
		if name == "" {
			name, _, _ = strings.Cut(v, "_")
		}
		return Sign{Agent: sanitizeName(name), Why: sharedName + " is set"}
	}
	switch v := getenv(sharedSign); {
	case v == "1" || v == "true":
		return Sign{Agent: anyAgent, Why: sharedSign + " is set"}
	case v != "false" && isWord(v):
		return Sign{Agent: v, Why: sharedSign + " is set"}
	}
	return Sign{}
}

// anyAgent is the name of an agent that does not give its own.
const anyAgent = "agent"

// OverMCP returns the name of the agent behind an MCP client, which is never empty: the recognized name or, by
// default, one derived from the client's name. It is the same name as on the command line, so that both share the
// agent's read marks.
func OverMCP(recognized, client string) string {
	if recognized != "" {
		return recognized
	}
	return cmp.Or(agentOfClient(client), sanitizeName(hyphenate(client)))
}

// agentOfClient returns the agent that gives itself this name over MCP, "" if none is known.
func agentOfClient(client string) string {
	client = hyphenate(client)
	for _, a := range known {
		if slices.ContainsFunc(a.clients, func(begins string) bool { return strings.HasPrefix(client, begins) }) {
			return a.ID
		}
	}
	return ""
}

func hyphenate(client string) string {
	return strings.ToLower(strings.NewReplacer(" ", "-", "_", "-", "/", "-").Replace(client))
}

const (
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	maxName = 40 // bytes
)

// isWord reports whether s is one plain word: a name, and not the path or the number of something.
func isWord(s string) bool {
	return s != "" && len(s) <= maxName && strings.Trim(s, letters+"0123456789.-_") == "" && strings.Contains(letters, s[:1])
}

// sanitizeName keeps the characters that are allowed in an author's name. If none remain, it returns anyAgent.
func sanitizeName(s string) string {
	keep := func(r rune) rune {
		if strings.ContainsRune(letters+"0123456789-.", r) {
			return r
		}
		return -1
	}
	if s = strings.Map(keep, s); s == "" {
		return anyAgent
	}
	return s[:min(len(s), maxName)]
}
