package present

import (
	"fmt"
	"slices"
	"strings"

	"consider/internal/review/round"
	"consider/internal/words"
)

func (p *Page) checkpoint(o round.CheckpointOutput) {
	p.Line("%s", p.Fold(p.round(o.Checkpoint, p.at(o.Checkpoint.CreatedAt)), "  "))
	p.earlier(o.Earlier)
}

func (p *Page) checkpointDeleted(o round.CheckpointDeleteOutput) { p.Line("deleted %s", safe(o.Name)) }

// round prints one checkpoint on a line; at is when it was made, in words.
func (p *Page) round(c round.CheckpointView, at string) string {
	out := fmt.Sprintf("%s %s, %s, %s", p.Paint(Bold, safe(c.Name)), at,
		words.Plural(c.Threads, "thread"), words.Plural(len(c.Files), "changed file"))
	if len(c.Head) > 10 {
		out += " on " + safe(c.Head[:10])
	}
	if c.Branch != "" {
		out += " (" + safe(c.Branch) + ")"
	}
	if c.Skipped > 0 {
		out += fmt.Sprintf(", %d not saved (too large or unreadable)", c.Skipped)
	}
	if c.Note != "" {
		out += ": " + safe(c.Note)
	}
	return out
}

// earlier prints the latest of the rounds before one that was just saved.
func (p *Page) earlier(rounds []round.CheckpointView) {
	const most = 5
	if len(rounds) > 0 {
		p.Line("\nsaved earlier:")
	}
	if more := len(rounds) - most; more > 0 {
		p.Advise("  %d more: {checkpoint list}", more)
		rounds = rounds[more:]
	}
	for _, c := range rounds {
		p.Line("  %s", p.Fold(p.round(c, p.when(c.CreatedAt)), "    "))
	}
}

func (p *Page) rounds(o round.CheckpointListOutput) {
	p.newerVersion(o.Newer)
	if len(o.Checkpoints)+len(o.Newer) == 0 {
		p.Advise("no checkpoints; create one with '{checkpoint create}'")
	}
	for _, c := range o.Checkpoints {
		p.Line("%s", p.Fold(p.round(c, p.when(c.CreatedAt)), "  "))
	}
}

func (p *Page) checkpointDetails(o round.CheckpointShowOutput) {
	p.Line("%s", p.Fold(p.round(o.Checkpoint, p.at(o.Checkpoint.CreatedAt)), "  "))
	for _, f := range o.Checkpoint.Files {
		state := "changed"
		switch {
		case f.Mode == "":
			state = "gone"
		case f.Untracked:
			state = "untracked"
		}
		if f.Skipped != "" {
			state += ", " + safe(f.Skipped)
		}
		p.Line("  %s (%s)", safe(p.path(f.Path)), state)
	}
	for _, t := range o.Threads {
		p.Line("%s", p.Fold("  "+p.head(&t), "    "))
	}
}

func (p *Page) diff(o round.CheckpointDiffOutput) {
	added, removed := 0, 0
	for _, f := range o.Files {
		added, removed = added+f.Added, removed+f.Removed
		name := safe(p.path(f.Path))
		if f.From != "" {
			name = safe(p.path(f.From)) + " -> " + name
		}
		lines := fmt.Sprintf("+%d -%d", f.Added, f.Removed)
		if f.Binary {
			lines = "binary"
		}
		p.Line("  %s %s, %s", f.Status, p.Paint(magenta, name), lines)
		for _, what := range f.Folded {
			p.Line("    not shown: %s", safe(what))
		}
	}
	p.Line("%s to %s: %s, +%d -%d; %s", safe(o.A), safe(o.B), words.Plural(len(o.Files), "file"), added, removed,
		words.Plural(len(o.Threads), "changed thread"))
	for _, t := range o.Threads {
		at := p.placed(t.Place, t.File)
		if t.Now != "" {
			at += " (now " + p.placed(t.Now, t.In) + ")"
		}
		p.Line("  [%s] %s: %s: \"%s\"", t.ID, safe(at), safe(p.became(t)), safe(t.Body))
	}
	if o.Note != "" {
		p.Line("  %s", safe(o.Note))
	}
	if o.Cut > 0 {
		p.Line("  patches omitted (%s); to see them, name the files", bytesOf(o.Cut))
	}
	for _, f := range o.Skipped {
		p.Line("  not compared, because its content was not saved: %s", safe(f))
	}
	for _, f := range o.Files {
		if f.Patch != "" {
			p.Line("")
			p.patch(f.Patch)
		}
	}
}

// became says what happened to a thread.
func (p *Page) became(t round.ThreadChange) string {
	parts := slices.Clone(t.What)
	for i, what := range parts {
		for _, begin := range []string{round.MovedFrom, round.WasAt} {
			if from, ok := strings.CutPrefix(what, begin); ok {
				parts[i] = begin + p.placed(from, t.Was)
			}
		}
	}
	return strings.Join(parts, ", ")
}

func (p *Page) restored(o round.CheckpointRestoreOutput) {
	deleted := p.Phrase("deleted these threads, which are not in the checkpoint (restore one with '{undelete ID}'):")
	if o.DryRun {
		deleted = "would delete these threads, which are not in the checkpoint:"
		p.Line("would restore %s: %s would change, %d in total", safe(o.Name), words.Plural(o.Changed, "thread"), o.Threads)
	} else {
		p.Line("restored %s: %s changed, %d in total", safe(o.Name), words.Plural(o.Changed, "thread"), o.Threads)
	}
	if len(o.Deleted) > 0 {
		p.Line("%s", deleted)
	}
	for _, s := range o.Deleted {
		if s.Author == "" {
			p.Line("  [%s] cannot be read", s.Thread)
			continue
		}
		p.Line("  [%s] %s: thread by %s: \"%s\"", s.Thread, safe(p.placed(s.Place, s.File)), authorName(s.Author, s.Name), safe(s.Body))
	}
	since := slices.DeleteFunc(slices.Clone(o.Since), func(s round.SaidSince) bool { return s.Whole }) // whole ones are named with their threads
	if len(since) > 0 {
		p.Line("written after the checkpoint, so not in it:")
	}
	for _, s := range since {
		what := "thread"
		if s.Reply != "" {
			what = "reply " + s.Reply
		}
		if s.Edited {
			what += " edited"
		}
		p.Line("  [%s] %s: %s by %s: \"%s\"", s.Thread, safe(p.placed(s.Place, s.File)), what, authorName(s.Author, s.Name), safe(s.Body))
	}
	if o.Safety != "" {
		p.Advise("undo: {checkpoint restore %s}", safe(o.Safety))
	}
}
