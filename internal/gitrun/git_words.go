package gitrun

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"consider/internal/fail"
	"consider/internal/printable"
	"consider/internal/programs"
)

// refusal is git ending with an error. The fact and the exit code decide what happens next; git's words are only for
// people, because they differ between versions.
type refusal struct {
	command string
	words   string // printable; "" if git said nothing
	err     error
}

func (e *refusal) Error() string {
	if e.words == "" {
		return fmt.Sprintf("git %s: %v", e.command, e.err)
	}
	return fmt.Sprintf("git %s: %s", e.command, e.words)
}

func (e *refusal) Unwrap() []error { return []error{ErrRefused, e.err} }

// ExitCode returns git's exit code, -1 if git did not exit or was killed.
func ExitCode(err error) int {
	var e interface{ ExitCode() int } // *exec.ExitError
	if errors.As(err, &e) {
		return e.ExitCode()
	}
	return -1
}

// InWords says why neither git nor this process could answer, in git's words if there are any.
func InWords(gitErr, hereErr error) string {
	var r *refusal
	if errors.As(gitErr, &r) && r.words != "" {
		return r.Error()
	}
	var all []string
	for _, err := range []error{gitErr, hereErr} {
		if err == nil {
			continue
		}
		for line := range strings.SplitSeq(strings.ReplaceAll(err.Error(), "\n", "; "), "; ") { // joined errors often say the same
			line = printable.Line(line)
			if !slices.ContainsFunc(all, func(said string) bool { return strings.Contains(said, line) }) {
				all = append(all, line)
			}
		}
	}
	return strings.Join(all, "; ")
}

// maxComplaint limits what is kept of git's standard error.
const maxComplaint = 1000

// complaint is the beginning of git's standard error.
type complaint struct{ text []byte }

func (c *complaint) Write(p []byte) (int, error) {
	c.text = append(c.text, p[:min(len(p), maxComplaint-len(c.text))]...)
	return len(p), nil
}

// words returns the text on one line. It may hold names from the repository.
func (c *complaint) words() string {
	var lines []string
	for line := range strings.Lines(string(c.text)) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, printable.Line(line))
		}
	}
	return strings.Join(lines, "; ")
}

// How a run of git fails, apart from the context and a long answer.
var (
	// ErrNoGit: there is no git program to ask.
	ErrNoGit = errors.New("git is not installed")
	// ErrRefused: git ended with an error.
	ErrRefused = errors.New("git cannot be used")
	// ErrStalled: git was started and did nothing.
	ErrStalled = fail.Sentinel(fail.KindTimeout, "git does not respond: "+programs.ErrStalled.Error(),
		"a file in your git configuration may be a pipe, or on a disk that does not respond (core.excludesFile, core.attributesFile, "+
			"include.path), so 'git status' hangs too: run 'git config --list --show-origin' to find it")
)
