package finding

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const sarif = `{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"vet","rules":[
 {"id":"unused","helpUri":"https://x.example/unused","messageStrings":{"one":{"text":"{0} is not used"}},"defaultConfiguration":{"level":"error"}}]}},
 "results":[
 {"ruleIndex":0,"message":{"id":"one","arguments":["a"]},"partialFingerprints":{"b/v1":"2","a/v1":"1"},
  "locations":[{"physicalLocation":{"artifactLocation":{"uri":"src/a%20b.go","uriBaseId":"%SRCROOT%"},"region":{"startLine":2,"endLine":4,"endColumn":1}}}],
  "fixes":[{"artifactChanges":[{"artifactLocation":{"uri":"src/a%20b.go"},"replacements":[{"deletedRegion":{"startLine":2,"startColumn":1,"endLine":4,"endColumn":1},"insertedContent":{"text":"x\n"}}]}]},
           {"artifactChanges":[{"artifactLocation":{"uri":"other.go"},"replacements":[]}]}]},
 {"ruleId":"style","level":"note","message":{"text":"all of it"}},
 {"ruleId":"seen","message":{"text":"x"},"suppressions":[{"kind":"inSource"}]},
 {"ruleId":"fine","kind":"pass","message":{"text":"x"}},
 {"ruleId":"gone","baselineState":"absent","message":{"text":"x"}}]}]}`

