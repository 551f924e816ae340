//go:build unix

package proof

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"consider/internal/gittest"
	"consider/internal/verb"
	"consider/internal/verb/verbtest"
)

// busy is a repository in the middle of work: something staged, something
// edited, something untracked, a stash, a remote.
func busy(t *testing.T) *gittest.Repo {
	t.Helper()
	r := sample(t)
	r.Write("stashed.txt", "stashed\n")
	r.Git("stash", "-q", "-u")
	r.Git("init", "-q", "--bare", "../remote.git")
	r.Git("remote", "add", "origin", "../remote.git")
	r.Write("staged.txt", "staged\n")
	r.Git("add", "staged.txt")
	r.Write("a.txt", "edited\n"+numbered("line", 40))
	r.Write("untracked.txt", "untracked\n")
	r.Write(verbtest.File, numbered("code", 60))
	r.Write(verbtest.Plan, "first this, then that\n")
	return r
}

// every is calls that need one another, in an order in which they succeed. ID
// stands for the first thread, FOUND for the first one of an agent. A verb that is not among them is called after
// them, as its row's example does.
var every = [][]string{
	{"add", "a.txt:3", "-m", "one"},
	{"add", "src/b.go:3", "--side", "old", "-m", "two"},
	{"add", "untracked.txt", "-m", "three"},
	{"add", "--review", "-m", "four"},
	{"get", "ID"},
	{"triage", "FOUND", "--as", "human"},
	{"reply", "ID", "-m", "yes", "--outcome", "addressed"},
	{"resolve", "ID", "--as", "human"},
	{"memory", "learn", "ID"},
	{"unresolve", "ID"},
	{"edit", "ID", "--as", "human", "-m", "better\n```suggestion\nanother line\n```"},
	{"apply", "ID", "--dry-run", "--as", "human"}, // without --dry-run it changes files, as requested
	{"reanchor", "ID", "a.txt:5"},
	{"resolve", "ID", "--as", "human"},
	{"archive", "ID"},
	{"unarchive", "ID"},
	{"unresolve", "ID"},
	{"delete", "ID", "--as", "human"},
	{"undelete", "ID", "--as", "human"},
	{"adopt", "ID", "--as", "human"},
	{"checkpoint", "create", "one", "-m", "first round"},
	{"checkpoint", "show", "one"},
	{"reply", "ID", "-m", "after the round"},
	{"checkpoint", "diff", "one"},
	{"checkpoint", "restore", "one", "--as", "human"},
	{"checkpoint", "delete", "one", "--as", "human"},
	{"undo", "--dry-run"},
	{"undo"},
	{"undo", "--redo"},
	{"responses", "list"},
	{"responses", "show", "last"},
	{"responses", "mark", "last", "--keep", "walls"},
	{"responses", "feedback"},
	{"responses", "unmark", "last"},
	{"plan", "add", "a.txt"},
	{"plan", "comment", "--lines", "3", "-m", "x", "--as", "human"},
	{"plan", "show"},
	{"plan", "diff"},
	{"plan", "feedback"},
	{"plan", "reject", "-m", "x", "--as", "human"},
	{"plan", "list"},
	{"plan", "add", "untracked.txt"},
	{"plan", "approve", "--as", "human"},
	{"wait", "--for", "any", "--timeout", "0"},
	{"log", "ID"},
	{"export", "--format", "md"},
	{"export", "--format", "json"},
	{"import", "../store.json", "--as", "human"},
	{"config", "resolve", "human", "--as", "human"},
	{"memory", "create", "/memories/a.md", "-m", "one"},
	{"memory", "view"},
	{"memory", "str_replace", "/memories/a.md", "--old", "one", "--new", "two"},
	{"memory", "insert", "/memories/a.md", "--line", "0", "-m", "zero"},
	{"memory", "rename", "/memories/a.md", "/memories/b.md"},
	{"memory", "get", "/memories/b.md"},
	{"memory", "save", "/memories/c.md", "-m", "three"},
	{"memory", "pin", "/memories/b.md", "--as", "human"},
	{"memory", "unpin", "/memories/b.md", "--as", "human"},
	{"memory", "log"},
	{"memory", "delete", "/memories/b.md"},
	{"memory", "import", "../memory.json", "--as", "human"},
	{"memory", "sync", "--as", "human"},
	{"config", "memory.backend", "secret", "--as", "human"},
	{"memory", "purge", "--yes", "--force", "--as", "human"},
	{"memory", "clear", "--as", "human"},
	{"fsck"},
	{"setup", "--gitignore=false", "--yes"},
	{"uninstall", "--yes"},
}

const oldStore = `{"version":1,"comments":[{"id":"c1","file":"a.txt","anchor":{"startLine":2,"endLine":2,` +
	`"contextBefore":[],"contextAfter":[],"targetContent":"line 1 of the file","contentHash":""},` +
	`"workflowState":"open","createdAt":"2026-11-21T10:00:00Z","author":"human","body":"old","thread":[]}]}`

const oldMemory = `{"version":1,"files":[{"path":"/memories/imported.md","text":"one"}]}`

