package verb

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"consider/internal/fail"
)

func TestFlagsAreWordedAsFields(t *testing.T) {
	var none []any
	for name, said := range map[string]struct{ format, want string }{
		"config":        {"or {--force} to use this file anyway", "or force to use this file anyway"},
		"uninstall":     {"use {--dry-run} to see what it would do, or {--yes} to do it", "use dryRun to see what it would do, or yes to do it"},
		"list":          {"run '{list --workflow all}' to see all threads; {--workflow} chooses", "run 'consider list --workflow all' to see all threads; workflow chooses"},
		"log":           {"continue with: {wait --since 12ab}", "continue with: consider wait --since 12ab"},
		"memory import": {"pass a file, {--from BACKEND} or {--branch NAME}", "pass a file, from BACKEND or branch NAME"},
		"reply":         {"pass {-m TEXT}", "pass message"},
		"get":           {"or {--force} to use this file anyway", ""}, // not a flag of its own
	} {
		v, ok := Find(name)
		if !ok {
			t.Fatal("no verb " + name)
		}
		f := fail.FailureOf(fail.Usage(said.format, none...).Hint(said.format, none...)).In(Inputs{Verb: v})
		if said.want == "" && len(f.Hints) == 0 {
			continue
		}
		if f.Message != said.want || len(f.Hints) != 1 || f.Hints[0] != said.want {
			t.Errorf("%s: %+v, want %s", name, f, said.want)
		}
	}
}

var (
	// marked is a command or flag in a text of docs/words.txt, where a value is %s or ….
	marked = regexp.MustCompile(`(?:^|[^$])\{([-a-z%][^{}]*)\}`)
	// bare is a command or flag that is not marked. Those of git are typed in a terminal.
	bare    = regexp.MustCompile(`(?:^|[\s'("])(?:consider ([a-z]+)|--[a-z][a-z-]+)`)
	command = regexp.MustCompile(`(?:git|chown|ulimit|rm) [^,;()]*|"[^"]*"`)
)

// Every command and flag in the texts of errors, hints and answers is marked, and exists. One that is not marked would
// be shown to agents that cannot run it, and a mistyped one cannot be run by anybody.
func TestEachCommandAndFlagInATextIsMarkedAndExists(t *testing.T) {
	whole, err := os.ReadFile("../../docs/words.txt")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(whole), "\n## errors")
	text, _, _ = strings.Cut(text, "\n## mcp")
	errors, _, _ := strings.Cut(text, "\n## output")
	read, at, source := 0, 0, ""
	for line := range strings.SplitSeq(text, "\n") {
		if at += len(line) + 1; line != "" && line[0] != '\t' {
			source = line
		}
		for _, found := range marked.FindAllStringSubmatch(line, -1) {
			read++
			if !exists(strings.NewReplacer("%s", "X", "%d", "1", "…", "X").Replace(found[1])) {
				t.Errorf("%s: there is no {%s}", line, found[1])
			}
		}
		if at > len(errors)+1 && !strings.HasPrefix(source, "commands/present") || strings.HasPrefix(source, "internal/setup/") {
			continue // answers of verbs, which no surface rewords, and text for scripts
		}
		for _, found := range bare.FindAllStringSubmatch(command.ReplaceAllString(marked.ReplaceAllString(line, ""), ""), -1) {
			if _, name := verbIn(found[1]); found[1] == "" || name != "" {
				t.Errorf("%s: mark %q with braces, as words.Textf describes", line, found[0])
			}
		}
	}
	if read < 150 {
		t.Errorf("only %d commands and flags were found", read)
	}
}

// exists reports whether there is a flag, or a command with its arguments.
func exists(line string) bool {
	if strings.HasPrefix(line, "-") {
		name, _, _ := strings.Cut(line, " ")
		return name == "--X" || otherFlags[name] || slices.ContainsFunc(All, func(v Verb) bool { _, ok := v.flagOf(name); return ok })
	}
	first, _, _ := strings.Cut(line, " ")
	if first == "X" || hosts[first] || strings.HasSuffix(line, "--help") {
		return true
	}
	v, name := verbIn(line)
	if name == "" {
		return false
	}
	_, ok := v.Input(arguments(line[len(name):]))
	return ok
}

// hosts are commands that are not verbs, and otherFlags are flags of theirs and of every command.
var (
	hosts      = map[string]bool{"review": true, "setup": true, "serve": true, "mcp": true, "watch": true, "try": true, "help": true, "completion": true}
	otherFlags = map[string]bool{
		"--store": true, "--name": true, "--as": true, "--range": true, "--base": true, "--staged": true, "--unstaged": true,
		"--out": true, "--port": true, "--public-host": true, "--copy": true, "--brief": true, "--coalesce": true, "--session": true, "--json": true, "-F": true, "-i": true, "--interactive": true,
	}
)
