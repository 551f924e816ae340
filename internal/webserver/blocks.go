package webserver

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// FileDiff is one file's changes, cut into blocks.
type FileDiff struct {
	ID        string    `json:"id"`
	Blocks    []Block   `json:"blocks"`
	Truncated bool      `json:"truncated"`          // a line was shortened, or lines at the end are missing: ask with full=1
	LineEnds  *LineEnds `json:"crlf,omitempty"`     // where they are not line feeds on both sides
	Encoding  string    `json:"encoding,omitempty"` // "ISO-8859-1" where lines are not UTF-8 and were read as that
}

// LineEnds is how the lines of a file end: LF, CRLF, mixed, or "" for none.
type LineEnds struct {
	Old string `json:"old"`
	New string `json:"new"`
}

// Block is one hunk.
type Block struct {
	Header string `json:"header"` // "@@ -1,3 +1,4 @@ func main()"
	Lines  []Line `json:"lines"`
}

// Line is a line of a hunk. Old and New are its numbers, 0 for the side that has no such line.
type Line struct {
	Type  string `json:"type"` // " ", "+" or "-"
	Old   int    `json:"old,omitempty"`
	New   int    `json:"new,omitempty"`
	Text  string `json:"text"`            // without its line feed
	NoEOL bool   `json:"noEol,omitempty"` // it ends the file without one
	Cut   int    `json:"cut,omitempty"`   // bytes that are missing from its end
}

// Bounds of what is sent of one file unless all of it is asked for.
const (
	maxLineSent  = 20_000 // bytes of a line
	maxLinesSent = 50_000
)

// blocksOf cuts the patch of one file, which may be two sections where a file became something else. Hunks are cut
// by their counted lines: a line of content can look like anything. What is no hunk is skipped; of a hunk that is
// cut off there is what is left.
func blocksOf(patch string, full bool) (d FileDiff) {
	d.Blocks = []Block{}
	sent := 0
	for patch != "" {
		line, rest := cutLine(patch)
		h, ok := parseHunk(line)
		if patch = rest; !ok {
			continue
		}
		if !full && sent >= maxLinesSent {
			d.Truncated = true
			break
		}
		b := Block{Header: d.text(line), Lines: make([]Line, 0, min(h.oldLines+h.newLines, 4096))}
		patch = d.hunk(&b, h, patch, full)
		sent += len(b.Lines)
		d.Blocks = append(d.Blocks, b)
	}
	return d
}

// hunk reads the lines of one hunk and returns what comes after it.
func (d *FileDiff) hunk(b *Block, h hunk, patch string, full bool) string {
	oldAt, newAt := h.oldStart, h.newStart
	for (h.oldLines > 0 || h.newLines > 0) && patch != "" {
		line, rest := cutLine(patch)
		l := Line{}
		switch {
		case line == "":
			return patch
		case line[0] == ' ' && h.oldLines > 0 && h.newLines > 0:
			l = Line{Type: " ", Old: oldAt, New: newAt}
			oldAt, newAt, h.oldLines, h.newLines = oldAt+1, newAt+1, h.oldLines-1, h.newLines-1
		case line[0] == '-' && h.oldLines > 0:
			l = Line{Type: "-", Old: oldAt}
			oldAt, h.oldLines = oldAt+1, h.oldLines-1
		case line[0] == '+' && h.newLines > 0:
			l = Line{Type: "+", New: newAt}
			newAt, h.newLines = newAt+1, h.newLines-1
		default:
			return patch // not what the head of the hunk promised
		}
		patch = rest
		if strings.HasPrefix(patch, "\\") { // no newline at the end of the line before
			_, patch = cutLine(patch)
			l.NoEOL = true
		}
		text := line[1:]
		if !full && len(text) > maxLineSent {
			end := maxLineSent
			for end > maxLineSent-utf8.UTFMax && !utf8.RuneStart(text[end]) {
				end--
			}
			l.Cut, text, d.Truncated = len(text)-end, text[:end], true
		}
		l.Text = d.text(text)
		b.Lines = append(b.Lines, l)
	}
	return patch
}

// text is a line as it can stand in JSON. Bytes that are not UTF-8 are read as Latin-1, which shows every one of
// them as a letter.
func (d *FileDiff) text(line string) string {
	out, latin := readable(line)
	if latin {
		d.Encoding = "ISO-8859-1"
	}
	return out
}

func readable(line string) (text string, latin bool) {
	if utf8.ValidString(line) {
		return line, false
	}
	runes := make([]rune, 0, len(line))
	for i := range len(line) {
		runes = append(runes, rune(line[i]))
	}
	return string(runes), true
}

// cutLine cuts at a line feed, and at nothing else: a carriage return is content.
func cutLine(text string) (line, rest string) {
	line, rest, _ = strings.Cut(text, "\n")
	return line, rest
}

// hunk is the head of one: where it is, and how many lines it has of each side.
type hunk struct{ oldStart, oldLines, newStart, newLines int }

// parseHunk reads "@@ -<from>[,<lines>] +<from>[,<lines>] @@".
func parseHunk(line string) (h hunk, ok bool) {
	f := strings.SplitN(line, " ", 5)
	if len(f) < 4 || f[0] != "@@" || f[3] != "@@" {
		return h, false
	}
	var okOld, okNew bool
	h.oldStart, h.oldLines, okOld = parseSpan(f[1], "-")
	h.newStart, h.newLines, okNew = parseSpan(f[2], "+")
	return h, okOld && okNew
}

func parseSpan(text, sign string) (start, lines int, ok bool) {
	text, ok = strings.CutPrefix(text, sign)
	from, number, has := strings.Cut(text, ",")
	start, err := strconv.Atoi(from)
	if err != nil || start < 0 || !ok {
		return 0, 0, false
	}
	lines = 1
	if has {
		lines, err = strconv.Atoi(number)
	}
	return start, lines, err == nil && lines >= 0
}
