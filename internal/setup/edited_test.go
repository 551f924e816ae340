package setup

import (
	"encoding/json"
	"strings"
	"testing"
)

// What a person adds in front of ours leaves no comma behind when ours goes: most agents read strict JSON.
func TestAMemberThatAPersonPutBeforeOursLeavesNoComma(t *testing.T) {
	for name, text := range map[string]string{"nothing": "", "empty": "{}", "empty, lines": "{\n}\n", "one list": "{\n  \"hooks\": {\n    \"Stop\": []\n  }\n}\n"} {
		for _, s := range shares {
			t.Run(name+" "+s.file, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, "project/"+s.file, text)
				w.setup(everything(in(InProject, s.agent)))
				w.write("project/"+s.file, strings.Replace(w.read("project/"+s.file), "{", "{\n  \"mine\": true,", 1))
				w.uninstall(false)
				got := w.read("project/" + s.file)
				var v map[string]any
				if err := json.Unmarshal([]byte(got), &v); err != nil || v["mine"] != true || strings.Contains(got, ".consider") {
					t.Errorf("%v in %q", err, got)
				}
			})
		}
	}
}

// A line below our table belongs to it: it goes with the table, and does not become another table's.
func TestWhatAPersonAddedToOurTableIsNoOtherTables(t *testing.T) {
	const file = "project/.codex/config.toml"
	for _, mine := range []string{"startup_timeout_sec = 20\n", "[mcp_servers.consider.env]\nX = \"1\"\n", "\n[mcp_servers.consider.env]\nX = \"1\"\n", "[mcp_servers.\"consider\".env]\nX = \"1\"\n"} {
		for _, text := range []string{"", "model = \"m\"\n", "[mcp_servers.other]\ncommand = \"gh\"\n"} {
			for _, after := range []string{"", "\n[after]\nx = 1\n"} {
				w := newWorld(t, file, text)
				w.setup(everything(in(InProject, "codex")))
				w.write(file, w.read(file)+mine+after)
				w.uninstall(false)
				got := w.tree()[file]
				if strings.Contains(got, "startup") || strings.Contains(got, "consider") {
					t.Errorf("%q + %q + %q: %q", text, mine, after, got)
				}
				if !strings.Contains(got, strings.TrimSpace(text)) || !strings.Contains(got, strings.TrimSpace(after)) {
					t.Errorf("%q + %q + %q: lost: %q", text, mine, after, got)
				}
			}
		}
	}
}

// A comment above the next table is not ours.
func TestACommentAboveTheNextTableStays(t *testing.T) {
	const file = "project/.codex/config.toml"
	const after = "\n# the other one\n[mcp_servers.other]\ncommand = \"gh\"\n"
	w := newWorld(t, file, "model = \"m\"\n")
	w.setup(everything(in(InProject, "codex")))
	w.write(file, w.read(file)+"startup_timeout_sec = 20\n"+after)
	w.uninstall(false)
	if got := w.read(file); !strings.HasSuffix(got, after) || strings.Contains(got, "startup") {
		t.Errorf("%q", got)
	}
}
