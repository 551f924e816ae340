package main

import (
	"bytes"
	"fmt"
	"strings"

	"consider/internal/enum"
	"consider/internal/review/history"
	"consider/internal/settings"
	"consider/internal/setup"
	"consider/internal/thread"
	"consider/internal/turn"
)

const enumsHead = `// Code generated from the enums of the Go code by ` + "`make generate`" + `; DO NOT EDIT.
//
// The words of every value that people see, for the extension and for the pages of the browser.

/** One value of an enum. */
export interface Value {
  /** As a badge or a list of choices has it: "Addressed". */
  readonly word: string;
  /** What it means, to go on with after its name: "the code was changed". */
  readonly says: string;
  /** The class of its badge; "" for a plain one. */
  readonly badge: string;
}

/** The values of an enum by their names on the wire, in the order in which they are listed. */
export type Values = ReadonlyMap<string, Value>;

/** The words of a value. One that only a newer program knows is shown as it is. */
export const valueOf = (values: Values, name: string): Value => values.get(name) ?? { word: name, says: "", badge: "" };
`

// shownEnums are the enums whose words clients show.
var shownEnums = []struct {
	name   string
	values enum.Set
}{
	{"OUTCOMES", enum.Of[thread.Outcome]()},
	{"PROOFS", enum.Of[thread.Proof]()},
	{"WRITERS", enum.Of[turn.Writer]()},
	{"DELIVERIES", enum.Of[thread.Delivery]()},
	{"WORKFLOW_STATES", enum.Of[thread.WorkflowState]()},
	{"ANCHOR_STATES", enum.Of[thread.AnchorState]()},
	{"TARGETS", enum.Of[thread.Target]()},
	{"SIDES", enum.Of[thread.Side]()},
	{"AUTHOR_KINDS", enum.Of[thread.AuthorKind]()},
	{"MARKS", enum.Of[thread.Mark]()},
	{"FINDING_STATES", enum.Of[thread.FindingState]()},
	{"STANCES", enum.Of[thread.Stance]()},
	{"VERDICTS", enum.Of[history.Verdict]()},
	{"HOOK_LEVELS", enum.Of[setup.Level]()},
	{"MEMORY_STORAGES", enum.Of[settings.Backend]()},
}

// enums renders extension/src/enums.ts as prettier would, with lines of 120 columns.
func enums() []byte {
	var b bytes.Buffer
	b.WriteString(enumsHead)
	for _, shown := range shownEnums {
		fmt.Fprintf(&b, "\nexport const %s: Values = new Map([\n", shown.name)
		for _, v := range shown.values.Values {
			writeEntry(&b, fmt.Sprintf("%q", v.Name), tsValue(v))
		}
		b.WriteString("]);\n")
	}
	beside := func(what, name string, v enum.Value) {
		fmt.Fprintf(&b, "\n/** Beside the states of %s. */\nexport const %s: Value = {\n  %s,\n};\n", what, name, strings.Join(tsValue(v), ",\n  "))
	}
	beside("an anchored thread whose text is no longer the original one", "CODE_EDITED", thread.CodeEdited)
	beside("a thread whose place is not sure", "PERHAPS", thread.PerhapsHere)
	beside("a thread whose file a sparse checkout omits", "NOT_HERE", thread.NotHere)
	return b.Bytes()
}

// writeEntry writes an entry of a map, on one line where it fits.
func writeEntry(b *bytes.Buffer, key string, fields []string) {
	one := fmt.Sprintf("  [%s, { %s }],\n", key, strings.Join(fields, ", "))
	if len(one) > 121 { // including its line end
		one = fmt.Sprintf("  [\n    %s,\n    {\n      %s,\n    },\n  ],\n", key, strings.Join(fields, ",\n      "))
	}
	b.WriteString(one)
}

func tsValue(v enum.Value) []string {
	return []string{fmt.Sprintf("word: %q", v.Word), fmt.Sprintf("says: %q", v.Says), fmt.Sprintf("badge: %q", v.Badge)}
}
