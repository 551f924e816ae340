package turn

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// events reads events, a line each: the session, the kind, and words for the rest. "1" names a call, "edits:a" its files,
// "+" a call that may write any file, "a=x" that the file a now has the content x, "unread" that the files were not read, "gap"
// that the reading before is not known, "commit" that another commit is checked out, "again" that it is the same moment.
func events(text string) []Event {
	var out []Event
	have, print := map[string]string{}, 0
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		e := Event{
			At: time.Unix(int64(len(out)), 0).UTC(), Session: words[0], Agent: map[bool]string{true: "copilot", false: "agent-" + words[0]}[words[0] == "P"], Kind: Kind(words[1]), Since: fmt.Sprint(print),
		}
		unread := e.Kind == End || e.Kind == Saved
		for _, word := range words[2:] {
			file, content, changed := strings.Cut(word, "=")
			switch {
			case changed:
				e.Changed = append(e.Changed, Change{file, have[file], content})
				have[file] = content
			case strings.HasPrefix(word, "edits:"):
				e.Edits, e.Paths = true, strings.Split(word[len("edits:"):], ",")
			case word == "unread":
				unread = true
			case word == "gap":
				e.Since = "lost"
			case word == "again":
				e.At = out[len(out)-1].At
			case word == "commit":
				e.Moved = true
			case e.Kind == Saved:
				e.Session, e.Agent, e.Paths = "", "", append(e.Paths, word)
			default:
				e.Call = word
			}
		}
		if len(e.Changed) > 0 {
			print++
		}
		if e.Print = fmt.Sprint(print); unread {
			e.Print, e.Since, e.Changed = "", "", nil
		}
		out = append(out, e)
	}
	return out
}

