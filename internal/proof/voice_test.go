//go:build unix

package proof

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/agents"
	"consider/internal/verb"
	"consider/internal/verb/verbtest"
)

// agentSigns are the environments that identify agents.
var agentSigns = []string{
	"CLAUDECODE=1", "CODEX_THREAD_ID=x", "CODEX_SESSION_ID=x", "CODEX_CI=1", "CODEX_SANDBOX=seatbelt", "OPENCODE=1", "GEMINI_CLI=1",
	"COPILOT_CLI=1", "CURSOR_AGENT=1", "QWEN_CODE=1", "PI_CODING_AGENT=true", "CLINE_ACTIVE=true", "AI_AGENT=foo_1_agent", "AGENT=1", "AGENT=goose",
}

// asHuman is calls of verbs that change the review, by a caller who claims to
// be the human. [claims] adds those that are not among them.
var asHuman = [][]string{
	{"add", "a.txt:3", "-m", "x"},
	{"reply", "ID", "-m", "x"},
	{"resolve", "ID"},
	{"unresolve", "RESOLVED"},
	{"edit", "ID", "-m", "x"},
	{"reanchor", "ID", "a.txt:5"},
	{"archive", "ID"},
	{"archive"},
	{"unarchive", "ARCHIVED"},
	{"delete", "ID"},
	{"undelete", "DELETED"},
	{"import", "store.json"},
	{"undo"},
	{"responses", "mark", "last", "--keep", "walls"},
	{"responses", "unmark", "MARK"},
	{"plan", "add", "a.txt"},
	{"plan", "comment", "--lines", "3", "-m", "x"},
	{"plan", "approve"},
	{"plan", "reject", "-m", "x"},
	{"checkpoint", "create", "two"},
	{"checkpoint", "restore", "one"},
	{"checkpoint", "delete", "one"},
	{"setup", "--yes"},
	{"uninstall", "--mode", "full", "--yes"},
	{"memory", "create", "/memories/a.md", "-m", "x"},
	{"memory", "str_replace", "/memories/a.md", "--old", "x", "--new", "y"},
	{"memory", "insert", "/memories/a.md", "--line", "0", "-m", "x"},
	{"memory", "rename", "/memories/a.md", "/memories/b.md"},
	{"memory", "delete", "/memories/a.md"},
	{"memory", "save", "/memories/a.md", "-m", "x"},
	{"memory", "pin", "/memories/a.md"},
	{"memory", "unpin", "/memories/a.md"},
	{"memory", "clear"},
	{"memory", "purge", "--yes"},
	{"memory", "import", "store.json"},
	{"memory", "sync"},
	{"memory", "learn", "RESOLVED"},
	{"memory", "learn", "RESOLVED", "--accept"},
	{"fsck", "--accept"},
}

// claims returns a call of every verb that changes the review: the calls of
// asHuman, and the examples of all other verbs. gc is excluded: it packs, and
// writes nothing in anyone's name.
func claims(ids map[string]string) [][]string {
	asked := map[string]bool{"gc": true}
	var out [][]string
	for _, args := range asHuman {
		asked[verbOf(args)] = true
		out = append(out, named(args, ids))
	}
	for _, v := range verb.All {
		if v.Effect != verb.Reads && v.On&verb.CLI != 0 && !asked[v.Name] {
			out = append(out, verbtest.Call(v, map[string]string{verbtest.Thread: ids["ID"]}))
		}
	}
	return out
}

// TestAnAgentNeverSpeaksAsTheHuman: in the shell of a recognized agent, who asks
// to is refused, by every verb, and nothing is stored.
func TestAnAgentNeverSpeaksAsTheHuman(t *testing.T) {
	t.Parallel()
	r := sample(t)
	r.Write("store.json", oldStore)
	s := sit(t, r.Dir).with(agentSaid(t, r.Dir)...)
	ids := discussed(s.inProcess())
	was := tip(t, r.Dir)
	calls := claims(ids)
	// By which sign an agent is recognized is decided before the verb is known: one agent makes all calls, the others a part.
	part := often(1, len(agentSigns))
	for n, sign := range agentSigns {
		for i, args := range calls {
			if n > 0 && i%part != n%part {
				continue
			}
			call := append(slices.Clone(args), "--as", "human", "--json")
			got := s.with(sign).refused([]int{16}, call...)
			if a, err := got.answer(); err == nil && a.Error.Kind != "denied" {
				t.Errorf("%s with %s: %s", got, sign, got.Out)
			}
		}
		// Without --as human, the agent is recognized as one.
		s.with(sign).refused([]int{16}, "delete", ids["ID"])
		// The agent may see what was lost, but only the human may accept it.
		s.with(sign).must("fsck", "--json")
		s.with(sign).refused([]int{16}, "fsck", "--accept", "--json")
	}
	for _, variable := range agents.Variables() {
		s.with(variable+"=1").refused([]int{16}, "add", "a.txt:3", "-m", "x", "--as", "human")
	}
	if now := tip(t, r.Dir); now != was {
		t.Error("something was stored all the same")
	}
	for _, sign := range agentSigns {
		s.with(sign).must("reply", ids["ID"], "-m", "from "+sign)
	}
	for _, said := range s.inProcess().get(ids["ID"]).Thread {
		if said.Author != "agent" || said.AuthorName == "" {
			t.Errorf("recorded as %q %q: %s", said.Author, said.AuthorName, said.Body)
		}
	}
	t.Logf("%d calls in the shells of %d agents", len(calls), len(agentSigns))
}

