package commands

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

func (p *page) imported(o exchange.ImportOutput) {
	p.line("%s imported, %d skipped (already imported)", words.Plural(len(o.Imported), "thread"), len(o.Skipped))
	for _, t := range o.Imported {
		if t.Was == t.ID {
			p.line("  %s", t.ID)
			continue
		}
		p.line("  %s (previously %s)", t.ID, safe(t.Was))
	}
	for _, path := range o.Elsewhere {
		p.line("  not imported: %s is not a file in this project", safe(path))
	}
	if len(o.Damaged) > 0 {
		p.line("the document is incomplete, because its source was damaged:")
		p.damaged(o.Damaged, nil)
	}
}

// config prints the requested settings; if all were requested, also what each is for.
func (p *page) config(o project.ConfigOutput) {
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
			line += "  " + p.paint(dim, help)
		}
		p.line("%s", line)
	}
	if follows {
		p.memorySync(synced)
	}
}

func (p *page) fsck(o project.FsckOutput) {
	plans := ""
	if o.Plans > 0 {
		plans = ", " + words.Plural(o.Plans, "plan")
	}
	p.line("%s, %s, %s%s", words.Plural(o.Commits, "commit"), words.Plural(o.Objects, "object"), words.Plural(o.Threads, "thread"), plans)
	p.repairs(o)
	if r := o.Restored; r != nil && r.Changes == 0 {
		p.line("the backup has nothing newer; the store continues from its latest readable commit")
	} else if r != nil {
		p.line("restored %s from the backup, the last from %s", words.Plural(r.Changes, "change"), r.Last.UTC().Format("2006-01-02 15:04 UTC"))
		if r.Merged {
			p.advise("the store has newer changes, so the threads were merged; to undo that: {undo}")
		}
	}
	for i, d := range o.Problems {
		p.line("%s", p.fold("problem: "+safe(d.Path)+": "+safe(d.Problem), "  "))
		isLast := i == len(o.Problems)-1 || o.Problems[i+1].Hint != d.Hint // of those with this hint
		if isLast && !d.Hint.IsZero() {
			p.line("%s", p.fold(p.phrase("hint: %v", d.Hint), "  "))
		}
	}
	for _, a := range o.Abandoned {
		p.line("%s", p.fold("abandoned: "+safe(a)+": the store continued without it; to see its content, run 'git --git-dir=.consider show' with its ID", "  "))
	}
	if o.Mended > 0 {
		p.line("%s from before a repair; not needed by current threads", words.Plural(o.Mended, "damaged object"))
	}
	if o.Adopted {
		p.line("the store was created elsewhere; it is yours now")
	}
	for _, ref := range o.Accepted {
		p.line("acknowledged %s; its objects are kept", safe(ref))
	}
	if len(o.Debris) > 0 {
		p.advise("%s from interrupted writes; to remove them: {gc}", words.Plural(len(o.Debris), "leftover"))
	}
	for _, d := range o.Newer {
		p.line("newer: %s: %s", safe(d.Path), safe(d.Problem))
	}
	switch {
	case o.Sound && len(o.Newer) > 0:
		p.line("the review data is sound, except parts written by a newer version, which were not checked")
		p.line("hint: %s", fail.UpdateHint)
	case o.Sound:
		p.line("the review data is sound")
	default:
		p.line("the review data is damaged; everything not listed above still works")
	}
}

// repairs says what a repair did or would do.
func (p *page) repairs(o project.FsckOutput) {
	did, back := "repaired", false
	if o.DryRun {
		did = "would repair"
	}
	for _, r := range o.Repairs {
		if len(r.Files) == 0 {
			p.line("cannot repair %s: no older version exists", safe(r.Path))
			continue
		}
		if r.Whole {
			p.line("%s %s: from an intact copy", did, safe(r.Path))
			continue
		}
		back = true
		p.line("%s %s: %s from an older version", did, safe(r.Path), words.Plural(len(r.Files), "file"))
		for _, file := range r.Files {
			if file != r.Path {
				p.line("  %s", safe(file))
			}
		}
	}
	switch {
	case o.Repairs != nil && len(o.Repairs) == 0:
		p.line("no visible damage; nothing to repair")
	case back && !o.DryRun:
		p.advise("undo the repair: {undo}")
	}
}

func (p *page) gc(o project.GCOutput) {
	if o.Skipped {
		p.line("nothing to do")
		return
	}
	p.line("packed %s, removed %s from interrupted writes", words.Plural(o.Packed, "object"), words.Plural(o.Pruned+o.Removed, "leftover"))
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
	p.line("%s", said)
}

func (p *page) doctor(o project.DoctorOutput) {
	p.line("%s", safe(o.Program))
	p.line("root:  %s", safe(o.Root))
	p.line("store: %s", safe(o.Store))
	if o.Git.Git != "" {
		p.line("git:   %s", safe(o.Git.Git))
	}
	if len(o.Git.Features) > 0 {
		p.line("repository: %s", safe(strings.Join(o.Git.Features, ", ")))
	}
	for _, c := range o.Checks {
		code := cmp.Or(map[string]string{"ok": green, "note": bold}[c.State], attention)
		p.line("%s", p.fold(p.paint(code, c.State)+" "+c.Name+": "+safe(c.What), "  "))
		if !c.Hint.IsZero() {
			p.line("%s", p.fold(safe(p.phrase("  hint: %v", c.Hint)), "    "))
		}
	}
}

// exported prints the document itself; its format has its own rules for what is safe.
func (p *page) exported(o exchange.ExportOutput) {
	if o.Format == "json" {
		p.b.Write(printable.JSON([]byte(o.Text)))
		return
	}
	p.b.WriteString(printable.Text(o.Text))
}
