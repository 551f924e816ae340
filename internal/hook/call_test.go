package hook

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// calls are the calls of each agent's hook, with the input and the expected output. call is the name in the command
// line if that is not the agent's: Copilot and VS Code run Claude Code's hooks too.
var calls = []struct {
	file, call, want string
}{
	{"claude_UserPromptSubmit", "", `{"hookSpecificOutput":{"additionalContext":"fact","hookEventName":"UserPromptSubmit"}}`},
	{"claude_PostToolUse", "", `{"hookSpecificOutput":{"additionalContext":"fact","hookEventName":"PostToolUse"}}`},
	{"claude_Stop", "", `{"hookSpecificOutput":{"additionalContext":"fact","hookEventName":"Stop"}}`},
	{"codex_UserPromptSubmit", "", `{"hookSpecificOutput":{"additionalContext":"fact","hookEventName":"UserPromptSubmit"}}`},
	{"codex_PostToolUse", "", `{"hookSpecificOutput":{"additionalContext":"fact","hookEventName":"PostToolUse"}}`},
	{"codex_Stop", "", `{"decision":"block","reason":"fact"}`},
	{"opencode_chat.message", "", `{"text":"fact"}`},
	{"opencode_session.idle", "", `{"text":"fact"}`},
	{"opencode_tool.execute.after", "", `{"text":"fact"}`},
	{"gemini_BeforeAgent", "", `{"hookSpecificOutput":{"additionalContext":"fact","hookEventName":"BeforeAgent"}}`},
	{"gemini_AfterTool", "", `{"hookSpecificOutput":{"additionalContext":"fact","hookEventName":"AfterTool"}}`},
	{"gemini_AfterAgent", "", `{"decision":"deny","reason":"fact"}`},
	{"copilot_userPromptSubmitted", "", `{"additionalContext":"fact"}`},
	{"copilot_postToolUse", "", `{"additionalContext":"fact"}`},
	{"copilot_agentStop", "", `{"decision":"block","reason":"fact"}`},
	{"vscode_UserPromptSubmit", "claude", `{"hookSpecificOutput":{"additionalContext":"fact","hookEventName":"UserPromptSubmit"}}`},
	{"vscode_PostToolUse", "claude", `{"hookSpecificOutput":{"additionalContext":"fact","hookEventName":"PostToolUse"}}`},
	{
		"vscode_Stop", "claude",
		`{"decision":"block","hookSpecificOutput":{"decision":"block","hookEventName":"Stop","reason":"fact"},"reason":"fact"}`,
	},
	{"cursor_stop", "", `{"followup_message":"fact"}`},
	{"cursor_stop", "claude", `{"followup_message":"fact"}`},
}

func said(t *testing.T, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", file+".json"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestEachAgentIsAnsweredInItsOwnForm(t *testing.T) {
	asked := map[string]bool{}
	for _, c := range calls {
		reader, event, _ := strings.Cut(c.file, "_")
		if c.call == "" {
			c.call = reader
		}
		asked[c.file] = true
		got := Read(c.call, event, said(t, c.file))
		if string(got.Reader) != reader || !got.CanReceive() || got.Session == "" {
			t.Errorf("%s, called as %s: %+v", c.file, c.call, got)
		}
		if diff := cmp.Diff([]string{"/home/ann/project"}, got.Dirs); diff != "" {
			t.Errorf("%s: %s", c.file, diff)
		}
		answer := string(got.Answer("fact"))
		if answer != c.want+"\n" || !json.Valid([]byte(answer)) {
			t.Errorf("%s: %s", c.file, answer)
		}
	}
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) != len(asked) {
		t.Errorf("%d files, %d asked: %v", len(files), len(asked), err)
	}
}

// A hook reports nothing to an agent that continues because of a hook, which would never end. It also reports nothing
// to a subagent, whose output the user does not see, and in a turn that the user interrupted.
func TestAnAgentThatGoesOnBecauseOfAHookIsLeftAlone(t *testing.T) {
	for _, c := range []struct{ file, old, new string }{
		{"claude_Stop", `"stop_hook_active": false`, `"stop_hook_active": true`},
		{"codex_Stop", `"stop_hook_active": false`, `"stop_hook_active": true`},
		{"gemini_AfterAgent", `"stop_hook_active": false`, `"stop_hook_active": true`},
		{"vscode_Stop", `"stop_hook_active": false`, `"stop_hook_active": true`},
		{"cursor_stop", `"loop_count": 0`, `"loop_count": 1`},
		{"cursor_stop", `"completed"`, `"aborted"`},
		{"claude_PostToolUse", `"cwd"`, `"agent_id": "a1", "cwd"`},
		{"claude_Stop", `"session_id"`, `"another_id"`},
	} {
		reader, event, _ := strings.Cut(c.file, "_")
		text := strings.Replace(string(said(t, c.file)), c.old, c.new, 1)
		if !strings.Contains(text, c.new) {
			t.Fatalf("%s: no %s", c.file, c.old)
		}
		if call := Read(reader, event, []byte(text)); call.CanReceive() {
			t.Errorf("%s with %s: %+v", c.file, c.new, call)
		}
	}
}

