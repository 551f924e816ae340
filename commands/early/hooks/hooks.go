// Package hooks answers the hook of an agent to which nothing is new, before the rest of the program is made ready: see
// package early.
package hooks

import (
	"bytes"
	"io"
	"os"
	"slices"

	"consider/internal/agents"
	"consider/internal/hook"
)

// said is what was read of standard input and not answered.
var said []byte

func init() {
	if answered(os.Args[1:]) {
		os.Exit(0)
	}
}

// Stdin is standard input as it was at the start of the process.
func Stdin() io.Reader {
	if len(said) == 0 {
		return os.Stdin
	}
	return io.MultiReader(bytes.NewReader(said), os.Stdin)
}

// answered reports whether the call is a hook that has nothing to tell an agent. All others are left to the program: what is
// news, what a person says of a plan, the start and end of a session, and a call that is none.
func answered(args []string) bool {
	if len(args) > 0 && args[0] == agents.DoorFlag {
		args = args[1:]
	}
	if len(args) != 3 || args[0] != "hook" || !hook.IsMoment(args[2]) || !slices.Contains(hook.Readers, hook.Reader(args[1])) {
		return false
	}
	text, can := readStdin()
	if !can {
		return false
	}
	call := hook.Read(args[1], args[2], text)
	if !call.Listens() {
		return true
	}
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	if hook.FindQuiet(call, hook.FoldersOf(call, os.Getenv, dir), os.Getenv("CONSIDER_DIR")).Holds() {
		return true
	}
	said = text
	return false
}
