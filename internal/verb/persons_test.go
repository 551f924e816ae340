package verb

import (
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"consider/internal/fail"
	"consider/internal/memory"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/thread"
)

// nobody holds one caller of each kind that does not count as a person.
var nobody = []session.Caller{
	{},
	{Agent: "codex"},
	{Agent: "codex", Terminal: true},
	{Agent: "codex", As: thread.Human},
	{Door: true},
	{Door: true, Terminal: true},
	{Door: true, As: thread.Human},
	{As: thread.Agent},
	{As: thread.Agent, Terminal: true},
	{Name: "Ann"},
}

// people holds one caller of each kind that counts as a person.
var people = []session.Caller{{Human: true}, {Terminal: true}, {As: thread.Human}, {Human: true, Name: "Ann"}}

// inputs returns inputs of the verb that only a person may use, and inputs open to everyone, according to its row.
func inputs(t *testing.T, v Verb) (persons, anybodys []string) {
	t.Helper()
	given := func(name string) string {
		i := slices.IndexFunc(v.Fields(), func(f Field) bool { return f.Name == name })
		if i < 0 {
			t.Fatalf("%s: there is no field %q", v.Name, name)
		}
		switch kind := v.Fields()[i].Type; {
		case kind.Kind() == reflect.Bool:
			return `{"` + name + `":true}`
		case kind.Kind() == reflect.Slice:
			return `{"` + name + `":["x"]}`
		}
		return `{"` + name + `":"x"}`
	}
	for _, name := range v.PersonalIf {
		persons = append(persons, given(name))
	}
	for _, name := range v.PersonalUnless {
		anybodys = append(anybodys, given(name))
	}
	if len(persons) > 0 {
		return persons, append(anybodys, `{}`)
	}
	return []string{`{}`}, anybodys
}

// If a row of the table restricts something to humans, that is checked before anything else.
func TestWhatIsAPersonsIsRefusedToEverybodyElse(t *testing.T) {
	d := reviewtest.New(t)
	d.Add("a.txt:2", "here")
	denied := func(v Verb, raw string, c session.Caller) bool {
		_, err := v.Call(t.Context(), d.As(c), json.RawMessage(raw))
		var e *fail.Error
		return errors.Is(err, fail.ErrDenied) && errors.As(err, &e) && e.Error() == "only a human can "+v.Personal
	}
	for _, v := range All {
		if v.Personal == "" {
			if len(v.PersonalIf)+len(v.PersonalUnless) > 0 || v.refused != nil {
				t.Errorf("%s: what of it is a person's is not said", v.Name)
			}
			continue
		}
		persons, anybodys := inputs(t, v)
		for _, raw := range persons {
			for _, c := range nobody {
				if !denied(v, raw, c) {
					t.Errorf("%s %s is not refused to %+v", v.Name, raw, c)
				}
			}
		}
		// The calls below are permitted. Without its operation the verb fails after the check, and changes nothing.
		v.run = nil
		for _, raw := range persons {
			for _, c := range people {
				if denied(v, raw, c) {
					t.Errorf("%s %s is refused to %+v", v.Name, raw, c)
				}
			}
		}
		for _, raw := range anybodys {
			for _, c := range nobody {
				if denied(v, raw, c) {
					t.Errorf("%s %s is refused to %+v", v.Name, raw, c)
				}
			}
		}
	}
}

// Agents could tamper with the memory, so the memory's log also records their refused attempts.
func TestWhatAPersonMayWithTheMemoryIsOnRecordWhenItIsRefused(t *testing.T) {
	d := reviewtest.New(t)
	d.Keep("/memories/a.md", "one")
	for _, v := range All {
		if !strings.HasPrefix(v.Name, "memory ") || v.Personal == "" {
			continue
		}
		_, err := v.Call(t.Context(), d.As(session.Caller{Agent: "codex", As: thread.Human}), json.RawMessage(asked[v.Name]))
		log, logErr := memory.MemoryLog(t.Context(), d.Human(), memory.MemoryLogInput{})
		if !errors.Is(err, fail.ErrDenied) || logErr != nil || len(log.Entries) == 0 {
			t.Fatalf("%s: %v, %v", v.Name, err, logErr)
		}
		e := log.Entries[0]
		if "memory "+e.Command != v.Name || e.OK || e.By.Name != "codex" || e.By.Kind != thread.Agent || strings.Contains(asked[v.Name], "a.md") != (e.Path == "/memories/a.md") {
			t.Errorf("%s: on record is %+v", v.Name, e)
		}
	}
}

var asked = map[string]string{
	"memory pin":   `{"paths":["/memories/a.md"]}`,
	"memory unpin": `{"paths":["/memories/a.md"]}`,
	"memory learn": `{"id":"c_00000000","accept":true}`,
}

func TestTheDocumentHasEveryRowThatIsAPersons(t *testing.T) {
	text, err := os.ReadFile("../../docs/reference/identity.md")
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, v := range All {
		if v.Personal != "" {
			want = append(want, "| `"+v.Name+"` | "+v.Personal+" |")
		}
	}
	var got []string
	_, table, _ := strings.Cut(string(text), "| verb | only a human can |\n|---|---|\n")
	for line := range strings.Lines(table) {
		if !strings.HasPrefix(line, "|") {
			break
		}
		got = append(got, strings.TrimSuffix(line, "\n"))
	}
	if !slices.Equal(got, want) {
		t.Errorf("docs/reference/identity.md has\n%s\nthe table of verbs\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
