package setup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"consider/internal/agents"
)

// These lines enclose the ones that setup adds to the repository's exclude file.
const (
	excludeStart = "# consider setup: files for this machine only"
	excludeEnd   = "# end of consider setup"
)

// exclude lists the files that setup made for this machine only in the repository's exclude file, so that neither git nor a
// review shows them. A file that was listed before stays listed while one of these folders has it.
func (e *engine) exclude(want func(agent) wanted, folders []string) Done {
	if e.site.GitDir == "" {
		return ""
	}
	at := location{e.site.GitDir, "info/exclude"}
	text, err := e.disk.read(at)
	missing := errors.Is(err, fs.ErrNotExist)
	rec, known := e.recorded(at)
	clean, was := cutExcluded(text, rec.Inserted)
	lines := e.excludedLines(was, want, folders)
	switch {
	case len(lines)+len(was) == 0 && (err == nil || missing || !known):
		e.forget(at)
		return ""
	case err != nil && !missing:
		return e.refuse(at, "exclude", err)
	case strings.ContainsRune(text, 0):
		return e.refuse(at, "exclude", errNoText)
	case slices.Equal(lines, was):
		return e.note(at, "exclude", Unchanged, "")
	case e.readOnly(at):
		return e.note(at, "exclude", Kept, e.consentReason(at, false))
	}
	piece, done, why := "", Removed, "setup's lines"
	if len(lines) > 0 {
		piece, done, why = strings.Join(slices.Concat([]string{excludeStart}, lines, []string{excludeEnd, ""}), "\n"), Updated, ""
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
		now := fileRecord{Path: at.path(), Kind: "exclude", SHA256: hashOf(clean + piece), Created: rec.Created || missing, Inserted: []string{piece}}
		err = e.recordAndWrite(at, now, clean+piece)
	}
	if err != nil {
		return e.refuse(at, "exclude", err)
	}
	if piece == "" {
		e.forget(at)
	}
	return e.note(at, "exclude", done, why)
}

// cutExcluded returns a text without the lines that setup added, and those lines. pieces is how they were added, if that
// is known.
func cutExcluded(text string, pieces []string) (clean string, lines []string) {
	start := strings.LastIndex("\n"+text, "\n"+excludeStart+"\n")
	if start < 0 {
		return text, nil
	}
	block, rest, whole := strings.Cut(text[start+len(excludeStart):], "\n"+excludeEnd+"\n")
	if !whole { // edited
		return text, nil
	}
	lines = strings.Split(block, "\n")[1:]
	if clean, ok := cut(text, pieces); ok && len(pieces) > 0 {
		return clean, lines
	}
	return text[:start] + rest, lines
}

// excludedLines returns the sorted lines that the exclude file should have instead of these. Those that are not of setup's
// files stay.
func (e *engine) excludedLines(was []string, want func(agent) wanted, folders []string) []string {
	files := e.sharedFiles(agents.WithSetup(), want)
	for _, a := range agents.WithSetup() {
		if a.Hooks.Plugin {
			files = append(files, sharedFile{at: location{e.site.Root, a.Hooks.File}, entries: []entry{{value: e.program().path()}}})
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
