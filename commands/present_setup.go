package commands

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"consider/internal/fail"
	"consider/internal/project"
	"consider/internal/setup"
	"consider/internal/words"
)

// presentSetup prints what setup and uninstall did, and reports whether out was theirs.
func (p *page) presentSetup(out any) bool {
	switch o := out.(type) {
	case project.SetupOutput:
		p.changes(o.Root, o.Paths, o.DryRun)
		if !o.DryRun && !hasSkill(o.Paths) {
			p.line("%s", p.fold("no agent was taught: 'consider setup claude codex' does that", ""))
		} else if p.isOnScreen() && !o.DryRun && len(o.Paths) > 0 {
			p.taught(o)
		}
	case project.UninstallOutput:
		p.changes(o.Root, o.Paths, o.DryRun)
		if len(o.Paths) == 0 {
			p.line("nothing of consider's is here")
		} else if o.Mode == project.UninstallSkills && !o.DryRun {
			p.line("all threads are kept in .consider")
		}
	default:
		return false
	}
	return true
}

// signs are the kinds of paths by which an agent notices that it was set up, and what it notices.
var signs = []struct{ what, by string }{
	{"skill", "a skill, by which it lists, reads and answers your threads when you speak of them"},
	{"hooks", "hooks, which tell it how many threads wait"},
	{"plugin", "a plugin, which tells it how many threads wait"},
	{"settings", "hooks, which tell it how many threads wait, and tools over MCP"},
	{"mcp", "the same as tools over MCP"},
	{"allow", "a rule, so that it need not ask before it runs consider"},
}

// taught says on a person's screen what agents notice from now on, which others were found, and what to do next.
func (p *page) taught(o project.SetupOutput) {
	stands := o.Stands
	if stands == nil {
		stands = &project.SetupStands{}
	}
	sees := seen(o.Paths, stands.Hooks != "" && stands.Hooks != setup.Off)
	if stands.Plans {
		sees += "; its plans wait for your word, in the browser"
	}
	p.line("%s", p.fold("your agent sees in its next session: "+sees, "  "))
	var others, words []string
	for _, a := range stands.Agents {
		if a.Found && !a.Project && !a.Home {
			others, words = append(others, a.Name), append(words, a.ID)
		}
	}
	if len(others) > 0 {
		p.line("%s", p.fold(p.told("also found: "+strings.Join(others, ", ")+"; 'consider setup %s' teaches them too", strings.Join(words, " ")), "  "))
	}
	next := "then tell your agent to answer your review threads"
	if stands.Hooks != "" && stands.Hooks != setup.Off {
		next = "and your agent hears of it by its hooks"
	}
	p.line("%s", p.fold("next: write with 'consider add' or 'consider review', "+next, ""))
}

// seen says what there is for an agent now. Its settings are written too where hooks are taken out of them.
func seen(paths []setup.Change, hooks bool) string {
	var out []string
	for _, s := range signs {
		if !hooks && (s.what == "hooks" || s.what == "plugin") {
			continue
		}
		if slices.ContainsFunc(paths, func(c setup.Change) bool {
			return c.What == s.what && (c.Done == setup.Written || c.Done == setup.Updated || c.Done == setup.Unchanged)
		}) {
			out = append(out, s.by)
		}
	}
	if len(out) == 0 {
		return "what it saw before"
	}
	return strings.Join(out, "; ")
}

func (p *page) changes(root string, paths []setup.Change, dry bool) {
	if dry && len(paths) > 0 {
		p.line("would be done:")
	}
	if p.isOnScreen() {
		paths = byFolder(paths)
	}
	for _, c := range paths {
		code := ""
		switch c.Done {
		case setup.Kept, setup.Refused:
			code = attention
		case setup.Written, setup.Updated, setup.Removed:
			code = green
		}
		gap := strings.Repeat(" ", max(1, 10-len(c.Done)))
		line := p.paint(code, string(c.Done)) + gap + safe(below(root, c.Path))
		if c.Why != "" {
			line += ": " + safe(c.Why)
		}
		p.line("%s", p.fold(line, "          "))
	}
}

// byFolder makes one of the files of a skill with which the same was done: a person wants to know which folders there are.
func byFolder(paths []setup.Change) []setup.Change {
	const skill = "/skills/consider"
	var out []setup.Change
	files := map[setup.Change]int{} // where the folder stands in out
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

// below shortens a path in the project.
func below(root, path string) string {
	if rel, err := filepath.Rel(root, path); err == nil && filepath.IsLocal(rel) {
		return filepath.ToSlash(rel)
	}
	return path
}

// isSetup reports whether a verb's input is setup's or uninstall's.
func isSetup(in reflect.Type) bool {
	return in == reflect.TypeFor[project.SetupInput]() || in == reflect.TypeFor[project.UninstallInput]()
}

func hasSkill(paths []setup.Change) bool {
	for _, c := range paths {
		if c.What == "skill" {
			return true
		}
	}
	return false
}

// refused makes paths that could not be written the command's failure, after all of them were printed.
func refused(paths []setup.Change) error {
	for _, c := range paths {
		if c.Done == setup.Refused {
			return &silent{fmt.Errorf("not everything could be done: %w", fail.ErrDenied)}
		}
	}
	return nil
}
