package setup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"consider/internal/agents"
)

// Inherited returns the choices made for the main worktree, one for each agent, if a linked worktree has none. It
// returns nothing if setup or uninstall ever ran in the linked worktree, which then has choices of its own. In that
// case it only looks for one file there.
func Inherited(m agents.Machine, s, main Site) []Choice {
	if _, err := os.Lstat(filepath.Join(s.Store, recordName)); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	e := newEngine(m, main, time.Time{}, true, false)
	defer e.disk.close()
	if e.loadRecord() != nil {
		return nil
	}
	var out []Choice
	for _, was := range e.record.Skills {
		a, known := agents.ForSetup(was.Target)
		if !known || slices.ContainsFunc(out, func(c Choice) bool { return c.Integrations[0].Agent == a.Word }) {
			continue
		}
		w := e.wiringOf(a.Word)
		allow := len(w.Allow) > 0
		own := e.skillFolder(a, was.Scope, false).path() != folderOf(was.Path)
		if was.Scope == InHome && !w.MCP && !allow && !w.Plans && (w.Hooks == "" || w.Hooks == Off) {
			continue // nothing of it is in the project
		}
		out = append(out, Choice{Integrations: []Integration{{a.Word, was.Scope}}, Hooks: w.Hooks, MCP: &w.MCP, Allow: &allow, Plans: &w.Plans, OwnFolders: own})
	}
	return out
}
