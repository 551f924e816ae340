package setup

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"consider/internal/agents"
	"consider/internal/lazy"
	"consider/internal/safefs"
	"consider/skills"
)

// Uninstall removes what setup wrote from a project and a home folder. The store stays: see RemoveStore.
func Uninstall(m agents.Machine, s Site, dry, force bool, now time.Time) ([]Change, error) {
	e := newEngine(m, s, now, dry, force)
	e.consent.ReadOnly = true // uninstall also changes read-only files
	defer e.disk.close()
	free, err := e.lock(lockTimeout)
	if err != nil {
		return nil, err
	}
	defer free()
	if err := e.loadRecord(); err != nil {
		return nil, err
	}
	for _, p := range e.skillFolders() {
		e.dropSkill(p)
	}
	for _, f := range e.sharedFiles(agents.WithSetup(), wantNothing) {
		if a, _ := agents.ForSetup(f.agent); !e.tracked && a.Allow.File != "" { // without the record, such rules are ours
			f.rules = []string{a.Allow.Shell, a.Allow.Tools}
		}
		e.share(f)
	}
	for _, a := range agents.WithSetup() {
		e.removeWakePlugin(a, Off)
		if a.Hooks.Plugin {
			e.removeOwn(location{s.Root, a.Hooks.File}, "plugin")
		}
	}
	e.unignore()
	e.include(false)
	e.exclude(wantNothing, s.Worktrees)
	for _, folder := range append(e.possibleFolders(), location{s.Root, "."}, location{s.Store, "."}, location{s.Store, path.Dir(e.program().name)}) {
		e.disk.sweep(folder) // folders that stay and in which nothing else happens are not swept otherwise
	}
	e.dropFolders()
	if e.record.Hooks != "" || e.record.MCP || e.record.Agents != nil {
		e.record.Hooks, e.record.MCP, e.record.Agents, e.changed = "", false, nil, true
	}
	return e.changes, e.saveRecord()
}

// dropSkill removes the skill from one folder. Other files in the folder stay, and then the folder does too.
func (e *engine) dropSkill(p placedSkill) {
	at := func(name string) location { return location{p.folder.base, path.Join(p.folder.name, name)} }
	main := at("SKILL.md")
	if _, known := e.recorded(main); !known {
		// Without a record, a folder without a skill of our name is not changed, regardless of its content.
		text, err := e.disk.read(main)
		switch {
		case errors.Is(err, fs.ErrNotExist) && !e.isUnfinishedSkill(p.folder), e.cannotBeOurs(main, err):
			return
		case err == nil && !skills.Sealed(text) && !e.force:
			e.note(main, "skill", Kept, e.whyNotOurs(main)+"; --force deletes it")
			return
		}
	}
	kept := e.removeOwn(main, "skill") == Kept
	for _, f := range skills.Files(true)[1:] {
		e.removeOwn(at(f.Path), "skill")
		e.disk.removeFolder(at(path.Dir(f.Path)))
	}
	if !kept {
		e.removeOwn(at(".gitignore"), "skill", ignoreAll)
	}
	e.disk.removeFolder(p.folder)
}

// isUnfinishedSkill reports whether setup was killed before it wrote the skill: the folder has only the files that it
// writes before.
func (e *engine) isUnfinishedSkill(folder location) bool {
	root, err := e.disk.root(folder.base)
	if err != nil {
		return false
	}
	if text, err := e.disk.read(location{folder.base, path.Join(folder.name, ".gitignore")}); err != nil || text != ignoreAll {
		return false
	}
	names, err := namesIn(root, folder.name)
	return err == nil && !slices.ContainsFunc(names, func(name string) bool { return name != ".gitignore" && !leftover().MatchString(name) })
}

// dropFolders removes the folders that setup made and that are now empty, deepest first.
func (e *engine) dropFolders() {
	folders := slices.Clone(e.record.Folders)
	slices.SortFunc(folders, func(a, b string) int { return len(b) - len(a) })
	for _, f := range folders {
		for _, s := range e.possibleFolders() {
			if s.path() == f && e.disk.removeFolder(s) {
				e.record.Folders = slices.DeleteFunc(e.record.Folders, func(g string) bool { return g == f })
				e.changed = true
			}
		}
	}
}

// possibleFolders returns all folders that setup may make outside the store.
func (e *engine) possibleFolders() []location {
	var out []location
	above := func(s location) {
		for dir := s.name; dir != "." && dir != "/"; dir = path.Dir(dir) {
			if at := (location{s.base, dir}); !slices.Contains(out, at) {
				out = append(out, at)
			}
		}
	}
	for _, p := range e.skillFolders() {
		above(p.folder)
		for _, f := range skills.Files(true)[1:] {
			above(location{p.folder.base, path.Join(p.folder.name, path.Dir(f.Path))})
		}
	}
	for _, a := range agents.WithSetup() {
		above(location{e.site.Root, path.Dir(a.Hooks.File)})
		for _, f := range e.wakeFiles(a) {
			above(location{e.site.Root, path.Dir(f.at.name)})
		}
		for _, m := range a.MCP {
			above(location{e.site.Root, path.Dir(m.File)})
		}
	}
	if e.site.GitDir != "" {
		above(location{e.site.GitDir, "info"})
	}
	return out
}

