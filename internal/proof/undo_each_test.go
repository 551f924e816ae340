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
	"triage":             {"triage FOUND1", "triage FOUND2 --dismiss"},
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
	"adopt":              {"adopt ELSEWHERE1", "adopt ELSEWHERE2"},
	"responses mark":     {"responses mark last --drop walls", "responses mark last --keep thin"},
	"responses unmark":   {"responses unmark MARK1", "responses unmark MARK2"},
}

// twiceByPrograms has the same for verbs that are not on the command line. One call may be several changes.
var twiceByPrograms = map[string][2]fields{
	"review submit": {{"globalComment": "one", "verdict": "comment"}, {"globalComment": "two", "verdict": "approve"}},
	"memory": {
		{"command": "create", "path": "/memories/new.md", "file_text": "one"}, {"command": "insert", "path": "/memories/new.md", "insert_line": 0, "insert_text": "two\n"},
	},
}

// notUndone are the verbs that write and are not among them, each with the reason.
var notUndone = map[string]string{
	"checkpoint restore": "is two changes: it saves a checkpoint first, which its undo leaves; tested with the rounds",
	"fsck":               "repairs and acknowledges",
	"gc":                 "changes no state",
	"memory purge":       "erases for good",
	"memory sync":        "writes a file of the project, by the memory as it is",
	"reconcile":          "changes no state",
	"release":            "changes no state",
	"setup":              "changes files around the store; uninstall is its reverse",
	"turn delete":        "erases for good",
	"undo":               "is what is tested",
	"uninstall":          "is the reverse of setup",
}

// walks are the ways to make two changes and to undo and redo them. Except at night, a change takes the first and one of the
// others.
var walks = []struct {
	how  string
	walk func(u undoing, changes [2][]string)
}{
	{"alone", undoing.alone},
	{"an agent beside it", undoing.besideAnAgent},
	{"all of two people", undoing.ofTwoPeople},
	{"each party's own", undoing.eachPartysOwn},
}

// TestEachChangeIsUndoneAndRedoneToTheByte: each change twice, undone twice and redone twice, alone and with another writer
// in between: the same bytes, or a reason why not.
func TestEachChangeIsUndoneAndRedoneToTheByte(t *testing.T) {
	t.Parallel()
	for _, v := range verb.All {
		if _, has := twice[v.Name]; v.Effect != verb.Reads && v.On&verb.CLI != 0 && !has && notUndone[v.Name] == "" {
			t.Errorf("%s writes, and nothing says whether undo covers it", v.Name)
		}
	}
	stage, ids := undoStage(t)
	for i, name := range slices.Sorted(maps.Keys(twice)) {
		for j, w := range walks {
			if j > 0 && i%3 != j-1 && often(1, 0) == 0 {
				continue
			}
			t.Run(name+", "+w.how, func(t *testing.T) {
				t.Parallel()
				u := copyOf(t, stage)
				u.ids = ids
				var changes [2][]string
				for i, line := range twice[name] {
					changes[i] = append(named(strings.Fields(line), ids), "--as", "human")
				}
				w.walk(u, changes)
			})
		}
	}
}

