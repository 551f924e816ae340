//go:build unix

package proof

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"consider/internal/gittest"
	"consider/internal/verb"
)

// act is one call of a verb, and how it ends for each role, if it is not a person's alone by the table of verbs: "" is
// success. Ids in capitals stand for those of the review that every door leads to.
type act struct {
	verb   string
	in     fields
	person string
	agent  string
	other  string // where an unknown caller's end is another than an agent's
}

// acts are a call or more of every verb that changes something. The first looks at what is newest in the review.
var acts = []act{
	{"undo", fields{"dryRun": true}, "", "denied", ""},
	{"add", fields{"place": "a.txt:3", "message": "x"}, "", "", ""},
	{"reply", fields{"id": "ASKED", "choose": "this"}, "", "denied", ""},
	{"reply", fields{"id": "OPEN", "message": "x"}, "", "", ""},
	{"triage", fields{"ids": []string{"FOUND"}}, "", "denied", ""},
	{"resolve", fields{"ids": []string{"UNREAD"}}, "", "conflict", ""},
	{"context", fields{"ids": []string{"READ"}}, "", "", ""},
	{"context", fields{"ids": []string{"OPEN"}, "take": true}, "denied", "", "denied"},
	{"release", fields{"ids": []string{"OPEN"}}, "", "", ""},
	{"resolve", fields{"ids": []string{"READ"}}, "", "", "conflict"},
	{"resolve", fields{"ids": []string{"BOTS"}}, "", "", ""},
	{"unresolve", fields{"ids": []string{"RESOLVED"}}, "", "", ""},
	{"edit", fields{"id": "OPEN", "message": "in words of another"}, "", "denied", ""},
	{"edit", fields{"id": "EVES", "message": "in words of another"}, "", "denied", ""},
	{"edit", fields{"id": "BOTS", "message": "in words of another"}, "denied", "denied", ""},
	{"apply", fields{"ids": []string{"SUGGESTED"}}, "", "denied", ""},
	{"label", fields{"id": "OPEN", "add": []string{"later"}}, "", "", ""},
	{"reanchor", fields{"id": "OPEN", "place": "a.txt:5"}, "", "", ""},
	{"adopt", fields{"ids": []string{"OPEN"}}, "", "denied", ""},
	{"archive", fields{"ids": []string{"SETTLED"}}, "", "", ""},
	{"archive", fields{"ids": []string{"OPEN"}}, "conflict", "conflict", ""},
	{"unarchive", fields{"ids": []string{"ARCHIVED"}}, "", "", ""},
	{"seen", fields{"ids": []string{"OPEN"}}, "", "denied", ""},
	{"delete", fields{"ids": []string{"UNWANTED"}}, "", "denied", ""},
	{"delete", fields{"ids": []string{"REPLY"}}, "", "denied", ""},
	{"undelete", fields{"ids": []string{"DELETED"}}, "", "denied", ""},
	{"checkpoint create", fields{"name": "two"}, "", "", ""},
	{"checkpoint restore", fields{"name": "one", "dryRun": true}, "", "", ""},
	{"checkpoint delete", fields{"name": "one"}, "", "denied", ""},
	{"checkpoint restore", fields{"name": "kept"}, "", "denied", ""},
	{"turn saved", fields{"files": []string{"a.txt"}}, "", "denied", ""},
	{"turn delete", fields{"all": true}, "", "denied", ""},
	{"changes viewed", fields{"hash": "3f2a9c01d2b4e5f6", "viewed": true}, "", "denied", ""},
	{"review submit", fields{"globalComment": "x", "verdict": "approve"}, "", "denied", ""},
	{"responses mark", fields{"id": "last", "drop": "walls"}, "", "denied", ""},
	{"responses unmark", fields{"ids": []string{"last"}}, "", "denied", ""},
	{"plan add", fields{"text": "# Two\n\nanother\n"}, "", "", ""},
	{"plan comment", fields{"id": "PLAN", "lines": "3", "message": "x"}, "", "denied", ""},
	{"plan reject", fields{"id": "PLAN", "message": "x"}, "", "denied", ""},
	{"plan approve", fields{"id": "FINE"}, "", "denied", ""},
	{"import", fields{"store": oldStore}, "", "denied", ""},
	{"import", fields{"store": botsStore}, "", "", ""},
	{"config", fields{"name": "resolve", "value": "human"}, "", "denied", ""},
	{"config", fields{"name": "resolve", "unset": true}, "", "denied", ""},
	{"doctor", fields{"forget": "/nowhere"}, "not_found", "denied", ""},
	{"fsck", fields{}, "", "", ""},
	{"fsck", fields{"accept": true}, "", "denied", ""},
	{"fsck", fields{"restore": true}, "not_found", "denied", ""},
	{"gc", fields{}, "", "", ""},
	{"setup", fields{"integrations": []string{"claude"}, "dryRun": true}, "", "", ""},
	{"setup", fields{"integrations": []string{"claude"}, "yes": true}, "", "denied", ""},
	{"uninstall", fields{"dryRun": true}, "", "", ""},
	{"uninstall", fields{"yes": true}, "", "denied", ""},
	{"memory", fields{"command": "create", "path": "/memories/m.md", "file_text": "x"}, "", "", ""},
	{"memory create", fields{"path": "/memories/a.md", "text": "x"}, "", "", ""},
	{"memory str_replace", fields{"path": "/memories/a.md", "old_str": "x", "new_str": "y"}, "", "", ""},
	{"memory insert", fields{"path": "/memories/a.md", "insert_line": 0, "insert_text": "x"}, "", "", ""},
	{"memory rename", fields{"old_path": "/memories/a.md", "new_path": "/memories/b.md"}, "", "", ""},
	{"memory delete", fields{"path": "/memories/b.md"}, "", "", ""},
	{"memory save", fields{"path": "/memories/c.md", "text": "x"}, "", "", ""},
	{"memory pin", fields{"paths": []string{"/memories/c.md"}}, "", "denied", ""},
	{"memory unpin", fields{"paths": []string{"/memories/c.md"}}, "", "denied", ""},
	{"memory purge", fields{"yes": true}, "conflict", "denied", ""},
	{"memory sync", fields{}, "conflict", "denied", ""}, // no file follows it here
	{"memory import", fields{"document": oldMemory}, "", "denied", ""},
	{"memory learn", fields{"id": "LEARNT"}, "", "", ""},
	{"memory learn", fields{"id": "LEARNT", "accept": true}, "", "denied", ""},
	{"memory clear", fields{}, "", "denied", ""},
}

