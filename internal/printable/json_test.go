package printable_test

import (
	"encoding/json"
	"testing"

	"consider/internal/printable"
)

func TestJSONEscapesWhatTextWouldNotPrint(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"plain", `{"a":"b"}`, `{"a":"b"}`},
		{"other scripts are kept", `"日本語"`, `"日本語"`},
		{"laid out", "{\n\t\"a\": 1\n}\n", "{\n\t\"a\": 1\n}\n"},
		{"delete and C1", "\"\x7f\u009b\"", `"\u007f\u009b"`},
		{"bidirectional override", "\"\u202e\"", `"\u202e"`},
		{"separators", "\"\u2028\u2029\"", `"\u2028\u2029"`},
		{"tags are two surrogates", "\"\U000E0041\"", `"\udb40\udc41"`},
		{"escapes that are there stay", `"\u202e\\u202e\n\""`, `"\u202e\\u202e\n\""`},
		{"after an escaped quote", "\"\\\"\u202e\"", `"\"\u202e"`},
		{"after an escaped backslash", "[\"\\\\\",\r\"\u202e\"]", "[\"\\\\\",\n\"\\u202e\"]"},
		{"names too", "{\"\u202e\":1}", `{"\u202e":1}`},
		{"bytes that are not UTF-8", "\"\x9b\"", `"\ufffd"`},
		{"a joiner in its place", "\"👩\u200d👧\"", "\"👩\u200d👧\""},
		{"joiners in a run", "\"a\u200d\u200d\"", "\"a\u200d\\u200d\""},
		{"line ends between values", "{\r\n}\r\n", "{\n\n}\n\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(printable.JSON([]byte(tt.in))); got != tt.want {
				t.Errorf("JSON(%q) = %q, want %q", tt.in, got, tt.want)
			}
		})
	}
}

func TestJSONKeepsWhatGoEncodes(t *testing.T) {
	body := "\x1b[31m\u202e\U000E0041\u2028\r\n\x7f\u0085 \"quoted\" \\ </script>"
	data, err := json.Marshal(map[string]string{body: body})
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]string
	if err := json.Unmarshal(printable.JSON(data), &got); err != nil {
		t.Fatal(err)
	}
	if got[body] != body {
		t.Errorf("decoded %q, want %q", got, body)
	}
}
