package commands

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"consider/internal/fail"
	"consider/internal/verb/verbtest"
	"consider/skills"
)

// Agents type what the skill says, so each command in it must get past verbs, flags and arguments.
func TestEveryCommandInTheSkillParses(t *testing.T) {
	text := skills.Files(true)[0].Text + skills.Files(true)[1].Text
	commands := regexp.MustCompile("(?:consider-cli|`consider) ([a-z][^`\n]*)").FindAllStringSubmatch(text, -1)
	n := 0
	for _, m := range commands {
		line := strings.TrimSpace(strings.ReplaceAll(m[1], "<cursor>", strings.Repeat("0", 40)))
		if strings.HasPrefix(line, "on the PATH") || strings.HasPrefix(m[0], "`consider on") {
			continue
		}
		line = strings.Replace(line, "--timeout 100s", "--timeout 0", 1)
		if strings.HasPrefix(line, "wait --since") {
			line += " --timeout 0"
		}
		n++
		args := verbtest.Words(line)
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "x"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		var stderr bytes.Buffer
		code := Run(t.Context(), Env{
			Args: args, Stdin: strings.NewReader(`[{"id":"c_9e3779b1","message":"done"}]`), Stdout: io.Discard, Stderr: &stderr,
			Getenv: func(string) string { return "" }, Now: time.Now, Dir: dir, Build: "test",
		})
		if code == fail.KindUsage.Codes().Exit || code == fail.KindInternal.Codes().Exit {
			t.Errorf("consider-cli %s: exit %d %s", line, code, stderr.String())
		}
	}
	if n < 18 {
		t.Errorf("only %d commands were found", n)
	}
	t.Logf("%d commands", n)
}

// The exit codes in the skill must be the real ones.
func TestTheSkillsExitCodesAreThose(t *testing.T) {
	text := skills.Files(false)[0].Text
	for kind, word := range map[fail.Kind]string{
		fail.KindNotFound: "10: no such thread", fail.KindNoStore: "11: no threads", fail.KindConflict: "12: read the thread again",
		fail.KindBusy: "13: busy", fail.KindDenied: "16: not allowed",
	} {
		if !strings.Contains(text, word) || !strings.HasPrefix(word, itoa(kind.Codes().Exit)+": ") {
			t.Errorf("%v: %s", kind, word)
		}
	}
	if !strings.Contains(text, "exit code "+itoa(fail.KindTimeout.Codes().Exit)) {
		t.Error("wait's exit code")
	}
}

func itoa(n int) string { return string([]byte{byte('0' + n/10), byte('0' + n%10)}) }