// aFew is how many of the acts show who comes through a door: all callers may do some of them, and persons only the others.
const aFew = 15

const botsStore = `{"version":1,"comments":[{"id":"c9","file":"a.txt","anchor":{"startLine":2,"endLine":2,` +
	`"contextBefore":[],"contextAfter":[],"targetContent":"line 1 of the file","contentHash":""},` +
	`"workflowState":"open","createdAt":"2026-11-21T10:00:00Z","author":"agent","body":"old","thread":[]}]}`

// reviewed makes the review that every door leads to a copy of, and returns the ids of its threads.
func reviewed(t *testing.T) (dir string, ids map[string]string) {
	t.Helper()
	r := sample(t)
	s := sit(t, r.Dir).inProcess()
	ids = map[string]string{}
	for _, name := range []string{"OPEN", "READ", "UNREAD", "RESOLVED", "SETTLED", "ARCHIVED", "UNWANTED", "DELETED", "LEARNT"} {
		ids[name] = s.add("a.txt:3", "-m", "the human's "+name)
	}
	ids["EVES"] = s.add("a.txt:4", "-m", "under another name", "--name", "Eve")
	ids["SUGGESTED"] = s.add("a.txt:6", "-m", "```suggestion\nanother line\n```")
	ids["ASKED"] = s.add("a.txt:7", "-m", "which?", "--ask", "this|that", "--as", "agent", "--name", "bot")
	ids["PLAN"], ids["FINE"] = s.plan("a.txt"), s.plan("src/b.go")
	ids["BOTS"] = s.add("a.txt:5", "-m", "the bot's", "--as", "agent", "--name", "bot")
	ids["FOUND"] = s.add("a.txt:5", "-m", "the bot's finding", "--as", "agent", "--name", "bot")
	ids["REPLY"] = s.replied(ids["ASKED"], "-m", "the human's REPLY")
	s.must("resolve", ids["RESOLVED"], ids["SETTLED"], ids["ARCHIVED"], ids["LEARNT"], "--as", "human")
	s.must("archive", ids["ARCHIVED"], "--as", "human")
	s.must("delete", ids["DELETED"], "--as", "human")
	s.must("checkpoint", "create", "one", "--as", "human")
	s.must("checkpoint", "create", "kept", "--as", "human")
	return r.Dir, ids
}

