package house

import (
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// Each rule has texts that break it, which the product once had, and texts that it allows.
var worded = []struct {
	rule, kind  string
	bad, better []string
}{
	{"tell", "", []string{"Tell what happened to the review", "no agent has been told"}, []string{"Show the history of comments", "Notify the agent of waiting threads?"}},
	{"is no", "", []string{"%q is no line", "git knows no commit %q"}, []string{"%q is not a line number", "there is no checkpoint yet", "it is no longer there"}},
	{"take back", "", []string{"Take the newest change to the review back", "took back: …"}, []string{"Undo the last change to a thread", "undid: …", "it takes a second; go back"}},
	{"take in", "", []string{"Take in exported threads", "nothing was taken in"}, []string{"Import threads or linter reports", "it takes an argument in quotes"}},
	{"take out", "", []string{"Take out what setup wrote"}, []string{"Remove what setup added", "it takes a minute. Look out"}},
	{"what", "", []string{"what setup had put into it", "nothing is lost. What is damaged is named."}, []string{"What should change?", "Remove what setup added"}},
	{"else", "", []string{"$PAGER, else less"}, []string{"default: $PAGER, then less", "anything else"}},
	{"leave out", "", []string{"leave --name out", "omitted or left out"}, []string{"omit --name", "the left pane; look out"}},
	{"by itself", "", []string{"it opens by itself"}, []string{"it opens automatically"}},
	{"stands", "", []string{"the quoted text stands in %q %d times"}, []string{"the quoted text occurs %d times in %s", "it stands for a name"}},
	{"beside", "", []string{"kept beside the code"}, []string{"kept next to the code", "besides"}},
	{"misheard", "", []string{"their code, now and then", "a part of a name, in any case"}, []string{"original and current code", "case-insensitive"}},
	{"shall", "", []string{"Shall Claude Code wait?"}, []string{"Require your approval?", "shallow"}},
	{"was said", "", []string{"Show a thread with everything that was said"}, []string{"Show a thread and its replies"}},
	{"words", "", []string{"Change your own words"}, []string{"Edit your own comment or reply", "password"}},
	{"person", "", []string{"Delete a checkpoint (a person only)"}, []string{"Delete a checkpoint (human only)", "personal"}},
	{"answer", "", []string{"Answers of agents", "the newest answer"}, []string{"Agent responses", "answer a question", "answered: no change needed"}},
	{"place", "", []string{"Find the place of a thread"}, []string{"Find the location of a thread", "replace it", "in place of it"}},
	{"teach", "", []string{"Teach coding agents", "nobody listens"}, []string{"Set up coding agents", "No agent is running", "port to listen on", "listens only on localhost"}},
	{"unseen", "", []string{"unseen threads", "what is new to you"}, []string{"unread threads", "'consider list --unseen'"}},
	{"look", "", []string{"Look again", "Look after what agents remember"}, []string{"Retry", "Look at the code"}},
	{"exclude", "", []string{"--status goes without --anchor", "--a and --b exclude each other"}, []string{"--status cannot be combined with --anchor"}},
	{"machine value", "", []string{"(workflow=%s)", "found by: %s"}, []string{"2 open threads", "--outcome=addressed"}},
	{"riddle", "", []string{"for who is there", "some" + "body"}, []string{"for the reviewer"}},
	{"summary length", "summary", []string{"Show what changed since a checkpoint, in all the files"}, []string{"Show the changes since a checkpoint"}},
	{"summary imperative", "summary", []string{"Threads of the project"}, []string{"List threads", "Save, compare and restore review rounds"}},
	{"error without value", "failure", []string{"no such checkpoint", "the revision is not known"}, []string{"unknown revision %q", "no message", "missing thread ID"}},
	{"two hints", "hints", []string{"change it by hand; 'consider log' has the order", "Reload it. Then try again"}, []string{"run 'consider list'", "use a branch, tag or commit"}},
}

func TestNoWordingGetsWorse(t *testing.T) {
	house, err := ourTree()
	if err != nil {
		t.Fatal(err)
	}
	have, err := os.ReadFile("wording.tsv")
	if err != nil && !*update {
		t.Fatal(err)
	}
	next, more := ratchet(faults(append(house.texts(), house.prose()...)), have)
	for _, p := range more {
		t.Error(p)
	}
	fresh(t, "tools/house/wording.tsv", next)
}

func TestEachRuleOfWordingFailsAndPasses(t *testing.T) {
	tested := map[string]bool{}
	for _, row := range worded {
		tested[row.rule] = true
		for _, said := range append(slices.Clone(row.bad), row.better...) {
			x := text{surface: "output", kind: row.kind, text: said, from: &file{path: "a.go"}}
			if row.kind == "hints" {
				x.surface, x.kind = "hints", ""
			}
			broken := len(faults([]text{x})[ruled{row.rule, x.surface}]) > 0
			if want := slices.Contains(row.bad, said); broken != want {
				t.Errorf("%s: %q: found %v, want %v", row.rule, said, broken, want)
			}
		}
	}
	for _, name := range ruleNames() {
		if !tested[name] {
			t.Errorf("the rule %q has no text that breaks it here", name)
		}
	}
}

func TestCommentsAreHeldToEnglishOnly(t *testing.T) {
	at := &file{path: "a.go"}
	found := faults([]text{{surface: "comments", text: "the answer is kept by itself", from: at}})
	if got := slices.Collect(maps.Keys(found)); len(got) != 1 || got[0].rule != "by itself" {
		t.Errorf("a comment breaks %v", got)
	}
}

func TestCountsOfWordingOnlyFall(t *testing.T) {
	two := map[ruled][]problem{{"tell", "help"}: {{"a", 1, ""}, {"b", 1, ""}}}
	for _, row := range []struct {
		before, after string
		more          int
	}{
		{"tell\thelp\t2\n", "tell\thelp\t2\n", 0},
		{"tell\thelp\t5\n", "tell\thelp\t2\n", 0},
		{"tell\thelp\t1\n", "tell\thelp\t1\n", 3},
		{"tell\teverywhere\t0\n", "tell\teverywhere\t0\n", 3},
		{"", "tell\thelp\t2\n", 0}, // a new rule
	} {
		next, more := ratchet(two, []byte(row.before))
		if !strings.Contains(string(next), row.after) || len(more) != row.more {
			t.Errorf("from %q: %d problems, and it writes\n%s", row.before, len(more), next)
		}
	}
}

func TestSubjectsOfCommitsAreRead(t *testing.T) {
	for subject, want := range map[string]int{
		"extension: revert to one project per folder":    0,
		"Add a review to a pull request":                 0,
		`Revert "house: what an agent is told"`:          0,
		"gitstore: a new line cannot be guessed":         1,
		"docs: tell of hooks":                            2,
		"review: keep " + strings.Repeat("x", 60):        1,
		"commands, docs: say which flags are combined":   0,
		"commands: take a change back without a warning": 2,
	} {
		if got := subjectFaults(subject); len(got) != want {
			t.Errorf("%q: %d faults, want %d: %q", subject, len(got), want, got)
		}
	}
}

// The rule holds for commits that have it: those that come after the one that added it.
func TestSubjectsOfCommitsSayWhatTheyDo(t *testing.T) {
	git := func(args ...string) string {
		out, err := exec.CommandContext(t.Context(), "git", append([]string{"-C", top}, args...)...).Output()
		if err != nil {
			t.Skipf("git %s: no history here: %v", args[0], err)
		}
		return strings.TrimSpace(string(out))
	}
	if inside := git("rev-parse", "--show-prefix"); inside != "" {
		t.Skipf("the project is in %s of another repository", inside)
	}
	// The cache of go test follows files that a test opens, not what git reads.
	_, _ = os.Stat(git("rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"))
	added := strings.Fields(git("log", "--diff-filter=A", "--format=%H", "--", "tools/house/subjects.go"))
	if len(added) == 0 {
		t.Skip("no commit has the rule yet")
	}
	since := added[len(added)-1] // in a shallow clone, its first commit
	for line := range strings.Lines(git("log", "--no-merges", "--ancestry-path", "--format=%h %s", since+"..HEAD")) {
		id, subject, _ := strings.Cut(strings.TrimSpace(line), " ")
		for _, fault := range subjectFaults(subject) {
			t.Errorf("commit %s, %q: it %s", id, subject, fault)
		}
	}
}
