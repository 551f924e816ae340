package commands

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"consider/internal/fail"
)

// triesOut runs consider try with a temporary folder of its own, and returns what it printed and left there.
func triesOut(t *testing.T, ctx context.Context, env Env) (out string, left []os.DirEntry, code int) {
	t.Helper()
	temp := t.TempDir()
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} {
		t.Setenv(name, temp)
	}
	var stdout bytes.Buffer
	if env.Stdout == nil {
		env.Stdout = &stdout
	}
	if env.Getenv == nil {
		env.Getenv = func(string) string { return "" }
	}
	env.Stdin, env.Stderr, env.Now, env.Dir, env.Build = strings.NewReader(""), &stdout, time.Now, t.TempDir(), "test"
	code = Run(ctx, env)
	left, err := os.ReadDir(temp)
	if err != nil {
		t.Fatal(err)
	}
	return stdout.String(), left, code
}

// An agent may run it too: it is neither of the two who speak in the demonstration.
func TestTryPlaysTheLoopAndLeavesNothing(t *testing.T) {
	for name, variables := range map[string]map[string]string{"a person": nil, "an agent": {"CLAUDECODE": "1"}} {
		t.Run(name, func(t *testing.T) {
			out, left, code := triesOut(t, t.Context(), Env{Args: []string{"try"}, Getenv: func(key string) string { return variables[key] }})
			if code != 0 {
				t.Fatalf("exit %d:\n%s", code, out)
			}
			if len(left) != 0 {
				t.Errorf("%s is left", left[0].Name())
			}
			for _, want := range []string{
				`price\.js:3 \(waiting\)`,                    // a person's thread
				`4 open threads in 2 files, 4 unread`,        // the agent's view
				`\n  nothing in the project changed since`,   // a claim without a change
				`c_\w{8}: changed here\n`,                    // and one with a change
				`cart\.js:8 \(unread by you, awaiting you\)`, // a question with choices, that moved
				`choose: 1 Keep 5 \| 2 Name it`,
				`money\.js:7 \(read by claude-code just now, unread by you\)`, // in the renamed file
				`3 replies, 1 suggestion, last`,
				`cart\.js \(stale`, // the code is gone, and the state says so
				`consider resolve c_\w{8}\nc_\w{8}: resolved`,
				`git status --short\n M cart\.js\nRM price\.js -> money\.js\n\n`, // none of our files
				`consider setup `,
			} {
				if !regexp.MustCompile(want).MatchString(out) {
					t.Errorf("no %s in:\n%s", want, out)
				}
			}
			for line := range strings.Lines(out) {
				if line = strings.TrimSuffix(line, "\n"); utf8.RuneCountInString(line) > 80 && !strings.Contains(line, "consider-try-") {
					t.Errorf("wider than a terminal of 80 columns: %s", line)
				}
			}
		})
	}
}

func TestTryWithoutGitSaysSo(t *testing.T) {
	t.Setenv("PATH", "")
	out, left, code := triesOut(t, t.Context(), Env{Args: []string{"try"}})
	if code != fail.KindNotFound.Codes().Exit || !strings.Contains(out, "requires git, which is not installed") || !strings.Contains(out, "hint: ") {
		t.Errorf("exit %d: %s", code, out)
	}
	if len(left) != 0 {
		t.Errorf("%s is left", left[0].Name())
	}
}

// Ctrl-C ends the page; try then prints its ending.
func TestTryGoesOnInTheBrowser(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	defer interrupt()
	address := regexp.MustCompile(`http://127\.0\.0\.1:\d+/`)
	read, write := io.Pipe()
	said := make(chan string, 1)
	go func() {
		var all []byte
		for buf := make([]byte, 4096); ; {
			n, err := read.Read(buf)
			all = append(all, buf[:n]...)
			if found := address.Find(all); found != nil && ctx.Err() == nil {
				if answer, err := http.Get(string(found)); err == nil {
					_ = answer.Body.Close()
				} else {
					all = append(all, err.Error()...)
				}
				interrupt()
			}
			if err != nil {
				said <- string(all)
				return
			}
		}
	}()
	_, left, code := triesOut(t, ctx, Env{Args: []string{"try", "--web", "--no-open", "--port", "0"}, Stdout: write})
	_ = write.Close()
	out := <-said
	if code != 0 || !strings.Contains(out, "consider setup ") || strings.Contains(out, "connection refused") {
		t.Errorf("exit %d:\n%s", code, out)
	}
	if len(left) != 0 {
		t.Errorf("%s is left", left[0].Name())
	}
}
