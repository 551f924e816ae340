package setup

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"consider/internal/agents"
)

// settings are kinds of JSON settings that users have. Each is used as a project's .claude/settings.local.json,
// .gemini/settings.json, .mcp.json and opencode.json in turn.
var settings = map[string]string{
	"nothing":        "",
	"blank":          " \r\n\t\n",
	"empty":          "{}",
	"empty, lines":   "{\n}\n",
	"empty, blanks":  "  {  }  \n",
	"one line":       `{"model":"opus","permissions":{"allow":["Bash(ls)"]}}`,
	"usual":          "{\n  \"model\": \"opus\",\n  \"permissions\": {\n    \"allow\": [\n      \"Bash(ls)\"\n    ]\n  }\n}\n",
	"four blanks":    "{\n    \"model\": \"opus\"\n}",
	"tabs":           "{\n\t\"model\": \"opus\"\n}\n",
	"windows":        "{\r\n  \"model\": \"opus\"\r\n}\r\n",
	"comments":       "// mine\n{\n  // the best\n  \"model\": \"opus\", // yes\n  /* end */\n}\n",
	"trailing comma": "{\n  \"model\": \"opus\",\n}\n",
	"no hooks":       "{\n  \"hooks\": {}\n}\n",
	"no hook":        "{\n  \"hooks\": {\n    \"Stop\": [],\n    \"AfterAgent\": [ ]\n  }\n}\n",
	"other hooks": "{\n  \"hooks\": {\n    \"Stop\": [\n      {\"hooks\": [{\"type\": \"command\", \"command\": \"say done\"}]}\n    ],\n" +
		"    \"AfterAgent\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"say done\"}]}]\n  },\n  \"x\": 1\n}\n",
	"other servers": "{\n  \"mcpServers\": {\n    \"github\": {\n      \"command\": \"gh\"\n    }\n  },\n  \"mcp\": {\"github\": {\"type\": \"local\", \"command\": [\"gh\"]}}\n}\n",
	"odd names":     "{\n  \"a/b~c\": {\"hooks\": 1},\n  \"\\u00e9\": \"<&>\"\n}\n",
	"big numbers":   "{\n  \"n\": 12345678901234567890.0123456789e3\n}\n",
	"two the same":  "{\n  \"model\": \"a\",\n  \"model\": \"b\"\n}\n",
}

// shares are the files that setup shares with others.
var shares = []struct{ agent, file string }{
	{"claude", ".claude/settings.local.json"},
	{"claude", ".mcp.json"},
	{"gemini", ".gemini/settings.json"},
	{"opencode", "opencode.json"},
	{"opencode", "opencode.jsonc"},
	{"codex", ".codex/hooks.json"},
	{"cursor", ".cursor/mcp.json"},
	{"copilot", ".vscode/mcp.json"},
	{"copilot", ".github/mcp.json"},
}

func TestSettingsAreGivenBackToTheByte(t *testing.T) {
	runs := 0
	for name, text := range settings {
		for _, s := range shares {
			runs++
			t.Run(name+" "+s.file, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, "project/"+s.file, text)
				before := outsideStore(w.tree())
				choice := everything(in(InProject, s.agent))
				choice.Gitignore = false
				if done := w.doneTo(w.setup(choice), "project/"+s.file); done != Updated {
					t.Fatalf("setup: %s", done)
				}
				holds(t, w.read("project/"+s.file), text)
				if s.agent != "gemini" {
					only(t, w.uninstall(false), Removed)
					same(t, "after uninstall", before, outsideStore(w.tree()))
					return
				}
				// Another level and back is another way to the same text.
				once := w.tree()
				choice.Hooks = NextPrompt
				w.setup(choice)
				choice.Hooks = MidTurn
				w.setup(choice)
				if again := w.read("project/" + s.file); again != strings.SplitN(once["project/"+s.file], "\n", 2)[1] {
					t.Errorf("after next-prompt and back:\n%s", again)
				}
				only(t, w.uninstall(false), Removed)
				same(t, "after uninstall", before, outsideStore(w.tree()))
			})
		}
	}
	t.Logf("%d settings files", runs)
}

// jsonOf decodes a file's text; a blank one is an empty object.
func jsonOf(text string) (any, error) { return sharedFile{}.value(text) }

