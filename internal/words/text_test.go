package words

import (
	"encoding/json"
	"errors"
	"testing"
)

// fields is a surface that has the inputs "force" and "message" only.
type fields struct{}

func (fields) Command(line string) string { return "<" + line + ">" }

func (fields) Flag(flag string) (string, bool) {
	name, ok := map[string]string{"--force": "force", "-m TEXT": "message"}[flag]
	return name, ok
}

type failure struct{ text Text }

func (f failure) Error() string { return "as an error" }
func (f failure) Text() Text    { return f.text }

func TestCommandsAndFlagsAreShownAsTheSurfaceHasThem(t *testing.T) {
	for _, c := range []struct {
		format   string
		values   []any
		terminal string
		fields   string
		whole    bool
	}{
		{"run '{list --workflow all}' to see all", nil, "run 'consider list --workflow all' to see all", "run '<list --workflow all>' to see all", true},
		{"reply: {reply %s --choose %d}", []any{"c_1", 2}, "reply: consider reply c_1 --choose 2", "reply: <reply c_1 --choose 2>", true},
		{"pass {-m TEXT}, or {--force}", nil, "pass -m TEXT, or --force", "pass message, or force", true},
		{"omit {--other}", nil, "omit --other", "omit ", false},
		{"{--%s} must be 1 or greater", []any{"force"}, "--force must be 1 or greater", "force must be 1 or greater", true},
		{`example: {"id": 1}, {}, {X}, { gc }`, nil, `example: {"id": 1}, {}, {X}, { gc }`, `example: {"id": 1}, {}, {X}, { gc }`, true},
		{"an open {list", nil, "an open {list", "an open {list", true},
		// Names of files and messages can contain braces and control characters.
		{"%s and %q and %v", []any{"{gc}", "\x02gc\x03", errors.New("\x02undo\x03")}, "{gc} and " + `"\x02gc\x03"` + " and undo", "{gc} and " + `"\x02gc\x03"` + " and undo", true},
		{"{show %s}", []any{"a}{gc}\x03\x02"}, "consider show a}{gc}", "<show a}{gc}>", true},
		{"%d%% of %5.1f", []any{3, 2.5}, "3% of   2.5", "3% of   2.5", true},
		// A text in a text keeps its commands.
		{"thread 2: %w", []any{failure{Textf("missing {--force}: {gc}")}}, "thread 2: missing --force: consider gc", "thread 2: missing force: <gc>", true},
		{"%s", []any{Textf("{gc}")}, "consider gc", "<gc>", true},
	} {
		text := Textf(c.format, c.values...)
		if got := text.String(); got != c.terminal {
			t.Errorf("%s: %q on a terminal, want %q", c.format, got, c.terminal)
		}
		if got, whole := text.In(fields{}); got != c.fields || whole != c.whole {
			t.Errorf("%s: %q, %v in fields, want %q, %v", c.format, got, whole, c.fields, c.whole)
		}
	}
}

func TestATextIsAStringInJSON(t *testing.T) {
	type answer struct {
		Hint  Text   `json:"hint,omitzero"`
		Notes []Text `json:"notes,omitempty"`
	}
	data, err := json.Marshal(answer{Hint: Textf("run '{fsck}'"), Notes: []Text{Plain("\x02x")}})
	if want := `{"hint":"run 'consider fsck'","notes":["x"]}`; err != nil || string(data) != want {
		t.Fatalf("%s, %v", data, err)
	}
	var back answer
	if err := json.Unmarshal(data, &back); err != nil || back.Hint.String() != "run 'consider fsck'" {
		t.Errorf("%+v, %v", back, err)
	}
	if data, err := json.Marshal(answer{}); err != nil || string(data) != "{}" {
		t.Errorf("%s, %v", data, err)
	}
}

func TestAValueIsOneWordOfAShell(t *testing.T) {
	for value, want := range map[string]string{
		"": "", "round-1": "round-1", "/p/.consider": "/p/.consider", `C:\p`: `C:\p`,
		"my round": "'my round'", "it's": `'it'\''s'`, "$HOME": "'$HOME'", "a;b": "'a;b'", "*": "'*'",
		"a\nb": "'a\nb'", "#1": "'#1'", "{a,b}": "'{a,b}'", "[ab]": "'[ab]'",
	} {
		if got := ShellWord(value); got != want {
			t.Errorf("%s: %s, want %s", value, got, want)
		}
	}
}
