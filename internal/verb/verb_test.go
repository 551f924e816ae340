package verb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/session"
)

func TestEveryKindHasItsOwnCodes(t *testing.T) {
	exits := map[int]fail.Kind{}
	for _, kind := range fail.Kinds() {
		c := kind.Codes()
		if other, ok := exits[c.Exit]; ok {
			t.Errorf("%s and %s have the exit code %d", kind, other, c.Exit)
		}
		exits[c.Exit] = kind
		if c.Exit < 1 || c.HTTP < 400 || c.RPC >= 0 {
			t.Errorf("%s has the codes %+v", kind, c)
		}
	}
}

func TestFailuresAreToldApartByTheirChain(t *testing.T) {
	for _, c := range []struct {
		err  error
		want fail.Kind
	}{
		{errors.New("anything"), fail.KindInternal},
		{fail.Usage("x"), fail.KindUsage},
		{fmt.Errorf("outer: %w", fail.NotFound("x")), fail.KindNotFound},
		{fmt.Errorf("a: %w", fmt.Errorf("b: %w", gitstore.ErrBusy)), fail.KindBusy},
		{gitstore.ErrVersion, fail.KindVersion},
		{gitstore.ErrReadOnly, fail.KindDenied},
		{gitstore.ErrCorrupt, fail.KindCorrupt},
		{context.Canceled, fail.KindCanceled},
		{context.DeadlineExceeded, fail.KindTimeout},
		{errors.New("not found"), fail.KindInternal}, // words decide nothing
	} {
		f := fail.FailureOf(c.err)
		if f.Kind != c.want {
			t.Errorf("FailureOf(%v) = %s, want %s", c.err, f.Kind, c.want)
		}
		if f.Kind == fail.KindInternal && len(f.Hints) == 0 {
			t.Errorf("FailureOf(%v) has no hint", c.err)
		}
	}
}

func TestTheTableIsWellFormed(t *testing.T) {
	names := map[string]bool{}
	for _, v := range All {
		for _, n := range append([]string{v.Name}, v.Aliases...) {
			if names[n] {
				t.Errorf("%q is two verbs", n)
			}
			names[n] = true
		}
		if v.Title == "" || strings.HasSuffix(v.Title, ".") {
			t.Errorf("%s: the title %q is no imperative without a full stop", v.Name, v.Title)
		}
		if !slices.Contains(Sections, v.Section) {
			t.Errorf("%s is in no section of help", v.Name)
		}
		checkFieldsOf(t, v)
	}
}

// checkFieldsOf checks the properties that adapters rely on.
func checkFieldsOf(t *testing.T, v Verb) {
	t.Helper()
	flags := map[string]bool{"json": true, "as": true, "name": true, "store": true, "help": true, "h": true, "F": true}
	many := false
	for _, f := range v.Fields() {
		if f.Name == "" || f.Help == "" {
			t.Errorf("%s: a field without name or help: %+v", v.Name, f)
		}
		if f.Arg == "" && f.Flag == "" && !f.Hidden && v.On&CLI != 0 {
			t.Errorf("%s: %s cannot be given on the command line", v.Name, f.Name)
		}
		for _, n := range []string{f.Flag, f.Short} {
			if n != "" && flags[n] {
				t.Errorf("%s: the flag %q is taken", v.Name, n)
			}
			flags[n] = n != ""
		}
		if f.Arg != "" && many {
			t.Errorf("%s: %s comes after an argument that takes all", v.Name, f.Name)
		}
		many = many || f.Many()
	}
}

// Models write values this way, and only one meaning is possible.
func TestValuesAreTakenAsModelsSpellThem(t *testing.T) {
	for _, of := range []struct{ verb, raw, want string }{
		{"list", `{"unseen":"true","limit":"3","labels":"x"}`, `{"unseen":true,"labels":["x"],"limit":3}`},
		{"list", `{"unseen":"yes"}`, ""},
		{"list", `{"limit":"3.5"}`, ""},
		{"list", `{"limit":true}`, ""},
		{"list", `{"file":3}`, ""},
		{"list", `{"labels":3}`, ""},
		{"list", `{"file":["a","b"]}`, ""},
		{"add", `{"place":"a.go","message":"x","ask":["keep","drop it"]}`, `{"place":"a.go","message":"x","ask":"keep|drop it"}`},
		{"add", `{"place":"a.go","message":"x","ask":["keep|drop","both"]}`, ""},
		{"add", `{"place":"a.go","message":"x","ask":[1,2]}`, ""},
		{"wait", `{"timeout":45}`, `{"timeout":"45s"}`},
		{"wait", `{"timeout":0}`, `{"timeout":"0s"}`},
		{"wait", `{"timeout":-1}`, ""},
		{"wait", `{"timeout":1.5}`, ""},
	} {
		v, _ := Find(of.verb)
		in, err := v.decode(json.RawMessage(of.raw))
		if got, _ := json.Marshal(in); of.want != "" && (err != nil || string(got) != of.want) || of.want == "" && err == nil {
			t.Errorf("%s %s is %s, %v", of.verb, of.raw, got, err)
		}
	}
	v, _ := Find("reply")
	_, err := v.decode(json.RawMessage(`{"id":"c_1","body":"x"}`))
	if f := fail.FailureOf(err); f.Kind != fail.KindUsage || len(f.Hints) != 1 || f.Hints[0] != `did you mean "message"?` {
		t.Errorf("%+v", f)
	}
}

