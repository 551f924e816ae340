package setup

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
)

// If the user adds a member before ours, removing ours must not leave a comma behind: most agents read strict JSON.
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

// A line that follows our table belongs to it. It is removed with the table, and does not become part of another
// table.
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

// Setup does not silently remove what the user added to our server's entry: it keeps the file and names the addition.
func TestAServerThatAPersonAddedToIsKept(t *testing.T) {
	for _, s := range []struct{ agent, file, after, more, name string }{
		{"claude", ".mcp.json", `"type": "stdio"`, `, "env": {"X": "1"}`, "env"},
		{"gemini", ".gemini/settings.json", `"consider": {`, `"trust": true, `, "trust"},
		{"opencode", "opencode.json", `"enabled": true`, `, "environment": {"X": "1"}`, "environment"},
		{"copilot", ".github/mcp.json", `"type": "local"`, `, "cwd": "x"`, "cwd"},
		{"codex", ".codex/config.toml", "args = [\"mcp\"]\n", "startup_timeout_sec = 20\n", "startup_timeout_sec"},
	} {
		t.Run(s.file, func(t *testing.T) {
			t.Parallel()
			file := "project/" + s.file
			w := newWorld(t)
			choice := everything(in(InProject, s.agent))
			w.setup(choice)
			set := w.read(file)
			at := strings.Index(set, s.after)
			if at < 0 {
				t.Fatalf("no %s in %s", s.after, set)
			}
			at += len(s.after)
			edited := set[:at] + s.more + set[at:]
			w.write(file, edited)
			changes := w.setup(choice)
			if done := w.doneTo(changes, file); done != Kept || w.read(file) != edited {
				t.Errorf("%s: %q", done, w.read(file))
			}
			if why := whyOf(w, changes, file); !strings.Contains(why, strconv.Quote(s.name)) {
				t.Errorf("why: %q", why)
			}
			choice.Force = true
			if done := w.doneTo(w.setup(choice), file); done != Updated || w.read(file) != set {
				t.Errorf("with force %s: %q", done, w.read(file))
			}
		})
	}
}

// If the user edited an entry of a hook, setup rewrites the entry and reports that. It does not report a changed
// level.
func TestAHookThatAPersonEditedIsTold(t *testing.T) {
	const file = "project/.claude/settings.local.json"
	w := newWorld(t)
	choice := everything(in(InProject, "claude"))
	w.setup(choice)
	choice.Hooks = OnStop
	if why := whyOf(w, w.setup(choice), file); strings.Contains(why, "edits") {
		t.Errorf("another level: %q", why)
	}
	w.write(file, strings.Replace(w.read(file), `"timeout": `, `"timeout": 1`, 1))
	if why := whyOf(w, w.setup(choice), file); !strings.Contains(why, "edits") {
		t.Errorf("edited: %q", why)
	}
}

func whyOf(w *world, changes []Change, name string) string {
	for _, c := range changes {
		if c.Path == w.path(name) {
			return c.Why
		}
	}
	return ""
}
