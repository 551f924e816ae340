package scenarios

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"consider/internal/gittest"
)

// words are the commands of the scenario language, in addition to testscript's.
var words = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	"as":       as,
	"at":       at,
	"consider": runConsider,
	"exit":     exitCode,
	"git":      git,
	"edit":     edit,
	"broken":   broken,
	"input":    input,
	"keep":     keep,
	"mcp":      useTool,
	"told":     told,

	"start":       start,
	"shows":       shows,
	"warns":       warns,
	"ends":        ends,
	"interrupted": interrupted,
	"submits":     submits,
}

// agentVariables are the variables that agents' shells set.
var agentVariables = map[string]string{
	"claude-code": "CLAUDECODE", "codex": "CODEX_THREAD_ID", "opencode": "OPENCODE", "gemini": "GEMINI_CLI",
	"copilot": "COPILOT_CLI", "cursor": "CURSOR_AGENT",
}

// as sets who runs the following commands: "as human", on a terminal; "as agent NAME", in that agent's shell; "as
// pipe", a program that does not identify itself.
func as(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: as human | as agent NAME | as pipe")
	}
	for _, v := range agentVariables {
		ts.Setenv(v, "")
	}
	ts.Setenv("SCENARIO_TERMINAL", "")
	switch {
	case args[0] == "human":
		ts.Setenv("SCENARIO_TERMINAL", "1")
	case args[0] == "agent" && len(args) == 2 && agentVariables[args[1]] != "":
		ts.Setenv(agentVariables[args[1]], "1")
	case args[0] != "pipe":
		ts.Fatalf("usage: as human | as agent NAME | as pipe")
	}
}

func at(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: at 2026-11-21T10:30:00Z")
	}
	if _, err := time.Parse(time.RFC3339, args[0]); err != nil {
		ts.Fatalf("at: %v", err)
	}
	setTime(ts.Setenv, args[0])
}

// runConsider runs consider and requires success, or failure after "!". In all cases the user's repository must be
// unchanged, and consider must neither crash nor print a stack.
func runConsider(ts *testscript.TestScript, neg bool, args []string) {
	if code := guardedRun(ts, args); neg != (code != 0) {
		ts.Fatalf("consider %s: exit %d", strings.Join(args, " "), code)
	}
}

// told runs a command that is meant to write into the user's project, such as setup, and requires success.
func told(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || args[0] != "consider" {
		ts.Fatalf("usage: told consider ARGUMENTS")
	}
	if o := runInside(ts, args[1:]); o.Code != 0 {
		ts.Fatalf("consider %s: exit %d", strings.Join(args[1:], " "), o.Code)
	}
}

func runInside(ts *testscript.TestScript, args []string) outcome {
	return ts.Value(insideKey{}).(*insider).run(ts, wholeIDs(ts, args))
}

// exitCode runs consider and requires an exit code.
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || args[1] != "consider" {
		ts.Fatalf("usage: exit N consider ARGUMENTS")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := guardedRun(ts, args[2:]); got != want {
		ts.Fatalf("consider %s: exit %d, want %d", strings.Join(args[2:], " "), got, want)
	}
}

var crash = regexp.MustCompile(`(?m)^(panic:|goroutine )`)

// guardedRun runs consider and returns its exit code.
func guardedRun(ts *testscript.TestScript, args []string) (code int) {
	guarded(ts, args, func() (stderr string) {
		o := runInside(ts, args)
		code = o.Code
		return o.Err
	})
	return code
}

// guarded calls run, which runs consider and returns its stderr, and compares the user's repository.
func guarded(ts *testscript.TestScript, args []string, run func() (stderr string)) {
	before := fingerprint(ts)
	stderr := run()
	if diff := gittest.Diff(before, fingerprint(ts)); diff != "" {
		ts.Fatalf("consider %s changed the user's repository:\n%s", strings.Join(args, " "), diff)
	}
	if crash.MatchString(stderr) {
		ts.Fatalf("consider %s crashed:\n%s", strings.Join(args, " "), stderr)
	}
}

// reading are the verbs that take any beginning of an id.
var reading = []string{"get", "thread", "context", "log", "export", "list", "base"}

var storedID = regexp.MustCompile(`"id":\s*"([cr]_[0-9a-f]{8})"`)

// wholeIDs replaces the arguments "c_" and "r_" by the id of the only thread, or reply, of the store: a verb that changes
// something does not take so little of one.
func wholeIDs(ts *testscript.TestScript, args []string) []string {
	if len(args) == 0 || slices.Contains(reading, args[0]) || !slices.ContainsFunc(args, func(a string) bool { return a == "c_" || a == "r_" }) {
		return args
	}
	store := ts.MkAbs(".consider")
	for dir := ts.MkAbs("."); filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		if store = filepath.Join(dir, ".consider"); isDir(store) {
			break
		}
	}
	grep := exec.Command("git", "--git-dir="+store, "grep", "-h", "-E", `"id": *"[cr]_`, "threads", "--", "threads", "archive", "deleted")
	out, _ := grep.Output() // without a store, consider says so
	found := map[string][]string{}
	for _, m := range storedID.FindAllStringSubmatch(string(out), -1) {
		found[m[1][:2]] = append(found[m[1][:2]], m[1])
	}
	args = slices.Clone(args)
	for i, a := range args {
		if ids := found[a]; len(ids) == 1 {
			args[i] = ids[0]
		}
	}
	return args
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func fingerprint(ts *testscript.TestScript) map[string]string {
	print, err := gittest.Fingerprint(ts.Getenv("REPO"))
	ts.Check(err)
	return print
}

func git(ts *testscript.TestScript, neg bool, args []string) {
	if err := ts.Exec("git", args...); neg != (err != nil) {
		ts.Fatalf("git %s: %v", strings.Join(args, " "), err)
	}
}

// edit replaces the first match of a regular expression in a file: edit FILE OLD NEW. In NEW, \n is a line
// end and \t a tab.
func edit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: edit FILE OLD NEW")
	}
	old, err := regexp.Compile("(?m)" + args[1])
	ts.Check(err)
	path := ts.MkAbs(args[0])
	data := ts.ReadFile(path)
	loc := old.FindStringSubmatchIndex(data)
	if loc == nil {
		ts.Fatalf("edit: %q does not stand in %s", args[1], args[0])
	}
	replaced := old.ExpandString(nil, strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(args[2]), data, loc)
	ts.Check(os.WriteFile(path, []byte(data[:loc[0]]+string(replaced)+data[loc[1]:]), 0o644))
}

// brokenMark is a file that says that a scenario breaks its store on purpose.
const brokenMark = ".broken"

// broken says that the scenario breaks its store on purpose, so that git's fsck need not find it clean at the end.
func broken(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: broken")
	}
	ts.Check(os.WriteFile(filepath.Join(ts.Getenv("WORK"), brokenMark), nil, 0o644))
}

// keep stores a part of the last output in a variable: keep NAME REGEXP stores the first group.
func keep(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: keep NAME REGEXP")
	}
	want, err := regexp.Compile("(?m)" + args[1])
	ts.Check(err)
	found := want.FindStringSubmatch(ts.ReadFile("stdout"))
	if len(found) < 2 {
		ts.Fatalf("keep: nothing was printed that matches %q with a group", args[1])
	}
	ts.Setenv(args[0], found[1])
}
