package skills

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// The standard of skills (agentskills.io) has limits, and agents silently ignore parts that exceed them.
func TestTheSkillKeepsToTheStandard(t *testing.T) {
	text := Files(true)[0].Text
	head, body, ok := strings.Cut(strings.TrimPrefix(text, "---\n"), "\n---\n")
	if !ok || !strings.HasPrefix(text, "---\n") {
		t.Fatal("no frontmatter")
	}
	fields := map[string]string{}
	for _, line := range strings.Split(head, "\n") {
		name, value, ok := strings.Cut(line, ": ")
		if !ok {
			name = strings.TrimSuffix(line, ":")
		}
		fields[name] = value
		// Without quotes these would mean something to YAML.
		if value != "" && strings.ContainsAny(value[:1], "#{}[]&*!|>'%@`") || strings.Contains(value, ": ") || strings.Contains(value, " #") {
			t.Errorf("not plain: %s", line)
		}
	}
	if fields["name"] != Name || !regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`).MatchString(Name) || len(Name) > 64 {
		t.Errorf("name %q", fields["name"])
	}
	for name, limit := range map[string]int{"description": 1024, "compatibility": 500} {
		if n := utf8.RuneCountInString(fields[name]); n == 0 || n > limit {
			t.Errorf("%s has %d characters", name, n)
		}
	}
	known := []string{"name", "description", "compatibility", "metadata", "  version", "  checksum"}
	for name := range fields {
		if !strings.Contains("\n"+strings.Join(known, "\n")+"\n", "\n"+name+"\n") {
			t.Errorf("field %q is none of the standard's, or not plain", name)
		}
	}
	if lines, words := strings.Count(body, "\n"), len(strings.Fields(body)); lines > 500 || words > 3000 {
		t.Errorf("%d lines, %d words", lines, words)
	}
}

// The skill must contain all of this; see the conventions in docs/reference/setup.md.
func TestTheSkillSaysWhatAnAgentHasToKnow(t *testing.T) {
	text := strings.Join(strings.Fields(Files(false)[0].Text), " ")
	for _, want := range []string{
		"thread ID", "consider-cli summary", "--unseen", "--file", "If no threads are open", "--outcome addressed", "stale", "orphaned", "busy",
		"Talk first", "Change code only when asked to", "Reply in one place", "Leave threads open", "direction is wrong",
		".consider/", "exit code 17",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("nothing of %q", want)
		}
	}
}

func TestASealHoldsForTheVeryTextOnly(t *testing.T) {
	for _, f := range append(Files(true), File{"plugin", OpenCodePlugin(`"/p"`, `["Stop"]`)}) {
		if !Sealed(f.Text) || Seal(f.Text) != f.Text {
			t.Errorf("%s is not sealed", f.Path)
		}
		for _, changed := range []string{
			f.Text + " ", f.Text[1:], strings.Replace(f.Text, "e", "E", 1), strings.ReplaceAll(f.Text, "\n", "\r\n"), "",
			strings.Replace(f.Text, "checksum", "sum", 1),
		} {
			if Sealed(changed) {
				t.Errorf("%s: sealed although changed", f.Path)
			}
		}
	}
}

func TestThePluginIsOfTheSkillsVersion(t *testing.T) {
	for _, file := range []string{".claude-plugin/plugin.json", ".claude-plugin/marketplace.json"} {
		data, err := os.ReadFile(file)
		if err != nil || !json.Valid(data) {
			t.Errorf("%s: %v", file, err)
		}
	}
	data, err := os.ReadFile(".claude-plugin/plugin.json")
	if err != nil || !strings.Contains(string(data), `"version": "`+Version()+`.`) {
		t.Errorf("skill %s, plugin: %s", Version(), data)
	}
}

// If the program is not installed, the plugin is silent. With setup's own hooks and watch, a session is notified once,
// because they share a record of what was shown.
func TestThePluginTellsASessionAsSetupDoes(t *testing.T) {
	const only = "command -v consider >/dev/null 2>&1 || exit 0; exec consider "
	for file, want := range map[string][]string{
		"hooks/hooks.json":       {only + "hook claude UserPromptSubmit", only + "hook claude Stop", only + "hook claude PostToolUse"},
		"monitors/monitors.json": {only + "--for-agents watch --for agent --brief --coalesce 5s"},
	} {
		data, err := os.ReadFile(file)
		if err != nil || !json.Valid(data) {
			t.Errorf("%s: %v", file, err)
		}
		for _, command := range want {
			if strings.Count(string(data), `"command": "`+command+`"`) != 1 {
				t.Errorf("%s: not once %s", file, command)
			}
		}
		if strings.Count(string(data), `"command": "`) != len(want) {
			t.Errorf("%s: another command", file)
		}
	}
}

func TestTheOpenCodePluginHoldsWhatItIsGiven(t *testing.T) {
	text := OpenCodePlugin(`"/it's \"odd\"/consider"`, `["chat.message"]`)
	if !strings.Contains(text, `const program = "/it's \"odd\"/consider"`) || !strings.Contains(text, `new Set(["chat.message"])`) {
		t.Error(text)
	}
}

// The plugin is installed without the folder above it.
func TestThePluginHasTheLicence(t *testing.T) {
	ours, err := os.ReadFile("LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile("../LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	if string(ours) != string(whole) {
		t.Error("LICENSE is another one than that of the project: copy it")
	}
}
