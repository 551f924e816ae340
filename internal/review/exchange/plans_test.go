package exchange

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/history"
	"consider/internal/review/plan"
	"consider/internal/review/reviewtest"
)

// decided is a plan of two versions with a thread on the first, and the decision on the second.
func decided(d *reviewtest.Desk) string {
	d.T.Helper()
	d.Add("a.txt:1", "begin")
	planned(d)
	gittest.Must(plan.Reject(d.T.Context(), d.Human(), plan.PlanVerdictInput{}))(d.T)
	gittest.Must(plan.Add(d.T.Context(), d.Agent("codex"), plan.PlanAddInput{Text: "# A plan\n\nIntro.\n\n1. first\n2. second\n"}))(d.T)
	return gittest.Must(plan.Approve(d.T.Context(), d.Human(), plan.PlanApproveInput{Message: "go"}))(d.T).Plan.ID
}

func TestAThreadOnAPlanIsExportedWithThePlan(t *testing.T) {
	d := reviewtest.New(t)
	id := decided(d)
	shown := func() plan.PlanShowOutput {
		return gittest.Must(plan.Show(t.Context(), d.Human(), plan.PlanShowInput{ID: id}))(t)
	}
	was := shown()
	text := gittest.Must(Export(t.Context(), d.Human(), ExportInput{}))(t).Text
	if !strings.Contains(text, "## "+id+" `A plan`\n\nversion 2, approved\n\n```\n# A plan\n\nIntro.\n") {
		t.Error(text)
	}
	doc := gittest.Must(Export(t.Context(), d.Human(), ExportInput{Format: "json"}))(t).Text
	wiped(d)
	gittest.Must(Import(t.Context(), d.Human(), ImportInput{Store: &doc}))(t)
	if diff := cmp.Diff(was, shown()); diff != "" {
		t.Errorf("(-before +after):\n%s", diff)
	}
	gittest.Must(plan.Add(t.Context(), d.Agent("codex"), plan.PlanAddInput{Text: "# Other\n\n1. third\n", Plan: id}))(t)
	now := shown()
	gittest.Must(Import(t.Context(), d.Human(), ImportInput{Store: &doc}))(t)
	if diff := cmp.Diff(now, shown()); diff != "" {
		t.Errorf("the second import changed the plan:\n%s", diff)
	}
}

func TestAPlanThatADocumentCannotHaveIsRefused(t *testing.T) {
	d := reviewtest.New(t)
	id := decided(d)
	doc := gittest.Must(Export(t.Context(), d.Human(), ExportInput{Format: "json"}))(t).Text
	wiped(d)
	for name, swap := range map[string][2]string{
		"a version without a text": {`"texts": [`, `"texts": [], "were": [`},
		"no text":                  {`"texts": [`, `"texts": null, "were": [`},
		"another number":           {`"n": 2`, `"n": 3`},
		"a path as its ID":         {`"id": "` + id, `"id": "../` + id},
		"a file outside":           {`"title": "A plan"`, `"title": "A plan", "file": "../x"`},
	} {
		bad := strings.Replace(doc, swap[0], swap[1], 1)
		if bad == doc {
			t.Errorf("%s: not in the document", name)
		}
		if _, err := Import(t.Context(), d.Human(), ImportInput{Store: &bad}); !errors.Is(err, fail.ErrUsage) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := review.List(t.Context(), d.Human(), review.ListInput{}); !errors.Is(err, fail.ErrNoStore) {
			t.Errorf("%s: something was imported: %v", name, err)
		}
	}
	other := strings.Replace(doc, `"plans": [`, `"plans": 5, "were": [`, 1)
	gittest.Must(Import(t.Context(), d.Human(), ImportInput{Store: &other}))(t)
	if all := gittest.Must(plan.List(t.Context(), d.Human(), plan.PlanListInput{}))(t); len(all.Plans) != 0 {
		t.Errorf("%+v", all)
	}
}

// onlyPlans makes a decided plan, and returns an export with it and without threads; the store is gone then.
func onlyPlans(d *reviewtest.Desk) string {
	d.T.Helper()
	decided(d)
	var doc map[string]any
	if err := json.Unmarshal([]byte(gittest.Must(Export(d.T.Context(), d.Human(), ExportInput{Format: "json"}))(d.T).Text), &doc); err != nil {
		d.T.Fatal(err)
	}
	wiped(d)
	doc["threads"] = []any{}
	return string(gittest.Must(json.Marshal(doc))(d.T))
}

// An import that adds only a plan says so, as does the history.
func TestAnImportCountsItsPlans(t *testing.T) {
	d := reviewtest.New(t)
	text := onlyPlans(d)
	for again, want := range []int{1, 0} {
		got := gittest.Must(Import(t.Context(), d.Human(), ImportInput{Store: &text}))(t)
		if got.Plans != want || len(got.Imported)+len(got.Skipped) != 0 {
			t.Errorf("%d: %+v", again, got)
		}
	}
	log := gittest.Must(history.Log(t.Context(), d.Human(), history.LogInput{}))(t)
	if len(log.Events) != 1 || !strings.HasSuffix(log.Events[0].Words(), " imported 1 plan") {
		t.Errorf("%+v", log.Events)
	}
}

// An agent's document must not make a verdict.
func TestAnAgentImportsNoPlan(t *testing.T) {
	d := reviewtest.New(t)
	text := onlyPlans(d)
	gittest.Must(review.Add(t.Context(), d.Human(), review.AddInput{Review: true, Message: "begin"}))(t)
	gittest.Must(Import(t.Context(), d.Agent("codex"), ImportInput{Store: &text}))(t)
	if all := gittest.Must(plan.List(t.Context(), d.Human(), plan.PlanListInput{}))(t); len(all.Plans) != 0 {
		t.Errorf("%+v", all)
	}
}