// TestNoVerbTouchesTheUsersRepository: not its index, HEAD, refs, settings,
// objects or files, to the byte.
func TestNoVerbTouchesTheUsersRepository(t *testing.T) {
	t.Parallel()
	r := busy(t)
	s := sit(t, r.Dir).here().with(agentSaid(t, r.Dir)...)
	if err := os.WriteFile(filepath.Join(filepath.Dir(r.Dir), "store.json"), []byte(oldStore), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(r.Dir), "memory.json"), []byte(oldMemory), 0o644); err != nil {
		t.Fatal(err)
	}
	before := gittest.Snapshot(t, r.Dir)
	called := map[string]bool{}
	ids := map[string]string{}
	call := func(args, agents []string, ends []int) {
		called[verbOf(args)] = true
		for _, agent := range agents {
			call := append(slices.Clone(args), "--json")
			if agent == "" {
				call = byPerson(call)
			}
			got := s.with(agent).refused(ends, call...)
			if name := map[bool]string{true: "ID", false: "FOUND"}[agent == ""]; args[0] == "add" && ids[name] == "" {
				ids[name] = into[one](s, got).Thread.ID
			}
			if diff := gittest.Diff(before.Print, gittest.Snapshot(t, r.Dir).Print); diff != "" {
				t.Fatalf("%s changed the user's repository:\n%s", got, diff)
			}
		}
	}
	const agent = "CLAUDECODE=1"
	for _, args := range every {
		agents := []string{"", agent}
		if slices.Contains(args, "human") || changesOnce[verbOf(args)] {
			agents = agents[:1]
		}
		call(named(args, ids), agents, ends(args))
	}
	hooked := s
	hooked.stdin = strings.NewReader(`{"session_id":"s","hook_event_name":"UserPromptSubmit","cwd":"` + r.Dir + `"}`)
	hooked.must("hook", "claude", "UserPromptSubmit") // begins a turn
	for _, v := range verb.All {
		if v.On&verb.CLI != 0 && !called[v.Name] {
			args := verbtest.Call(v, map[string]string{verbtest.Thread: ids["ID"]})
			call(args, []string{""}, []int{0})
			call(args, []string{agent}, []int{0, 12, 16}) // it may be a person's, or done already
		}
	}
	sound(s)
	t.Logf("%d verbs", len(called))
}

// byPerson is a call that says that a person makes it.
func byPerson(args []string) []string {
	if slices.Contains(args, "human") {
		return args
	}
	return append(slices.Clone(args), "--as", "human")
}

// ends returns the exit codes that a call may have: a wait may report that nothing happened, and a sync that there is
// no file.
func ends(args []string) []int {
	switch verbOf(args) {
	case "wait":
		return []int{0, 17} // for an agent with unread messages, it returns at once
	case "memory sync":
		return []int{12} // no file is synced with the memory here
	}
	return []int{0}
}

// changesOnce are verbs that succeed once on the same thread.
var changesOnce = map[string]bool{
	"archive": true, "unarchive": true, "resolve": true, "reply": true, "checkpoint create": true, "undo": true,
	"setup": true, "uninstall": true,
	"memory create": true, "memory str_replace": true, "memory insert": true, "memory rename": true,
	"memory delete": true, "memory save": true,
	"responses mark": true, "responses unmark": true, // a person's
}

// TestGitBehavesAsIfTheStoreWereNotThere: each command says and does the same
// with the store as without.
func TestGitBehavesAsIfTheStoreWereNotThere(t *testing.T) {
	t.Parallel()
	r := busy(t)
	ask := func() (said []string) {
		for _, args := range [][]string{
			{"status", "--porcelain", "--ignored=no", "-uall"},
			{"diff", "--stat"},
			{"add", "-An"},
			{"clean", "-fdn"},
			{"ls-files", "-o", "--exclude-standard"},
			{"stash", "list"},
			{"for-each-ref"},
			{"count-objects", "-v"},
		} {
			said = append(said, "git "+strings.Join(args, " ")+"\n"+r.Git(args...))
		}
		return said
	}
	without := ask()
	s := sit(t, r.Dir).inProcess()
	s.add("a.txt:3", "-m", "hidden words")
	list := s.rawThreads()
	for i, said := range ask() {
		if said != without[i] {
			t.Errorf("without the store:\n%s\nwith it:\n%s", without[i], said)
		}
	}
	r.Git("stash", "-q", "-u")
	r.Git("stash", "pop", "-q", "--index")
	r.Git("clean", "-qfd", "--exclude=untracked.txt")
	if now := s.rawThreads(); now != list {
		t.Errorf("after stash -u, stash pop and clean -fd the list differs: %s", differing(list, now))
	}
	r.Git("add", "-A")
	r.Git("commit", "-q", "-m", "all there is")
	r.Git("push", "-q", "--mirror", "origin")
	hidden(t, r, filepath.Join(filepath.Dir(r.Dir), "remote.git"))
	hidden(t, r, filepath.Join(r.Dir, ".git"))
	sound(s)
}

// hidden fails if any object of a repository is the store's, or holds what was
// said.
func hidden(t *testing.T, r *gittest.Repo, gitDir string) {
	t.Helper()
	names := r.Git("--git-dir="+gitDir, "log", "--all", "--name-only", "--format=%H %B")
	if strings.Contains(names, ".consider") || strings.Contains(names, "threads/") {
		t.Errorf("%s has files of the store:\n%s", gitDir, names)
	}
	for _, line := range strings.Split(r.Git("--git-dir="+gitDir, "cat-file", "--batch-all-objects", "--batch-check"), "\n") {
		id, meta, _ := strings.Cut(line, " ")
		if strings.HasPrefix(meta, "blob") && strings.Contains(r.Git("--git-dir="+gitDir, "cat-file", "blob", id), "hidden words") {
			t.Errorf("%s has what was said, in %s", gitDir, id)
		}
	}
	if refs := r.Git("--git-dir="+gitDir, "for-each-ref"); strings.Contains(refs, "threads") || strings.Contains(refs, "consider") {
		t.Errorf("%s has refs of the store:\n%s", gitDir, refs)
	}
}
