//go:build unix

package proof

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/gittest"
	"consider/internal/verb"
)

// twice has, for each verb that changes what undo covers, the command by which a person makes the change and makes it once
// more. A word in capitals stands for an ID of the stage.
var twice = map[string][2]string{
	"add":                {"add a.txt:5 -m one", "add a.txt:6 -m two"},
	"reply":              {"reply OPEN1 -m one", "reply OPEN1 -m two"},
	"resolve":            {"resolve OPEN1", "resolve OPEN2 -m done"},
	"unresolve":          {"unresolve RESOLVED1", "unresolve RESOLVED2"},
	"edit":               {"edit OPEN1 -m one", "edit OPEN1 -m two"},
	"apply":              {"apply SUGGESTED1", "apply SUGGESTED2"},
	"label":              {"label OPEN1 +one", "label OPEN1 +two -one"},
	"reanchor":           {"reanchor OPEN1 a.txt:20", "reanchor OPEN1 --gone"},
	"archive":            {"archive RESOLVED1", "archive RESOLVED2"},
	"unarchive":          {"unarchive ARCHIVED1", "unarchive ARCHIVED2"},
	"delete":             {"delete OPEN1", "delete OPEN2"},
	"undelete":           {"undelete DELETED1", "undelete DELETED2"},
	"checkpoint create":  {"checkpoint create one", "checkpoint create two -m two"},
	"checkpoint delete":  {"checkpoint delete early", "checkpoint delete late"},
	"import":             {"import one.rdjsonl", "import two.rdjsonl"},
	"config":             {"config resolve human", "config memory off"},
	"plan add":           {"plan add one.md", "plan add two.md"},
	"plan comment":       {"plan comment PLAN1 --lines 1 -m one", "plan comment PLAN1 --lines 1 -m two"},
	"plan approve":       {"plan approve PLAN1", "plan approve PLAN2 -m well"},
	"plan reject":        {"plan reject PLAN1 -m one", "plan reject PLAN2 -m two"},
	"memory create":      {"memory create /memories/new.md -m one", "memory create /memories/new.md -m two"},
	"memory str_replace": {"memory str_replace /memories/a.md --old first --new one", "memory str_replace /memories/a.md --old one --new two"},
	"memory insert":      {"memory insert /memories/a.md --line 0 -m one", "memory insert /memories/a.md --line 1 -m two"},
	"memory delete":      {"memory delete /memories/a.md", "memory delete /memories/b.md"},
	"memory rename":      {"memory rename /memories/a.md /memories/c.md", "memory rename /memories/c.md /memories/d/e.md"},
	"memory save":        {"memory save /memories/new.md -m one", "memory save /memories/newer.md -m two"},
	"memory pin":         {"memory pin /memories/a.md", "memory pin /memories/b.md"},
	"memory unpin":       {"memory unpin /memories/pinned.md", "memory unpin /memories/other.md"},
	"memory clear":       {"memory clear", "memory create /memories/after.md -m two"},
	"memory import":      {"memory import memory.json --over", "memory create /memories/after.md -m two"},
	"memory learn":       {"memory learn RESOLVED1 -m one", "memory learn RESOLVED1 --accept"},
}

// notUndone are the verbs that write and are not among them, each with the reason.
var notUndone = map[string]string{
	"checkpoint restore": "is two changes: it saves a checkpoint first, which its undo leaves; tested with the rounds",
	"adopt":              "needs messages from elsewhere; its undo is tested with it",
	"fsck":               "repairs and acknowledges",
	"gc":                 "changes no state",
	"memory purge":       "erases for good",
	"memory sync":        "writes a file of the project, by the memory as it is",
	"reconcile":          "changes no state",
	"release":            "changes no state",
	"responses mark":     "needs the files of an agent; its undo is tested with it",
	"responses unmark":   "likewise",
	"setup":              "changes files around the store; uninstall is its reverse",
	"turn delete":        "erases for good",
	"undo":               "is what is tested",
	"uninstall":          "is the reverse of setup",
}

// TestEachChangeIsUndoneAndRedoneToTheByte: each change twice, undone twice and redone twice, alone and with an agent that
// writes in between: the same bytes, or a reason why not.
func TestEachChangeIsUndoneAndRedoneToTheByte(t *testing.T) {
	t.Parallel()
	for _, v := range verb.All {
		if _, has := twice[v.Name]; v.Effect != verb.Reads && v.On&verb.CLI != 0 && !has && notUndone[v.Name] == "" {
			t.Errorf("%s writes, and nothing says whether undo covers it", v.Name)
		}
	}
	stage, ids := undoStage(t)
	for _, name := range slices.Sorted(maps.Keys(twice)) {
		for _, beside := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, an agent beside it: %v", name, beside), func(t *testing.T) {
				t.Parallel()
				u := copyOf(t, stage)
				states := []string{u.state()}
				for i, line := range twice[name] {
					args := strings.Fields(line)
					for j, word := range args {
						if id := ids[word]; id != "" {
							args[j] = id
						}
					}
					u.must(append(args, "--as", "human")...)
					if beside {
						u.must("reply", ids["BESIDE"], "-m", fmt.Sprintf("beside %d", i), "--as", "agent", "--name", "bot")
					}
					states = append(states, u.state())
				}
				if states[0] == states[1] || states[1] == states[2] {
					t.Fatal("the change changes nothing")
				}
				u.back(beside, states)
			})
		}
	}
}

