// Command release writes the parts of a release other than its archives: man pages, a Homebrew formula, npm packages,
// an entry for the registry of MCP servers and a bill of materials. `.ci/release` calls it, with the names of
// `.ci/names` in the environment.
package main

import (
	"errors"
	"fmt"
	"os"
)

// parts lists the parts by name. Each takes a folder of archives or a program, and the file or folder to write.
var parts = map[string]func(from, to string) error{
	"man":      writeMan,
	"formula":  writeFormula,
	"npm":      writeNpm,
	"registry": writeRegistry,
	"sbom":     writeSBOM,
	"check":    checkJSON, // a file against a schema
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 3 || parts[args[0]] == nil {
		return errors.New("usage: release man|formula|npm|registry|sbom FROM TO, or check FILE SCHEMA; man ignores FROM")
	}
	return parts[args[0]](args[1], args[2])
}