func TestTheDoorIsStrict(t *testing.T) {
	reply, ok := Find("reply")
	if !ok {
		t.Fatal("no reply")
	}
	for _, c := range []struct{ name, raw, want string }{
		{"unknown field", `{"id":"c_1","message":"x","nosuch":1}`, "unknown field"},
		{"wrong type", `{"id":7,"message":"x"}`, `field "id" must be a string`},
		{"not an object", `[]`, "not a JSON object"},
		{"two documents", `{"id":"c_1"}{"id":"c_2"}`, "unexpected data after"},
		{"wrong type in a list", `{"batch":[{"id":"c_1","message":"x"},{"id":7,"message":"x"}]}`, `batch 2: field "id" must be a string, not a JSON number`},
		{"not an object in a list", `{"batch":[{"id":"c_1","message":"x"},5]}`, "batch 2: the input is not a JSON object"},
		{"missing in a list", `{"batch":[{"message":"x"}]}`, `batch 1: "id" is missing`},
		{"not in the list of an item", `{"batch":[{"id":"c_1","message":"x","outcome":"did"}]}`, "batch 1: outcome must be one of"},
		{"not in the list", `{"id":"c_1","message":"x","outcome":"did"}`, "outcome must be one of addressed, answered, "},
		{"broken", `{"id":`, "input"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := reply.Call(t.Context(), nil, json.RawMessage(c.raw))
			if f := fail.FailureOf(err); f.Kind != fail.KindUsage || !strings.Contains(f.Message, c.want) {
				t.Errorf("got %s %q, want usage with %q", f.Kind, f.Message, c.want)
			}
		})
	}
}

// The error of an item has its hint too.
func TestAFieldOfAnItemIsSuggested(t *testing.T) {
	reply, _ := Find("reply")
	for raw, want := range map[string]string{
		`{"batch":[{"id":"c_1","body":"x"}]}`:                         `did you mean "message"?`,
		`{"batch":[{"id":"c_1","message":"x","outcome":"adressed"}]}`: `did you mean "addressed"?`,
	} {
		_, err := reply.Call(t.Context(), nil, json.RawMessage(raw))
		f := fail.FailureOf(err)
		if f.Kind != fail.KindUsage || !strings.HasPrefix(f.Message, "batch 1: ") || !slices.Equal(f.Hints, []string{want}) {
			t.Errorf("%s: %+v", raw, f)
		}
	}
}

func TestAFieldWithoutHelpIsMissingWithoutAColon(t *testing.T) {
	type input struct {
		Items []struct {
			Name string `json:"name"`
		} `json:"items" help:"some"`
	}
	v := Define("x", Talk, "Do", "", Reads, CLI, func(context.Context, *session.Session, input) (struct{}, error) { return struct{}{}, nil })
	_, err := v.Call(t.Context(), nil, json.RawMessage(`{"items":[{}]}`))
	if got, want := fail.FailureOf(err).Message, `items 1: "name" is missing`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestAPanicIsAnInternalError(t *testing.T) {
	v := Define("boom", Talk, "Panic", "", Reads, CLI, func(context.Context, *session.Session, struct{}) (struct{}, error) { panic("x") })
	_, err := v.Call(t.Context(), nil, nil)
	if fail.FailureOf(err).Kind != fail.KindInternal {
		t.Errorf("got %v", err)
	}
}

func TestTheEnvelopeIsOneSafeLine(t *testing.T) {
	data, err := Answer(map[string]string{"body": "red \x1b[31m \u202eback <b>\n"}, "abc").Encode()
	if err != nil {
		t.Fatal(err)
	}
	want := `{"ok":true,"data":{"body":"red \u001b[31m \u202eback <b>\n"},"cursor":"abc"}` + "\n"
	if diff := cmp.Diff(want, string(data)); diff != "" {
		t.Error(diff)
	}
}

// Surfaces encode answers with encoding/json, which does not know unknown fields: a type that keeps them must write
// itself.
func TestEveryAnswerWritesTheFieldsOfNewerVersions(t *testing.T) {
	writes := reflect.TypeFor[json.Marshaler]()
	var walk func(where string, of reflect.Type)
	walk = func(where string, of reflect.Type) {
		switch of.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Array:
			walk(where, of.Elem())
		case reflect.Struct:
			for i := 0; i < of.NumField() && !of.Implements(writes); i++ {
				f := of.Field(i)
				if f.Tag.Get("json") == "-" {
					continue
				}
				if f.Tag.Get("json") == ",embed" {
					t.Errorf("%s: %s has no MarshalJSON", where, of)
				}
				walk(where+"."+f.Name, f.Type)
			}
		}
	}
	for _, v := range All {
		walk(v.Name, v.Out)
	}
}
