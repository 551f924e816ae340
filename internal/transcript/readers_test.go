package transcript

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// visible has the texts that a person saw in the terminal, newest first. All other words of the files in
// testdata are in capitals.
var visible = map[string][]string{
	claudeCode: {
		"Peas like it cool.",
		"Beans need `warm` soil:\n\n```go\nfunc sow() {}\n```",
		"First half of the third answer.\n\nSecond half of the third answer.",
		"The frame faces south; naïve – 日本語.",
		"Seeds go into the **cold frame** first.\n\n- sow thinly\n- water at dusk 🌱",
	},
	codex: {
		"Leave the pear until March.",
		"Two branches cross – 交差 – cut one. 🍎",
		"Prune it in **February**, before the sap rises.",
	},
	gemini:  {"Four centimetres – 四センチ, no less. 🌿", "Mow when it is **dry**."},
	copilot: {"No meat, no cheese.", "Turn it **weekly**. – 堆肥 🍂"},
}

var samples = map[string]string{
	claudeCode: "claude.jsonl", codex: "codex.jsonl", gemini: "gemini.jsonl", copilot: "copilot.jsonl",
}

func sample(tb testing.TB, agent string) []byte {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", samples[agent]))
	if err != nil {
		tb.Fatal(err)
	}
	return data
}

func texts(responses []Response) []string {
	out := []string{}
	for _, r := range responses {
		out = append(out, r.Text)
	}
	return out
}

func readBytes(tb testing.TB, h harness, data []byte, n int) []Response {
	tb.Helper()
	responses, _, err := readBack(bytes.NewReader(data), int64(len(data)), h.reader(file{path: "x.jsonl"}, n))
	if err != nil {
		tb.Fatal(err)
	}
	return responses
}

func TestEachReaderFindsTheVisibleWordsAndNoOthers(t *testing.T) {
	for _, h := range harnesses {
		t.Run(h.name, func(t *testing.T) {
			got := readBytes(t, h, sample(t, h.name), 5)
			if diff := cmp.Diff(visible[h.name], texts(got)); diff != "" {
				t.Error(diff)
			}
			for _, r := range got {
				if r.At.IsZero() || !strings.HasPrefix(r.ID, IDPrefix) {
					t.Errorf("a response without time or id: %+v", r)
				}
			}
		})
	}
}

func TestFewerAreTheNewestOfMore(t *testing.T) {
	for _, h := range harnesses {
		for n := 1; n < 5; n++ {
			want := visible[h.name][:min(n, len(visible[h.name]))]
			if diff := cmp.Diff(want, texts(readBytes(t, h, sample(t, h.name), n))); diff != "" {
				t.Errorf("%s, %d: %s", h.name, n, diff)
			}
		}
	}
}

// A transcript grows by whole and half lines; earlier responses keep their ids at every length.
func TestEveryBeginningOfATranscriptIsReadable(t *testing.T) {
	for _, h := range harnesses {
		data := sample(t, h.name)
		ids := map[string]string{}
		for _, r := range readBytes(t, h, data, 5) {
			ids[r.Text] = r.ID
		}
		step := max(1, len(data)/3000)
		for n := 0; n <= len(data); n += step {
			for _, r := range readBytes(t, h, data[:n], 5) {
				if strings.Contains(r.Text, "THINKING") || strings.Contains(r.Text, "TOOL") || strings.Contains(r.Text, "\ufffd") {
					t.Fatalf("%s at %d bytes: %q", h.name, n, r.Text)
				}
				if id, ok := ids[r.Text]; ok && id != r.ID {
					t.Fatalf("%s at %d bytes: %q has another id", h.name, n, r.Text)
				}
			}
		}
	}
}

func TestOpenCodesAnswerIsGroupedByMessage(t *testing.T) {
	answer, err := os.ReadFile(filepath.Join("testdata", "opencode.json"))
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, "opencode.db"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var asked [][]string
	f := &Finder{Places: Places{OpenCode: home, AskOpenCode: func(args ...string) ([]byte, error) {
		asked = append(asked, args)
		return answer, nil
	}}}
	for range 2 {
		found, err := f.Latest(t.Context(), Query{Roots: []string{filepath.FromSlash("/home/ann/garden")}, Agent: openCode, Max: 5})
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"First part – 一部 🐝.\n\nSecond part.", "Bees like **lavender**."}
		if diff := cmp.Diff(want, texts(found.Responses)); diff != "" {
			t.Error(diff)
		}
		if found.State() != Connected {
			t.Errorf("the state is %s", found.State())
		}
	}
	if len(asked) != 1 || !slices.Contains(asked[0], "--pure") {
		t.Errorf("the program was asked %d times: %q", len(asked), asked)
	}
}

// A chunk's border may lie anywhere in a character, and an answer may be longer than a chunk.
func TestALongAnswerIsWholeWhereverTheChunksCutIt(t *testing.T) {
	long := strings.Repeat("日本語🎉é", 6000) // 90 KB
	line := `{"type":"assistant","uuid":"u","parentUuid":null,"timestamp":"2026-11-21T09:00:00Z",` +
		`"message":{"id":"m","role":"assistant","content":[{"type":"text","text":"` + long + `"}]}}` + "\n"
	for pad := range 8 {
		data := []byte(line + strings.Repeat("x", pad) + "\n")
		for _, h := range harnesses[:1] {
			got := readBytes(t, h, data, 5)
			if len(got) != 1 || got[0].Text != long {
				t.Fatalf("with %d bytes behind it: %d responses", pad, len(got))
			}
		}
	}
}
