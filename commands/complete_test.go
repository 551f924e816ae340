package commands

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"consider/internal/gittest"
)

// Completion at the end of a command line, in a project with an open, a resolved, an archived and a deleted
// thread, a label, a checkpoint, a plan, a memory and two branches.
func TestCompletionOffersWhatFits(t *testing.T) {
	repo := gittest.New(t)
	repo.Write("a.txt", "one\ntwo\nthree\nfour\n")
	repo.Commit("first")
	repo.Git("branch", "feature")
	dir := repo.Dir
	run := func(args ...string) string {
		t.Helper()
		var out, problems bytes.Buffer
		code := Run(t.Context(), Env{
			Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &problems, Dir: dir, Build: "test",
			Getenv: func(string) string { return "" }, Now: time.Now, InTerminal: true,
		})
		if code != 0 {
			t.Fatalf("consider %s: %d\n%s", strings.Join(args, " "), code, problems.String())
		}
		return out.String()
	}
	id := func(line, words string) string {
		out := run("add", "a.txt:"+line, "-m", words, "--json")
		_, rest, _ := strings.Cut(out, `"id":"`)
		return rest[:strings.IndexByte(rest, '"')]
	}
	open, resolved, archived, deleted := id("1", "open"), id("2", "resolved"), id("3", "archived"), id("4", "deleted")
	run("label", open, "+later")
	run("resolve", resolved, archived)
	run("archive", archived)
	run("delete", deleted)
	run("checkpoint", "create", "first-look")
	if err := os.WriteFile(filepath.Join(dir, "plan.md"), []byte("# Plan\n\n1. Do it.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	planned := run("plan", "add", "plan.md", "--json")
	_, rest, _ := strings.Cut(planned, `"id":"`)
	plan := rest[:strings.IndexByte(rest, '"')]
	run("memory", "create", "/memories/build.md", "-m", "make")

	for _, c := range []struct {
		line       string
		has, lacks []string
		exactly    bool
	}{
		{line: "resolve ", has: []string{open}, exactly: true},
		{line: "reopen ", has: []string{resolved}, exactly: true},
		{line: "unresolve ", has: []string{resolved}, exactly: true},
		{line: "archive ", has: []string{resolved}, exactly: true},
		{line: "unarchive ", has: []string{archived}, exactly: true},
		{line: "undelete ", has: []string{deleted}, exactly: true},
		{line: "show ", has: []string{open, resolved}, exactly: true},
		{line: "list --label ", has: []string{"later"}, exactly: true},
		{line: "list --since ", has: []string{"last", "first-look", "yesterday"}},
		{line: "review --since ", has: []string{"last", "first-look"}, exactly: true},
		{line: "review --base ", has: []string{"feature"}},
		{line: "checkpoint show ", has: []string{"first-look"}, exactly: true},
		{line: "plan approve ", has: []string{plan}, exactly: true},
		{line: "memory view ", has: []string{"/memories/build.md"}, exactly: true},
		{line: "setup ", has: []string{"claude", "codex:home"}},
		{line: "watch --for ", has: []string{"human", "agent", "any"}, exactly: true},
		{line: "", has: []string{"show", "reopen"}, lacks: []string{"get", "context", "unresolve"}},
		{line: "review --", has: []string{"--port", "--since", "--help"}, lacks: []string{"--no-pager"}},
		{line: "list --", has: []string{"--unseen", "--no-pager", "--json"}},
	} {
		words := strings.Split(c.line, " ")
		var offered []string
		for line := range strings.Lines(run(append([]string{"__complete"}, words...)...)) {
			word, about, has := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			if has && about == "" {
				t.Errorf("%q offers %s with an empty description", c.line, word)
			}
			offered = append(offered, word)
		}
		for _, want := range c.has {
			if !slices.Contains(offered, want) {
				t.Errorf("%q does not offer %s: %v", c.line, want, offered)
			}
		}
		for _, not := range c.lacks {
			if slices.Contains(offered, not) {
				t.Errorf("%q offers %s", c.line, not)
			}
		}
		if c.exactly && len(offered) != len(c.has) {
			t.Errorf("%q offers %v, want only %v", c.line, offered, c.has)
		}
	}
}
