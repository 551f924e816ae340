package main

import (
	"errors"
	"fmt"
	"math/rand"
	"os/exec"
	"path/filepath"
	"strings"
)

// made is a suggestion on lines of an old commit.
type made struct {
	commit, file, id string
	start, end       int
	lines            []string
}

// result counts what became of the suggestions.
type result struct {
	right, refused, kept, wrong int // kept of those that were refused: git finds all of their lines
}

type bench struct {
	dir, program, head string
	rng                *rand.Rand
}

func command(dir, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	data, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("%s %s: %w: %s", filepath.Base(name), strings.Join(args[:min(len(args), 3)], " "), err, exit.Stderr)
	}
	return strings.TrimSuffix(string(data), "\n"), err
}

func (b *bench) git(args ...string) (string, error) { return command(b.dir, "git", args...) }