func TestEachFileHasTheWriterThatTheHooksSaw(t *testing.T) {
	for _, c := range []struct{ name, events, want string }{
		{"its tools", `
			A start
			A before 1 edits:a
			A after 1 a=1
			A end
			A found`, "A: a tools"},
		{"a command", `
			A start
			A before 1
			A after 1 a=1 b=2
			A end
			A found`, "A: a command, b command"},
		{"a tool and a command", `
			A start
			A before 1 edits:a
			A after 1 a=1
			A before 2
			A after 2 a=2
			A end`, "A: a command"},
		{"a file that the tool does not name", `
			A start
			A before 1 edits:a
			A after 1 a=1 b=1
			A end`, "A: a tools, b unseen"},
		{"the person between two steps", `
			A start
			A before 1 edits:a
			A after 1 a=1
			A before 2 b=1
			A after 2
			A end
			A found c=1`, "A: a tools, b unseen, c unseen"},
		{"the person in the editor", `
			A start
			- saved b
			A before 1 b=1
			A after 1
			A end`, "A: b you"},
		{"the person in the editor while a command runs", `
			A start
			A before 1
			- saved b
			A after 1 b=1 c=1
			A end`, "A: b several, c command"},
		{"an agent that writes through the editor", `
			P start
			P before 1 edits:a
			- saved a
			- saved b
			P after 1 a=1 b=1
			P end`, "P: a tools, b you"},
		{"the person and then its tools", `
			A start
			A before 1 edits:a a=1
			A after 1 a=2
			A end`, "A: a several"},
		{"two agents at once", `
			A start
			B start
			A before 1
			B before 1
			A after 1 a=1
			B after 1 b=1
			A end
			B end`, "A: a several, b agent B: a several, b command"},
		{"two agents by turns", `
			A start
			B start
			A before 1 edits:a
			A after 1 a=1
			B before 1 edits:b
			B after 1 b=1
			A end
			B end`, "A: a tools, b agent B: a agent, b tools"},
		{"another agent's tool while a tool runs", `
			A start
			B start
			A before 1 edits:a
			B before 1 edits:b
			B after 1 a=1 b=1
			A after 1
			A end
			B end`, "A: a tools, b agent B: a agent, b tools"},
		{"three agents, two at once", `
			A start
			B start
			C start
			B before 1
			C before 1
			B after 1 x=1
			C after 1
			A end`, "A: x agent B: x several C: x several"},
		{"a command that never ended", `
			A start
			A before 1
			A end
			A found a=1`, "A: a unknown"},
		{"a tool that failed, without a hook for that", `
			A start
			A before 1
			A before 2 edits:b a=1
			A after 2 b=1
			A end`, "A: a unknown, b tools"},
		{"hooks of a prompt and an end alone", `
			A start
			A end
			A found a=1`, "A: a unknown"},
		{"hooks without the beginning of a call", `
			A start
			A after 1 edits:a a=1
			A after 2 b=1
			A end
			A found c=1`, "A: a tools, b unknown, c unseen"},
		{"a reading that failed", `
			A start
			A before 1
			A after 1 unread
			A before 2 a=1
			A after 2 b=1
			A end`, "A: a unknown, b command"},
		{"a lost reading", `
			A start
			A before 1
			A after 1 gap a=1
			A end`, "A: a unknown"},
		{"changes before the prompt", `
			A start
			A end
			B start a=1
			B before 1 edits:a
			B after 1 a=2
			B end`, "A: B: a tools"},
		{"a turn that a hook continues", `
			A start
			A end
			A found
			A before 1 edits:a
			A after 1 a=1
			A end`, "A: a tools"},
		{"two hooks for each event", `
			A start
			A start again
			A before 1 edits:a
			A before 1 edits:a
			A after 1 edits:a a=1
			A after 1 edits:a
			A end
			A end
			A found b=1
			A found`, "A: a tools, b unseen"},
		{"no prompt", `
			A before 1 edits:a
			A after 1 a=1
			A end`, "A (no start): a tools"},
		{"no end", `
			A start
			A before 1 edits:a
			A after 1 a=1
			A start
			A before 1 edits:b
			A after 1 b=1`, "A (no end): a tools A (no end): b tools"},
	} {
		var got []string
		for _, turn := range Read(events(c.events)) {
			var files []string
			for _, f := range turn.Files() {
				files = append(files, f.Path+" "+string(f.By))
			}
			head := turn.session
			if !turn.Started {
				head += " (no start)"
			}
			if !turn.Ended && c.name != "three agents, two at once" {
				head += " (no end)"
			}
			got = append(got, strings.TrimSpace(head+": "+strings.Join(files, ", ")))
		}
		if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestWhatBecameOfAFile(t *testing.T) {
	turns := Read(events(`
		A start old=1 back=1 other=1
		A start
		A before 1
		A after 1 new=1 back=2 old=
		B start
		B before 1 edits:other
		B after 1 other=2
		A before 2
		A after 2 back=1 new=2
		A end`))
	var got []string
	for _, f := range turns[1].Files() {
		got = append(got, fmt.Sprintf("%s %q %q %v", f.Path, f.Was, f.Is, f.Agents))
	}
	want := []string{`back "1" "1" []`, `new "" "2" []`, `old "1" "" []`, `other "1" "2" [agent-B]`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestYourEditsAreThoseOfFilesThatTheAgentChangedLater(t *testing.T) {
	turns := Read(events(`
		A start
		A end
		A start before=1 untouched=1 pulled=1 commit
		A before 1 edits:before
		- saved mid
		A after 1 before=2 mid=1
		A before 2 mid=2
		A after 2 mid=3 pulled=2
		A end
		A found mid=4`))
	var got []string
	for _, e := range turns[1].Yours {
		got = append(got, fmt.Sprintf("%s %s-%s then %s", e.Path, e.Was, e.Is, changes(turns[1].Own(e))))
	}
	if diff := cmp.Diff([]string{"mid -1 then 2-3", "mid 1-2 then 2-3"}, got); diff != "" {
		t.Error(diff)
	}
}

func changes(list []Change) string {
	var out []string
	for _, c := range list {
		out = append(out, c.Was+"-"+c.Is)
	}
	return strings.Join(out, ",")
}

func TestWhatAnAgentDidIsApartFromWhatOthersDidInBetween(t *testing.T) {
	turns := Read(events(`
		A start
		B start
		A before 1 f=1
		A after 1 f=2
		A before 2
		A after 2 f=3 g=1
		B before 1
		B after 1 f=4
		A before 3
		A after 3 f=5
		A end`))
	mine := turns[0].Yours[0]
	if got := changes(turns[0].Own(mine)); mine.Path != "f" || got != "1-3,4-5" {
		t.Errorf("after %v: %s", mine.Change, got)
	}
}

func TestALogKeepsWhatCanBeRead(t *testing.T) {
	store := t.TempDir()
	l, err := Open(store, "")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	all := events("A start\nA before 1 edits:a\nA after 1 a=1")
	for i, e := range all {
		if i == 1 { // a writer that was stopped, and lines without an event
			file := filepath.Join(store, Dir, "main.jsonl")
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, append(text, "[]\n{}\nnull\n\xff\n{\"kind\":\"start\",\"at"...), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := l.Append(e); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(all, Events(store, "")); diff != "" {
		t.Error(diff)
	}
	if got := Events(store, "elsewhere"); got != nil {
		t.Errorf("another worktree has %v", got)
	}
	if prints := Prints(store); !prints["0"] || !prints["1"] {
		t.Error(prints)
	}
	for range 4 * maxTurns {
		all[0].At = all[0].At.Add(time.Minute)
		if err := l.Append(all[0]); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(Read(l.Events())); n < maxTurns || n > 2*maxTurns {
		t.Errorf("%d turns are kept", n)
	}
	if info, err := os.Stat(filepath.Join(store, Dir, "main.jsonl")); err != nil || info.Size() > 2*maxPlain {
		t.Errorf("%d turns are not compressed: %v, %v", 2*maxTurns, info, err)
	}
	if err := Clear(store); err != nil || Events(store, "") != nil {
		t.Errorf("after Clear: %v", err)
	}
}

// The older events of a log may be compressed. If they are damaged, the others are read.
func TestALogMayBeginCompressed(t *testing.T) {
	store := t.TempDir()
	all := events("A start\nA before 1 edits:a\nA after 1 a=1\nA end")
	var text, packed bytes.Buffer
	for _, e := range all[:3] {
		if err := json.NewEncoder(&text).Encode(e); err != nil {
			t.Fatal(err)
		}
	}
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(text.Bytes()); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	l, err := Open(store, "")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, damaged := range []bool{false, true} {
		data := packed.Bytes()
		want := all
		if damaged {
			data = data[:len(data)/2]
			want = all[3:]
		}
		if err := os.WriteFile(filepath.Join(store, Dir, "main.jsonl"), data, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := l.Append(all[3]); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, Events(store, "")); diff != "" {
			t.Errorf("damaged %v: %s", damaged, diff)
		}
	}
}

func TestATurnIsRemovedAlone(t *testing.T) {
	store := t.TempDir()
	l, err := Open(store, "w")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events("A start\nB start\nA before 1 edits:a\nB before 1 edits:b\nA after 1 a=1\nB after 1 b=1\nA end\nB end\nA start") {
		if err := l.Append(e); err != nil {
			t.Fatal(err)
		}
	}
	turns := Read(l.Events())
	l.Close()
	if err := Remove(store, "w", []string{turns[0].ID}); err != nil {
		t.Fatal(err)
	}
	left := Read(Events(store, "w"))
	if len(left) != 2 || left[0].ID != turns[1].ID || left[1].ID != turns[2].ID {
		t.Errorf("left: %+v", left)
	}
	if files := left[0].Files(); len(files) != 1 || files[0].By != Unknown {
		t.Errorf("with a reading that was removed, the writer cannot be known: %+v", files)
	}
}

// A hook may be killed while it reads the files. The next one knows of its event, so that nothing is taken for another's.
func TestAnEventWhoseHookWasStoppedIsKept(t *testing.T) {
	store := t.TempDir()
	all := events("A start\nA before 1 edits:a\nA after 1 edits:a a=1\nA end")
	for i, e := range all {
		l, err := Open(store, "")
		if err == nil {
			err = l.Begin(e)
		}
		if err == nil && i != 1 { // the hook before the tool is stopped
			err = l.Append(e)
		}
		if err != nil {
			t.Fatal(err)
		}
		l.Close()
	}
	got := Events(store, "")
	if len(got) != len(all) || got[1].Kind != Before {
		t.Errorf("%+v", got)
	}
	for _, f := range Read(events("A start\nA before 1 edits:a\nA after 1 edits:a\nA after 2 edits:a a=1\nA end"))[0].Files() {
		if f.By != Unknown {
			t.Errorf("the beginning of a call is lost, and its file is %s", f.By)
		}
	}
}
