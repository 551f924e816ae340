// Package hooks answers an agent's hook that has nothing new before the rest of the program is initialised: see package
// early.
package hooks

import (
	"bytes"
	"io"
	"os"

	"consider/internal/agents"
	"consider/internal/hook"
)

// output is the standard input that was read for a call that was not answered.
var output []byte

func init() {
	if answered(os.Args[1:]) {
		os.Exit(0)
	}
}

// Stdin returns standard input from its beginning, including what was read already.
func Stdin() io.Reader {
	if len(output) == 0 {
		return os.Stdin
	}
	return io.MultiReader(bytes.NewReader(output), os.Stdin)
}

// answered reports whether the call is a hook that has nothing to report to an agent. All other calls are left to the
// program: news, a decision on a plan, the start and end of a session, and calls that are not hooks.
func answered(args []string) bool {
	if len(args) > 0 && args[0] == agents.DoorFlag {
		args = args[1:]
	}
	if len(args) != 3 || args[0] != "hook" || !hook.IsMoment(args[2]) || !hook.IsReader(args[1]) {
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
	output = text
	return false
}
