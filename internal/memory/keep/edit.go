package keep

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"consider/internal/fail"
)

// create makes a file, or replaces the content of an existing one. given is the path as the caller wrote it; answers
// repeat it.
func create(f Files, given string, at Path, text string) (string, Edit, error) {
	list, err := f.List()
	if err != nil {
		return "", Edit{}, err
	}
	if at.IsRoot() || len(below(list, at)) > 0 {
		return "", Edit{}, fileExists(given)
	}
	if has(list, at) {
		if _, err := f.Read(at); err != nil { // a later change by another program is not replaced
			return "", Edit{}, err
		}
		return "File overwritten successfully at: " + given, write(at, text), nil
	}
	if why := clash(list, at); why != "" {
		return "", Edit{}, badPath(given, why)
	}
	return "File created successfully at: " + given, write(at, text), nil
}

func write(at Path, text string) Edit { return Edit{Write: map[Path][]byte{at: []byte(text)}} }

// read returns a file's content. It returns missing as the error if there is no such file, or if at is a folder.
func read(f Files, at Path, missing error) (string, error) {
	if at.IsRoot() {
		return "", missing
	}
	list, err := f.List()
	if err != nil {
		return "", err
	}
	if !has(list, at) {
		return "", missing
	}
	data, err := f.Read(at)
	if errors.Is(err, ErrNotExist) {
		return "", missing
	}
	return string(data), err
}

// contextLines are shown around a change, on each side.
const contextLines = 2

func strReplace(f Files, given string, at Path, old, to string) (string, Edit, error) {
	text, err := read(f, at, noFile(given))
	if err != nil {
		return "", Edit{}, err
	}
	if !strings.Contains(text, old) && strings.Contains(text, "\r\n") && !strings.Contains(old, "\r") {
		// The model was shown lines without their line ends.
		old, to = toCRLF(old), toCRLF(to)
	}
	switch strings.Count(text, old) {
	case 0:
		return "", Edit{}, notVerbatim(given, old)
	case 1:
	default:
		return "", Edit{}, severalTimes(old, occurrences(text, old))
	}
	pos := strings.Index(text, old)
	after := text[:pos] + to + text[pos+len(old):]
	first := strings.Count(text[:pos], "\n") + 1
	last := first + strings.Count(to, "\n")
	answer := "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n" +
		numbered(lines(after), first-contextLines, last+contextLines)
	return answer, write(at, after), nil
}

func toCRLF(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }

// occurrences returns the numbers of the lines on which s begins, one for each occurrence.
func occurrences(text, s string) []string {
	var out []string
	for from := 0; ; {
		i := strings.Index(text[from:], s)
		if i < 0 {
			return out
		}
		out = append(out, strconv.Itoa(strings.Count(text[:from+i], "\n")+1))
		from += i + 1
	}
}

// insert puts text after a line; line 0 means the top.
func insert(f Files, given string, at Path, line int, text string) (string, Edit, error) {
	was, err := read(f, at, notThere(given))
	if err != nil {
		return "", Edit{}, err
	}
	n := len(lines(was))
	if line < 0 || line > n {
		return "", Edit{}, badInsertLine(line, n)
	}
	end := "\n"
	if strings.Contains(was, "\r\n") {
		end = "\r\n"
		if !strings.Contains(text, "\r") {
			text = toCRLF(text)
		}
	}
	if !strings.HasSuffix(text, "\n") {
		text += end
	}
	pos := 0
	for range line {
		i := strings.IndexByte(was[pos:], '\n')
		if i < 0 { // the last line has no line end
			was += end
			pos = len(was)
			break
		}
		pos += i + 1
	}
	return "The file " + given + " has been edited.", write(at, was[:pos]+text+was[pos:]), nil
}

// remove deletes a file, or a folder with everything in it.
func remove(f Files, given string, at Path) (string, Edit, error) {
	if at.IsRoot() {
		return "", Edit{}, fail.Denied("Cannot delete the /memories directory itself")
	}
	gone, err := taken(f, at, given)
	if err != nil {
		return "", Edit{}, err
	}
	e := Edit{Remove: gone}
	err = e.repin(f, func(p Path) (Path, bool) { return p, !p.In(at) })
	return "Successfully deleted " + given, e, err
}

// taken returns the files at or below a path.
func taken(f Files, at Path, given string) ([]Path, error) {
	list, err := f.List()
	if err != nil {
		return nil, err
	}
	var out []Path
	for _, file := range list {
		if file.Path.In(at) {
			out = append(out, file.Path)
		}
	}
	if len(out) == 0 {
		return nil, notThere(given)
	}
	return out, nil
}

// rename moves a file or a folder, with its pins.
func rename(f Files, c *Command, from, to Path) (string, Edit, error) {
	if from.IsRoot() {
		return "", Edit{}, fail.Denied("Cannot rename the /memories directory itself")
	}
	gone, err := taken(f, from, c.OldPath)
	if err != nil {
		return "", Edit{}, err
	}
	list, err := f.List()
	if err != nil {
		return "", Edit{}, err
	}
	if has(list, to) || to.IsRoot() || len(below(list, to)) > 0 {
		return "", Edit{}, destinationExists(c.NewPath)
	}
	if to.In(from) {
		return "", Edit{}, badPath(c.NewPath, "it is inside "+clip(c.OldPath))
	}
	e := Edit{Write: map[Path][]byte{}, Remove: gone}
	target := func(p Path) Path { return to + p[len(from):] }
	rest := slices.DeleteFunc(slices.Clone(list), func(file File) bool { return slices.Contains(gone, file.Path) })
	for _, p := range gone {
		// A folder of long names may become too deep or too long when it is moved.
		if _, err := ParsePath(target(p).String()); err != nil {
			return "", Edit{}, err
		}
		if why := clash(rest, target(p)); why != "" {
			return "", Edit{}, badPath(c.NewPath, why)
		}
		data, err := f.Read(p)
		if err != nil {
			return "", Edit{}, err
		}
		e.Write[target(p)] = data
	}
	err = e.repin(f, func(p Path) (Path, bool) {
		if p.In(from) {
			return target(p), true
		}
		return p, true
	})
	return "Successfully renamed " + c.OldPath + " to " + c.NewPath, e, err
}

// repin updates the pins of files that were moved or, where to returns false, removed.
func (e *Edit) repin(f Files, to func(Path) (Path, bool)) error {
	pins, err := f.Pins()
	if err != nil {
		return err
	}
	for _, p := range pins {
		q, stays := to(p)
		e.Repin = e.Repin || !stays || q != p
		if stays {
			e.Pins = append(e.Pins, q)
		}
	}
	if !e.Repin {
		e.Pins = nil
	}
	return nil
}
