//go:build unix

package proof

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// agentSaid writes a transcript in which an agent says something in the project, and returns the environment that
// leads to it.
func agentSaid(t testing.TB, dir string) []string {
	t.Helper()
	home := filepath.Join(filepath.Dir(dir), "agent-home")
	folder := filepath.Join(home, "projects", "fixed")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	line, err := json.Marshal(map[string]any{
		"type": "assistant", "uuid": "u1", "parentUuid": nil, "cwd": dir, "sessionId": "s1", "timestamp": "2026-11-21T09:00:00Z",
		"message": map[string]any{
			"id": "msg_1", "role": "assistant", "content": []any{map[string]any{"type": "text", "text": "The **walls** are thin."}},
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "session.jsonl"), append(line, '\n'), 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{"CLAUDE_CONFIG_DIR=" + home, "CLAUDE_CODE_PROJECT_DIR_NAME=fixed"}
}
