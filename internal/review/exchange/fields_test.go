package exchange

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"consider/internal/place"
	"consider/internal/thread"
)

// A field that only answers have must not be imported as a field of the thread, where unknown fields are kept.
func TestNoFieldOfAnAnswerIsTakenForOneOfTheThread(t *testing.T) {
	own := jsonNames(reflect.TypeFor[thread.Thread]())
	for _, name := range jsonNames(reflect.TypeFor[place.ThreadDetail]()) {
		if !slices.Contains(own, name) && !slices.Contains(ofView, name) {
			t.Errorf("import keeps %q, which only answers have", name)
		}
	}
}

func jsonNames(of reflect.Type) []string {
	var out []string
	for i := range of.NumField() {
		f := of.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			out = append(out, jsonNames(f.Type)...)
		case name != "" && name != "-":
			out = append(out, name)
		}
	}
	return out
}
