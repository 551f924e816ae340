package present

import (
	"fmt"
	"strings"

	"consider/internal/memory"
	"consider/internal/printable"
	"consider/internal/words"
)

func (p *Page) memory(o memory.MemoryOutput) { p.Line("%s", printable.Text(o.Text)) }

func (p *Page) memoryGet(o memory.MemoryGetOutput) { p.Text.WriteString(printable.Text(o.Text)) }

func (p *Page) memoryPin(o memory.MemoryPinOutput) { p.paths("pinned", o.Pins) }

func (p *Page) memoryClear(o memory.MemoryClearOutput) { p.paths("removed", o.Removed) }

func (p *Page) memoryExport(o memory.MemoryExportOutput) { p.Text.WriteString(printable.Text(o.Text)) }

func (p *Page) memoryImport(o memory.MemoryImportOutput) {
	p.Line("imported %s", words.Plural(o.Files, "file"))
}

func (p *Page) memoryList(o memory.MemoryListOutput) {
	head := fmt.Sprintf("%s, %s, backend %s", words.Plural(len(o.Files), "file"), bytesOf(o.Size), o.Backend)
	if o.Branch != "" {
		head += ", branch " + safe(o.Branch)
	}
	if o.Sync != "" {
		head += ", synced to " + safe(o.Sync)
	}
	if !o.On {
		head += ", off for agents"
	}
	p.Line("%s", p.Paint(Bold, head))
	if len(o.Files) == 0 && o.On {
		p.Line("%s", p.Fold(p.Phrase("create one with '{memory create /memories/NAME.md -m TEXT}'; agents create their own"), "  "))
	}
	for _, backend := range o.Others {
		p.Advise("backend %s has files; to copy them: {memory import --from %s}", backend, backend)
	}
	for _, f := range o.Files {
		note := ""
		switch {
		case f.Draft != "":
			note = p.Phrase("  draft: {memory learn %s --accept}", f.Draft)
		case f.Pinned:
			note = "  pinned"
		}
		p.Line("  %8s  %s%s", bytesOf(f.Size), safe(f.Path), p.Paint(dim, note))
	}
}

// bytesOf formats a size for people.
func bytesOf(n int) string {
	if n < 1024 {
		return fmt.Sprintf("%d B", n)
	}
	return fmt.Sprintf("%.1f KB", float64(n)/1024)
}

func (p *Page) paths(what string, list []string) {
	if len(list) == 0 {
		p.Line("nothing %s", what)
	}
	for _, path := range list {
		p.Line("%s %s", what, safe(path))
	}
}

// maxPurged is how many names of one memory are listed; JSON has all.
const maxPurged = 20

func (p *Page) memoryPurge(o memory.MemoryPurgeOutput) {
	done := "removed"
	if o.DryRun {
		done = "to be removed"
	}
	if len(o.Stores) == 0 {
		p.Line("no plain-text memories")
	}
	for _, s := range o.Stores {
		p.Line("%s", p.Paint(Bold, safe(s.Store)))
		if s.Problem != "" {
			p.Line("  %s", p.Paint(Attention, "not purged: "+safe(s.Problem)))
			p.Line("  hint: %s", safe(p.Phrase("%v", s.Hint)))
		}
		for _, m := range s.Memories {
			if s.Problem == "" {
				p.Line("  %s %s", words.Plural(len(m.Files), "plain-text file"), done)
			}
			p.names("    ", m.Files)
		}
		if s.Logged > 0 && s.Problem == "" {
			p.Line("  %s in the memory log %s", words.Plural(s.Logged, "line"), done)
		}
		if s.Continued && s.Problem == "" {
			p.Line("  an earlier, interrupted purge %s", map[bool]string{true: "will be completed", false: "was completed"}[o.DryRun])
		}
		if len(s.Unsaved) > 0 {
			p.Line("  not in the secret memory:")
			p.names("    ", s.Unsaved)
		}
	}
	if len(o.Left) > 0 {
		p.Line("not deleted; delete these yourself in .vscode/memory:")
		p.names("  ", o.Left)
	}
}

func (p *Page) names(indent string, list []string) {
	for _, name := range list[:min(len(list), maxPurged)] {
		p.Line("%s%s", indent, safe(name))
	}
	if more := len(list) - maxPurged; more > 0 {
		p.Advise("%s%d more: {--json} lists all", indent, more)
	}
}

func (p *Page) memoryLog(o memory.MemoryLogOutput) {
	if len(o.Entries) == 0 {
		p.Line("no memory activity yet")
	}
	for _, e := range o.Entries {
		path := e.Path
		if e.To != "" {
			path += " to " + e.To
		}
		where := e.Backend
		if e.Branch != "" {
			where += ":" + e.Branch
		}
		result := "ok"
		if !e.OK {
			result = p.Paint(Attention, "refused: "+safe(e.Error))
		}
		p.Line("%s %s %s", p.when(e.At), safe(strings.Join(strings.Fields(strings.Join([]string{
			e.By.String() + ":", e.Command, path, "(" + where + ")",
		}, " ")), " ")), result)
	}
	if o.More {
		p.Advise("show older events: {--limit N}")
	}
}

func (p *Page) memorySync(o memory.MemorySyncOutput) {
	switch {
	case o.Block != "":
		p.Text.WriteString(printable.Text(o.Block))
		return
	case o.Changed:
		p.Line("updated %s: %s of memory written (maximum: %s)", safe(o.File), bytesOf(o.Size), bytesOf(o.Most))
	default:
		p.Line("%s is already up to date: %s of the memory (maximum: %s)", safe(o.File), bytesOf(o.Size), bytesOf(o.Most))
	}
	if len(o.Left) > 0 {
		p.Line("not included because of the size limit: %s", words.Plural(len(o.Left), "file"))
		p.names("  ", o.Left)
	}
}

func (p *Page) memoryLearn(o memory.MemoryLearnOutput) {
	switch {
	case o.Accepted:
		p.Line("%s is now a memory", safe(o.Path))
	case o.Dropped:
		p.Line("discarded the draft from %s", o.Thread)
	default:
		p.Body("  ", o.Text)
		p.Line("")
		p.Advise("draft; accept it (human only): {memory learn %s --accept}", o.Thread)
	}
}
