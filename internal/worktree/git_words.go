package worktree

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"consider/internal/printable"
)

// refusal is git ending with an error. That it did, and its exit code, decide what happens next; its words are for
// people only, because they differ from version to version.
type refusal struct {
	command string
	words   string // printable; "" when it said nothing
	err     error
}

func (e *refusal) Error() string {
	if e.words == "" {
		return fmt.Sprintf("git %s: %v", e.command, e.err)
	}
	return fmt.Sprintf("git %s: %s", e.command, e.words)
}

func (e *refusal) Unwrap() []error { return []error{errGitRefused, e.err} }

// exitCode is git's, -1 when it did not end by itself.
func exitCode(err error) int {
	var e interface{ ExitCode() int } // *exec.ExitError
	if errors.As(err, &e) {
		return e.ExitCode()
	}
	return -1
}

// inWords says why neither git nor this process could answer: as git says it, if git said something.
func inWords(gitErr, hereErr error) string {
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

// maxComplaint bounds what is kept of git's standard error.
const maxComplaint = 1000

// complaint is the beginning of what git writes to its standard error.
type complaint struct{ text []byte }

func (c *complaint) Write(p []byte) (int, error) {
	c.text = append(c.text, p[:min(len(p), maxComplaint-len(c.text))]...)
	return len(p), nil
}

// words is what was written, on one line. It may hold names out of the repository.
func (c *complaint) words() string {
	var lines []string
	for line := range strings.Lines(string(c.text)) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, printable.Line(line))
		}
	}
	return strings.Join(lines, "; ")
}

// broken is the error for a repository of which err is about a part; gitErr is how git ended.
func broken(err, gitErr error) error {
	part := ErrBrokenHead
	if errors.Is(err, ErrBrokenIndex) {
		part = ErrBrokenIndex
	}
	return fmt.Errorf("%w: %s", part, inWords(gitErr, err))
}

// errNoGit: there is no git program to ask.
var errNoGit = errors.New("git is not installed")

// errGitRefused: git ended with an error.
var errGitRefused = errors.New("git gave no answer")
