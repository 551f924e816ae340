// Command gen writes the files that are made from the verb table: docs/protocol.md for people, and
// extension/src/protocol.ts for the extension's compiler; and from internal/editor the form of the file that the
// extension writes, extension/src/editor/format.ts. A test fails when they are not as the table says.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

//go:generate go run .

// generated are the files that are made, by their path from here.
func generated() (map[string][]byte, error) {
	return map[string][]byte{
		"../../docs/protocol.md":               protocol(),
		"../../extension/src/protocol.ts":      typescript(),
		"../../extension/src/enums.ts":         enums(),
		"../../extension/src/editor/format.ts": editorFormat(),
	}, nil
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run() error {
	files, err := generated()
	if err != nil {
		return err
	}
	for name, content := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
