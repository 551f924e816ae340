package setup

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"consider/internal/agents"
	"consider/internal/digest"
	"consider/skills"
)

// ErrNoAgent is returned when the choice needs an agent, and no agent is set up.
var ErrNoAgent = errors.New("hooks and MCP require an agent, and none is set up here")

// These are the outcomes for a path.
const (
	Written   Done = "written"   // it did not exist before
	Updated   Done = "updated"   // its content changed
	Unchanged Done = "unchanged" // it was already as it should be
	Removed   Done = "removed"
	Kept      Done = "kept"    // setup did not write it, or it was edited since; left as it is
	Refused   Done = "refused" // it could not be done safely, or not at all
	Skipped   Done = "skipped" // not applicable to this agent
)

func newEngine(m agents.Machine, s Site, now time.Time, dry, force bool) *engine {
	for _, dir := range []*string{&m.Home, &m.ClaudeDir, &m.CodexDir, &m.CopilotDir} {
		*dir = realFolder(*dir)
	}
	return &engine{machine: m, site: s, now: now, force: force, disk: disk{
		dry: dry, store: location{filepath.Dir(s.Store), filepath.Base(s.Store)},
	}}
}

// realFolder resolves the links in the name of a folder that the user named. Links below that folder are not
// followed.
func realFolder(dir string) string {
	if dir == "" || !filepath.IsAbs(dir) {
		return ""
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		return real
	}
	return filepath.Clean(dir)
}

func (e *engine) note(s location, what string, done Done, why string) Done {
	e.changes = append(e.changes, Change{Path: s.path(), What: what, Done: done, Why: why})
	return done
}

func (e *engine) refuse(s location, what string, err error) Done {
	return e.note(s, what, Refused, reason(err))
}

// isOurs reports whether a text is proved to be as setup wrote it. The record proves nothing about files outside the
// project: it is in the project, where others may have written it.
func (e *engine) isOurs(s location, text string) bool {
	if skills.Sealed(text) {
		return true
	}
	f, ok := e.recorded(s)
	return ok && f.SHA256 == digest.Of(text) && (s.base == e.site.Root || s.base == e.site.Store)
}

// ensure gives this text to a file that only setup writes.
func (e *engine) ensure(s location, what, text string, perm fs.FileMode) Done {
	was, err := e.disk.read(s)
	done, why := Updated, ""
	switch {
	case errors.Is(err, fs.ErrNotExist):
		done = Written
	case err != nil:
		return e.refuse(s, what, err)
	case was == text:
		done = Unchanged
	case !e.isOurs(s, was):
		if !e.force {
			return e.note(s, what, Kept, e.whyNotOurs(s)+"; --force replaces it and saves your version next to it")
		}
		beside, err := e.saveBackup(s, was, perm)
		if err != nil {
			return e.refuse(s, what, err)
		}
		why = "the old content is now in " + beside
	}
	if done == Updated && e.readOnly(s) {
		return e.note(s, what, Kept, e.consentReason(s, false))
	}
	if done != Unchanged {
		made, err := e.disk.write(s, strings.NewReader(text), perm)
		e.recordFolders(made)
		if err != nil {
			return e.refuse(s, what, err)
		}
	}
	f, _ := e.recorded(s)
	e.remember(fileRecord{Path: s.path(), Kind: what, SHA256: digest.Of(text), Created: f.Created || done == Written})
	return e.note(s, what, done, why)
}

// whyNotOurs returns why a file is not proved to be ours.
func (e *engine) whyNotOurs(s location) string {
	if _, ok := e.recorded(s); ok {
		return "it has been edited since setup wrote it"
	}
	return "setup did not write it"
}

// saveBackup copies the user's file to an unused name in the same folder, and returns that name.
func (e *engine) saveBackup(s location, text string, perm fs.FileMode) (string, error) {
	for _, suffix := range []string{".yours", ".yours-2", ".yours-3", ".yours-4", ".yours-5"} {
		beside := location{s.base, s.name + suffix}
		was, err := e.disk.read(beside)
		switch {
		case err == nil && was == text:
			return filepath.Base(beside.path()), nil
		case errors.Is(err, fs.ErrNotExist):
			_, err = e.disk.write(beside, strings.NewReader(text), perm)
			return filepath.Base(beside.path()), err
		}
	}
	return "", errors.New("cannot save your version: all backup names are taken")
}

// removeOwn deletes a file that only setup writes.
func (e *engine) removeOwn(s location, what string, known ...string) Done {
	text, err := e.disk.read(s)
	why := ""
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.forget(s)
		return ""
	case e.cannotBeOurs(s, err):
		return ""
	case err != nil:
		return e.refuse(s, what, err)
	case !e.isOurs(s, text) && !slices.Contains(known, text):
		if !e.force {
			return e.note(s, what, Kept, e.whyNotOurs(s)+"; --force deletes it")
		}
		why = e.whyNotOurs(s)
	}
	return e.removed(s, what, why, e.disk.remove(s))
}

// removed forgets a file from which setup's part was removed, or that was deleted, unless that failed.
func (e *engine) removed(s location, what, why string, err error) Done {
	if err != nil {
		return e.refuse(s, what, err)
	}
	e.forget(s)
	return e.note(s, what, Removed, why)
}
