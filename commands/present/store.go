package present

import (
	"cmp"
	"fmt"
	"strings"

	"consider/internal/fail"
	"consider/internal/memory"
	"consider/internal/printable"
	"consider/internal/project"
	"consider/internal/review/exchange"
	"consider/internal/settings"
	"consider/internal/words"
)

func (p *Page) imported(o exchange.ImportOutput) {
	p.Line("%s%s imported, %d skipped (already imported)", words.Plural(len(o.Imported), "thread"), ifAny(o.Plans, "plan"), len(o.Skipped))
	for _, t := range o.Imported {
		if t.Was == t.ID {
			p.Line("  %s", t.ID)
			continue
		}
		p.Line("  %s (previously %s)", t.ID, safe(t.Was))
	}
	for _, path := range o.Elsewhere {
		p.Line("  not imported: %s is not a file in this project", safe(path))
	}
	if len(o.Damaged) > 0 {
		p.Line("the document is incomplete, because its source was damaged:")
		p.Damaged(o.Damaged, nil)
	}
}

// config prints the requested settings; if all were requested, also what each is for.
func (p *Page) config(o project.ConfigOutput) {
	synced, follows := o[project.SyncedField].(memory.MemorySyncOutput)
	several := len(o) > 1 && !follows
	for _, row := range settings.AllSettings {
		value, asked := o[row.Name].(string)
		if !asked {
			continue
		}
		line := row.Name + "=" + safe(value)
		help := row.Values.Complete(row.Help)
		if names := row.Values.Names(); len(names) > 0 {
			help = strings.Join(names, "|") + ": " + help
		}
		if several {
			line += "  " + p.Paint(dim, help)
		}
		p.Line("%s", line)
	}
	if follows {
		p.memorySync(synced)
	}
}

func (p *Page) fsck(o project.FsckOutput) {
	p.Line("%s, %s, %s%s", words.Plural(o.Commits, "commit"), words.Plural(o.Objects, "object"), words.Plural(o.Threads, "thread"), ifAny(o.Plans, "plan"))
	p.repairs(o)
	if r := o.Restored; r != nil && r.Changes == 0 {
		p.Line("the backup has nothing newer; the store continues from its latest readable commit")
	} else if r != nil {
		p.Line("restored %s from the backup, the last from %s", words.Plural(r.Changes, "change"), r.Last.UTC().Format("2006-01-02 15:04 UTC"))
		if r.Merged {
			p.Advise("the store has newer changes, so the threads were merged; to undo that: {undo}")
		}
	}
	for i, d := range o.Problems {
		p.Line("%s", p.Fold("problem: "+safe(d.Path)+": "+safe(d.Problem), "  "))
		isLast := i == len(o.Problems)-1 || o.Problems[i+1].Hint != d.Hint // of those with this hint
		if isLast && !d.Hint.IsZero() {
			p.Line("%s", p.Fold(p.Phrase("hint: %v", d.Hint), "  "))
		}
	}
	for _, a := range o.Abandoned {
		p.Line("%s", p.Fold("abandoned: "+safe(a)+": the store continued without it; to see its content, run 'git --git-dir=.consider show' with its ID", "  "))
	}
	if o.Mended > 0 {
		p.Line("%s from before a repair; not needed by current threads", words.Plural(o.Mended, "damaged object"))
	}
	if o.Adopted {
		p.Line("the store was created elsewhere; it is yours now")
	}
	for _, ref := range o.Accepted {
		p.Line("acknowledged %s; its objects are kept", safe(ref))
	}
	if len(o.Debris) > 0 {
		p.Advise("%s from interrupted writes; to remove them: {gc}", words.Plural(len(o.Debris), "leftover"))
	}
	for _, d := range o.Newer {
		p.Line("newer: %s: %s", safe(d.Path), safe(d.Problem))
	}
	switch {
	case o.Sound && len(o.Newer) > 0:
		p.Line("the review data is sound, except parts written by a newer version, which were not checked")
		p.Line("hint: %s", fail.UpdateHint)
	case o.Sound:
		p.Line("the review data is sound")
	default:
		p.Line("the review data is damaged; everything not listed above still works")
	}
}

// repairs says what a repair did or would do.
func (p *Page) repairs(o project.FsckOutput) {
	did, back := "repaired", false
	if o.DryRun {
		did = "would repair"
	}
	for _, r := range o.Repairs {
		if len(r.Files) == 0 {
			p.Line("cannot repair %s: no older version exists", safe(r.Path))
			continue
		}
		if r.Whole {
			p.Line("%s %s: from an intact copy", did, safe(r.Path))
			continue
		}
		back = true
		p.Line("%s %s: %s from an older version", did, safe(r.Path), words.Plural(len(r.Files), "file"))
		for _, file := range r.Files {
			if file != r.Path {
				p.Line("  %s", safe(file))
			}
		}
	}
	switch {
	case o.Repairs != nil && len(o.Repairs) == 0:
		p.Line("no visible damage; nothing to repair")
	case back && !o.DryRun:
		p.Advise("undo the repair: {undo}")
	}
}

func (p *Page) gc(o project.GCOutput) {
	if o.Skipped {
		p.Line("nothing to do")
		return
	}
	p.Line("packed %s, removed %s from interrupted writes", words.Plural(o.Packed, "object"), words.Plural(o.Pruned+o.Removed, "leftover"))
	i := o.Images
	if i.Kept+i.Waiting+i.Dropped == 0 {
		return
	}
	said := fmt.Sprintf("images in comments: %d (%s)", i.Kept, bytesOf(int(i.Bytes)))
	if i.Unnamed > 0 {
		said += fmt.Sprintf(", %d no longer used", i.Unnamed)
	}
	if i.Waiting > 0 {
		said += fmt.Sprintf(", %d in drafts", i.Waiting)
	}
	if i.Dropped > 0 {
		said += fmt.Sprintf(", %d unused removed", i.Dropped)
	}
	p.Line("%s", said)
}

func (p *Page) doctor(o project.DoctorOutput) {
	p.Line("%s", safe(o.Program))
	p.Line("root:  %s", safe(o.Root))
	p.Line("store: %s", safe(o.Store))
	if o.Git.Git != "" {
		p.Line("git:   %s", safe(o.Git.Git))
	}
	if len(o.Git.Features) > 0 {
		p.Line("repository: %s", safe(strings.Join(o.Git.Features, ", ")))
	}
	for _, c := range o.Checks {
		code := cmp.Or(map[string]string{"ok": green, "note": Bold}[c.State], Attention)
		p.Line("%s", p.Fold(p.Paint(code, c.State)+" "+c.Name+": "+safe(c.What), "  "))
		if !c.Hint.IsZero() {
			p.Line("%s", p.Fold(safe(p.Phrase("  hint: %v", c.Hint)), "    "))
		}
	}
}

// exported prints the document itself; its format has its own rules for what is safe.
func (p *Page) exported(o exchange.ExportOutput) {
	if o.Format == "json" {
		p.Text.Write(printable.JSON([]byte(o.Text)))
		return
	}
	p.Text.WriteString(printable.Text(o.Text))
}
