package review

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a newer consider put into a place given by hand, a base or a proposal was lost with the next reply.
func TestUnknownFieldsSurviveInEveryObjectOfAThread(t *testing.T) {
	var full Thread
	n := 0
	fill(reflect.ValueOf(&full).Elem(), &n)
	full.Version, full.ID, full.Target, full.Side = threadVersion, "c_0123abcd", OnLines, New
	full.WorkflowState, full.Author, full.Span.Mark = Open, Human, Keep
	for i := range full.Reanchored {
		full.Reanchored[i].File, full.Reanchored[i].Anchor.EndLine = "a.txt", full.Reanchored[i].Anchor.StartLine
	}
	for i := range full.Replies {
		full.Replies[i].ID = []string{"r_00000001", "r_00000002"}[i]
	}
	var newer any
	if err := json.Unmarshal(must(json.Marshal(full))(t), &newer); err != nil {
		t.Fatal(err)
	}
	objects := enrich(newer)
	data := must(json.Marshal(newer))(t)
	th := must(decodeThread(data, full.ID))(t)
	again := must(encodeThread(th))(t)
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

// enrich gives every object a field that no version knows yet, and returns how many there are. The objects that are
// keyed by agents' names have no fields.
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

// What a newer page keeps with a draft was lost as soon as an older one saved the next letter.
func TestUnknownFieldsOfADraftSurviveTheNextLetter(t *testing.T) {
	d := newDesk(t)
	s := d.human()
	draft := Draft{Key: "k", Kind: DraftReview, Body: "a"}
	must(s.PutDraft(t.Context(), draft))(t)
	store := must(s.open(t.Context(), false))(t)
	file := draftDir + "/" + draftName("k")
	text := string(must(store.ReadPrivate(file))(t))
	if err := store.WritePrivate(file, []byte(strings.Replace(text, "{", `{"zFuture":[1],`, 1))); err != nil {
		t.Fatal(err)
	}
	draft.Body = "ab"
	must(s.PutDraft(t.Context(), draft))(t)
	if got := string(must(store.ReadPrivate(file))(t)); !strings.Contains(got, `"zFuture":[1]`) || !strings.Contains(got, `"body":"ab"`) {
		t.Errorf("%s", got)
	}
}
