//go:build unix

package proof

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"consider/internal/gittest"
	"consider/skills"
)

// ours matches the commands in the skill: text in backticks that begins with the agents' wrapper.
var ours = regexp.MustCompile("`(\\.consider/bin/consider-cli [^`\n]*)`")

// TestEveryCommandOfTheSkillRunsAsItIsWritten runs each command as an agent copies it: in a shell, from the root of a
// project that setup set up, with no consider on the PATH. Only IDs and cursors are filled in.
func TestEveryCommandOfTheSkillRunsAsItIsWritten(t *testing.T) {
	t.Parallel()
	r := gittest.New(t)
	r.Write("src/parse.go", strings.Repeat("package src\n", 20))
	r.Write("src/auth.go", strings.Repeat("package src\n", 20))
	r.Commit("first")
	s := sit(t, r.Dir).atHome()
	s.program = build(t)
	s.must("setup", "claude", "--yes", "--as", "human")
	s.must("config", "memory", "on", "--as", "human")
	s.must("checkpoint", "create", "-m", "before", "--as", "human")

	var ran []string
	for _, f := range skills.Files(true)[:2] {
		for _, m := range ours.FindAllStringSubmatch(f.Text, -1) {
			ran = append(ran, m[1])
			s.runsAsWritten(r, f.Path, m[1])
		}
	}
	for _, verb := range []string{"summary", "list", "show", "reply", "add", "resolve", "wait", "responses", "checkpoint", "memory", "editor"} {
		if !slices.ContainsFunc(ran, func(c string) bool { return strings.Contains(c, "consider-cli "+verb) }) {
			t.Errorf("the skill shows no command of %s", verb)
		}
	}
	t.Logf("%d commands:\n%s", len(ran), strings.Join(ran, "\n"))
}

// runsAsWritten runs one line of the skill on threads of its own.
func (s seat) runsAsWritten(r *gittest.Repo, file, line string) {
	t := s.t
	t.Helper()
	person := s.inProcess()
	first, second := person.add("src/auth.go:3", "-m", "is this right?"), person.add("src/parse.go:4", "-m", "and this?")
	filled := strings.NewReplacer("c_9e3779b1", first, "c_1b2c3d4e", second).Replace(line)
	stdin := ""
	if strings.HasSuffix(line, "--batch -") {
		stdin = `[{"id":"` + first + `","message":"done","outcome":"addressed"},{"id":"` + second + `","message":"why"}]`
	}
	if strings.Contains(line, " resolve ") { // of what was read and answered
		if out, err := s.shell(r, "", ".consider/bin/consider-cli reply "+first+" -m 'done'"); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	if strings.Contains(line, " memory view ") { // of a note that is there
		person.must("memory", "create", "/memories/build.md", "-m", "make test takes 20 minutes", "--as", "human")
		defer person.must("memory", "delete", "/memories/build.md", "--as", "human")
	}
	out, err := s.shell(r, stdin, filled)
	if err != nil {
		t.Errorf("%s: %s: %v\n%s", file, filled, err, out)
	}
	person.must("resolve", first, second, "--as", "human")
}

// shell is what an agent's tool does: a login shell with the variables of the agent, and nothing of ours on its PATH.
func (s seat) shell(r *gittest.Repo, stdin, line string) (string, error) {
	cmd := exec.CommandContext(s.t.Context(), "sh", "-c", line)
	cmd.Dir, cmd.Stdin = r.Dir, strings.NewReader(stdin)
	cmd.Env = append(s.command(s.t.Context()).Env, "CLAUDECODE=1")
	cmd.Env = slices.DeleteFunc(cmd.Env, func(kv string) bool {
		return strings.HasPrefix(kv, asProgram+"=") || strings.HasPrefix(kv, "PATH=")
	})
	cmd.Env = append(cmd.Env, "PATH="+pathWithoutOurs())
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// pathWithoutOurs is the search path without folders that have a consider.
func pathWithoutOurs() string {
	dirs := slices.DeleteFunc(filepath.SplitList(os.Getenv("PATH")), func(dir string) bool {
		_, err := os.Stat(filepath.Join(dir, "consider"))
		return err == nil
	})
	return strings.Join(dirs, string(os.PathListSeparator))
}
