// Package verbtest calls verbs with the examples in their rows, so that a test of all verbs includes a new verb as soon
// as it has a row.
package verbtest

import (
	"encoding/json"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"consider/internal/verb"
)

// The names that examples use. A test that calls the examples has these, or passes its own names instead.
const (
	Thread = "c_9e3779b1"
	File   = "src/auth.go" // of 60 lines or more
	Plan   = "plan.md"
)

// Words splits an example at blanks, except inside single quotes.
func Words(example string) []string {
	var out []string
	for i, part := range strings.Split(example, "'") {
		if i%2 == 1 {
			out = append(out, part)
		} else {
			out = append(out, strings.Fields(part)...)
		}
	}
	return out
}

// Call returns the verb's example as arguments of the command line. names replaces names that examples use.
func Call(v verb.Verb, names map[string]string) []string {
	args := append(strings.Fields(v.Name), Words(v.Example)...)
	for i, arg := range args {
		if name, ok := names[arg]; ok {
			args[i] = name
		}
	}
	return args
}

// Input returns a call from [Call] as JSON. It reads the arguments by the fields' tags alone, so that the result can be
// compared with the command line's.
func Input(t testing.TB, v verb.Verb, call []string) string {
	t.Helper()
	args := call[len(strings.Fields(v.Name)):]
	in := map[string]any{}
	put := func(f verb.Field, value string) {
		switch f.Type.Kind() {
		case reflect.Bool:
			in[f.Name] = true
		case reflect.Int:
			n, err := strconv.Atoi(value)
			if err != nil {
				t.Fatalf("the example of %s: %v", v.Name, err)
			}
			in[f.Name] = n
		case reflect.Slice:
			list, _ := in[f.Name].([]string)
			in[f.Name] = append(list, value)
		default:
			in[f.Name] = value
		}
	}
	positional := slices.DeleteFunc(slices.Clone(v.Fields()), func(f verb.Field) bool { return f.Arg == "" })
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		i := slices.IndexFunc(v.Fields(), func(f verb.Field) bool { return "--"+f.Flag == arg || "-"+f.Short == arg })
		switch {
		case i >= 0 && v.Fields()[i].Type.Kind() == reflect.Bool:
			put(v.Fields()[i], "")
		case i >= 0 && len(args) > 0:
			put(v.Fields()[i], args[0])
			args = args[1:]
		case i < 0 && len(positional) > 0:
			put(positional[0], arg)
			if !positional[0].Many() {
				positional = positional[1:]
			}
		default:
			t.Fatalf("the example of %s: what is %q?", v.Name, arg)
		}
	}
	data, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
