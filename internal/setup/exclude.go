package setup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"consider/internal/agents"
	"consider/internal/digest"
)

// These lines enclose the ones that setup adds to a file of patterns.
const (
	blockStart = "# consider setup: files for this machine only"
	blockEnd   = "# end of consider setup"
)

// exclude lists the files that setup made for this machine only in the repository's exclude file, so that neither git nor a
// review shows them. A file that was listed before stays listed while one of these folders has it.
func (e *engine) exclude(want func(agent) Has, folders []string) {
	if e.site.GitDir != "" {
		at := location{e.site.GitDir, "info/exclude"}
		e.enclose(at, "exclude", func(was []string) []string { return e.excludedLines(was, want, folders) })
	}
}

// includeFile has the patterns of the files that Claude Code copies into the worktrees that it creates.
func (e *engine) includeFile() location { return location{e.site.Root, ".worktreeinclude"} }

// include has the program and the project's skills copied into worktrees, or not. It does not name settings files, which may
// be the user's.
func (e *engine) include(on bool) {
	if on && (!e.site.Git || e.site.Prefix != "") {
		e.note(e.includeFile(), "worktrees", Skipped, "Claude Code reads this file only at the top of a git repository")
		return
	}
	e.enclose(e.includeFile(), "worktrees", func(was []string) []string {
		lines := slices.DeleteFunc(slices.Clone(was), func(l string) bool {
			return strings.HasPrefix(l, "/.consider/") || strings.HasSuffix(l, "/skills/consider/")
		})
		if !on {
			return lines
		}
		lines = append(lines, "/.consider/.gitignore", "/.consider/bin/")
		for _, is := range e.record.Skills {
			if rel, err := filepath.Rel(e.site.Root, folderOf(is.Path)); err == nil && filepath.IsLocal(rel) {
				lines = append(lines, "/"+filepath.ToSlash(rel)+"/")
			}
		}
		slices.Sort(lines)
		return slices.Compact(lines)
	})
}

// enclose gives a file of patterns other lines between setup's marks: those that linesFor returns for the ones there.
func (e *engine) enclose(at location, what string, linesFor func(was []string) []string) Done {
	text, err := e.disk.read(at)
	missing := errors.Is(err, fs.ErrNotExist)
	rec, known := e.recorded(at)
	clean, was := cutBlock(text, rec.Inserted)
	if n := loneMark(clean); n > 0 {
		e.note(at, what, Kept, fmt.Sprintf("line %d is one of the two marks around setup's lines, and the other is missing; remove these lines by hand", n))
	}
	lines := linesFor(was)
	switch {
	case len(lines)+len(was) == 0 && (err == nil || missing || !known):
		e.forget(at)
		return ""
	case err != nil && !missing:
		return e.refuse(at, what, err)
	case strings.ContainsRune(text, 0):
		return e.refuse(at, what, errNoText)
	case slices.Equal(lines, was):
		return e.note(at, what, Unchanged, "")
	case e.readOnly(at):
		return e.note(at, what, Kept, e.consentReason(at, false))
	}
	piece, done, why := "", Removed, "setup's lines"
	if len(lines) > 0 {
		piece, done, why = strings.Join(slices.Concat([]string{blockStart}, lines, []string{blockEnd, ""}), "\n"), Updated, ""
		if clean != "" && !strings.HasSuffix(clean, "\n") {
			piece = "\n" + piece
		}
	}
	if missing {
		done = Written
	}
	if clean+piece == "" && (rec.Created || !known) {
		err = e.disk.remove(at)
	} else {
		now := fileRecord{Path: at.path(), Kind: what, SHA256: digest.Of(clean + piece), Created: rec.Created || missing, Inserted: []string{piece}}
		err = e.recordAndWrite(at, now, clean+piece)
	}
	if err != nil {
		return e.refuse(at, what, err)
	}
	if piece == "" {
		e.forget(at)
	}
	return e.note(at, what, done, why)
}

// cutBlock returns a text without the lines that setup added, and those lines. pieces is how they were added, if that
// is known.
func cutBlock(text string, pieces []string) (clean string, lines []string) {
	start := strings.LastIndex("\n"+text, "\n"+blockStart+"\n")
	if start < 0 {
		return text, nil
	}
	block, rest, whole := strings.Cut(text[start+len(blockStart):], "\n"+blockEnd+"\n")
	if !whole { // edited
		return text, nil
	}
	lines = strings.Split(block, "\n")[1:]
	if clean, ok := cut(text, pieces); ok && len(pieces) > 0 {
		return clean, lines
	}
	return text[:start] + rest, lines
}

// loneMark returns the number of the first line that is a mark of setup, in a text without setup's lines; 0 if there is none.
// The other mark was deleted, so it is not known which lines are setup's.
func loneMark(clean string) int {
	return 1 + slices.IndexFunc(strings.Split(clean, "\n"), func(line string) bool {
		line = strings.TrimSpace(line)
		return line == blockStart || line == blockEnd
	})
}

// excludedLines returns the sorted lines that the exclude file should have instead of these. Those that are not of setup's
// files stay.
func (e *engine) excludedLines(was []string, want func(agent) Has, folders []string) []string {
	machine := []entry{{value: e.program().path()}}
	files := append(e.sharedFiles(agents.WithSetup(), want), sharedFile{at: e.includeFile(), entries: machine})
	for _, a := range agents.WithSetup() {
		if a.Hooks.Plugin {
			files = append(files, sharedFile{at: location{e.site.Root, a.Hooks.File}, entries: machine})
		}
	}
	lines := slices.Clone(was)
	for _, f := range files {
		name := f.at.name
		line := "/" + strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(e.site.Prefix+name)
		rec, known := e.recorded(f.at)
		made := known && rec.Created && e.ofThisMachine(f.entries) && (e.site.Tracked == nil || !e.site.Tracked(name))
		has := func(folder string) bool {
			_, err := os.Lstat(filepath.Join(folder, filepath.FromSlash(name)))
			return err == nil
		}
		listed := slices.Contains(was, line)
		lines = slices.DeleteFunc(lines, func(l string) bool { return l == line })
		if made || listed && slices.ContainsFunc(folders, has) {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return lines
}
