// Command demo shows the main job on a real repository: a clone of this project in a temporary folder, in
// which a person comments on lines, an agent answers and changes the code, and the threads follow.
//
// Every step is checked; the demo fails where the product does not keep its promise.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"golang.org/x/term"
)

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "demo:", err)
		os.Exit(1)
	}
}

func run(out io.Writer) (err error) {
	dir, err := os.MkdirTemp("", "consider-demo-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	s := &stage{out: out, repo: filepath.Join(dir, "project"), binary: filepath.Join(dir, "consider"), home: dir}
	if f, ok := out.(*os.File); ok {
		s.color = term.IsTerminal(int(f.Fd())) && os.Getenv("NO_COLOR") == ""
	}
	if err := s.prepare(); err != nil {
		return err
	}
	s.play()
	return s.err
}

// prepare builds the program and clones the project.
func (s *stage) prepare() error {
	build := exec.Command("go", "build", "-trimpath", "-ldflags=-X consider/internal/agents.look=no", "-o", s.binary, "./cmd/consider")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if msg, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build consider: %w\n%s", err, msg)
	}
	if msg, err := exec.Command("git", "clone", "-q", "--no-hardlinks", ".", s.repo).CombinedOutput(); err != nil {
		return fmt.Errorf("clone the project: %w\n%s", err, msg)
	}
	return nil
}

// play is the story.
func (s *stage) play() {
	const file, renamed, gone = "internal/nearest/nearest.go", "internal/nearest/distance.go", "internal/version/version.go"

	s.tell("You review code that an agent wrote, and comment on lines. Nothing enters the project's git.")
	onLoop := s.add("human", file, "for i := range len(a) {", "name the loop variables after what they count")
	onStart := s.add("human", file, "row[j] = j", "why does row start like this?")
	onVersion := s.add("human", gone, "const unknown", "is this shown to users?")

	s.tell("The agent looks for feedback, and reads it with the code around it.")
	s.consider("agent", "summary")
	s.consider("agent", "list", "--file", "internal/nearest")
	s.consider("agent", "context", onStart, "-C", "3")

	s.tell("It answers one question, and changes code for the other: above the commented lines and in them.")
	s.consider("agent", "reply", onStart, "--outcome", "answered", "-m", "An empty word becomes b[:j] by j insertions.")
	s.rewrite(file, "package nearest\n", "package nearest\n\n// The words are compared byte by byte, which is right for\n// the ASCII words that verbs, flags and ids are.\n")
	s.rewrite(file, "for i := range len(a) {", "for done := range len(a) {")
	s.rewrite(file, "row[0] = i + 1", "row[0] = done + 1")
	s.rewrite(file, "a[i] != b[j]", "a[done] != b[j]")
	s.consider("agent", "reply", onLoop, "--outcome", "addressed", "-m", "It is called done now; j stays, it is an index of b.")

	s.tell("It also rewrites a declaration so that nothing of the commented line is left.")
	s.rewrite(gone, s.line(gone, "const unknown"), "func nameless() string { return strings.ToLower(\"DEV\") }")

	s.tell("The threads follow their code. One has lost its line, and says so instead of pointing at another.")
	s.consider("human", "list")
	s.check(onLoop, "anchored", file)
	s.check(onStart, "anchored", file)
	s.check(onVersion, "stale", gone)

	s.tell("Then and now, side by side: was the point met?")
	s.consider("human", "context", onLoop, "-C", "1")

	s.tell("The file is renamed. The threads go with it.")
	s.git("mv", file, renamed)
	s.consider("human", "list", "--file", renamed)
	s.check(onLoop, "anchored", renamed)
	s.consider("human", "resolve", onLoop, onStart)
	s.consider("human", "summary")

	s.tell("Git has seen nothing but the agent's own changes, and its history of the review is a git history.")
	s.gitHasOnly(renamed, gone)
	s.run("git", "--git-dir=.consider", "log", "--oneline")
	s.run("git", "--git-dir=.consider", "fsck", "--strict")
	s.tell("Now yours: make install, then consider add FILE:LINE -m TEXT in a repository of your own.")
}
