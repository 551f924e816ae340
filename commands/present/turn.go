package present

import (
	"cmp"
	"slices"
	"strings"

	"consider/internal/review/turns"
	"consider/internal/words"
)

func (p *Page) turns(o turns.TurnListOutput) {
	for _, note := range o.Notes {
		p.Advise("%s", note)
	}
	for _, t := range o.Turns {
		p.Line("%s, %s", p.turnHead(t), words.Plural(t.Changed, "changed file"))
	}
}

func (p *Page) turnsDeleted(o turns.TurnDeleteOutput) {
	p.Line("deleted %s", cmp.Or(strings.Join(o.IDs, ", "), "all turns"))
}

func (p *Page) turnHead(t turns.TurnView) string {
	out := p.Paint(Bold, t.ID) + " " + safe(t.Agent) + ", " + p.when(t.From)
	if !t.Started {
		out += ", its prompt was not seen"
	}
	if !t.Ended {
		out += ", not ended"
	}
	return out
}

// turn prints the report on a turn: the files that the agent changed for threads and without one, those of others, and the
// lines of the person's that it undid.
func (p *Page) turn(o turns.TurnShowOutput) {
	p.Line("%s", p.turnHead(o.TurnView))
	p.turnFiles(o.Files, "for threads", func(f turns.TurnFile) bool { return !f.By.IsOthers() && len(f.Threads) > 0 })
	p.turnFiles(o.Files, "no thread asked for", func(f turns.TurnFile) bool { return !f.By.IsOthers() && len(f.Threads) == 0 })
	p.turnFiles(o.Files, "by others meanwhile", func(f turns.TurnFile) bool { return f.By.IsOthers() })
	if len(o.Files) == 0 {
		p.Line("no file changed")
	}
	for _, u := range o.Undone {
		p.apart(p.Paint(Bold, "undid "+words.Plural(u.Lines, "line")+" of yours") + " in " + safe(u.Path) + ", " + p.when(u.At) + ":")
		p.patch(u.Patch)
		p.more(u.Cut, " ")
	}
	if o.Lacks > 0 {
		p.apart(p.Paint(dim, "whether it undid "+words.Plural(o.Lacks, "further edit")+" of yours is not known"))
	}
}

// turnFiles prints the files that belong under a heading.
func (p *Page) turnFiles(all []turns.TurnFile, heading string, belongs func(turns.TurnFile) bool) {
	files := slices.DeleteFunc(slices.Clone(all), func(f turns.TurnFile) bool { return !belongs(f) })
	if len(files) == 0 {
		return
	}
	p.apart(p.Paint(Bold, heading) + " (" + words.Plural(len(files), "file") + "):")
	for _, f := range files {
		line := "  " + cmp.Or(f.Status, "=") + " " + safe(f.Path) + "  " + p.Paint(dim, f.By.Text())
		if len(f.Agents) > 0 {
			line += p.Paint(dim, " ("+safe(strings.Join(f.Agents, ", "))+")")
		}
		if len(f.Threads) > 0 {
			line += "  " + strings.Join(f.Threads, " ")
		}
		if f.Status == "" {
			line += p.Paint(dim, ", as it was before")
		}
		p.Line("%s", line)
	}
}