// undoing is a copy of the stage.
type undoing struct {
	seat
	repo *gittest.Repo
}

func copyOf(t *testing.T, stage string) undoing {
	t.Helper()
	dir := filepath.Join(gittest.TempDir(t), "project")
	if err := os.CopyFS(dir, os.DirFS(stage)); err != nil {
		t.Fatal(err)
	}
	return undoing{sit(t, dir).here(), gittest.At(t, dir)}
}

// back undoes and redoes the two changes.
func (u undoing) back(beside bool, states []string) {
	undo := func(want string, args ...string) bool {
		u.t.Helper()
		r := u.run(append([]string{"undo", "--as", "human"}, args...)...)
		switch got := u.state(); {
		case r.Code == 12 && beside && strings.Contains(r.Err, "consider: "):
			return false // refused with a reason
		case r.Code != 0:
			u.t.Errorf("%s: exit %d: %s", r, r.Code, r.Err)
		case want != "" && got != want:
			u.t.Errorf("%s: another state than before:\n%s", r, cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")))
		}
		return true
	}
	if !beside {
		_ = undo(states[1]) && undo(states[0]) && undo(states[1], "--redo") && undo(states[2], "--redo")
		return
	}
	if undo("") {
		between := u.state()
		if undo("") {
			undo(between, "--redo")
		}
		undo(states[2], "--redo")
	}
}

// state is the store's tree and the project's files.
func (u undoing) state() string {
	u.t.Helper()
	out := u.repo.Git("--git-dir=.consider", "ls-tree", "-r", "refs/heads/threads")
	for _, name := range []string{"a.txt", "src/b.go"} {
		data, err := os.ReadFile(filepath.Join(u.dir, name))
		if err != nil {
			u.t.Fatal(err)
		}
		out += "\n" + name + "\n" + string(data)
	}
	return out
}

// undoStage is a project with something for each change, and the IDs of its threads.
func undoStage(t *testing.T) (dir string, ids map[string]string) {
	t.Helper()
	r := sample(t)
	s, ids := sit(t, r.Dir).here(), map[string]string{}
	for i, name := range []string{"OPEN1", "OPEN2", "BESIDE", "RESOLVED1", "RESOLVED2", "ARCHIVED1", "ARCHIVED2", "DELETED1", "DELETED2", "SUGGESTED1", "SUGGESTED2"} {
		text := name
		if strings.HasPrefix(name, "SUGGESTED") {
			text = "better:\n```suggestion\n" + name + "\n```"
		}
		ids[name] = s.add(fmt.Sprintf("a.txt:%d", 2*i+7), "-m", text)
	}
	human := func(args ...string) { s.must(append(args, "--as", "human")...) }
	human("resolve", ids["RESOLVED1"], ids["RESOLVED2"], ids["ARCHIVED1"], ids["ARCHIVED2"])
	human("archive", ids["ARCHIVED1"], ids["ARCHIVED2"])
	human("delete", ids["DELETED1"], ids["DELETED2"])
	human("checkpoint", "create", "early")
	human("reply", ids["OPEN2"], "-m", "later")
	human("checkpoint", "create", "late")
	human("reply", ids["OPEN2"], "-m", "latest")
	for _, name := range []string{"a", "b", "pinned", "other"} {
		human("memory", "create", "/memories/"+name+".md", "-m", "first "+name)
	}
	human("memory", "pin", "/memories/pinned.md", "/memories/other.md")
	for _, name := range []string{"one.md", "two.md", "first.md", "second.md"} {
		r.Write(name, "# "+name+"\n\n1. A step.\n")
	}
	for _, name := range []string{"one", "two"} {
		r.Write(name+".rdjsonl", `{"message":"`+name+`","location":{"path":"a.txt","range":{"start":{"line":3}}}}`+"\n")
	}
	r.Write("memory.json", strings.ReplaceAll(s.must("memory", "export").Out, "first", "imported"))
	ids["PLAN1"], ids["PLAN2"] = s.plan("first.md"), s.plan("second.md")
	return r.Dir, ids
}