// TestEachChangeOfAProgramIsUndoneAndRedoneToTheByte: a call that is several changes takes as many steps. The memory's tool is
// an agent's, also if a person calls it.
func TestEachChangeOfAProgramIsUndoneAndRedoneToTheByte(t *testing.T) {
	t.Parallel()
	for _, v := range verb.All {
		if _, has := twiceByPrograms[v.Name]; v.Effect != verb.Reads && v.On&verb.CLI == 0 && !has {
			t.Errorf("%s writes, and nothing says whether undo covers it", v.Name)
		}
	}
	for name, calls := range twiceByPrograms {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := sample(t)
			at := sitDown(t, r)
			told[any](at, reviewer, "add", fields{"place": "a.txt:3", "message": "first"})
			u := undoing{seat: sit(t, r.Dir), repo: r}
			states, steps := []string{u.state()}, 0
			for _, in := range calls {
				told[any](at, reviewer, name, in)
				states = append(states, u.state())
			}
			for _, want := range []string{states[1], states[0]} {
				for u.state() != want {
					if steps++; steps > 6 {
						t.Fatal("the state before it does not come back")
					}
					told[any](at, reviewer, "undo", fields{"any": true})
				}
			}
			for range steps {
				told[any](at, reviewer, "undo", fields{"redo": true, "any": true})
			}
			if got := u.state(); steps < 2 || got != states[2] {
				t.Errorf("after %d steps back and again:\n%s", steps, cmp.Diff(strings.Split(states[2], "\n"), strings.Split(got, "\n")))
			}
		})
	}
}

// undoing is a copy of the stage.
type undoing struct {
	seat
	repo *gittest.Repo
	ids  map[string]string
}

func copyOf(t *testing.T, stage string) undoing {
	t.Helper()
	dir := filepath.Join(gittest.TempDir(t), "project")
	if err := os.CopyFS(dir, os.DirFS(stage)); err != nil {
		t.Fatal(err)
	}
	return undoing{seat: sit(t, dir).here().with(agentSaid(t, dir)...), repo: gittest.At(t, dir)}
}

// write makes the changes, calls between after each of them, and returns the states from before the first to the last.
func (u undoing) write(changes [2][]string, between func(i int)) (states []string) {
	u.t.Helper()
	states = append(states, u.state())
	for i, args := range changes {
		u.must(args...)
		now := u.state()
		if now == states[len(states)-1] {
			u.t.Fatal("the change changes nothing")
		}
		states = append(states, now)
		if between != nil {
			between(i)
			states = append(states, u.state())
		}
	}
	return states
}

// reply is the other writer's change, which is on a thread of its own.
func (u undoing) reply(i int, as ...string) {
	u.t.Helper()
	u.must(append([]string{"reply", u.ids["BESIDE"], "-m", fmt.Sprintf("beside %d", i)}, as...)...)
}

