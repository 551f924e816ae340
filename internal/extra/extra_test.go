package extra

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type object struct {
	ID      json.RawMessage `json:"id,omitempty"`
	Body    json.RawMessage `json:"body,omitempty"`
	Unknown Fields          `json:",embed"`
}

// For every valid object, the fields found are those that encoding/json finds, and they are still there after a
// rewrite, always in the same order.
func FuzzUnknownFieldsAreAllThoseNotKnown(f *testing.F) {
	for _, s := range []string{
		`{}`, ` { } `, `{"id":1}`, `{"id" : {"x":"}"} , "y":[1,{"id":2}] }`, `{"a":1,"a":"\"}","id":-2e3}`,
		"{\n\t\"new\" : true ,\r\n \"body\":\"\\\\\",\"é\":null}", `{"\u0069d":1,"\u0041":[[]]}`, "{\"\xff\":0}", `{"ID":1,"Body":"x","bodi":2}`,
		`{"z":1.50,"a":"\u003c<","m":1e400,"b-ody":12345678901234567890}`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var want map[string]json.RawMessage
		if json.Unmarshal([]byte(s), &want) != nil || want == nil {
			return
		}
		for name := range want {
			if slices.ContainsFunc([]string{"id", "body"}, func(k string) bool { return strings.EqualFold(k, name) }) {
				delete(want, name)
			}
		}
		var o object
		if err := Unmarshal([]byte(s), &o); err != nil {
			t.Fatalf("%q: %v", s, err)
		}
		got := map[string]json.RawMessage{}
		for name, value := range o.Unknown {
			got[name] = json.RawMessage(value)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", s, diff)
		}
		once, err := Marshal(o)
		if err != nil {
			t.Fatalf("%q: %v", s, err)
		}
		var again object
		if err := Unmarshal(once, &again); err != nil || len(again.Unknown) != len(o.Unknown) {
			t.Errorf("%q is written as %q: %v", s, once, err)
		}
		if twice, err := Marshal(again); err != nil || string(twice) != string(once) {
			t.Errorf("%q, then %q: %v", once, twice, err)
		}
	})
}

// A store is compared and repaired byte by byte: the bytes of a document do not depend on which version wrote it
// before.
func TestADocumentIsWrittenAsEverBefore(t *testing.T) {
	var o object
	if err := Unmarshal([]byte(`{"zeta":{"b": [1, 2.50, "<é\u0041>"],"n":{}},"body":"a<b","alpha":"\u003c"}`), &o); err != nil {
		t.Fatal(err)
	}
	got, err := Document(o)
	want := `{
  "body": "a<b",
  "alpha": "\u003c",
  "zeta": {
    "b": [
      1,
      2.50,
      "<é\u0041>"
    ],
    "n": {}
  }
}
`
	if diff := cmp.Diff(want, string(got)); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}
