package present

import (
	"path/filepath"
	"slices"
	"strings"

	"consider/internal/project"
	"consider/internal/setup"
	"consider/internal/words"
)

func (p *Page) setup(o project.SetupOutput) {
	p.changes(o.Root, o.Paths, o.DryRun)
	if !o.DryRun && !hasSkill(o.Paths) {
		p.Line("%s", p.Fold(p.Phrase("no agents set up; for example: {setup claude codex}"), ""))
	} else if p.isOnScreen() && !o.DryRun && len(o.Paths) > 0 && !refusedSkill(o.Paths) {
		p.setupSummary(o)
	}
}

func (p *Page) uninstall(o project.UninstallOutput) {
	p.changes(o.Root, o.Paths, o.DryRun)
	if len(o.Paths) == 0 {
		p.Line("nothing to remove")
	} else if o.Mode == project.UninstallSkills && !o.DryRun {
		p.Line("all threads and recorded turns remain in .consider")
	}
}

// setupSummary prints on a person's screen which agents were set up, which others were found, and what to do next.
func (p *Page) setupSummary(o project.SetupOutput) {
	var about, others, words []string
	var has project.SetupAgent // the features that any of these agents has
	if o.Stands != nil {
		for _, a := range o.Stands.Agents {
			switch {
			case slices.Contains(o.Agents, a.ID):
				about = append(about, a.Name)
				has.MCP, has.Allow, has.Plans = has.MCP || a.MCP, has.Allow || a.Allow, has.Plans || a.Plans
				if a.Hooks != "" {
					has.Hooks = a.Hooks
				}
			case a.Found && !a.Project && !a.Home:
				others, words = append(others, a.Name), append(words, a.ID)
			}
		}
	}
	sees := []string{"a skill for listing, reading and answering your threads when you mention them"}
	next := "then ask your agent to look at your comments"
	if has.Hooks != "" && !leftUnwritten(o.Paths, "hooks") {
		hooks := "hooks that show it how many threads are waiting"
		if has.Hooks == setup.MidTurn || has.Hooks == setup.Wake {
			hooks += " and record the files it changes"
		}
		sees = append(sees, hooks)
		next = "and your agent is notified by its hooks"
	}
	if has.MCP && !leftUnwritten(o.Paths, "mcp") {
		sees = append(sees, "MCP tools")
	}
	if has.Allow {
		sees = append(sees, "a permission rule for running consider without asking")
	}
	if has.Plans {
		sees = append(sees, "plan approval by you, in the browser")
	}
	p.Line("%s", p.Fold("available to "+strings.Join(about, ", ")+" from the next session: "+strings.Join(sees, "; "), "  "))
	if len(others) > 0 {
		p.Line("%s", p.Fold(p.Phrase("also found: %s; set them up with '{setup %s}'", strings.Join(others, ", "), strings.Join(words, " ")), "  "))
	}
	p.Line("%s", p.Fold(p.Phrase("next: comment with '{add}' or '{review}', %s", next), "  "))
}

// leftUnwritten reports whether setup did not write a file of that kind, although it should have.
func leftUnwritten(paths []setup.Change, kind string) bool {
	return slices.ContainsFunc(paths, func(c setup.Change) bool {
		return (c.What == kind || c.What == "settings") && (c.Done == setup.Kept || c.Done == setup.Refused)
	})
}

// refusedSkill reports whether an agent did not get its skill, and so will see nothing.
func refusedSkill(paths []setup.Change) bool {
	return slices.ContainsFunc(paths, func(c setup.Change) bool { return c.What == "skill" && c.Done == setup.Refused })
}

func (p *Page) changes(root string, paths []setup.Change, dry bool) {
	if dry && len(paths) > 0 {
		p.Line("would change:")
	}
	if p.isOnScreen() {
		paths = byFolder(paths)
	}
	for _, c := range paths {
		code := ""
		switch c.Done {
		case setup.Kept, setup.Refused:
			code = Attention
		case setup.Written, setup.Updated, setup.Removed:
			code = green
		}
		gap := strings.Repeat(" ", max(1, 10-len(c.Done)))
		line := p.Paint(code, string(c.Done)) + gap + safe(setup.RelativePath(root, c.Path))
		if c.Why != "" {
			line += ": " + safe(c.Why)
		}
		p.Line("%s", p.Fold(line, "          "))
	}
}

// byFolder merges the files of a skill that had the same action into one row. A person needs only the folders.
func byFolder(paths []setup.Change) []setup.Change {
	const skill = "/skills/consider"
	var out []setup.Change
	files := map[setup.Change]int{} // index of the folder's row in out
	count := map[int]int{}
	for _, c := range paths {
		path := filepath.ToSlash(c.Path)
		at := strings.LastIndex(path, skill+"/")
		if c.What != "skill" || at < 0 || c.Why != "" {
			out = append(out, c)
			continue
		}
		c.Path = path[:at+len(skill)]
		if _, is := files[c]; !is {
			files[c] = len(out)
			out = append(out, c)
		}
		count[files[c]]++
	}
	for i, n := range count {
		out[i].Why = words.Plural(n, "file")
	}
	return out
}

func hasSkill(paths []setup.Change) bool {
	return slices.ContainsFunc(paths, func(c setup.Change) bool { return c.What == "skill" })
}