// storeNames are the names that our programs write in a store's folder.
var storeNames = []string{
	".gitignore", "HEAD", "config", "config.json", "lock", "objects", "refs", "packed-refs", "logs", "cache", "bin", "run", "tmp",
	"info", "hooks", "description", "branches", "FETCH_HEAD", "ORIG_HEAD", "gc.log", "gc.pid", "private", "reviews", "journal", "origin", "origins", "purging", lockFile,
}

// retiredName matches the names of a store's folder while it is being deleted.
var retiredName = lazy.Regexp(`^\.consider-removed-[0-9a-f]{16}$`)

// RemoveStore deletes a store's folder, and with it all threads. Files that consider does not write stay, and so does
// their folder, unless force is set. retire renames the folder within its parent folder: from then on the store is
// gone, and if the removal is killed, the next one finishes it.
func RemoveStore(s Site, dry, force bool, retire func(name string) error) ([]Change, error) {
	e := newEngine(agents.Machine{}, s, time.Time{}, dry, force)
	defer e.disk.close()
	at := location{filepath.Dir(s.Store), filepath.Base(s.Store)}
	parent, err := e.disk.root(at.base)
	if err != nil {
		return nil, err
	}
	if !dry {
		FinishRemoval(s.Store)
	}
	err = safefs.Folder(parent, at.name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var names []string
	if err == nil {
		names, err = namesIn(parent, at.name)
	}
	if err != nil {
		e.refuse(at, "store", translateError(err))
		return e.changes, nil
	}
	slices.Sort(names)
	left := 0
	for _, name := range names {
		if !force && !ofStore(name) {
			e.note(location{at.base, path.Join(at.name, name)}, "store", Kept, "consider did not write it; --force deletes it")
			left++
		}
	}
	if !dry {
		gone := ".consider-removed-" + safefs.RandomName()
		if err := retire(gone); err != nil {
			return e.changes, err
		}
		if err := deleteRetired(parent, gone, at.name, force); err != nil {
			e.refuse(location{at.base, gone}, "store", err)
			return e.changes, nil
		}
	}
	if left == 0 {
		e.note(at, "store", Removed, "")
	}
	return e.changes, nil
}

// FinishRemoval finishes a removal of the store that was killed. It ignores errors: the next call tries again.
func FinishRemoval(store string) {
	parent, err := os.OpenRoot(filepath.Dir(store))
	if err != nil {
		return
	}
	defer parent.Close()
	names, _ := namesIn(parent, ".")
	for _, name := range names {
		if retiredName().MatchString(name) && safefs.Folder(parent, name) == nil {
			_ = deleteRetired(parent, name, filepath.Base(store), false)
		}
	}
}

// deleteRetired deletes the folder of a retired store. It first moves files that our programs did not write to the
// folder's old name.
func deleteRetired(parent *os.Root, gone, name string, force bool) error {
	names, err := namesIn(parent, gone)
	if errors.Is(err, fs.ErrNotExist) { // another process deletes it too
		return nil
	}
	if err != nil {
		return err
	}
	for _, one := range names {
		if force || ofStore(one) {
			continue
		}
		if err := parent.Mkdir(name, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		to := path.Join(name, one)
		err := safefs.Write(parent, path.Join(name, ".gitignore"), safefs.How{Perm: 0o644}, func(w io.Writer) error {
			_, err := io.WriteString(w, ignoreAll)
			return err
		})
		if err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		if _, err := parent.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
			return &fs.PathError{Op: "rename", Path: to, Err: fs.ErrExist}
		}
		if err := parent.Rename(path.Join(gone, one), to); err != nil {
			return err
		}
	}
	for _, one := range names {
		if one == ".gitignore" { // deleted last, so that git never sees the others
			continue
		}
		if err := safefs.RemoveAll(parent, path.Join(gone, one)); err != nil {
			return err
		}
	}
	return safefs.RemoveAll(parent, gone)
}

func namesIn(parent *os.Root, name string) ([]string, error) {
	f, err := parent.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdirnames(-1)
}

// ofStore reports whether our programs write that name, or the temporary file that becomes it.
func ofStore(name string) bool {
	final, _, _ := strings.Cut(name, ".tmp-")
	return slices.Contains(storeNames, final) || leftover().MatchString(name)
}