// holds fails unless a text has everything of the old one, and our entries.
func holds(t *testing.T, text, old string) {
	t.Helper()
	now, err := value(text)
	if err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	claude, _ := agents.ForSetup("claude")
	ours := findOurs(now, "/", claude.Allow.Shell, claude.Allow.Tools)
	if len(ours) == 0 {
		t.Errorf("nothing of ours:\n%s", text)
	}
	was, err := jsonOf(old)
	if err != nil {
		t.Fatal(err)
	}
	if isBlank(old) {
		return // it has become a new file's text
	}
	clean, err := without(text, pointers(ours))
	if err != nil {
		t.Fatal(err)
	}
	rest, err := jsonOf(clean)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(prune(was), prune(rest)) {
		t.Errorf("was %v, now %v", was, rest)
	}
	if strings.Contains(old, "\r\n") && strings.Contains(strings.ReplaceAll(text, "\r\n", ""), "\n") {
		t.Errorf("mixed line ends: %q", text)
	}
}

// prune removes empty containers, which may be anyone's.
func prune(v any) any {
	switch v := v.(type) {
	case map[string]any:
		out := map[string]any{}
		for key, item := range v {
			if p := prune(item); p != nil {
				out[key] = p
			}
		}
		if len(out) == 0 {
			return nil
		}
		return out
	case []any:
		if len(v) == 0 {
			return nil
		}
	}
	return v
}

// Agents reformat their settings when the user allows something.
func TestOursIsFoundWhereAnAgentHasRewrittenItsSettings(t *testing.T) {
	for name, text := range settings {
		for _, s := range shares[:4] {
			for _, tracked := range []bool{true, false} {
				t.Run(name+" "+s.file, func(t *testing.T) {
					t.Parallel()
					w := newWorld(t, "project/"+s.file, text)
					choice := everything(in(InProject, s.agent))
					w.setup(choice)
					now, err := jsonOf(w.read("project/" + s.file))
					if err != nil {
						t.Fatal(err)
					}
					now.(map[string]any)["added"] = true
					var b bytes.Buffer
					enc := json.NewEncoder(&b)
					enc.SetIndent("", "\t")
					if err := enc.Encode(now); err != nil {
						t.Fatal(err)
					}
					w.write("project/"+s.file, b.String())
					if done := w.doneTo(w.setup(choice), "project/"+s.file); done != Unchanged {
						t.Errorf("setup again: %s", done)
					}
					if !tracked {
						w.forgetRecord()
					}
					w.uninstall(false)
					left, err := jsonOf(w.read("project/" + s.file))
					if err != nil {
						t.Fatal(err)
					}
					was, err := jsonOf(text)
					if err != nil {
						t.Fatal(err)
					}
					was.(map[string]any)["added"] = true
					if isBlank(text) {
						delete(left.(map[string]any), "$schema") // it has become a new file's text
					}
					if !reflect.DeepEqual(prune(was), prune(left)) {
						t.Errorf("was %v, now %v", was, left)
					}
				})
			}
		}
	}
}

func TestAHandlerThatAPersonPutBesideOursStays(t *testing.T) {
	const file = "project/.claude/settings.local.json"
	w := newWorld(t)
	w.setup(everything(in(InProject, "claude")))
	mine := `{"type": "command", "command": "say done"},`
	text := strings.Replace(w.read(file), `"hooks": [`, `"hooks": [`+mine, 1)
	w.write(file, text)
	w.uninstall(false)
	got := w.read(file)
	if !strings.Contains(got, "say done") || strings.Contains(got, ".consider") {
		t.Errorf("%s", got)
	}
	if _, err := value(got); err != nil {
		t.Error(err)
	}
}

// An entry that only looks like ours runs another program.
func TestOnlyWhatRunsOurProgramIsOurs(t *testing.T) {
	const program = "/home/ann/project/.consider/bin/consider"
	for handler, want := range map[string]bool{
		`{"command": "/home/ann/project/.consider/bin/consider", "args": ["hook", "claude", "Stop"]}`:        true,
		`{"command": "/elsewhere/.consider/bin/consider", "args": ["hook", "claude", "Stop"]}`:               true,
		`{"command": "C:\\p\\.consider\\bin\\consider.exe", "args": ["hook", "claude", "Stop"]}`:             true,
		`{"command": "'/home/ann/project/.consider/bin/consider' hook codex Stop"}`:                          true,
		`{"bash": "'/it'\\''s/.consider/bin/consider' hook copilot agentStop"}`:                              true,
		`{"command": "consider", "args": ["hook", "claude", "Stop"]}`:                                        false,
		`{"command": "/home/ann/project/.consider/bin/consider", "args": ["list"]}`:                          false,
		`{"command": "say done; '/home/ann/project/.consider/bin/consider' hook codex Stop"}`:                false,
		`{"command": "/usr/bin/considerate/.consider/bin/considerable", "args": ["hook", "claude", "Stop"]}`: false,
		`{"command": 7, "args": "hook"}`: false,
		`7`:                              false,
	} {
		var v any
		if err := json.Unmarshal([]byte(handler), &v); err != nil {
			t.Fatalf("%s: %v", handler, err)
		}
		if got := isOurHandler(v, program); got != want {
			t.Errorf("%s: %v", handler, got)
		}
	}
}

