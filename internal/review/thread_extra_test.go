package review_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/extra"
	"consider/internal/gittest"
	"consider/internal/review/reviewtest"
	"consider/internal/review/submission"
	"consider/internal/thread"
)

// A field that a newer consider put into a manual move, a base or a proposal was lost with the next reply.
func TestUnknownFieldsSurviveInEveryObjectOfAThread(t *testing.T) {
	var full thread.Thread
	n := 0
	gittest.Fill(reflect.ValueOf(&full).Elem(), &n)
	full.Version, full.ID, full.Target, full.Side = thread.Version, "c_0123abcd", thread.OnLines, thread.New
	full.WorkflowState, full.Author, full.Span.Mark = thread.Open, thread.Human, thread.Keep
	for i := range full.Reanchored {
		full.Reanchored[i].File, full.Reanchored[i].Anchor.EndLine = "a.txt", full.Reanchored[i].Anchor.StartLine
	}
	for i := range full.Replies {
		full.Replies[i].ID = []string{"r_00000001", "r_00000002"}[i]
	}
	var newer any
	if err := json.Unmarshal(gittest.Must(extra.Marshal(full))(t), &newer); err != nil {
		t.Fatal(err)
	}
	objects := enrich(newer)
	data := gittest.Must(json.Marshal(newer))(t)
	th := gittest.Must(thread.Decode(data, full.ID))(t)
	again := gittest.Must(thread.Encode(th))(t)
	var got any
	if err := json.Unmarshal(again, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(newer, got); diff != "" {
		t.Errorf("(-before +after a rewrite):\n%s", diff)
	}
	if kept := strings.Count(string(again), "zFuture"); kept != objects {
		t.Errorf("%d of %d fields are there", kept, objects)
	}
}

// enrich adds an unknown field to every object, and returns how many it added. Objects keyed by agents' names have no
// fields.
func enrich(v any) int {
	n := 0
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			n += enrich(e)
		}
	case map[string]any:
		for name, e := range v {
			if name != "seenBy" && name != "seenUpTo" {
				n += enrich(e)
			}
		}
		v["zFuture"] = []any{"<é>", 1.5, map[string]any{"a": nil}}
		n++
	}
	return n
}

// A field that a newer page keeps with a draft was lost as soon as an older page saved the draft.
func TestUnknownFieldsOfADraftSurviveTheNextLetter(t *testing.T) {
	d := reviewtest.New(t)
	s := d.Human()
	draft := submission.Draft{Key: "k", Kind: submission.DraftReview, Body: "a"}
	gittest.Must(submission.PutDraft(t.Context(), s, draft))(t)
	store := gittest.Must(s.OpenStore(t.Context(), false))(t)
	file := thread.DraftDir + "/" + submission.DraftName("k")
	text := string(gittest.Must(store.ReadPrivate(file))(t))
	if err := store.WritePrivate(file, []byte(strings.Replace(text, "{", `{"zFuture":[1],`, 1))); err != nil {
		t.Fatal(err)
	}
	draft.Body = "ab"
	gittest.Must(submission.PutDraft(t.Context(), s, draft))(t)
	if got := string(gittest.Must(store.ReadPrivate(file))(t)); !strings.Contains(got, `"zFuture":[1]`) || !strings.Contains(got, `"body":"ab"`) {
		t.Errorf("%s", got)
	}
}
