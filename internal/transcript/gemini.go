package transcript

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"consider/internal/digest"
)

const gemini = "gemini"

const maxMarker = 16 << 10 // bytes of a file that names a project's folder

// geminiFiles lists the chats of the roots and of folders above and below. The folder of a project says itself
// which one it is; older ones are named after a hash of it.
func (f *Finder) geminiFiles(roots []string) (files []file, watch []string) {
	top := filepath.Join(f.Places.Gemini, "tmp")
	watch = []string{top, filepath.Join(f.Places.Gemini, "projects.json")}
	named := f.geminiProjects()
	for _, root := range roots {
		for dir := root; ; dir = filepath.Dir(dir) {
			named[digest.Of(dir)] = dir
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	for _, name := range folders(top) {
		dir := filepath.Join(top, name)
		cwd := cmp.Or(strings.TrimSpace(string(small(filepath.Join(dir, ".project_root")))), named[name])
		if !f.related(cwd, roots) {
			continue
		}
		chats := filepath.Join(dir, "chats")
		watch = append(watch, chats)
		for _, file := range list(chats, isChat) {
			file.cwd = cwd
			files = append(files, file)
		}
	}
	return files, watch
}

func isChat(name string) bool {
	return strings.HasPrefix(name, "session-") && (strings.HasSuffix(name, ".jsonl") || strings.HasSuffix(name, ".json"))
}

// related reports whether dir is a root, or a folder above or below one.
func (f *Finder) related(dir string, roots []string) bool {
	return slices.ContainsFunc(roots, func(root string) bool {
		return f.Places.within(dir, root) >= 0 || f.Places.within(root, dir) >= 0
	})
}

// geminiProjects reads the names of the folders of projects.
func (f *Finder) geminiProjects() map[string]string {
	var registry struct {
		Projects map[string]string `json:"projects"`
	}
	out := map[string]string{}
	if decode(small(filepath.Join(f.Places.Gemini, "projects.json")), &registry) {
		for dir, name := range registry.Projects {
			out[name] = dir
		}
	}
	return out
}

// small reads a small regular file. It returns nil for others and for one that cannot be read.
func small(path string) []byte {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxMarker {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return data
}

// startedGemini returns the folder where a chat was started. It omits chats of subagents.
func startedGemini(file file) string {
	cwd := file.cwd
	head(file.path, func(line []byte) bool {
		var l struct {
			Kind string `json:"kind"`
		}
		if decode(line, &l) && l.Kind == "subagent" {
			cwd = skipped
		}
		return false
	})
	return cwd
}

// geminiLine is a message, or a change of what came before.
type geminiLine struct {
	ID       string            `json:"id"`
	At       string            `json:"timestamp"`
	Type     string            `json:"type"`
	Content  json.RawMessage   `json:"content"`
	Session  string            `json:"sessionId"`
	Kind     string            `json:"kind"`
	Messages []json.RawMessage `json:"messages"` // of a file that is one document
	Set      *struct {
		Messages []json.RawMessage `json:"messages"`
	} `json:"$set"`
	RewindTo string `json:"$rewindTo"`
}

// geminiReader takes messages from the newest on. A message that was written again counts in its last form;
// after a rewind, it skips everything back to the rewind's target.
type geminiReader struct {
	collected
	rewindTarget string // target of a rewind that was not met yet
	seen         map[string]bool
}

func newGeminiReader(file file, n int) reader {
	return &geminiReader{collected: collected{file: file, n: n}, seen: map[string]bool{}}
}

func (r *geminiReader) take(line []byte) bool {
	var l geminiLine
	if !decode(line, &l) {
		return true
	}
	switch {
	case l.RewindTo != "":
		r.rewindTarget = cmp.Or(r.rewindTarget, l.RewindTo)
	case l.Set != nil && l.Set.Messages != nil:
		r.takeAll(l.Set.Messages)
		return false // all messages are in it
	case len(l.Messages) > 0 && l.Kind != "subagent":
		r.takeAll(l.Messages)
	case l.ID != "":
		r.message(&l)
	}
	return len(r.out) < r.n
}

func (r *geminiReader) takeAll(messages []json.RawMessage) {
	for _, raw := range slices.Backward(messages) {
		var l geminiLine
		if decode(raw, &l) && l.ID != "" && len(r.out) < r.n {
			r.message(&l)
		}
	}
}

func (r *geminiReader) message(l *geminiLine) {
	again := r.seen[l.ID]
	r.seen[l.ID] = true
	if r.rewindTarget != "" {
		if l.ID == r.rewindTarget {
			r.rewindTarget = ""
		}
		return
	}
	text := geminiText(l.Content)
	if again || l.Type != "gemini" || text == "" {
		return
	}
	name := filepath.Base(r.file.path)
	r.add(Response{Agent: gemini, Session: strings.TrimSuffix(name, filepath.Ext(name)), Message: l.ID, Text: text}, l.At, l.ID, "")
}

// geminiText reads a text, a part or a list of parts, without thoughts.
func geminiText(content json.RawMessage) string {
	var plain string
	if json.Unmarshal(content, &plain) == nil {
		return nonBlank(plain)
	}
	var parts []json.RawMessage
	if json.Unmarshal(content, &parts) != nil {
		parts = []json.RawMessage{content}
	}
	var b strings.Builder
	for _, raw := range parts {
		var part struct {
			Text    string `json:"text"`
			Thought bool   `json:"thought"`
		}
		if json.Unmarshal(raw, &plain) == nil {
			b.WriteString(plain)
		} else if decode(raw, &part) && !part.Thought {
			b.WriteString(part.Text)
		}
	}
	return nonBlank(b.String())
}

// nonBlank returns s, or "" if it is only white space.
func nonBlank(s string) string {
	if strings.TrimSpace(s) == "" {
		return ""
	}
	return s
}

// millis returns a time given in milliseconds, the zero time if it is out of range.
func millis(ms int64) time.Time {
	if ms <= 0 || ms > 253402300799999 { // year 9999
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
