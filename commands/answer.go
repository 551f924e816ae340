package commands

import (
	"consider/commands/present"
	"consider/internal/session"
	"consider/internal/verb"
)

// present prints an answer as text. s is given for a person, who may get a pager. lean is for a reader that pays for
// each word, and continues from the cursor, which a person does not.
func (a *app) present(e verb.Envelope, s *session.Session, lean bool) error {
	p := a.page()
	p.Terse = lean
	if s != nil && s.Store != nil {
		p.Advice = s.IsAdviceDue
	}
	if lean {
		p.Columns, p.Cursor = 0, e.Cursor
	}
	p.Answer(e.Data)
	p.Unread(e.Unread)
	return a.show(p.Text.Bytes(), s)
}

func (a *app) page() *present.Page {
	here := present.Options{Folder: a.folder, Surface: a.surface()}
	if a.env.OutTerminal {
		here.Color = a.env.Getenv("NO_COLOR") == "" && a.env.Getenv("TERM") != "dumb"
		here.Now = a.env.Now()
		here.Columns = a.columns()
	}
	return &present.Page{Options: here}
}
