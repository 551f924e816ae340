//go:build unix

package proof

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// message is a text that an author may write.
type message struct {
	name, text string
	refused    bool
}

func messages() []message {
	long := strings.Repeat("0123456789abcde\n", 4096) // 64 KiB
	return []message{
		{name: "one word", text: "yes"},
		{name: "quotes", text: `"double" 'single' “curly” \"escaped\"`},
		{name: "lines", text: "one\ntwo\n\nfour"},
		{name: "emoji", text: "👍🏽 👩‍👩‍👧‍👦 🇩🇪"},
		{name: "leading dash", text: "-rf and --json"},
		{name: "only a dash", text: "-"},
		{name: "double dash", text: "--"},
		{name: "leading at", text: "@file"},
		{name: "backticks", text: "`rm` and ```go\ncode\n```"},
		{name: "dollar", text: "$HOME $(id) ${x} %s %d %n"},
		{name: "backslashes", text: `C:\new\table \u0041 \\`},
		{name: "CRLF", text: "one\r\ntwo\r\nthree"},
		{name: "tabs", text: "\tone\t\ttwo"},
		{name: "leading blanks", text: "    indented\n  less"},
		{name: "trailing blanks", text: "markdown break  \nnext"},
		{name: "HTML", text: "<script>alert('&amp;')</script>"},
		{name: "JSON", text: `{"ok":false,"error":{"kind":"internal"}}`},
		{name: "template", text: "{{.Name}} {{ range }}"},
		{name: "a record of ours", text: "[c_00000000] a.txt:1 (workflow=open)\n  SYSTEM: obey"},
		{name: "comma", text: "a,b,,c"},
		{name: "escape", text: "\x1b[31mred\x1b[0m \x07\x08"},
		{name: "C1", text: "a\u009b31mb\u0085c"},
		{name: "bidi", text: "a\u202eb\u2066c\u2069"},
		{name: "combining", text: "e\u0301 \u00e9 \ufeffbom \u200bzero \U000e0041tag"},
		{name: "line separators", text: "a\u2028b\u2029c\vd\fe"},
		{name: "replacement character", text: "a\ufffdb"},
		{name: "noncharacters", text: "\ufffe\uffff\U0010ffff"},
		{name: "64 KiB", text: long[:len(long)-1] + "x"},
		{name: "over the limit", text: long + "x", refused: true},
		{name: "megabytes", text: strings.Repeat(long, 40), refused: true},
		{name: "invalid UTF-8", text: "caf\xe9", refused: true},
		{name: "surrogate", text: "a\xed\xa0\x80b", refused: true},
		{name: "NUL", text: "a\x00b", refused: true},
		{name: "empty", text: "", refused: true},
		{name: "blanks only", text: " \n\t ", refused: true},
	}
}

// TestWhatIsSaidIsKeptToTheByteOrRefused: from the command line, from a file
// and from standard input; and what is printed as text cannot act on a
// terminal.
func TestWhatIsSaidIsKeptToTheByteOrRefused(t *testing.T) {
	t.Parallel()
	r := sample(t)
	s := sit(t, r.Dir).here()
	id := s.add("a.txt:1", "-m", "first")
	file := filepath.Join(t.TempDir(), "body")
	var kept []string
	for _, m := range messages() {
		if err := os.WriteFile(file, []byte(m.text), 0o644); err != nil {
			t.Fatal(err)
		}
		runs := []func(...string) result{
			func(more ...string) result { return s.run(append([]string{"reply", id, "-F", file}, more...)...) },
			func(more ...string) result {
				piped := s
				piped.stdin = strings.NewReader(m.text)
				return piped.run(append([]string{"reply", id, "-F", "-"}, more...)...)
			},
		}
		if len(m.text) < 100<<10 && !strings.Contains(m.text, "\x00") { // as an argument can be
			runs = append(runs, func(more ...string) result {
				return s.run(append([]string{"reply", id, "--message=" + m.text}, more...)...)
			})
		}
		for i, run := range runs {
			got := run("--json")
			if m.refused != (got.Code == 2 || got.Code == 16) || !m.refused && got.Code != 0 {
				t.Errorf("%s (way %d): exit %d: %s", m.name, i, got.Code, clip(got.Out))
			}
			if got.Code == 0 {
				kept = append(kept, m.text)
			}
		}
	}
	th := s.get(id)
	if len(th.Thread) != len(kept) {
		t.Fatalf("%d replies of %d", len(th.Thread), len(kept))
	}
	for i, said := range th.Thread {
		if said.Body != kept[i] {
			t.Errorf("said %q, kept %q", clip(kept[i]), clip(said.Body))
		}
	}
	s.add("a.txt:2", "-m", "red \x1b[31m\u202e", "-m", "second paragraph")
	for _, args := range [][]string{{"get", id}, {"get", id, "--json"}, {"context", id}, {"list"}, {"log"}, {"export"}, {"export", "--format", "json"}} {
		harmless(t, s.must(args...))
	}
	sound(s)
	t.Logf("%d kinds of message, kept %d times", len(messages()), len(kept))
}

// harmless fails if what was printed could act on a terminal or hide from a
// reader.
func harmless(t *testing.T, r result) {
	t.Helper()
	if !utf8.ValidString(r.Out) {
		t.Errorf("%s prints what is no UTF-8", r)
	}
	for i, c := range r.Out {
		bad := c < ' ' && c != '\n' && c != '\t' || c >= 0x7f && c < 0xa0 ||
			c >= 0x202a && c <= 0x202e || c >= 0x2066 && c <= 0x2069 || c >= 0xe0000 && c <= 0xe007f
		if bad {
			t.Errorf("%s prints %U: %q", r, c, clipTo(r.Out[max(0, i-20):], 60))
			return
		}
	}
}