// TestWhoMayDoWhat is the table of docs/reference/identity.md: every verb that changes something, through every door.
func TestWhoMayDoWhat(t *testing.T) {
	t.Parallel()
	dir, ids := reviewed(t)
	for _, v := range verb.All {
		called := slices.ContainsFunc(acts, func(a act) bool { return a.verb == v.Name })
		if v.Effect != verb.Reads && !called {
			t.Errorf("no call of %s in this test", v.Name)
		}
		refuses := slices.ContainsFunc(acts, func(a act) bool { return a.verb == v.Name && a.agent == "denied" })
		if v.Personal != "" && !refuses {
			t.Errorf("%s has a part that is a person's, and no call of it is refused in this test", v.Name)
		}
	}
	calls := 0
	for _, d := range doors(t) {
		t.Run(d.name, func(t *testing.T) {
			at := &place{dir: filepath.Join(gittest.TempDir(t), "repo"), env: map[string]string{"HOME": gittest.TempDir(t), "GIT_CONFIG_NOSYSTEM": "1"}}
			if err := os.CopyFS(at.dir, os.DirFS(dir)); err != nil {
				t.Fatal(err)
			}
			at.env["CLAUDE_CONFIG_DIR"], at.env["CLAUDE_CODE_PROJECT_DIR_NAME"] = filepath.Dir(at.dir)+"/agent-home", "fixed"
			agentSaid(t, at.dir)
			ask := d.open(t, d, at)
			mine := acts
			if d.isAlike() {
				mine = acts[:often(len(acts), aFew)]
			}
			for _, a := range mine {
				v, _ := verb.Find(a.verb)
				if v.On&d.on == 0 || d.on == verb.Web && a.verb == "responses mark" || d.on == verb.Web && a.verb == "responses unmark" {
					continue // the page finds answers by a server of its own
				}
				calls++
				want := a.person
				if d.role == "agent" || d.role == "unknown" || d.role == "claims" && a.agent == "denied" && a.verb != "edit" && a.verb != "undo" {
					want = a.agent
				}
				if d.role == "unknown" && a.other != "" {
					want = a.other
				}
				data, kind := ask(v, called(a.in, ids))
				if kind != want {
					t.Errorf("%s %v ends with %q, want %q: %s", a.verb, a.in, kind, want, data)
				}
				if a.verb == "add" {
					d.recorded(t, data)
				}
			}
			d.marks(t, ask, ids["EVES"])
		})
	}
	t.Logf("%d calls", calls)
}

// called returns an input with the IDs filled in.
func called(in fields, ids map[string]string) fields {
	out := fields{}
	for name, value := range in {
		switch value := value.(type) {
		case string:
			out[name] = named([]string{value}, ids)[0]
		case []string:
			out[name] = named(value, ids)
		default:
			out[name] = value
		}
	}
	return out
}

// recorded checks who is recorded as the author of a thread.
func (d door) recorded(t *testing.T, added json.RawMessage) {
	t.Helper()
	var out struct {
		Thread struct{ Author, AuthorName string }
	}
	if err := json.Unmarshal(added, &out); err != nil {
		t.Fatal(err)
	}
	want := "agent"
	isPerson := d.role == "person" || d.role == "claims"
	if isPerson {
		want = "human"
	}
	if got := out.Thread; got.Author != want || !isPerson && got.AuthorName != d.who {
		t.Errorf("a thread is by %+v, want %s %q", got, want, d.who)
	}
}

// marks checks that only an agent marks what it reads as seen.
func (d door) marks(t *testing.T, ask asking, id string) {
	t.Helper()
	read, _ := verb.Find("context")
	ask(read, fields{"ids": []string{id}})
	data, _ := ask(read, fields{"ids": []string{id}})
	var out struct {
		Thread struct{ SeenBy map[string]string }
	}
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	if got := len(out.Thread.SeenBy); (got > 0) != (d.role == "agent") {
		t.Errorf("read, and marked as seen by %v", out.Thread.SeenBy)
	}
}
