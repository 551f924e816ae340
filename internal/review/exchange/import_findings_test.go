package exchange

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/apply"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/thread"
)

// diagnostic is one line of rdjsonl.
func diagnostic(path string, line int, message string, suggestions ...string) string {
	d := map[string]any{
		"message": message, "severity": "ERROR", "source": map[string]any{"name": "lint"}, "code": map[string]any{"value": "R1", "url": "https://x.example/R1"},
		"location": map[string]any{"path": path, "range": map[string]any{"start": map[string]any{"line": line}}},
	}
	var all []any
	for _, s := range suggestions {
		all = append(all, map[string]any{"range": map[string]any{"start": map[string]any{"line": line}}, "text": s})
	}
	d["suggestions"] = all
	out, _ := json.Marshal(d)
	return string(out)
}

func TestFindingsBecomeThreads(t *testing.T) {
	d := reviewtest.New(t)
	d.Write("src/a.txt", "one\ntwo\nthree\ntwo\n")
	doc := strings.Join([]string{
		diagnostic("src/a.txt", 2, "wrong", "zwei"), diagnostic("src/a.txt", 4, "wrong"), diagnostic("src/a.txt", 40, "late"),
		diagnostic("src/none.txt", 1, "x"), diagnostic("../out.txt", 1, "x"), diagnostic("", 0, "all"),
	}, "\n")
	agent := d.As(session.Caller{As: thread.Agent, Terminal: true, Name: "codex"})
	out := gittest.Must(Import(t.Context(), agent, ImportInput{Store: new(doc)}))(t)
	if len(out.Imported) != 4 || fmt.Sprint(out.Elsewhere) != "[../out.txt src/none.txt]" {
		t.Fatalf("%+v", out)
	}
	got := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: out.Imported[0].ID}))(t).Thread
	if got.AuthorName != "lint" || !got.Linter || got.Placement.StartLine != 2 || fmt.Sprint(got.Labels) != "[error]" ||
		got.Body != "wrong\n\nRule: R1, https://x.example/R1\n\n```suggestion\nzwei\n```" || len(got.Suggestions) != 1 || got.Suggestions[0].State != "applies" {
		t.Errorf("%+v", got)
	}
	late := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: out.Imported[2].ID}))(t).Thread
	if late.Target != thread.OnFile || !strings.HasSuffix(late.Body, "line 40, which no longer exists.") {
		t.Errorf("%+v", late)
	}

	// Importing the same report again adds nothing, even when its lines moved and one thread was deleted.
	gittest.Must(review.Delete(t.Context(), d.Human(), review.DeleteInput{IDs: []string{out.Imported[1].ID}}))(t)
	d.Write("src/a.txt", "zero\none\ntwo\nthree\ntwo\n")
	again := diagnostic("src/a.txt", 3, "wrong", "zwei") + "\n" + diagnostic("src/a.txt", 5, "wrong")
	if out := gittest.Must(Import(t.Context(), agent, ImportInput{Store: new(again)}))(t); len(out.Imported) != 0 || len(out.Skipped) != 2 {
		t.Errorf("%+v", out)
	}

	// Fitting suggestions are exported in the form that other tools apply, and a person can apply them.
	for format, want := range map[string]string{
		"rdjsonl": `"suggestions":[{"range":{"start":{"line":3},"end":{"line":3}},"text":"zwei"}]`, "sarif": `"insertedContent": {`,
	} {
		if text := gittest.Must(Export(t.Context(), d.Human(), ExportInput{Format: format}))(t).Text; !strings.Contains(text, want) {
			t.Errorf("%s: %s", format, text)
		}
	}
	gittest.Must(apply.Apply(t.Context(), d.Human(), apply.Input{IDs: []string{out.Imported[0].ID}}))(t)
	if text := d.Read("src/a.txt"); text != "zero\none\nzwei\nthree\ntwo\n" {
		t.Errorf("%q", text)
	}
}

func TestAReportThatIsTooLargeIsRefusedWithAHint(t *testing.T) {
	d := reviewtest.New(t)
	d.Write("a.txt", "one\n")
	for want, report := range map[string]string{
		"the report is too large: it has more than 2000 findings": strings.Repeat(diagnostic("a.txt", 1, "wrong")+"\n", 2001),
		"the report is too large: it is larger than 32 MiB":       `{"runs":[` + strings.Repeat(" ", 32<<20) + `]}`,
	} {
		_, err := Import(t.Context(), d.Human(), ImportInput{Store: new(report)})
		if err == nil {
			t.Errorf("not refused; want %s", want)
			continue
		}
		f := fail.FailureOf(err)
		if f.Kind != fail.KindUsage || f.Message != want || fmt.Sprint(f.Hints) != "[run the linter on fewer files or rules at a time, and import each report]" {
			t.Errorf("%+v", f)
		}
	}
}

// Anyone may write a report: it must neither pass as a known agent nor contain hidden text.
func TestAHostileReport(t *testing.T) {
	d := reviewtest.New(t)
	d.Write("a.txt", "one\n")
	doc := strings.NewReplacer(`"lint"`, `"claude-code"`).Replace(diagnostic("a.txt", 1, "```suggestion\nevil\n```\x00"+strings.Repeat("ä", maxMessage), "\u202eevil"))
	out := gittest.Must(Import(t.Context(), d.Human(), ImportInput{Store: new(doc)}))(t)
	got := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: out.Imported[0].ID}))(t).Thread
	if got.AuthorName != "claude-code (imported)" || got.Author != thread.Agent || strings.Contains(got.Body, "\u202e") || !strings.Contains(got.Body, "more bytes") {
		t.Errorf("%q %q", got.AuthorName, got.Body)
	}
	own := gittest.Must(Export(t.Context(), d.Human(), ExportInput{Format: "rdjsonl"}))(t).Text
	for _, bad := range []string{own, `{"runs":7}`, strings.Repeat(diagnostic("a.txt", 1, "x")+"\n", 2001)} {
		if _, err := Import(t.Context(), d.Human(), ImportInput{Store: new(bad)}); err == nil {
			t.Errorf("taken in: %.80s", bad)
		}
	}
}
