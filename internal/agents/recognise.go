package agents

import (
	"iter"
	"slices"
	"strconv"
	"strings"
)

// Sign is what tells who runs us, and why.
type Sign struct {
	Agent string // the agent's name, "" when none is recognised
	Door  bool   // the agents' door is among the processes above, so that an agent asks, known by name or not
	Why   string // in words
}

// Process is one that runs, as far as it may be looked at.
type Process struct {
	ID   int
	Args []string // its command line, the program first; of a shell farther up only its name; empty if it cannot be read

	Apart   bool // what it started, the one below it, is in another session
	Unheard bool // our standard input is not a socket that it made; false where the system does not say
}

// look is "no" in a build for tests, which an agent may run.
var look = "yes"

// maxAbove bounds how many processes above us are looked at.
const maxAbove = 32

// Variables are the names of all variables by which an agent is recognised. A program that starts consider for a
// person, and may itself have been started in an agent's shell, takes them out of what it hands on.
func Variables() []string {
	var names []string
	for _, a := range known {
		names = append(names, a.variables...)
	}
	return append(names, sharedName, sharedSign)
}

// Known reports whether name is that of an agent that is recognised.
func Known(name string) bool {
	return slices.ContainsFunc(known, func(a agent) bool { return a.name == name })
}

// Recognise says which agent runs us: by the variables that it has set, else by the processes above us, the nearest
// first. above may be nil.
func Recognise(getenv func(string) string, above iter.Seq[Process]) Sign {
	if s := byVariable(getenv); s.Agent != "" || above == nil {
		return s
	}
	s := Sign{}
	seen := 0
	for p := range above {
		if seen++; seen > maxAbove || len(p.Args) > 0 && peoples(p.Args) {
			break
		}
		if name := commandOf(p.Args); name != "" {
			s.Agent, s.Why = name, "it runs below process "+strconv.Itoa(p.ID)+", which is "+name
			break
		}
		if isDoor(p.Args) && !s.Door {
			s.Door, s.Why = true, "it runs below process "+strconv.Itoa(p.ID)+", which was started as agents start it"
		}
	}
	return s
}

func byVariable(getenv func(string) string) Sign {
	for _, a := range known {
		for _, v := range a.variables {
			if getenv(v) != "" {
				return Sign{Agent: a.name, Why: v + " is set"}
			}
		}
	}
	if v := getenv(sharedName); v != "" {
		name, _, _ := strings.Cut(v, "_")
		return Sign{Agent: plain(name), Why: sharedName + " is set"}
	}
	switch v := getenv(sharedSign); {
	case v == "1" || v == "true":
		return Sign{Agent: anyAgent, Why: sharedSign + " is set"}
	case v != "false" && isWord(v):
		return Sign{Agent: v, Why: sharedSign + " is set"}
	}
	return Sign{}
}

// anyAgent is the name of one that does not say its own.
const anyAgent = "agent"

// OverMCP returns the name of the agent behind a client that calls itself so: the one that it is recognised by, else
// the client's own. What an agent has read over MCP it has read on the command line. It is never empty.
func OverMCP(recognised, client string) string {
	if recognised != "" {
		return recognised
	}
	client = strings.ToLower(strings.NewReplacer(" ", "-", "_", "-", "/", "-").Replace(client))
	for _, a := range known {
		if slices.ContainsFunc(a.clients, func(begins string) bool { return strings.HasPrefix(client, begins) }) {
			return a.name
		}
	}
	return plain(client)
}

const (
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	maxName = 40 // bytes
)

// isWord reports whether s is one plain word: a name, and not the path or the number of something.
func isWord(s string) bool {
	return s != "" && len(s) <= maxName && strings.Trim(s, letters+"0123456789.-_") == "" && strings.Contains(letters, s[:1])
}

// plain keeps what can stand in an author's name; anything else is an agent all the same.
func plain(s string) string {
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
