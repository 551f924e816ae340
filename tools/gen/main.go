// Command gen writes the files that are generated from the code. A test fails when they differ from the code.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

//go:generate go run .

// generated are the files that are made, by their path from here.
func generated() (map[string][]byte, error) {
	pages, protocol := reference()
	files, err := passages(protocol)
	if err != nil {
		return nil, err
	}
	if files["../../docs/third-party.txt"], err = licences(); err != nil {
		return nil, err
	}
	for name, text := range pages {
		files["../../docs/reference/cli/"+name] = text
	}
	files["../../extension/src/protocol.ts"] = typescript()
	files["../../extension/src/enums.ts"] = enums()
	files["../../extension/src/editor/format.ts"] = editorFormat()
	return files, nil
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
