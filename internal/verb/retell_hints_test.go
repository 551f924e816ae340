package verb

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"consider/internal/fail"
	"consider/internal/verb/hinttest"
)

func TestFlagsAreWordedAsFields(t *testing.T) {
	for verb, words := range map[string][2]string{
		"config":        {"--force takes this one", `force takes this one`},
		"uninstall":     {"use --dry-run to see what it would do, or --yes to do it", `use dryRun to see what it would do, or yes to do it`},
		"list":          {"run 'consider list --workflow all' to see all threads; --workflow says which", `run 'consider list --workflow all' to see all threads; workflow says which`},
		"log":           {"continue with: consider wait --since 12ab", "continue with: consider wait --since 12ab"},
		"memory purge":  {"or remove them all the same: --force", `or remove them all the same: force`},
		"memory import": {"say what to import: a file, --from PLACE or --branch NAME", `say what to import: a file, from PLACE or branch NAME`},
		"get":           {"--force takes this one", ""}, // not a flag of its own
	} {
		v, ok := Find(verb)
		if !ok {
			t.Fatal("no verb " + verb)
		}
		f := v.InFields(fail.Failure{Message: words[0], Hints: []string{words[0]}}, nil)
		if words[1] == "" && f.Message == words[0] && len(f.Hints) == 0 {
			continue
		}
		if f.Message != words[1] || f.Hints[0] != words[1] {
			t.Errorf("%s: %+v, want %s", verb, f, words[1])
		}
	}
}

// otherFlags are flags without a field: of the program that a client started, of 'consider review', and of git.
var otherFlags = []string{"--store", "--name", "--as", "--range", "--cached"}

// An error over JSON-RPC or MCP once advised --force, which cannot be given there. Every hint in the rooms behind the
// table is worded with fields, except for complete commands.
func TestNoHintOfAVerbSpeaksOfFlagsWhereFieldsAreSent(t *testing.T) {
	var every Verb // has the fields of all verbs
	var fields []Field
	for _, v := range All {
		fields = append(fields, v.Fields()...)
	}
	every.In = reflect.TypeFor[struct{ every bool }]()
	known.Store(every.In, fields)
	read := 0
	for _, hint := range hinttest.Below(t, "..") {
		read++
		worded, _ := every.inFields(hint, nil)
		for _, at := range flagged().FindAllStringSubmatchIndex(worded, -1) {
			flag := worded[at[4]:at[5]]
			if !inCommand(worded[:at[4]]) && strings.HasPrefix(flag, "--") && !slices.Contains(otherFlags, flag) {
				t.Errorf("%q still speaks of %s", worded, flag)
			}
		}
	}
	if read < 100 {
		t.Errorf("only %d hints were found in the sources", read)
	}
}
