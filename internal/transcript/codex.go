package transcript

import (
	"cmp"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
)

const codex = "codex"

// codexDays is how many of the newest day folders are looked into. A session that was resumed later than that is
// appended to its old file, and is found by its time among the files of those days only.
const codexDays = 60

// codexFiles lists the newest rollouts: sessions/YYYY/MM/DD/rollout-….jsonl.
func (f *Finder) codexFiles([]string) (files []file, watch []string) {
	top := filepath.Join(f.Places.Codex, "sessions")
	watch = []string{top}
	days := 0
	for i, year := range latest(top) {
		for j, month := range latest(year) {
			for k, day := range latest(month) {
				if i == 0 && j == 0 && k == 0 { // where the next session will be
					watch = append(watch, year, month, day)
				}
				files = append(files, list(day, isRollout)...)
				if days++; days == codexDays {
					return files, watch
				}
			}
		}
	}
	return files, watch
}

// latest returns the folders of a folder, the last by name first.
func latest(dir string) []string {
	names := folders(dir)
	slices.Sort(names)
	slices.Reverse(names)
	for i, name := range names {
		names[i] = filepath.Join(dir, name)
	}
	return names
}

func isRollout(name string) bool {
	name = strings.TrimSuffix(name, packed)
	return strings.HasPrefix(name, "rollout-") && strings.HasSuffix(name, ".jsonl")
}

// startedCodex reads a rollout's first line.
func startedCodex(file file) (cwd string) {
	head(file.path, func(line []byte) bool {
		var l struct {
			Type    string `json:"type"`
			Payload struct {
				Cwd    string          `json:"cwd"`
				Source json.RawMessage `json:"source"`
				Thread string          `json:"thread_source"`
			} `json:"payload"`
		}
		if !decode(line, &l) || l.Type != "session_meta" {
			return true
		}
		cwd = l.Payload.Cwd
		if strings.Contains(string(l.Payload.Source), "subagent") || strings.Contains(l.Payload.Thread, "subagent") {
			cwd = skipped
		}
		return false
	})
	return cwd
}

// codexLine is what is read of one record.
type codexLine struct {
	At      string `json:"timestamp"`
	Type    string `json:"type"`
	Payload struct {
		Type    string          `json:"type"`
		ID      string          `json:"id"`
		Role    string          `json:"role"`
		Turns   int             `json:"num_turns"`
		Content json.RawMessage `json:"content"`
		Item    struct {
			Type string `json:"type"`
		} `json:"item"`
	} `json:"payload"`
}

// codexReader takes the messages among the response items. Up to two more records repeat the same words; it ignores
// them.
type codexReader struct {
	collected
	rolledBack int // turns of the person that were rolled back and are still to be skipped
}

func newCodexReader(file file, n int) reader {
	return &codexReader{collected: collected{file: file, n: n}}
}

func (r *codexReader) take(line []byte) bool {
	var l codexLine
	if !decode(line, &l) {
		return true
	}
	switch {
	case l.Type == "event_msg" && l.Payload.Type == "thread_rolled_back":
		r.rolledBack += max(0, l.Payload.Turns)
	case l.Type == "event_msg" && (l.Payload.Type == "user_message" || l.Payload.Item.Type == "UserMessage"):
		r.rolledBack = max(0, r.rolledBack-1)
	case l.Type == "response_item" && l.Payload.Type == "message" && l.Payload.Role == "assistant" && r.rolledBack == 0:
		if text := partsText(l.Payload.Content, "output_text"); text != "" {
			seed := cmp.Or(l.Payload.ID, text) // older rollouts have no ids
			r.add(Response{Agent: codex, Session: codexSession(r.file.path), Message: l.Payload.ID, Text: text}, l.At, seed, l.At)
		}
	}
	return len(r.out) < r.n
}

// partsText joins the texts of a message's parts of one kind; "" if none has any.
func partsText(content json.RawMessage, kind string) string {
	var parts []json.RawMessage
	if json.Unmarshal(content, &parts) != nil {
		return ""
	}
	var texts []string
	for _, raw := range parts {
		var p struct {
			Type string `json:"type"`
			Text string `json:"text"`
		}
		if decode(raw, &p) && p.Type == kind && strings.TrimSpace(p.Text) != "" {
			texts = append(texts, p.Text)
		}
	}
	return strings.Join(texts, "\n\n")
}

// codexSession is the id at the end of a rollout's name: rollout-<time>-<uuid>.jsonl.
func codexSession(path string) string {
	const uuid = 36
	name := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(path), packed), ".jsonl")
	if len(name) <= uuid {
		return name
	}
	return name[len(name)-uuid:]
}