func TestWhatIsNotUnderstoodIsAnsweredWithSilence(t *testing.T) {
	for _, text := range []string{"", "{", "[]", "null", `"x"`, `{"session_id":7}`, "\xff", strings.Repeat("[", 1_000_000)} {
		for _, reader := range []string{"claude", "codex", "opencode", "gemini", "copilot", "cursor", "", "somebody"} {
			for _, event := range []string{"", "Stop", "stop", "UserPromptSubmit", "SessionStart"} {
				if call := Read(reader, event, []byte(text)); call.CanReceive() {
					t.Errorf("%s %s %.20q: %+v", reader, event, text, call)
				}
			}
		}
	}
}

func FuzzReadNeverCrashes(f *testing.F) {
	f.Add("claude", "Stop", []byte(`{"session_id":"s"}`))
	f.Fuzz(func(t *testing.T, reader, event string, stdin []byte) {
		call := Read(reader, event, stdin)
		if call.CanReceive() && !json.Valid(call.Answer(NewsText(1, "consider"))) {
			t.Errorf("%+v", call)
		}
	})
}

// Which files a call may write is read from the agents' own input.
func TestTheFilesOfAToolAreRead(t *testing.T) {
	for _, c := range []struct{ reader, event, input, want string }{
		{"claude", "PreToolUse", `"tool_name":"Edit","tool_input":{"file_path":"/p/a.go","old_string":"x"},"tool_use_id":"u1"`, "u1 edits /p/a.go"},
		{"claude", "PostToolUse", `"tool_name":"Write","tool_input":{"file_path":"sub/b.go","content":"path"},"tool_use_id":"u2"`, "u2 edits /p/sub/b.go"},
		{"claude", "PostToolUse", `"tool_name":"Bash","tool_input":{"command":"sed -i s/a/b/ a.go"},"tool_use_id":"u3"`, "u3 runs"},
		{"claude", "PostToolUseFailure", `"tool_name":"Bash","tool_input":{"command":"x"},"tool_use_id":"u3"`, "u3 runs"},
		{"claude", "PreToolUse", `"tool_name":"Read","tool_input":{"file_path":"/p/a.go"}`, "none"},
		{"claude", "PreToolUse", `"tool_name":"Edit","tool_input":{}`, "runs"},
		{"claude", "PreToolUse", `"tool_name":"mcp__fs__write","tool_input":{"path":"/p/a.go"},"tool_use_id":"u4"`, "u4 runs /p/a.go"},
		{"claude", "PostToolUse", `"tool_name":"Edit","agent_id":"sub","tool_input":{"file_path":"/p/a.go"},"tool_use_id":"u5"`, "u5 edits /p/a.go"},
		{"codex", "PreToolUse", `"tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch\n*** Update File: a.go\n*** Move to: b.go\n@@\n*** Add File: c.go\n+x\n*** End Patch"},"tool_use_id":"c"`, "c edits /p/a.go /p/b.go /p/c.go"},
		{"copilot", "postToolUse", `"toolName":"edit","toolArgs":"{\"path\":\"/p/a.go\"}"`, "edits /p/a.go"},
		{"copilot", "postToolUse", `"toolName":"create","toolArgs":{"path":"/p/a.go","file_text":"x"}`, "edits /p/a.go"},
		{"copilot", "preToolUse", `"toolName":"bash","toolArgs":"{\"command\":\"ls\"}"`, "runs"},
		{"gemini", "AfterTool", `"tool_name":"write_file","tool_input":{"file_path":"a.go"}`, "edits /p/a.go"},
		{"gemini", "BeforeTool", `"tool_name":"read_file","tool_input":{"file_path":"a.go"}`, "none"},
		{"opencode", "tool.execute.before", `"tool_name":"patch","tool_input":{"patchText":"*** Begin Patch\n*** Delete File: a.go\n*** End Patch"},"tool_use_id":"o"`, "o edits /p/a.go"},
		{"copilot", "postToolUse", `"tool_name":"editFiles","tool_input":{"files":["a.go","b.go"]},"tool_use_id":"v"`, "v edits /p/a.go /p/b.go"},
		{"claude", "PreToolUse", `"tool_name":7`, "none"},
		{"claude", "PreToolUse", `"tool_name":"Edit","tool_input":"[["`, "runs"},
		{"claude", "Stop", `"tool_name":"Edit"`, "records"},
		{"claude", "UserPromptSubmit", `"prompt":"x"`, "records"},
		{"claude", "UserPromptSubmit", `"agent_id":"a"`, "none"},
	} {
		call := Read(c.reader, c.event, []byte(`{"session_id":"s","cwd":"/p",`+c.input+`}`))
		got := "none"
		if call.Records() {
			got = "records"
		}
		if tool := call.Tool; tool != nil {
			got = tool.ID
			if !strings.Contains(c.input, "tool_use_id") {
				got = ""
			}
			got += map[bool]string{true: " edits ", false: " runs "}[tool.Edits] + strings.Join(tool.Paths, " ")
		}
		if got = strings.TrimSpace(got); got != c.want {
			t.Errorf("%s %s %s: %q, want %q", c.reader, c.event, c.input, got, c.want)
		}
	}
}