func TestSettingsThatCannotBeEditedAreLeftAlone(t *testing.T) {
	for name, text := range map[string]string{
		"cut":           `{"model": `,
		"no object":     `["a"]`,
		"hooks a text":  `{"hooks": "none"}`,
		"event a text":  `{"hooks": {"Stop": "none", "UserPromptSubmit": "none"}}`,
		"byte order":    "\ufeff{}",
		"binary":        "\x00\x01",
		"very deep":     strings.Repeat("[", 100_000),
		"null":          "null",
		"two documents": "{}{}",
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, "project/.claude/settings.local.json", text)
			before := w.tree()
			choice := Choice{Integrations: in(InProject, "claude"), Hooks: MidTurn}
			if done := w.doneTo(w.setup(choice), "project/.claude/settings.local.json"); done != Refused {
				t.Errorf("setup: %q", done)
			}
			w.uninstall(false)
			same(t, "after both", outsideStore(before), outsideStore(w.tree()))
		})
	}
}

func TestAServerOfOurNameThatIsNotOursStays(t *testing.T) {
	for _, c := range []struct{ agent, file, text string }{
		{"claude", ".mcp.json", `{"mcpServers": {"consider": {"command": "/usr/bin/consider", "args": ["mcp"]}}}`},
		{"codex", ".codex/config.toml", "[mcp_servers.consider]\ncommand = \"/usr/bin/consider\"\n"},
	} {
		w := newWorld(t, "project/"+c.file, c.text)
		if done := w.doneTo(w.setup(everything(in(InProject, c.agent))), "project/"+c.file); done != Kept {
			t.Errorf("%s: %s", c.file, done)
		}
		w.uninstall(false)
		if got := w.read("project/" + c.file); got != c.text {
			t.Errorf("%s: %s", c.file, got)
		}
	}
}

func TestTOMLIsGivenBackToTheByte(t *testing.T) {
	for name, text := range map[string]string{
		"blank":            "\n",
		"usual":            "model = \"m\"\n\n[mcp_servers.other]\ncommand = \"gh\"\n",
		"no final newline": "model = 'm'",
		"windows":          "model = \"m\"\r\n",
		"a misleading one": "text = '''\n[mcp_servers.consider]\n'''\n",
	} {
		for _, change := range []func(string) string{
			func(s string) string { return s },
			func(s string) string { return s + "\n[after]\nx = 1\n" },
		} {
			w := newWorld(t, "project/.codex/config.toml", text)
			choice := everything(in(InProject, "codex"))
			if done := w.doneTo(w.setup(choice), "project/.codex/config.toml"); done != Updated {
				t.Fatalf("%s: %s", name, done)
			}
			v, err := tomlValue(w.read("project/.codex/config.toml"))
			if err != nil || len(findOurs(v, w.path("project/.consider/bin/consider"))) != 1 {
				t.Errorf("%s: %v\n%s", name, err, w.read("project/.codex/config.toml"))
			}
			w.write("project/.codex/config.toml", change(w.read("project/.codex/config.toml")))
			w.uninstall(false)
			if got := w.read("project/.codex/config.toml"); got != change(text) {
				t.Errorf("%s: %q, want %q", name, got, change(text))
			}
		}
	}
}

func FuzzInsertedTextCanBeTakenOut(f *testing.F) {
	for _, text := range settings {
		f.Add(text, "Stop")
	}
	f.Fuzz(func(t *testing.T, text, event string) {
		e := entry{keys: []string{"hooks", event}, element: true, value: map[string]any{"command": "x"}}
		changed, piece, err := insert(text, e)
		if err != nil {
			return
		}
		if _, err := value(changed); err != nil {
			if _, err := value(text); err == nil {
				t.Fatalf("%q became %q", text, changed)
			}
		}
		if i := strings.Index(changed, piece); i < 0 {
			t.Fatalf("no %q in %q", piece, changed)
		}
		if len(changed) != len(text)+len(piece) {
			t.Fatalf("%q: more than %q", changed, piece)
		}
	})
}
