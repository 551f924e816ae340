package editor

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"consider/internal/enum"
	"consider/internal/printable"
	"consider/internal/secrets"
)

// Mode is how much an agent may see of where the person is.
type Mode string

// The modes.
const (
	Off       Mode = "off"
	Path      Mode = "path"
	Selection Mode = "selection"
)

var modes = enum.Set{Values: []enum.Value{
	{Name: string(Off), Word: "Off", Says: "none"},
	{Name: string(Path), Word: "Path", Says: "all except the selected text"},
	{Name: string(Selection), Word: "Selection", Says: "all including the selected text"},
}}

// Enum returns the modes.
func (Mode) Enum() enum.Set { return modes }

// EditorContext is where the person is.
type EditorContext struct {
	AgeMs     int64           `json:"ageMs"` // since they moved, selected or typed there, in milliseconds
	File      EditorFile      `json:"file"`
	Cursor    CursorPosition  `json:"cursor"`
	Selection EditorSelection `json:"selection"`
	Symbols   EditorSymbols   `json:"symbols"`
}

// EditorFile is the active editor's file.
type EditorFile struct {
	Path         string `json:"path"`         // absolute
	RelativePath string `json:"relativePath"` // slash-separated, as all verbs take it
	LanguageID   string `json:"languageId"`
	LineCount    int    `json:"lineCount"`
	IsDirty      bool   `json:"isDirty"` // the file on disk is older than the text that the person sees
}

// EditorSelection is the primary selection.
type EditorSelection struct {
	IsEmpty   bool            `json:"isEmpty"`
	Text      *string         `json:"text"`                // null when nothing is selected, or when it is withheld
	Range     *SelectionRange `json:"range,omitempty"`     // when it is not empty
	Truncated bool            `json:"truncated,omitempty"` // the text is only the beginning
	Withheld  Withheld        `json:"withheld,omitempty"`
}

// Withheld is the reason why selected text is not shown.
type Withheld string

// The reasons.
const (
	BySetting Withheld = "setting" // only 'consider config editorContext selection' shows it
	Secret    Withheld = "secret"  // files of that name hold passwords and keys
	Outside   Withheld = "outside" // a link leads out of the project
	Unsent    Withheld = "unsent"  // the window has not given it, or not yet
)

// SelectionRange is a selection's; the end is behind the last selected character.
type SelectionRange struct {
	Start CursorPosition `json:"start"`
	End   CursorPosition `json:"end"`
}

// EditorSymbols is what is around the cursor.
type EditorSymbols struct {
	TotalInDocument  int           `json:"totalInDocument"`
	ContainingScopes []EditorScope `json:"containingScopes"` // outermost first
	ImmediateScope   *EditorScope  `json:"immediateScope"`   // the innermost, or null
	ScopeHierarchy   string        `json:"scopeHierarchy"`   // "Class:Foo > Method:bar", "" outside of all
	Warning          string        `json:"warning,omitempty"`
	Error            string        `json:"error,omitempty"`
}

// EditorScope is a class, a method, a heading.
type EditorScope struct {
	Name  string     `json:"name"`
	Kind  string     `json:"kind"`
	Range ScopeLines `json:"range"`
}

// ScopeLines are the first line, the last, and how many there are.
type ScopeLines struct {
	Start  int `json:"start"`
	End    int `json:"end"`
	Length int `json:"length"`
}

// Context returns as much about the window's active editor as mode allows, or nil if there is nothing to show.
func (s State) Context(a Asker, mode Mode) *EditorContext {
	o := s.Editor
	if o == nil || mode != Path && mode != Selection {
		return nil
	}
	return &EditorContext{
		AgeMs: max(0, a.Now.UnixMilli()-o.ChangedAt),
		File: EditorFile{
			Path: filepath.Join(a.Root, filepath.FromSlash(o.File)), RelativePath: o.File,
			LanguageID: o.Language, LineCount: o.Lines, IsDirty: o.Dirty,
		},
		Cursor:    o.Cursor,
		Selection: o.selected(a.Root, mode),
		Symbols:   o.Symbols.symbols(),
	}
}

func (o Open) selected(root string, mode Mode) EditorSelection {
	p := o.Selection
	if p == nil {
		return EditorSelection{IsEmpty: true}
	}
	out := EditorSelection{Range: &SelectionRange{Start: p.Start, End: p.End}}
	leadsTo, inside := linked(root, o.File)
	switch {
	case mode != Selection:
		out.Withheld = BySetting
	case secrets.IsNamed(o.File) || secrets.IsNamed(leadsTo):
		out.Withheld = Secret
	case p.Text == nil:
		out.Withheld = Unsent
	case !inside:
		out.Withheld = Outside
	default:
		out.Text, out.Truncated = p.Text, p.Truncated
	}
	return out
}

// linked returns the file that the links of a name lead to, slash-separated from the root, and whether it is inside.
// Nothing is shown of files outside.
func linked(root, file string) (leadsTo string, inside bool) {
	realRoot, err := filepath.EvalSymlinks(root)
	if err != nil {
		return "", false
	}
	real, err := realPath(filepath.Join(root, filepath.FromSlash(file)))
	if err != nil {
		return "", false
	}
	rel, err := filepath.Rel(realRoot, real)
	return filepath.ToSlash(rel), err == nil && filepath.IsLocal(rel)
}

// realPath returns a path without links. For a deleted file it resolves the folders above it that still exist.
func realPath(path string) (string, error) {
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return filepath.EvalSymlinks(path)
	}
	above := filepath.Dir(path)
	if above == path {
		return path, nil
	}
	real, err := realPath(above)
	return filepath.Join(real, filepath.Base(path)), err
}

func (f Found) symbols() EditorSymbols {
	words := problems[f.Problem]
	out := EditorSymbols{
		TotalInDocument: f.Total, ContainingScopes: []EditorScope{}, Warning: words.warning, Error: words.error,
	}
	var hierarchy []string
	for _, s := range f.Scopes {
		// A name is code or a heading: it stays on its line, whatever is in it.
		symbol := EditorScope{Name: printable.Line(s.Name), Kind: s.Kind, Range: ScopeLines{s.Start, s.End, s.End - s.Start + 1}}
		out.ContainingScopes = append(out.ContainingScopes, symbol)
		hierarchy = append(hierarchy, symbol.Kind+":"+symbol.Name)
	}
	if n := len(out.ContainingScopes); n > 0 {
		out.ImmediateScope = &out.ContainingScopes[n-1]
	}
	out.ScopeHierarchy = strings.Join(hierarchy, " > ")
	return out
}
