package extra

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Whatever a valid object looks like, the fields found are those that the JSON package finds.
func FuzzUnknownFieldsAreAllThoseNotKnown(f *testing.F) {
	for _, s := range []string{
		`{}`, ` { } `, `null`, `[]`, `3`, `{"id":1}`, `{"id" : {"x":"}"} , "y":[1,{"id":2}] }`, `{"a":1,"a":"\"}","id":-2e3}`,
		"{\n\t\"new\" : true ,\r\n \"body\":\"\\\\\",\"é\":null}", `{"\u0069d":1,"\u0041":[[]]}`, "{\"\xff\":0}", `{"ID":1,"Body":"x","bodi":2}`,
	} {
		f.Add(s)
	}
	known := []string{"id", "body"}
	f.Fuzz(func(t *testing.T, s string) {
		var want map[string]json.RawMessage
		if !json.Valid([]byte(s)) || json.Unmarshal([]byte(s), &want) != nil {
			want = nil
			if !json.Valid([]byte(s)) {
				return
			}
		}
		for name := range want {
			if slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, name) }) {
				delete(want, name)
			}
		}
		if len(want) == 0 {
			want = nil
		}
		got, err := unknownFields([]byte(s), known)
		if diff := cmp.Diff(Fields(want), got); diff != "" || err != nil {
			t.Errorf("%q: %v\n%s", s, err, diff)
		}
	})
}
