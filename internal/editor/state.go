package editor

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"consider/internal/enum"
)

// Version is that of the state file. A reader ignores files of a higher one.
const Version = 1

// Bounds of a state file; a file that exceeds one of them is ignored.
const (
	MaxFile  = 64 << 10 // bytes in all
	MaxText  = 4 << 10  // bytes of selected text; the window cuts it there
	MaxName  = 200      // UTF-16 code units in a symbol's name; the window cuts it there
	MaxDepth = 32       // scopes around the cursor; the window omits the innermost beyond

	maxPath   = 4096
	maxWord   = 64 // bytes in an id of a window, a language, a kind
	maxLines  = 1 << 31
	maxMillis = int64(1) << 53 // JSON numbers are exact up to here in other languages
)

// A window writes a heartbeat every Beat, whatever the person does; one whose last is Silence old is gone.
const (
	Beat    = 15 * time.Second
	Silence = 45 * time.Second
)

// State is the state of a window, as the window reports it.
type State struct {
	Version int    `json:"version"`
	Window  string `json:"window"` // CONSIDER_WINDOW in its terminals
	PID     int    `json:"pid"`    // of the process that writes the file
	// Namespace is the Linux process namespace that PID counts in; "" where there are none. A reader in another
	// one (a container, a sandbox) cannot see whether the process lives.
	Namespace   string   `json:"namespace,omitempty"`
	HeartbeatAt int64    `json:"heartbeatAt"`
	FocusedAt   int64    `json:"focusedAt"` // when the window had the focus last, 0 for never
	Folders     []string `json:"folders"`   // absolute, that are open in it
	// Root is the root of the project that the state is about: worktrees share a store. It is "" from an older extension.
	Root string `json:"root,omitempty"`
	// Editor is the active one, if it shows a file of the project.
	Editor *Open `json:"editor,omitempty"`
}

// Open is a file in the active editor.
type Open struct {
	ChangedAt int64          `json:"changedAt"` // when a field below last changed
	File      string         `json:"file"`      // slash-separated and relative to the project's root
	Language  string         `json:"languageId"`
	Lines     int            `json:"lineCount"`
	Dirty     bool           `json:"isDirty"`
	Cursor    CursorPosition `json:"cursor"`
	Selection *Picked        `json:"selection,omitempty"`
	Symbols   Found          `json:"symbols"`
}

// CursorPosition is a place in a file.
type CursorPosition struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Picked is a selection that is not empty.
type Picked struct {
	Start     CursorPosition `json:"start"`
	End       CursorPosition `json:"end"` // behind the last selected character
	Text      *string        `json:"text,omitempty"`
	Truncated bool           `json:"truncated,omitempty"`
}

// Found is what the editor knows of the file's symbols.
type Found struct {
	Total   int     `json:"total"`
	Scopes  []Scope `json:"scopes"` // those around the cursor, outermost first
	Problem Problem `json:"problem,omitempty"`
}

// Scope is a symbol as the state file has it.
type Scope struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"` // Class, Method, String, …
	Start int    `json:"start"`
	End   int    `json:"end"` // the last line
}

// Problem is why there are no symbols.
type Problem string

// The problems.
const (
	NoProvider Problem = "no-provider"
	Pending    Problem = "pending"
	Failed     Problem = "failed"
	TimedOut   Problem = "timeout"
)

// Enum returns the problems.
func (Problem) Enum() enum.Set {
	return enum.Set{Values: []enum.Value{{Name: string(NoProvider)}, {Name: string(Pending)}, {Name: string(Failed)}, {Name: string(TimedOut)}}}
}

var errState = errors.New("no editor state")

// decode reads a state file. Fields that it does not know are a newer window's and are ignored.
func decode(data []byte) (State, error) {
	var s State
	if err := json.Unmarshal(data, &s); err != nil {
		return s, err
	}
	if !s.sound() || s.Editor != nil && !s.Editor.sound() {
		return s, errState
	}
	return s, nil
}

func (s State) sound() bool {
	for _, f := range append([]string{s.Root}, s.Folders...) {
		if len(f) > maxPath || !utf8.ValidString(f) {
			return false
		}
	}
	return s.Version == Version && isWord(s.Window) && s.PID > 0 && s.PID < maxLines && len(s.Namespace) <= maxWord &&
		isTime(s.HeartbeatAt) && isTime(s.FocusedAt)
}

func (o Open) sound() bool {
	ok := isTime(o.ChangedAt) && isProjectFile(o.File) && isWord(o.Language) && isLine(o.Lines) && o.Cursor.sound() &&
		o.Symbols.sound()
	if p := o.Selection; ok && p != nil {
		ok = p.Start.sound() && p.End.sound() && p.Start.before(p.End) && (p.Text == nil || len(*p.Text) <= MaxText)
	}
	return ok
}

func (f Found) sound() bool {
	if f.Total < 0 || f.Total > maxLines || len(f.Scopes) > MaxDepth {
		return false
	}
	for _, s := range f.Scopes {
		if !isWord(s.Kind) || !isLine(s.Start) || !isLine(s.End) || s.End < s.Start || len(s.Name) > 4*MaxName {
			return false
		}
	}
	return problems[f.Problem] != (issueText{}) || f.Problem == ""
}

func (p CursorPosition) sound() bool { return isLine(p.Line) && isLine(p.Character) }

func (p CursorPosition) before(q CursorPosition) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Character < q.Character
}

func isLine(n int) bool { return n >= 1 && n < maxLines }

func isTime(ms int64) bool { return ms >= 0 && ms < maxMillis }

// isWord reports whether s is a short name without anything that could be taken for a sentence.
func isWord(s string) bool {
	return s != "" && len(s) <= maxWord && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_+.#") == ""
}

// isProjectFile reports whether path is the stored form of a file's path in the project, and neither git's nor
// the store's own.
func isProjectFile(path string) bool {
	if path == "" || len(path) > maxPath || !utf8.ValidString(path) || strings.ContainsRune(path, 0) ||
		!filepath.IsLocal(filepath.FromSlash(path)) {
		return false
	}
	for part := range strings.SplitSeq(path, "/") {
		if part == "" || part == "." || part == ".." || strings.EqualFold(part, ".git") || strings.EqualFold(part, ".consider") {
			return false
		}
	}
	return true
}

// issueText is a problem in words.
type issueText struct{ warning, error string }

var problems = map[Problem]issueText{
	NoProvider: {warning: "No symbol provider registered for this language"},
	Pending:    {warning: "The symbol provider has not responded yet"},
	Failed:     {error: "The symbol provider failed"},
	TimedOut:   {error: "The symbol provider did not respond in time"},
}
