package exchange_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/exchange"
	"consider/internal/review/reviewtest"
	"consider/internal/thread"
)

// exported is a project with a thread of each kind, and its export in a format.
func exported(t *testing.T) (d *reviewtest.Desk, ids map[string]string) {
	t.Helper()
	d = reviewtest.New(t)
	d.Write("gone soon.txt", "one line\n")
	ids = map[string]string{
		"lines": d.Add("a.txt:2-3", "on lines\n\n```go\nx := `y`\n```\n# no heading"), "file": d.Add("a.txt", "on a file"), "gone": d.Add("gone soon.txt:1", "on what goes"),
	}
	ids["review"] = gittest.Must(review.Add(t.Context(), d.Human(), review.AddInput{Review: true, Message: "on all", Labels: []string{"later"}}))(t).Thread.ID
	gittest.Must(review.Reply(t.Context(), d.Agent("codex"), review.ReplyInput{ID: ids["file"], Message: "done", Outcome: thread.Addressed}))(t)
	gittest.Must(review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{ids["file"]}}))(t)
	d.Remove("gone soon.txt")
	return d, ids
}

func export(t *testing.T, d *reviewtest.Desk, in exchange.ExportInput) exchange.ExportOutput {
	t.Helper()
	return gittest.Must(exchange.Export(t.Context(), d.Human(), in))(t)
}

func TestEveryFormatHasEveryThread(t *testing.T) {
	d, ids := exported(t)
	for _, format := range []string{"", "md", "json", "sarif", "rdjsonl"} {
		out := export(t, d, exchange.ExportInput{Format: format})
		if out.Threads != 4 || !strings.HasSuffix(out.Text, "\n") {
			t.Errorf("%s: %d threads", format, out.Threads)
		}
		for kind, id := range ids {
			if !strings.Contains(out.Text, id) {
				t.Errorf("%s leaves the thread on %s out", format, kind)
			}
		}
		for _, words := range []string{"on lines", "on a file", "on what goes", "on all", "done"} {
			if !strings.Contains(out.Text, words) {
				t.Errorf("%s leaves %q out", format, words)
			}
		}
	}
	for want, in := range map[int]exchange.ExportInput{
		1: {Format: "json", Workflow: "resolved"}, 2: {Format: "json", File: "a.txt"}, 3: {Format: "json", Workflow: "open"}, 0: {Format: "json", Labels: []string{"none"}},
	} {
		if out := export(t, d, in); out.Threads != want {
			t.Errorf("%+v: %d threads, want %d", in, out.Threads, want)
		}
	}
}

// Other tools read these: a thread without lines must have none in the export, nor must a lost one.
func TestToolsAreToldOfLinesThatAreThere(t *testing.T) {
	d, ids := exported(t)
	var log struct {
		Version string
		Runs    []struct {
			Results []struct {
				PartialFingerprints map[string]string
				Locations           []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           *struct{ StartLine, EndLine int }
					}
				}
				Suppressions []struct{ Status string }
			}
		}
	}
	if err := json.Unmarshal([]byte(export(t, d, exchange.ExportInput{Format: "sarif"}).Text), &log); err != nil || log.Version != "2.1.0" || len(log.Runs) != 1 {
		t.Fatal(err, log)
	}
	got := map[string]string{}
	for _, r := range log.Runs[0].Results {
		text := ""
		for _, l := range r.Locations {
			text += l.PhysicalLocation.ArtifactLocation.URI
			if at := l.PhysicalLocation.Region; at != nil {
				text += ":" + strings.Repeat("|", at.StartLine) + "-" + strings.Repeat("|", at.EndLine)
			}
		}
		if len(r.Suppressions) > 0 {
			text += " resolved"
		}
		got[r.PartialFingerprints["considerThread/v1"]] = text
	}
	want := map[string]string{ids["lines"]: "a.txt:||-|||", ids["file"]: "a.txt resolved", ids["gone"]: "gone%20soon.txt", ids["review"]: ""}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for line := range strings.Lines(export(t, d, exchange.ExportInput{Format: "rdjsonl"}).Text) {
		if !json.Valid([]byte(line)) {
			t.Errorf("no JSON: %q", line)
		}
	}
}

func TestADocumentIsReadWholeOrRefused(t *testing.T) {
	d, _ := exported(t)
	doc := export(t, d, exchange.ExportInput{Format: "json"}).Text
	for name, text := range map[string]string{
		"nothing": "", "no JSON": "junk", "a list": "[]", "half of it": doc[:len(doc)/2], "another version": strings.Replace(doc, `"version": 1`, `"version": 99`, 1),
	} {
		to := reviewtest.New(t)
		if out, err := exchange.Import(t.Context(), to.Human(), exchange.ImportInput{Store: new(text)}); err == nil {
			t.Errorf("%s: %+v", name, out)
		}
		if tip := gittest.Must(to.Human().Tip(t.Context()))(t); tip != "" {
			t.Errorf("%s: something was stored", name)
		}
	}
	to := reviewtest.New(t)
	first := gittest.Must(exchange.Import(t.Context(), to.Human(), exchange.ImportInput{Store: new(doc)}))(t)
	again := gittest.Must(exchange.Import(t.Context(), to.Human(), exchange.ImportInput{Store: new(doc)}))(t)
	if len(first.Imported) != 4 || len(again.Imported) != 0 || len(again.Skipped) != 4 {
		t.Errorf("first %+v, again %+v", first, again)
	}
}
