package commands

import (
	"strings"

	"consider/internal/review/history"
	"consider/internal/review/undo"
)

// event prints one event on one line: when, who, what.
func (p *page) event(e history.Event) {
	cursor := e.Cursor[:min(len(e.Cursor), shortCursor)]
	line := p.paint(dim, safe(cursor)) + " " + p.when(e.At) + " " + safe(e.WithPaths(p.placed).Words())
	p.line("%s", p.fold(line, strings.Repeat(" ", len(cursor)+1)))
}

func (p *page) log(o history.LogOutput) {
	for _, e := range o.Events {
		p.event(e)
	}
	switch {
	case o.More:
		p.advise("older events: {--limit N}")
	case len(o.Events) == 0:
		p.line("no events")
	}
}

func (p *page) wait(o history.WaitOutput) {
	for _, e := range o.Events {
		p.event(e)
	}
	if o.More {
		p.line("more events are available: run wait again")
	}
	p.advise("continue with: {wait --since %s}", safe(o.Cursor[:min(len(o.Cursor), shortCursor)]))
}

func (p *page) undo(o undo.UndoOutput) {
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
		p.line("%s: %s", verb, safe(what.What))
	} else {
		p.line("%s: %s", verb, safe(what.Words()))
	}
	if o.Newer.Cursor != "" {
		newer := o.Newer.WithPaths(p.placed)
		p.line("%s", p.fold("the newest change by someone else stays: "+safe(newer.Words()), "  "))
	}
	if !o.DryRun && !o.Redo {
		p.advise("redo: {undo --redo}")
	}
}