func TestRead(t *testing.T) {
	fix := []Fix{{{Point{2, 1, UTF16}, Point{4, 1, UTF16}, "x\n"}}}
	line := `{"message":"m","location":{"path":"a.go","range":{"start":{"line":3,"column":2},"end":{"line":3,"column":4}}},"severity":"ERROR","source":{"name":"t"},"code":{"value":"R1","url":"u"},` +
		`"suggestions":[{"range":{"start":{"line":3}},"text":"new\n"},{"range":{"start":{"line":1,"column":1}},"text":"//"}]}`
	one := Finding{Tool: "t", Rule: "R1", URL: "u", Severity: "error", Message: "m", Path: "a.go", Start: 3, End: 3, Fixes: []Fix{
		{{Point{Line: 3}, Point{Line: 3}, "new"}}, {{Point{Line: 1, Column: 1}, Point{Line: 1, Column: 1}, "//"}},
	}}
	bare := Finding{Tool: "t", Message: "n", Path: "b.go", Severity: "info"}
	for name, c := range map[string]struct {
		text string
		want []Finding
	}{
		"SARIF": {sarif, []Finding{
			{Tool: "vet", Rule: "unused", URL: "https://x.example/unused", Severity: "error", Message: "a is not used", Path: "src/a b.go", Start: 2, End: 3, Print: "a/v1=1\nb/v1=2", Fixes: fix},
			{Tool: "vet", Rule: "style", Severity: "info", Message: "all of it"},
		}},
		"a line":    {"\ufeff" + line + "\n", []Finding{one}},
		"two lines": {line + "\n" + `{"message":"n","location":{"path":"b.go"},"severity":"INFO","source":{"name":"t"}}`, []Finding{one, bare}},
		"on all":    {`{"message":"n","source":{"name":"t"},"severity":"INFO"}` + "\n" + line, []Finding{{Tool: "t", Message: "n", Severity: "info"}, one}},
		"document":  {`{"source":{"name":"t"},"severity":"INFO","diagnostics":[{"message":"n","location":{"path":"b.go"}}]}`, []Finding{bare}},
		"nothing":   {`{"version":"2.1.0","runs":[]}`, nil},
	} {
		got, err := Read(c.text)
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v\n%s", name, err, diff)
		}
	}
	for _, text := range []string{"", "x", "[]", "{}", `{"version":1,"comments":[]}`, `{"message":"m"}`, "{\"message\":\"m\"}\n{}"} {
		if got, err := Read(text); !errors.Is(err, ErrOther) {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
	for _, text := range []string{`{"runs":[{"results":[{"locations":7}]}]}`, line + "\n{", `{"diagnostics":{}}`} {
		if got, err := Read(text); err == nil || errors.Is(err, ErrOther) {
			t.Errorf("%q is %v, %v", text, got, err)
		}
	}
	if _, err := Read(strings.Repeat(line+"\n", maxFindings+1)); !errors.Is(err, ErrMany) {
		t.Error(err)
	}
	space := strings.Repeat(" ", maxBytes)
	for _, text := range []string{`{"runs":[` + space + `]}`, `{"diagnostics":[` + space + `]}`, line + "\n" + space + line} {
		if _, err := Read(text); !errors.Is(err, ErrLarge) {
			t.Errorf("%.20s: %v", text, err)
		}
	}
	if _, err := Read(`{"version":1,"comments":[` + space + `]}`); !errors.Is(err, ErrOther) {
		t.Error(err)
	}
}

func TestWhatAFixMakesOfWholeLines(t *testing.T) {
	at := func(fl, fc, tl, tc int, text string) Edit {
		return Edit{Point{fl, fc, UTF16}, Point{tl, tc, UTF16}, text}
	}
	const text = "one\ntwo 🌱 x\nthree\nfour\n"
	for name, c := range map[string]struct {
		fix  Fix
		want string
	}{
		"part of a line":           {Fix{at(1, 2, 1, 3, "X")}, `1-1 ["oXe"]`},
		"after a wide character":   {Fix{at(2, 8, 2, 9, "y")}, `2-2 ["two 🌱 y"]`},
		"inside a wide character":  {Fix{at(2, 6, 2, 7, "y")}, "no"},
		"to the end of the line":   {Fix{at(3, 3, 3, 0, "")}, `3-3 ["th"]`},
		"whole lines":              {Fix{at(2, 0, 3, 0, "a\nb\nc")}, `2-3 ["a" "b" "c"]`},
		"lines that go":            {Fix{at(2, 0, 3, 0, "")}, `2-3 []`},
		"the last line goes":       {Fix{at(4, 0, 4, 0, "")}, `4-4 []`},
		"all lines go":             {Fix{at(1, 0, 4, 0, "")}, `1-4 []`},
		"a line end with it":       {Fix{at(2, 1, 3, 1, "")}, `2-2 []`},
		"the last lines go":        {Fix{at(3, 1, 5, 1, "")}, `3-4 []`},
		"a line at the end":        {Fix{at(4, 5, 4, 5, "\nfive")}, `4-4 ["four" "five"]`},
		"lines and their ends":     {Fix{at(2, 1, 4, 1, "x\n")}, `2-3 ["x"]`},
		"lines are joined":         {Fix{at(1, 4, 2, 1, " ")}, `1-2 ["one two 🌱 x"]`},
		"put in":                   {Fix{at(2, 1, 2, 1, "new\n")}, `2-2 ["new" "two 🌱 x"]`},
		"two edits":                {Fix{at(3, 1, 3, 2, "T"), at(1, 1, 1, 2, "O")}, `1-3 ["One" "two 🌱 x" "Three"]`},
		"edits that overlap":       {Fix{at(1, 1, 1, 3, "a"), at(1, 2, 1, 4, "b")}, "no"},
		"after the end":            {Fix{at(9, 1, 9, 1, "a")}, "no"},
		"a line that is not there": {Fix{at(5, 0, 5, 0, "")}, "no"},
		"lines beyond the end":     {Fix{at(4, 0, 5, 0, "")}, "no"},
		"a line end twice":         {Fix{at(2, 0, 2, 0, ""), at(2, 4, 3, 1, "")}, "no"},
		"beyond the line":          {Fix{at(1, 9, 1, 9, "a")}, "no"},
		"backwards":                {Fix{at(3, 1, 2, 1, "a")}, "no"},
		"nothing":                  {nil, "no"},
	} {
		for _, eol := range []string{"\n", "\r\n"} {
			start, end, what, ok := c.fix.Lines(strings.ReplaceAll(text, "\n", eol))
			got := "no"
			if ok {
				got = fmt.Sprintf("%d-%d %q", start, end, what)
			}
			if got != c.want {
				t.Errorf("%s: %s, want %s", name, got, c.want)
			}
		}
	}
	bytes := Fix{{Point{2, 9, Bytes}, Point{2, 10, Bytes}, "-"}}
	if _, _, what, ok := bytes.Lines(text); !ok || what[0] != "two 🌱-x" {
		t.Errorf("%q %v", what, ok)
	}
	runes := Fix{{Point{2, 6, Runes}, Point{2, 7, Runes}, "-"}}
	if _, _, what, ok := runes.Lines(text); !ok || what[0] != "two 🌱-x" {
		t.Errorf("%q %v", what, ok)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(sarif, "a\nb\n")
	f.Add(`{"message":"m","location":{"path":"a","range":{"start":{"line":1}}},"suggestions":[{"range":{"start":{"line":1}},"text":""}]}`, "a\nb")
	f.Fuzz(func(t *testing.T, doc, text string) {
		all, err := Read(doc)
		if err != nil {
			return
		}
		lines := strings.Count(text, "\n") + 1
		for _, x := range all {
			for _, fix := range x.Fixes {
				if start, end, _, ok := fix.Lines(text); ok && (start < 1 || end < start || end > lines) {
					t.Fatalf("%v: lines %d to %d of %d", fix, start, end, lines)
				}
			}
		}
	})
}