// undo undoes or redoes one change, and compares the state with want if that is not "". It reports false if that was refused
// with a reason.
func (u undoing) undo(want string, args ...string) bool {
	u.t.Helper()
	r := u.run(append([]string{"undo"}, args...)...)
	if r.Code == 12 && strings.Contains(r.Err, "consider: ") {
		return false
	}
	if r.Code != 0 {
		u.t.Errorf("%s: exit %d: %s", r, r.Code, r.Err)
	}
	if got := u.state(); want != "" && got != want {
		u.t.Errorf("%s: another state than before:\n%s", r, cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")))
	}
	return true
}

// all undoes all changes, one by one, and redoes them.
func (u undoing) all(states []string, args ...string) {
	u.t.Helper()
	for i := len(states) - 2; i >= 0; i-- {
		if !u.undo(states[i], args...) {
			u.t.Fatalf("the newest change is not undone: step back to %d", i)
		}
	}
	for i := 1; i < len(states); i++ {
		if !u.undo(states[i], append(args, "--redo")...) {
			u.t.Fatalf("the last undone change is not redone: step forward to %d", i)
		}
	}
}

func (u undoing) alone(changes [2][]string) { u.all(u.write(changes, nil), "--as", "human") }

// ofTwoPeople undoes also what another person did in between.
func (u undoing) ofTwoPeople(changes [2][]string) {
	u.all(u.write(changes, func(i int) { u.reply(i, "--as", "human", "--name", "Eve") }), "--as", "human", "--any")
}

// besideAnAgent undoes only the person's changes. A change that depends on the agent's is refused.
func (u undoing) besideAnAgent(changes [2][]string) {
	states := u.write(changes, func(i int) { u.reply(i, "--as", "agent", "--name", "bot") })
	if u.undo("", "--as", "human") {
		between := u.state()
		if u.undo("", "--as", "human") {
			u.undo(between, "--as", "human", "--redo")
		}
		u.undo(states[len(states)-1], "--as", "human", "--redo")
	}
}

// eachPartysOwn undoes the changes of both, each by its own hand, and redoes them.
func (u undoing) eachPartysOwn(changes [2][]string) {
	bot, person := []string{"--as", "agent", "--name", "bot"}, []string{"--as", "human"}
	states := u.write(changes, func(i int) { u.reply(i, bot...) })
	for _, who := range [][]string{bot, bot, person, person} {
		if !u.undo("", who...) {
			u.t.Fatalf("%v: an own change on which nothing depends is not undone", who)
		}
	}
	if got, want := u.without("BESIDE", u.state()), u.without("BESIDE", states[0]); got != want {
		u.t.Errorf("undone: %s", cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")))
	}
	if th := u.get(u.ids["BESIDE"]); len(th.Thread) != 0 {
		u.t.Errorf("the agent's words are there: %+v", th.Thread)
	}
	for _, who := range [][]string{person, person, bot, bot} {
		if !u.undo("", append(who, "--redo")...) {
			u.t.Fatalf("%v: an own change is not redone", who)
		}
	}
	last := states[len(states)-1]
	if got, want := u.without("BESIDE", u.state()), u.without("BESIDE", last); got != want {
		u.t.Errorf("redone: %s", cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")))
	}
	if th := u.get(u.ids["BESIDE"]); len(th.Thread) != 2 {
		u.t.Errorf("the agent's words are not there: %+v", th.Thread)
	}
}

// without omits a thread from a state: an undo keeps the marks of what an agent has read.
func (u undoing) without(thread, state string) string {
	lines := slices.DeleteFunc(strings.Split(state, "\n"), func(line string) bool { return strings.Contains(line, u.ids[thread]) })
	return strings.Join(lines, "\n")
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
	s, ids := sit(t, r.Dir).here().with(agentSaid(t, r.Dir)...), map[string]string{}
	for i, name := range []string{"OPEN1", "OPEN2", "BESIDE", "RESOLVED1", "RESOLVED2", "ARCHIVED1", "ARCHIVED2", "DELETED1", "DELETED2", "SUGGESTED1", "SUGGESTED2"} {
		text := name
		if strings.HasPrefix(name, "SUGGESTED") {
			text = "better:\n```suggestion\n" + name + "\n```"
		}
		ids[name] = s.add(fmt.Sprintf("a.txt:%d", 2*i+7), "-m", text)
	}
	for _, name := range []string{"FOUND1", "FOUND2"} {
		ids[name] = s.add("a.txt:6", "-m", name, "--as", "agent", "--name", "bot")
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
	for name, words := range map[string]string{"MARK1": "The", "MARK2": "are"} {
		ids[name] = into[struct{ Mark string }](s, s.must("responses", "mark", "last", "--keep", words, "--json", "--as", "human")).Mark
	}
	elsewhere(t, r, ids)
	s.must("list") // takes over what was left there
	return r.Dir, ids
}

// elsewhere leaves two threads in a worktree that is removed, so that they have no owner.
func elsewhere(t *testing.T, r *gittest.Repo, ids map[string]string) {
	t.Helper()
	dir := filepath.Join(gittest.TempDir(t), "side")
	r.Git("worktree", "add", "-q", dir)
	store := filepath.Join(dir, ".consider")
	s := sit(t, dir).here().with("CONSIDER_DIR=" + store)
	for i, name := range []string{"ELSEWHERE1", "ELSEWHERE2"} {
		ids[name] = s.add(fmt.Sprintf("a.txt:%d", i+30), "-m", name)
	}
	r.Git("--git-dir="+store, "push", "-q", r.Path(".consider"), "threads:refs/worktrees/side/threads")
	r.Git("worktree", "remove", "--force", dir)
}
