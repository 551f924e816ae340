package present

import (
	"fmt"

	"consider/internal/editor"
	"consider/internal/project"
	"consider/internal/session"
	"consider/internal/verb"
	"consider/internal/words"
)

// editor prints where the person is.
func (p *Page) editor(o project.EditorOutput) {
	switch {
	case o.Context != nil:
		p.editorContext(o.Context)
	case o.Off:
		p.Advise("the editor context is off; turn it on with '{config editorContext path}'")
	default:
		p.Line("no file in this project is open in an editor")
	}
}

func (p *Page) editorContext(c *session.EditorContext) {
	unsaved := ""
	if c.File.IsDirty {
		unsaved = ", not saved"
	}
	p.Line("%s:%d:%d  %s, %s%s", p.Paint(magenta, safe(p.path(c.File.RelativePath))), c.Cursor.Line, c.Cursor.Character,
		c.File.LanguageID, words.Plural(c.File.LineCount, "line"), unsaved)
	for _, s := range c.Symbols.ContainingScopes {
		p.Line("in %s:%s, %s", s.Kind, safe(s.Name), words.Lines(s.Range.Start, s.Range.End))
	}
	if s := c.Symbols.Warning + c.Symbols.Error; s != "" {
		p.Line("%s", p.Paint(dim, s))
	}
	if c.Selection.IsEmpty {
		return
	}
	r := c.Selection.Range
	p.Line("selected %d:%d to %d:%d%s", r.Start.Line, r.Start.Character, r.End.Line, r.End.Character, p.selectionNote(c.Selection))
	if c.Selection.Text != nil {
		p.Body("  | ", *c.Selection.Text)
	}
}

// beside adds a line with the person's location to the output of another verb.
func (p *Page) beside(e verb.Envelope) {
	c := e.EditorContext
	if _, asked := e.Data.(project.EditorOutput); asked || c == nil {
		return
	}
	within := ""
	if c.Symbols.ScopeHierarchy != "" {
		within = " in " + safe(c.Symbols.ScopeHierarchy)
	}
	p.Line("(the human's cursor is at %s:%d:%d%s)", safe(p.path(c.File.RelativePath)), c.Cursor.Line, c.Cursor.Character, within)
}

// selectionNote says which part of the selected text is not shown, and why.
func (p *Page) selectionNote(s editor.EditorSelection) string {
	switch s.Withheld {
	case editor.BySetting:
		return p.Phrase("; to share the text: {config editorContext selection}")
	case editor.Secret:
		return "; text not shared, because files with this name may contain secrets"
	case editor.Outside:
		return "; text not shared, because the file is outside the project"
	case editor.Unsent:
		return "; the editor did not share the text"
	}
	if s.Truncated {
		return fmt.Sprintf("; the first %d bytes of the text:", len(*s.Text))
	}
	return ":"
}
