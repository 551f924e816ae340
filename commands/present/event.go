package present

import (
	"strings"

	"consider/internal/review/history"
	"consider/internal/review/undo"
)

// event prints one event on one line: when, who, what.
func (p *Page) event(e history.Event) {
	cursor := e.Cursor[:min(len(e.Cursor), shortCursor)]
	line := p.Paint(dim, safe(cursor)) + " " + p.when(e.At) + " " + safe(e.WithPaths(p.placed).Words())
	p.Line("%s", p.Fold(line, strings.Repeat(" ", len(cursor)+1)))
}

func (p *Page) log(o history.LogOutput) {
	for _, e := range o.Events {
		p.event(e)
	}
	switch {
	case o.More:
		p.Advise("older events: {--limit N}")
	case len(o.Events) == 0:
		p.Line("no events")
	}
}

func (p *Page) wait(o history.WaitOutput) {
	for _, e := range o.Events {
		p.event(e)
	}
	if o.More {
		p.Line("more events are available: run wait again")
	}
	p.Advise("continue with: {wait --since %s}", safe(o.Cursor[:min(len(o.Cursor), shortCursor)]))
}

func (p *Page) undo(o undo.UndoOutput) {
	verb := "undid"
	switch {
	case o.Redo && o.DryRun:
		verb = "would redo"
	case o.Redo:
		verb = "redid"
	case o.DryRun:
		verb = "would undo"
	}
	what := o.Undone.WithPaths(p.placed)
	if o.Redo {
		p.Line("%s: %s", verb, safe(what.What))
	} else {
		p.Line("%s: %s", verb, safe(what.Words()))
	}
	if o.Newer.Cursor != "" {
		newer := o.Newer.WithPaths(p.placed)
		p.Line("%s", p.Fold("the newest change by someone else stays: "+safe(newer.Words()), "  "))
	}
	if !o.DryRun && !o.Redo {
		p.Advise("redo: {undo --redo}")
	}
}
