package scenarios

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// These tests run the documents: every shell block, in order, as a person at a terminal, in a separate project for each
// document. A comment before a block changes that: `<!-- as an agent -->`, or `<!-- not run: why -->`.
var (
	shellBlock  = regexp.MustCompile("(?m)(?:^<!-- (.*) -->\n)?^```(?:sh|bash|console)\n((?s:.*?))^```$")
	notRun      = regexp.MustCompile(`^not run: \S+`)
	placeholder = regexp.MustCompile(`\bID\b`)
)

func TestEveryCommandOfTheDocumentsRuns(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash here")
	}
	files := append(manual(t), "../README.md", "../CONTRIBUTING.md", "../skills/README.md", "../extension/README.md")
	for _, file := range files {
		t.Run(strings.TrimPrefix(filepath.ToSlash(file), "../"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			blocks := shellBlock.FindAllSubmatch(text, -1)
			if len(blocks) == 0 {
				return
			}
			r := newReader(t, bash)
			for _, b := range blocks {
				r.read(string(b[1]), string(b[2]))
			}
		})
	}
}

// reader types the commands of a document.
type reader struct {
	t    *testing.T
	bash string
	home string
	env  []string
}

// shop is the project that the documents use.
var shop = map[string]string{
	"price.js": "// Prices come from a form.\nexport function parsePrice(text) {\n  const value = parseInt(text);\n  if (isNaN(value)) {\n    return 0;\n  }\n  return value;\n}\n",
	"cart.js":  "import { parsePrice } from \"./price.js\";\n\nexport const total = (items) => items.reduce((sum, i) => sum + parsePrice(i.price), 0);\n",
}

func newReader(t *testing.T, bash string) *reader {
	t.Helper()
	home := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"bin", "shop", "tmp"} {
		if err := os.Mkdir(filepath.Join(home, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range shop {
		if err := os.WriteFile(filepath.Join(home, "shop", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// The arguments follow exec, so that the program is the one under test, whatever its name.
	script := fmt.Sprintf("#!%s\nexec -a %s %q \"$@\"\n", bash, program, self)
	if err := os.WriteFile(filepath.Join(home, "bin", "consider"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(home, "tmp", smallProgram)
	if err := os.WriteFile(program, []byte("the program\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	r := &reader{t: t, bash: bash, home: home}
	r.env = []string{
		"HOME=" + home, "XDG_CONFIG_HOME=" + home, "TMPDIR=" + filepath.Join(home, "tmp"),
		"PATH=" + filepath.Join(home, "bin") + string(filepath.ListSeparator) + os.Getenv("PATH"),
		"GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_AUTHOR_NAME=Ann", "GIT_AUTHOR_EMAIL=ann@example.com",
		"GIT_COMMITTER_NAME=Ann", "GIT_COMMITTER_EMAIL=ann@example.com", "NO_COLOR=1", "LC_ALL=C", "TERM=dumb",
		"SCENARIO_NOW=2026-11-21T10:00:00Z", "SCENARIO_PROGRAM=" + program,
	}
	r.types(false, "git init -q && git add -A && git commit -qm 'a small shop'")
	return r
}

// read runs one block.
func (r *reader) read(mark, block string) {
	r.t.Helper()
	switch {
	case notRun.MatchString(mark):
	case mark == "" || mark == "the loop":
		r.lines(false, block)
	case mark == "as an agent":
		r.lines(true, block)
	default:
		r.t.Errorf("<!-- %s --> is none of: as an agent, not run: why", mark)
	}
}

// lines runs the lines of a block one after the other; ID is the first thread in the list at that moment. A change of
// folder applies to the lines that follow.
func (r *reader) lines(agent bool, block string) {
	r.t.Helper()
	at := ""
	for line := range strings.Lines(block) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if placeholder.MatchString(line) {
			found := regexp.MustCompile(`c_[0-9a-f]{8}`).FindString(r.types(agent, at+"consider list --json"))
			if found == "" {
				r.t.Fatalf("no thread for ID in: %s", line)
			}
			line = placeholder.ReplaceAllString(line, found)
		}
		r.types(agent, at+line)
		if regexp.MustCompile(`(^|&& )cd `).MatchString(line) {
			at += strings.TrimSpace(strings.SplitN(line, " #", 2)[0]) + " && "
		}
	}
}

// types runs a command, requires success, and returns its output.
func (r *reader) types(agent bool, command string) string {
	r.t.Helper()
	ctx, stop := context.WithTimeout(r.t.Context(), patience)
	defer stop()
	cmd := exec.CommandContext(ctx, r.bash, "-c", command)
	cmd.Dir = filepath.Join(r.home, "shop")
	cmd.Env = append(r.env[:len(r.env):len(r.env)], "SCENARIO_TERMINAL=1")
	if agent {
		cmd.Env = append(r.env[:len(r.env):len(r.env)], "CLAUDECODE=1")
	}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		r.t.Fatalf("%s\n%s%v", command, out.String(), err)
	}
	return out.String()
}