// forged are documents that hold words by the human, or seem not to.
var forged = []string{
	oldStore,
	`{"version":1,"comments":[{"id":"c2","file":"a.txt","anchor":{"startLine":2,"endLine":2,"targetContent":"x"},"createdAt":"2026-11-21T10:00:00Z",` +
		`"author":"agent","body":"forged","thread":[{"id":"r1","author":"human","body":"forged","createdAt":"2026-11-21T10:00:00Z"}]}]}`,
	`{"version":1,"threads":[{"version":1,"id":"c_00000001","target":"review","workflowState":"open","createdAt":"2026-11-21T10:00:00Z",` +
		`"author":"human","body":"forged","thread":[]}]}`,
	`{"version":1,"threads":[{"version":1,"id":"c_00000002","target":"review","workflowState":"open","createdAt":"2026-11-21T10:00:00Z",` +
		`"Author":"human","author":"agent","body":"forged","thread":[]}]}`,
	`{"globalComment":"forged","comments":[{"file":"a.txt","startLine":2,"endLine":2,"side":"right","body":"forged","author":"human"}]}`,
}

// TestNoCallOfAnAgentTouchesTheHumansWords looks at what is stored and not at who says what: whatever an agent calls, and
// whatever document it brings, the human's words are the same after it, and what it has not read is open as it was.
func TestNoCallOfAnAgentTouchesTheHumansWords(t *testing.T) {
	t.Parallel()
	r := sample(t)
	s := sit(t, r.Dir).with(agentSaid(t, r.Dir)...).inProcess()
	ids := discussed(s)
	var calls [][]string
	for i, doc := range forged {
		name := fmt.Sprintf("forged%d.json", i)
		r.Write(name, doc)
		calls = append(calls, []string{"import", name})
	}
	want, open := humansWords(s)
	same := func(got result) {
		t.Helper()
		words, now := humansWords(s)
		if diff := cmp.Diff(want, words); diff != "" {
			t.Fatalf("%s: exit %d\n%s", got, got.Code, diff)
		}
		for _, id := range open {
			if !slices.Contains(now, id) {
				t.Fatalf("%s: exit %d, and %s is not open any more", got, got.Code, id)
			}
		}
	}
	agent := s.with("CLAUDECODE=1")
	for _, args := range slices.Concat(calls, claims(ids)) {
		if verbOf(args) != "reply" { // who answers has read
			same(agent.run(append(slices.Clone(args), "--json")...))
		}
	}
	other := s.with("CODEX_THREAD_ID=x") // the answer to a label, say, has brought the first one the words
	for _, verb := range []string{"resolve", "archive"} {
		same(other.run(verb, ids["ID"], "--json"))
	}
	// Nor does a program that says nothing of itself bring any.
	for _, args := range calls[:len(calls)-1] {
		same(s.run(append(args, "--json")...))
	}
	t.Logf("%d documents", len(calls))
}

// discussed makes a review with threads of the human in all states, and returns their ids.
func discussed(s seat) map[string]string {
	s.t.Helper()
	ids := map[string]string{}
	for _, name := range []string{"ID", "RESOLVED", "ARCHIVED", "DELETED"} {
		ids[name] = s.add("a.txt:3", "-m", "the human's", "--as", "human")
	}
	s.must("resolve", ids["RESOLVED"], ids["ARCHIVED"], "--as", "human")
	s.must("archive", ids["ARCHIVED"], "--as", "human")
	s.must("delete", ids["DELETED"], "--as", "human")
	s.must("checkpoint", "create", "one", "--as", "human")
	got := s.must("responses", "mark", "last", "--keep", "walls", "--as", "human", "--json")
	ids["MARK"] = into[struct{ Mark string }](s, got).Mark
	s.add("a.txt:4", "-m", "after the round", "--as", "human")
	return ids
}

// humansWords returns what the human has written in the store, by thread and entry, and which of these threads wait in
// the list.
func humansWords(s seat) (out map[string]string, open []string) {
	s.t.Helper()
	type entry struct{ ID, Author, AuthorName, Body string }
	out = map[string]string{}
	note := func(file string, e entry) {
		if e.Author == "human" {
			out[path.Base(file)+" "+e.ID] = e.AuthorName + ": " + e.Body
		}
	}
	for file, text := range storedFiles(s.t, s.dir, "threads", "archive", "deleted") {
		if path.Ext(file) != ".json" {
			continue
		}
		var th struct {
			entry
			WorkflowState string
			Thread        []entry
		}
		if err := json.Unmarshal([]byte(text), &th); err != nil {
			s.t.Fatal(err)
		}
		if th.WorkflowState == "open" && strings.HasPrefix(file, "threads/") {
			open = append(open, th.ID)
		}
		note(file, th.entry)
		for _, e := range th.Thread {
			note(file, e)
		}
	}
	return out, open
}

// named replaces the names in args by the IDs of threads.
func named(args []string, ids map[string]string) []string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = a
		if id, ok := ids[a]; ok {
			out[i] = id
		}
	}
	return out
}
