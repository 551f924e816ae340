package worktree

import (
	"bytes"
	"fmt"
	"strings"
)

// section writes one part of a patch as git does, and counts its lines.
func (h *hereDiff) section(d *FileDiff, a, b []byte) string {
	oldName, newName := quoteC("a/"+orElse(d.From, d.Path), false), quoteC("b/"+d.Path, false)
	var out strings.Builder
	out.WriteString(d.firstLine())
	switch {
	case d.OldMode == "":
		out.WriteString("new file mode " + d.NewMode + "\n")
		oldName = "/dev/null"
	case d.NewMode == "":
		out.WriteString("deleted file mode " + d.OldMode + "\n")
		newName = "/dev/null"
	case d.OldMode != d.NewMode:
		out.WriteString("old mode " + d.OldMode + "\nnew mode " + d.NewMode + "\n")
	}
	if d.From != "" {
		fmt.Fprintf(&out, "similarity index %d%%\nrename from %s\nrename to %s\n", d.Score, quoteC(d.From, false), quoteC(d.Path, false))
	}
	if d.OldBlob == d.NewBlob || d.Status == DiffRenamed {
		return out.String()
	}
	out.WriteString("index " + short(d.OldBlob) + ".." + short(d.NewBlob))
	if d.OldMode == d.NewMode {
		out.WriteString(" " + d.OldMode)
	}
	out.WriteString("\n")
	if isBinary(a) || isBinary(b) {
		d.Binary = true
		return out.String() + "Binary files " + oldName + " and " + newName + " differ\n"
	}
	text := h.o.Unified(a, b, withTab(oldName), withTab(newName), h.o.Context)
	d.Added, d.Removed = countLines(text)
	return out.String() + text
}

func short(id string) string {
	if id == "" {
		return "0000000"
	}
	return id[:7]
}

// withTab ends a name with a blank in it, as git does, so that other programs
// do not take what follows the blank for a time.
func withTab(name string) string {
	if strings.Contains(name, " ") {
		return name + "\t"
	}
	return name
}

// isBinary is git's own test.
func isBinary(text []byte) bool { return bytes.IndexByte(text[:min(len(text), 8000)], 0) >= 0 }

// countLines counts the lines that hunks add and remove, by what the hunks say
// of their lengths: a line of content can look like anything.
func countLines(text string) (added, removed int) {
	for at := 0; at < len(text); {
		line := text[at : at+lineLength(text[at:])]
		at += len(line)
		old, now, ok := hunkCounts(line)
		for ok && (old > 0 || now > 0) && at < len(text) {
			switch text[at] {
			case '-':
				removed++
				old--
			case '+':
				added++
				now--
			case ' ':
				old, now = old-1, now-1
			}
			at += lineLength(text[at:])
		}
	}
	return added, removed
}

// oneBlock is a unified diff with one hunk: what is equal at the start and at
// the end stays, and all between is replaced.
func oneBlock(a, b []byte, nameA, nameB string, context int) string {
	if bytes.Equal(a, b) {
		return ""
	}
	x, y := rawLines(a), rawLines(b)
	start := 0
	for start < len(x) && start < len(y) && bytes.Equal(x[start], y[start]) {
		start++
	}
	end := 0
	for end < len(x)-start && end < len(y)-start && bytes.Equal(x[len(x)-1-end], y[len(y)-1-end]) {
		end++
	}
	from, tail := max(0, start-context), min(end, context)
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s\n@@ -%s +%s @@\n", nameA, nameB, span(from, len(x)-end+tail), span(from, len(y)-end+tail))
	write := func(sign byte, lines [][]byte) {
		for _, line := range lines {
			out.WriteByte(sign)
			out.Write(line)
			if line[len(line)-1] != '\n' {
				out.WriteString("\n\\ No newline at end of file\n")
			}
		}
	}
	write(' ', x[from:start])
	write('-', x[start:len(x)-end])
	write('+', y[start:len(y)-end])
	write(' ', x[len(x)-end:len(x)-end+tail])
	return out.String()
}

// span is the place of lines in a hunk's head.
func span(from, to int) string {
	switch to - from {
	case 0:
		return fmt.Sprintf("%d,0", from)
	case 1:
		return fmt.Sprint(from + 1)
	}
	return fmt.Sprintf("%d,%d", from+1, to-from)
}

// rawLines cuts a text into lines with their ends.
func rawLines(text []byte) [][]byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	if n := len(lines); len(lines[n-1]) == 0 {
		lines = lines[:n-1]
	}
	return lines
}
