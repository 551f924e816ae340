package transcript

import (
	"cmp"
	"path/filepath"
	"strings"
)

const copilot = "copilot"

// copilotFiles lists the event logs: session-state/<session>/events.jsonl.
func (f *Finder) copilotFiles([]string) (files []file, watch []string) {
	top := filepath.Join(f.Places.Copilot, "session-state")
	watch = []string{top}
	for _, session := range folders(top) {
		files = append(files, list(filepath.Join(top, session), func(name string) bool { return name == "events.jsonl" })...)
	}
	return files, watch
}

// startedCopilot finds the folder in the first event, or in the file that describes the session.
func startedCopilot(file file) (cwd string) {
	head(file.path, func(line []byte) bool {
		var l struct {
			Type string `json:"type"`
			Data struct {
				Context struct {
					Cwd string `json:"cwd"`
				} `json:"context"`
			} `json:"data"`
		}
		if decode(line, &l) && strings.HasPrefix(l.Type, "session.") {
			cwd = l.Data.Context.Cwd
		}
		return cwd == "" && strings.HasPrefix(l.Type, "session.")
	})
	if cwd != "" {
		return cwd
	}
	for line := range strings.Lines(string(small(filepath.Join(filepath.Dir(file.path), "workspace.yaml")))) {
		if value, ok := strings.CutPrefix(line, "cwd:"); ok {
			return strings.Trim(strings.TrimSpace(value), `"'`)
		}
	}
	return ""
}

// copilotReader takes the messages of the assistant that are not a subagent's.
type copilotReader struct {
	collected
	seen map[string]bool
}

func newCopilotReader(file file, n int) reader {
	return &copilotReader{collected{file: file, n: n}, map[string]bool{}}
}

func (r *copilotReader) take(line []byte) bool {
	var l struct {
		ID        string `json:"id"`
		At        string `json:"timestamp"`
		Type      string `json:"type"`
		Ephemeral bool   `json:"ephemeral"`
		Data      struct {
			ID      string `json:"messageId"`
			Content string `json:"content"`
			Parent  string `json:"parentToolCallId"`
		} `json:"data"`
	}
	if !decode(line, &l) || l.Type != "assistant.message" || l.Ephemeral || l.Data.Parent != "" {
		return true
	}
	id := cmp.Or(l.Data.ID, l.ID)
	if r.seen[id] || nonBlank(l.Data.Content) == "" {
		return true
	}
	r.seen[id] = true
	r.add(Response{Agent: copilot, Session: filepath.Base(filepath.Dir(r.file.path)), Message: id, Text: l.Data.Content}, l.At, id, "")
	return len(r.out) < r.n
}
