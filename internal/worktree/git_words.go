package worktree

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"consider/internal/printable"
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

func (e *refusal) Unwrap() []error { return []error{errGitRefused, e.err} }

// exitCode returns git's exit code, -1 if git did not exit or was killed.
func exitCode(err error) int {
	var e interface{ ExitCode() int } // *exec.ExitError
	if errors.As(err, &e) {
		return e.ExitCode()
	}
	return -1
}

// inWords says why neither git nor this process could answer, in git's words if there are any.
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

// broken returns the error for an unreadable part of the repository, which err names; gitErr is how git ended.
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
var errGitRefused = errors.New("git cannot be used")
