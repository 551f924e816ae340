// Command gen writes the files that are made from the verb table: docs/protocol.md. A test fails when they are
// not as the table says.
package main

import (
	"fmt"
	"os"
)

//go:generate go run .

func main() {
	if err := os.WriteFile("../../docs/protocol.md", protocol(), 0o644); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}
