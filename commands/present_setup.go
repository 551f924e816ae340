package commands

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strings"

	"consider/internal/fail"
	"consider/internal/project"
	"consider/internal/setup"
)

// presentSetup prints what setup and uninstall did, and reports whether out was theirs.
func (p *page) presentSetup(out any) bool {
	switch o := out.(type) {
	case project.SetupOutput:
		p.changes(o.Root, o.Paths, o.DryRun)
		if !o.DryRun && !hasSkill(o.Paths) {
			p.line("no agent was taught: 'consider setup claude codex' does that")
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

func (p *page) changes(root string, paths []setup.Change, dry bool) {
	if dry && len(paths) > 0 {
		p.line("would be done:")
	}
	for _, c := range paths {
		code := ""
		switch c.Done {
		case setup.Kept, setup.Refused:
			code = yellow
		case setup.Written, setup.Updated, setup.Removed:
			code = green
		}
		line := p.paint(code, string(c.Done)) + strings.Repeat(" ", max(1, 10-len(c.Done))) + safe(below(root, c.Path))
		if c.Why != "" {
			line += ": " + safe(c.Why)
		}
		p.line("%s", line)
	}
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
