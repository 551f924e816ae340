package main

import (
	"fmt"
	"os"
	"strings"

	"consider/internal/editor"
	"consider/internal/enum"
	"consider/internal/review/history"
	"consider/internal/thread"
)

// passage is a generated part of a document, between two texts that stay. If after is "", it ends the document.
type passage struct {
	file, before, after string
	text                string
}

func made(protocol string) []passage {
	outcomes := enum.Of[thread.Outcome]()
	return []passage{
		{"skills/consider/SKILL.md", "\nOutcomes: ", ".\nIf you changed nothing,", wrapped("Outcomes: ", list(outcomes, func(v enum.Value) string {
			return fmt.Sprintf("`%s` (%s)", v.Name, v.Says)
		}))},
		{"docs/internals/format.md", "| field | values |\n|---|---|\n", "\nAbsent", values()},
		{"docs/internals/web.md", "\"verdict\": \"", "\"", strings.Join(enum.Of[history.Verdict]().Names(), "|")},
		{"docs/reference/editor-context.md", "`consider config editorContext ", "`", strings.Join(enum.Of[editor.Mode]().Names(), "|")},
		{"docs/reference/protocol.md", "| kind | exit code | HTTP | JSON-RPC |\n|---|---|---|---|\n", "", protocol},
		{"docs/reference/cli/README.md", "Common flags:\n\n", "", index()},
	}
}

// passages renders the documents that have generated passages.
func passages(protocol string) (map[string][]byte, error) {
	out := map[string][]byte{}
	for _, p := range made(protocol) {
		name := "../../" + p.file
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		head, rest, found := strings.Cut(string(data), p.before)
		_, tail, ended := strings.Cut(rest, p.after)
		if p.after == "" {
			tail = ""
		}
		if !found || !ended {
			return nil, fmt.Errorf("%s has no passage between %q and %q", p.file, p.before, p.after)
		}
		out[name] = []byte(head + p.before + p.text + p.after + tail)
	}
	return out, nil
}

// values returns the table rows of the values that a stored thread may have.
func values() string {
	var b strings.Builder
	for _, f := range []struct {
		name   string
		values enum.Set
	}{
		{"target", enum.Of[thread.Target]()},
		{"side", enum.Of[thread.Side]()},
		{"workflowState", enum.Of[thread.WorkflowState]()},
		{"author", enum.Of[thread.AuthorKind]()},
		{"outcome", enum.Of[thread.Outcome]()},
		{"mark", enum.Of[thread.Mark]()},
		{"stance", enum.Of[thread.Stance]()},
	} {
		fmt.Fprintf(&b, "| `%s` | %s |\n", f.name, f.values.Explained("`"))
	}
	return b.String()
}

// list joins the values in words: a, b or c.
func list(s enum.Set, word func(enum.Value) string) string {
	var all []string
	for _, v := range s.Values {
		all = append(all, word(v))
	}
	last := len(all) - 1
	return strings.Join(all[:last], ", ") + " or " + all[last]
}

// wrapped breaks text into lines of at most 120 bytes; before is what precedes the text in its first line.
func wrapped(before, text string) string {
	var out strings.Builder
	at := len(before)
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0:
		case at+1+len(word) > 120:
			out.WriteByte('\n')
			at = 0
		default:
			out.WriteByte(' ')
			at++
		}
		out.WriteString(word)
		at += len(word)
	}
	return out.String()
}
