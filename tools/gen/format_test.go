package main

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"consider/internal/checkpoint"
	"consider/internal/extra"
	"consider/internal/review/plan"
	"consider/internal/review/submission"
	"consider/internal/thread"
)

// Other programs read a store by this page.
func TestThePageOnTheFormatNamesEveryStoredField(t *testing.T) {
	data, err := os.ReadFile("../../docs/internals/format.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	seen := map[reflect.Type]bool{}
	var check func(at reflect.Type)
	check = func(at reflect.Type) {
		switch at.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map:
			check(at.Elem())
			return
		}
		if at.Kind() != reflect.Struct || seen[at] || !strings.HasPrefix(at.PkgPath(), "consider/") || at == reflect.TypeFor[extra.Fields]() ||
			at == reflect.TypeFor[thread.Placement]() { // the page refers to the protocol's
			return
		}
		seen[at] = true
		for f := range at.Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if name == "-" || !f.IsExported() {
				continue
			}
			if name != "" && !regexp.MustCompile("[\"`]"+name+"[\"`]").MatchString(page) {
				t.Errorf("docs/internals/format.md does not name %q of %s", name, at)
			}
			check(f.Type)
		}
	}
	check(reflect.TypeFor[thread.Thread]())
	check(reflect.TypeFor[checkpoint.Checkpoint]())
	check(reflect.TypeFor[plan.Plan]())
	check(reflect.TypeFor[submission.Submission]())
}
