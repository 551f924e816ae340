package worktree

import (
	"fmt"
	"strconv"
	"strings"
)

// parseDiffs reads git's raw lines and, after all of them, its numbers of lines.
func parseDiffs(out []byte) ([]FileDiff, error) {
	diffs, rest, err := parseHeads(out)
	if err != nil {
		return nil, err
	}
	return diffs, parseNumbers(splitNUL([]byte(rest)), diffs)
}

// parseHeads reads git's raw lines, and gives what comes after them:
//
//	:<mode> <mode> <id> <id> <status> NUL path NUL [path NUL]
//
// A patch has one more NUL before it.
func parseHeads(out []byte) (diffs []FileDiff, rest string, err error) {
	rest = string(out)
	next := func() (token string) {
		token, rest, _ = strings.Cut(rest, "\x00")
		return token
	}
	for strings.HasPrefix(rest, ":") {
		fields := strings.Fields(next()[1:])
		if len(fields) != 5 {
			return nil, "", fmt.Errorf("%w: a raw line of %d fields", errGitRefused, len(fields))
		}
		d := FileDiff{
			OldMode: notZero(fields[0]), NewMode: notZero(fields[1]), OldBlob: notZero(fields[2]), NewBlob: notZero(fields[3]),
			Path: next(),
		}
		if d.Status = d.status(fields[4][0]); d.Status == DiffRenamed {
			d.From, d.Path = d.Path, next()
			d.Score, _ = strconv.Atoi(fields[4][1:]) // no number is 0
		}
		diffs = append(diffs, d)
	}
	return diffs, strings.TrimPrefix(rest, "\x00"), nil
}

// parseNumbers reads git's numbers of lines, which come in the order of the files:
//
//	<added> TAB <removed> TAB path NUL, or for a rename NUL from NUL to NUL
func parseNumbers(tokens []string, diffs []FileDiff) error {
	next := func() (token string) {
		if len(tokens) > 0 {
			token, tokens = tokens[0], tokens[1:]
		}
		return token
	}
	for i := range diffs {
		fields := strings.SplitN(next(), "\t", 3)
		if len(fields) == 3 && fields[2] == "" {
			fields[2] = next()
			next()
		}
		from := orElse(diffs[i].From, diffs[i].Path)
		if len(fields) != 3 || fields[2] != from {
			return fmt.Errorf("%w: no numbers of lines for %q", errGitRefused, from)
		}
		diffs[i].numbers(fields[0], fields[1])
	}
	return nil
}

// count counts the lines of the patch as git does. It does not know where the patch does not say whether the file
// is binary, or is in two parts.
func (d *FileDiff) count() bool {
	if d.Status == DiffType {
		return false
	}
	for head := d.Patch; head != ""; head = head[lineLength(head):] {
		switch {
		case strings.HasPrefix(head, "@@ "):
			d.Added, d.Removed = countLines(head)
			return true
		case strings.HasPrefix(head, "Binary files "):
			d.Binary = true
			return true
		}
	}
	return false
}

// numbers is what git says of the lines of one file.
func (d *FileDiff) numbers(added, removed string) {
	d.Binary = added == "-"
	d.Added, _ = strconv.Atoi(added) // the dash of a binary file is 0
	d.Removed, _ = strconv.Atoi(removed)
}

func notZero(s string) string {
	if strings.Trim(s, "0") == "" {
		return ""
	}
	return s
}

func (d *FileDiff) status(letter byte) string {
	switch {
	case letter == 'A':
		return DiffAdded
	case letter == 'D':
		return DiffDeleted
	case letter == 'R':
		return DiffRenamed
	case letter == 'T':
		return DiffType
	case d.OldBlob == d.NewBlob:
		return DiffMode
	}
	return DiffModified
}

// splitPatch gives each file its part of a patch, in which the files have the
// same order. A section ends where its hunks say, not where a line of content
// looks like the start of another.
func splitPatch(patch string, diffs []FileDiff) error {
	for i := range diffs {
		d := &diffs[i]
		start := d.firstLine()
		sections := 1
		if d.Status == DiffType {
			sections = 2 // out with the one, in with the other
		}
		for range sections {
			if !strings.HasPrefix(patch, start) {
				break // nothing to show, as for objects that are replaced by equal ones
			}
			n, err := sectionLength(patch)
			if err != nil {
				return err
			}
			d.Patch += patch[:n]
			patch = patch[n:]
		}
	}
	if patch != "" {
		line, _, _ := strings.Cut(patch, "\n")
		return fmt.Errorf("%w: a patch of no file: %s", errGitRefused, quote(line))
	}
	return nil
}

// firstLine is how the file's part of a patch begins.
func (d *FileDiff) firstLine() string {
	return "diff --git " + quoteC("a/"+orElse(d.From, d.Path), false) + " " + quoteC("b/"+d.Path, false) + "\n"
}

// sectionLength measures the file's part at the start of a patch.
func sectionLength(patch string) (int, error) {
	at := lineLength(patch)
	for at < len(patch) && !strings.HasPrefix(patch[at:], "diff --git ") {
		line := patch[at : at+lineLength(patch[at:])]
		at += len(line)
		if !strings.HasPrefix(line, "@@ ") {
			continue // the lines before the first hunk, "Binary files …" included
		}
		old, now, ok := hunkCounts(line)
		if !ok {
			return 0, fmt.Errorf("%w: hunk %s", errGitRefused, quote(line))
		}
		for old > 0 || now > 0 {
			if at == len(patch) {
				return 0, fmt.Errorf("%w: a hunk is cut off", errGitRefused)
			}
			switch patch[at] {
			case ' ':
				old, now = old-1, now-1
			case '-':
				old--
			case '+':
				now--
			case '\\': // no newline at the end of the line before
			default:
				return 0, fmt.Errorf("%w: a line of no kind in a hunk", errGitRefused)
			}
			at += lineLength(patch[at:])
		}
		if at < len(patch) && patch[at] == '\\' {
			at += lineLength(patch[at:])
		}
	}
	return at, nil
}

// lineLength measures the first line with its end.
func lineLength(text string) int {
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		return i + 1
	}
	return len(text)
}

// hunkCounts reads "@@ -<from>[,<lines>] +<from>[,<lines>] @@".
func hunkCounts(line string) (old, now int, ok bool) {
	fields := strings.SplitN(line, " ", 5)
	if len(fields) < 4 || fields[0] != "@@" || !strings.HasPrefix(fields[1], "-") || !strings.HasPrefix(fields[2], "+") {
		return 0, 0, false
	}
	count := func(span string) (n int) {
		_, number, has := strings.Cut(span, ",")
		if !has {
			return 1
		}
		n, err := strconv.Atoi(number)
		if err != nil || n < 0 {
			ok = false
		}
		return n
	}
	ok = true
	old, now = count(fields[1]), count(fields[2])
	return old, now, ok
}

// quoteC writes a name as git prints it: between quotes when a byte of it needs
// that, or always.
func quoteC(name string, always bool) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(name) {
		c := name[i]
		switch at := strings.IndexByte("\a\b\t\n\v\f\r\"\\", c); {
		case at >= 0:
			b.WriteByte('\\')
			b.WriteByte(`abtnvfr"\`[at])
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, "\\%03o", c)
		default:
			b.WriteByte(c)
			continue
		}
		always = true
	}
	if !always {
		return name
	}
	return b.String() + `"`
}
