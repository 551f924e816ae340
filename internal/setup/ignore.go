package setup

import (
	"errors"
	"io/fs"
	"slices"
	"strings"

	"consider/internal/digest"
)

// ignoreLine is the line for the project's .gitignore. Git does not see the store without it either, as the store
// ignores itself; the line explains the folder to other people.
const ignoreLine = ".consider/"

// ignoreAll is the .gitignore of a folder to be hidden from git.
const ignoreAll = "*\n"

// sameIgnore are equivalent forms of that line.
var sameIgnore = []string{".consider/", ".consider", "/.consider/", "/.consider", "**/.consider/", "**/.consider"}

var errNoText = errors.New("it is not a text file")

func (e *engine) ignoreFile() location { return location{e.site.Root, ".gitignore"} }

// ignore adds the line to .gitignore, unless an equivalent line is there.
func (e *engine) ignore() Done {
	at := e.ignoreFile()
	text, err := e.disk.read(at)
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case err != nil && !missing:
		return e.refuse(at, "gitignore", err)
	case strings.ContainsRune(text, 0):
		return e.refuse(at, "gitignore", errNoText)
	case slices.ContainsFunc(strings.Split(text, "\n"), isIgnoreLine):
		return e.note(at, "gitignore", Unchanged, "")
	case e.readOnly(at):
		return e.note(at, "gitignore", Kept, e.consentReason(at, false))
	}
	eol := lineEnd(text)
	piece := ignoreLine + eol
	if text != "" && !strings.HasSuffix(text, "\n") {
		piece = eol + piece
	}
	now := fileRecord{
		Path: at.path(), Kind: "gitignore", SHA256: digest.Of(text + piece), Created: missing, Inserted: []string{piece},
	}
	if err := e.recordAndWrite(at, now, text+piece); err != nil {
		return e.refuse(at, "gitignore", err)
	}
	if missing {
		return e.note(at, "gitignore", Written, "")
	}
	return e.note(at, "gitignore", Updated, "")
}

func isIgnoreLine(line string) bool {
	return slices.Contains(sameIgnore, strings.TrimRight(line, " \t\r"))
}

// unignore removes the line if setup wrote it, according to the record or because nothing else is in the file.
func (e *engine) unignore() Done {
	at := e.ignoreFile()
	rec, known := e.recorded(at)
	text, err := e.disk.read(at)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.forget(at)
		return ""
	case err != nil && known:
		return e.refuse(at, "gitignore", err)
	case err != nil:
		return ""
	}
	lines := strings.SplitAfter(text, "\n")
	i := slices.IndexFunc(lines, func(l string) bool { return strings.TrimRight(l, "\r\n") == ignoreLine })
	switch {
	case i < 0:
		e.forget(at)
		return ""
	case !known && text != ignoreLine+"\n":
		return e.note(at, "gitignore", Kept, "unclear who added the line "+ignoreLine)
	}
	clean := strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "")
	if len(rec.Inserted) == 1 && strings.HasSuffix(text, rec.Inserted[0]) {
		clean = strings.TrimSuffix(text, rec.Inserted[0])
	}
	if clean == "" && (rec.Created || !known) {
		err = e.disk.remove(at)
	} else {
		_, err = e.disk.write(at, strings.NewReader(clean), 0o644)
	}
	return e.removed(at, "gitignore", "the line "+ignoreLine, err)
}
