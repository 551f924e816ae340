package mcpserver

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"consider/internal/verb"
	"consider/internal/words"
)

// hintLine is a hint in docs/words.txt.
var hintLine = regexp.MustCompile(`(?m)^\s*· (.*)$`)

// spokenFlag is a flag in a hint. Flags of git, and of the command that opens the page, are typed in a terminal.
var spokenFlag = regexp.MustCompile(`(^|[\s'(])--?[A-Za-z]`)

// One file holds every hint that a verb of this server may give, in the words that its readers see, so that they can be
// reviewed together. None mentions a flag, because MCP does not have flags.
func TestEveryHintMetOverMCPIsInOneFileAndNoneSpeaksOfFlags(t *testing.T) {
	n := &connection{}
	for _, v := range verb.All {
		if v.On&verb.MCP != 0 {
			n.verbs = append(n.verbs, v)
		}
	}
	met := map[string]bool{}
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "words.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, hint := range hintLine.FindAllStringSubmatch(string(text), -1) {
		for _, v := range n.verbs {
			if worded, whole := words.Textf(strings.ReplaceAll(hint[1], "%", "%%")).In(verb.Inputs{Verb: v, Call: n.toolCall}); whole {
				met[worded] = true
			}
		}
	}
	var lines []string
	for hint := range met {
		lines = append(lines, hint)
		if at := spokenFlag.FindStringIndex(hint); at != nil && !regexp.MustCompile(`(git|chown|consider)[^,;]*$`).MatchString(hint[:at[0]]) {
			t.Errorf("speaks of a flag: %s", hint)
		}
	}
	slices.Sort(lines)
	now := strings.Join(lines, "\n") + "\n"
	file := filepath.Join("testdata", "hints.txt")
	if update := flag.Lookup("update"); update != nil && update.Value.String() == "true" {
		if err := os.WriteFile(file, []byte(now), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	was, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(was) != now {
		t.Errorf("%s is not what is said; -update writes it anew, then read what changed", file)
	}
	if len(lines) < 100 {
		t.Errorf("only %d hints", len(lines))
	}
}
