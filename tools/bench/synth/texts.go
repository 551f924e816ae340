package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"

	"consider/anchor"
)

// Texts of fewer lines have no surroundings, texts of more would make the
// cases of one file alike.
const (
	minLines = 40
	maxLines = 3000
)

// readProject returns the texts of a project as lines, in a fixed order.
func readProject(dir string) ([][]string, error) {
	names, err := listFiles(dir)
	if err != nil {
		return nil, err
	}
	sort.Strings(names)
	var texts [][]string
	for _, name := range names {
		info, err := os.Lstat(name)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if n := anchor.Lines(data); n >= minLines && n <= maxLines && !anchor.IsBinary(data) {
			texts = append(texts, strings.Split(strings.TrimSuffix(string(data), "\n"), "\n"))
		}
	}
	return texts, nil
}

func listFiles(dir string) ([]string, error) {
	out, err := exec.Command("git", "-C", dir, "ls-files", "-z", "--cached").Output()
	if err == nil && len(out) > 0 {
		var names []string
		for name := range bytes.SplitSeq(bytes.TrimSuffix(out, []byte{0}), []byte{0}) {
			names = append(names, filepath.Join(dir, string(name)))
		}
		return names, nil
	}
	var names []string
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			names = append(names, path)
		}
		return err
	})
	return names, err
}
