// Package early answers for the version before the rest of the program is made ready; package hooks below it does so for the
// hook of an agent to which nothing is new, which an agent waits for at each of its steps.
//
// Before main, a Go program runs the initialisers of all its packages, and those of the libraries for servers, archives and
// keys take longer than either answer. Go's language says that a package is initialised as soon as those that it imports
// are, in the order of their paths. So these two answer in their own initialisers, and end the process. They import as little
// as they can, each as much as its own answer needs: every import is a library that the answer waits for. Where the order is
// another one, nothing changes but the time.
//
// Only cmd/consider imports them. What they do not answer goes on as if they were not there.
package early

import (
	"os"

	"consider/internal/agents"
	"consider/internal/version"
)

func init() {
	if answered(os.Args[1:]) {
		os.Exit(0)
	}
}

// answered reports whether the call was for the version, and is over. A build that was not named is asked for it in another
// place, by what the go command recorded.
func answered(args []string) bool {
	if len(args) > 0 && args[0] == agents.DoorFlag {
		args = args[1:]
	}
	if len(args) != 1 || args[0] != "version" || !version.IsNamed() {
		return false
	}
	_, err := os.Stdout.WriteString("consider " + version.Long(version.Version) + "\n")
	return err == nil // else the program says why not
}
