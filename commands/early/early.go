// Package early answers for the version before the rest of the program is initialised. Package hooks below it does the
// same for an agent's hook that has nothing new, because the agent waits for that hook at each of its steps.
//
// Before main, a Go program runs the initialisers of all its packages, and those of the libraries for servers, archives
// and keys take longer than either answer. By Go's language a package is initialised as soon as its imports are, in the
// order of the import paths. So these two packages answer in their own initialisers and end the process. Each imports
// only what its own answer needs, because the answer waits for every import. In another order of initialisation only
// the time differs.
//
// Only cmd/consider imports these packages. Calls that they do not answer continue normally.
package early

import (
	"os"

	"consider/internal/agents"
	"consider/internal/version"
)

func init() {
	if answerVersion(os.Args[1:]) {
		os.Exit(0)
	}
}

// answerVersion prints the version if the call asks for it, and reports whether it did. A build without a named version
// is left to the rest of the program, which reads what the go command recorded.
func answerVersion(args []string) bool {
	if len(args) > 0 && args[0] == agents.DoorFlag {
		args = args[1:]
	}
	if len(args) != 1 || args[0] != "version" || !version.IsNamed() {
		return false
	}
	_, err := os.Stdout.WriteString("consider " + version.Long(version.Version) + "\n")
	return err == nil // on a failed write the program reports the error
}
