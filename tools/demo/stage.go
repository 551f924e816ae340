package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// stage runs the commands of the story and remembers the first thing that went wrong; after it, nothing more
// is run.
type stage struct {
	out    io.Writer
	repo   string
	binary string
	home   string
	color  bool
	err    error
}

func (s *stage) paint(code, text string) string {
	if !s.color {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (s *stage) tell(text string) {
	if s.err == nil {
		fmt.Fprintf(s.out, "\n%s\n", s.paint("1", "# "+text))
	}
}

func (s *stage) fail(format string, args ...any) {
	if s.err == nil {
		s.err = fmt.Errorf(format, args...)
	}
}

// command makes a command in the project. who is "human" or "agent"; the agent is known by the variable that
// Claude Code sets for the commands it runs.
func (s *stage) command(who, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = s.repo
	for _, kv := range os.Environ() {
		if !isAgentVariable(kv) {
			cmd.Env = append(cmd.Env, kv)
		}
	}
	cmd.Env = append(cmd.Env, "HOME="+s.home, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=You", "GIT_PAGER=cat")
	if who == "agent" {
		cmd.Env = append(cmd.Env, "CLAUDECODE=1")
	}
	return cmd
}

func isAgentVariable(kv string) bool {
	for _, v := range []string{"CLAUDE", "CODEX_", "OPENCODE", "GEMINI_CLI", "COPILOT_CLI", "CURSOR_", "AI_AGENT", "AGENT=", "CONSIDER_"} {
		if strings.HasPrefix(kv, v) {
			return true
		}
	}
	return false
}

// consider shows and runs a command. A pipe is no terminal, so the human says who speaks.
func (s *stage) consider(who string, args ...string) string {
	if s.err != nil {
		return ""
	}
	prompt := "you$ "
	if who == "agent" {
		prompt = "agent$ "
	}
	fmt.Fprintf(s.out, "\n%s\n", s.paint("36", prompt+"consider "+quoteAll(args)))
	if who == "human" {
		args = append(args, "--as", "human", "--name", "You")
	}
	out, err := s.command(who, s.binary, args...).CombinedOutput()
	fmt.Fprint(s.out, string(out))
	if err != nil {
		s.fail("consider %s: %w", args[0], err)
	}
	return string(out)
}

func (s *stage) run(name string, args ...string) {
	if s.err != nil {
		return
	}
	fmt.Fprintf(s.out, "\n%s\n", s.paint("36", "you$ "+name+" "+quoteAll(args)))
	out, err := s.command("human", name, args...).CombinedOutput()
	fmt.Fprint(s.out, string(out))
	if err != nil {
		s.fail("%s: %w", name, err)
	}
}

func (s *stage) git(args ...string) { s.run("git", args...) }

// add comments on the line that holds text, and returns the thread's id.
func (s *stage) add(who, file, text, message string) string {
	out := s.consider(who, "add", file, "--quote", text, "-m", message)
	_, rest, _ := strings.Cut(out, "[")
	id, _, _ := strings.Cut(rest, "]")
	return id
}

// rewrite replaces text in a file of the project, as an agent's edit would.
func (s *stage) rewrite(file, old, new string) {
	if s.err != nil {
		return
	}
	path := filepath.Join(s.repo, file)
	data, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(data), old) {
		s.fail("%s does not hold %q", file, old)
		return
	}
	fmt.Fprintf(s.out, "\n%s\n", s.paint("36", "agent edits "+file+": "+firstLine(old)+" -> "+firstLine(strings.TrimPrefix(new, old))))
	if err := os.WriteFile(path, []byte(strings.Replace(string(data), old, new, 1)), 0o644); err != nil {
		s.fail("write %s: %w", file, err)
	}
}

// line returns the whole line that holds text.
func (s *stage) line(file, text string) string {
	data, err := os.ReadFile(filepath.Join(s.repo, file))
	if err != nil {
		s.fail("read %s: %w", file, err)
	}
	for line := range strings.Lines(string(data)) {
		if strings.Contains(line, text) {
			return strings.TrimSuffix(line, "\n")
		}
	}
	s.fail("%s does not hold %q", file, text)
	return text
}

// check fails unless a thread is in this state and file.
func (s *stage) check(id, state, file string) {
	if s.err != nil {
		return
	}
	out, err := s.command("human", s.binary, "get", id, "--json", "--as", "human").Output()
	if err != nil {
		s.fail("consider get %s: %w", id, err)
		return
	}
	var answer struct {
		Data struct {
			Thread struct {
				Placement struct {
					File        string `json:"file"`
					AnchorState string `json:"anchorState"`
				} `json:"placement"`
			} `json:"thread"`
		} `json:"data"`
	}
	if err := json.Unmarshal(out, &answer); err != nil {
		s.fail("consider get %s: %w", id, err)
		return
	}
	if p := answer.Data.Thread.Placement; p.AnchorState != state || p.File != file {
		s.fail("thread %s is %s in %s, expected %s in %s", id, p.AnchorState, p.File, state, file)
	}
}

// gitHasOnly fails unless git status names these files and nothing else.
func (s *stage) gitHasOnly(files ...string) {
	s.git("status", "--short")
	out, err := s.command("human", "git", "status", "--porcelain").Output()
	if err != nil {
		s.fail("git status: %w", err)
		return
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != len(files) {
		s.fail("git status shows %d entries, expected %d:\n%s", len(lines), len(files), out)
	}
	for i, f := range files {
		if i < len(lines) && !strings.HasSuffix(lines[i], f) {
			s.fail("git status shows %q, expected %s", lines[i], f)
		}
	}
}

func quoteAll(args []string) string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = a
		if a == "" || strings.ContainsAny(a, " ;{}[]()*?$\"'`") {
			out[i] = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
	}
	return strings.Join(out, " ")
}

func firstLine(s string) string {
	line, _, more := strings.Cut(strings.TrimSpace(s), "\n")
	if more {
		line += " …"
	}
	return line
}
