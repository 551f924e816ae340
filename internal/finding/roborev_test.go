package finding

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const roborev = `{"schema_version":3,"reviews":[
 {"agent":"codex","commit_sha":"abc","closed":false,"document":{"schema_version":2,"summary":"s","findings":[
  {"severity":"critical","problem":"overflows","fix":"use int64","location":"src/a.go:12-14","kind":"bug","confidence":0.8},
  {"severity":"low","problem":"all of it","fix":"","location":null}]}},
 {"agent":"codex","closed":true,"document":{"findings":[{"severity":"high","problem":"done","location":"a.go:1"}]}},
 {"agent":"panel","commit_sha":"def","document":{"findings":[{"severity":"high","problem":"joined","location":"a.go:1"}]},"subagents":[
  {"agent":"gemini","document":{"findings":[{"severity":"high","problem":"one","location":"a.go:7:3","kind":"security","confidence":"high"}]}},
  {"agent":"claude-code","document":null}]},
 {"agent":"none","document":null}]}`

func TestReadRoborev(t *testing.T) {
	got, err := Read(roborev)
	want := []Finding{
		{Tool: "codex", Kind: "bug", Severity: "error", Confidence: 80, Message: "overflows\n\nFix: use int64", Path: "src/a.go", Start: 12, End: 14, Tree: "abc"},
		{Tool: "codex", Severity: "info", Message: "all of it", Tree: "abc"},
		{Tool: "gemini", Kind: "security", Severity: "error", Confidence: 85, Message: "one", Path: "a.go", Start: 7, End: 7, Tree: "def"},
	}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	if _, err := Read(`{"reviews":7}`); err == nil {
		t.Error("a number of reviews is read")
	}
}

func TestHowSureAToolIs(t *testing.T) {
	for raw, want := range map[string]int{"0.8": 80, "1": 100, "55": 55, `"High"`: 85, `"medium"`: 60, `"sure"`: 0, "101": 0, "-1": 0, "": 0, "null": 0, "[]": 0} {
		if got := percent(json.RawMessage(raw)); got != want {
			t.Errorf("%q is %d, want %d", raw, got, want)
		}
	}
}

func TestSARIFNamesTheTreeAndThePrecision(t *testing.T) {
	got, err := Read(`{"runs":[{"versionControlProvenance":[{"revisionId":"abc"}],"tool":{"driver":{"name":"ql","rules":[{"id":"R","properties":{"precision":"very-high"}}]}},
 "results":[{"ruleId":"R","message":{"text":"x"}}]}]}`)
	if err != nil || len(got) != 1 || got[0].Tree != "abc" || got[0].Confidence != 95 {
		t.Errorf("%+v %v", got, err)
	}
}
