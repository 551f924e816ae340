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

// readInput is what was read of standard input for a call that the rest of the program answers.
var readInput []byte

func init() {
	if answerQuietHook(os.Args[1:]) {
		os.Exit(0)
	}
}

// Stdin returns standard input from its beginning, including what was read already.
func Stdin() io.Reader {
	if len(readInput) == 0 {
		return os.Stdin
	}
	return io.MultiReader(bytes.NewReader(readInput), os.Stdin)
}

// answerQuietHook reports whether the call is a hook that has nothing to report to an agent. All other calls go to the
// rest of the program: news, a decision on a plan, the start and end of a session, and calls that are not hooks.
func answerQuietHook(args []string) bool {
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
	if readInput = text; call.Records() {
		return false
	}
	if !call.CanReceive() {
		return true
	}
	dir, err := os.Getwd()
	if err != nil {
		dir = "."
	}
	return hook.FindQuiet(call, hook.FoldersOf(call, os.Getenv, dir), os.Getenv("CONSIDER_DIR")).IsCurrent()
}
