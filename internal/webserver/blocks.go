package webserver

import (
	"unicode/utf8"

	"consider/internal/gitdiff"
)

// FileDiff is one file's changes, cut into blocks.
type FileDiff struct {
	ID        string    `json:"id"`
	Blocks    []Block   `json:"blocks"`
	Truncated bool      `json:"truncated"`          // a line was shortened, or lines at the end are missing: full=1 returns all
	LineEnds  *LineEnds `json:"crlf,omitempty"`     // set when the file has a carriage return in a line that is shown
	Encoding  string    `json:"encoding,omitempty"` // "ISO-8859-1" when lines are not UTF-8 and were read as such: see Line.Bytes
	Guessed   bool      `json:"guessed,omitempty"`  // as in treediff.FileDiff, whose Encoding takes precedence
	Declared  string    `json:"declared,omitempty"` // only with ISO-8859-1: the working-tree-encoding of .gitattributes
}

// LineEnds is how the lines of a file end: LF, CRLF, mixed, or "" when it has no lines.
type LineEnds struct {
	Old string `json:"old"`
	New string `json:"new"`
}

// Block is one hunk.
type Block struct {
	Header string `json:"header"` // "@@ -1,3 +1,4 @@ func main()"
	Lines  []Line `json:"lines"`
}

// Line is a line of a hunk. Old and New are its numbers, 0 for a side that does not have it.
type Line struct {
	Type  string `json:"type"` // " ", "+" or "-"
	Old   int    `json:"old,omitempty"`
	New   int    `json:"new,omitempty"`
	Text  string `json:"text"`            // without its line feed
	NoEOL bool   `json:"noEol,omitempty"` // the last line of the file, without a line feed
	Cut   int    `json:"cut,omitempty"`   // bytes that were cut off its end
	Bytes bool   `json:"bytes,omitempty"` // the line is not UTF-8, and each letter of the text stands for a byte
}

// These bound what is sent of one file, unless all of it is asked for.
const (
	maxLineSent  = 20_000 // bytes of a line
	maxLinesSent = 50_000
)

// blocksOf makes the blocks from the hunks of one file.
func blocksOf(hunks []gitdiff.Hunk, full bool) (d FileDiff) {
	d.Blocks = []Block{}
	sent := 0
	for i := range hunks {
		if !full && sent >= maxLinesSent {
			d.Truncated = true
			break
		}
		b := d.block(&hunks[i], full)
		sent += len(b.Lines)
		d.Blocks = append(d.Blocks, b)
	}
	return d
}

func (d *FileDiff) block(h *gitdiff.Hunk, full bool) Block {
	b := Block{Header: h.Head(), Lines: make([]Line, 0, len(h.Lines))}
	for line := range h.Numbered() {
		l := Line{Type: string(line.Sign), Old: line.Old, New: line.New, NoEOL: line.NoEOL}
		text := line.Text
		if !full {
			text = shortened(text)
			l.Cut = len(line.Text) - len(text)
			d.Truncated = d.Truncated || l.Cut > 0
		}
		if l.Text, l.Bytes = readable(text); l.Bytes {
			d.Encoding = "ISO-8859-1"
		}
		b.Lines = append(b.Lines, l)
	}
	return b
}

// shortened returns as much of a line as is sent, without a part of a letter at its end.
func shortened(line string) string {
	if len(line) <= maxLineSent {
		return line
	}
	end := maxLineSent
	for end > maxLineSent-utf8.UTFMax && !utf8.RuneStart(line[end]) {
		end--
	}
	return line[:end]
}

// readable returns a line in a form that JSON can hold. A line that is not UTF-8 is read as Latin-1, which shows every
// byte as a letter and loses none: the page can decode them again.
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
