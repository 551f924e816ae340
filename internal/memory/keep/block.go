package keep

import (
	"fmt"
	"strings"

	"consider/internal/fail"
	"consider/internal/lazy"
	"consider/internal/printable"
	"consider/internal/secrets"
)

// The marks of the block in a synced file; each is a line of its own.
const (
	blockBegin = `<memories hint="Manage via memory tool">`
	blockEnd   = `</memories>`
	nothingYet = "(No memory files yet)"
	// frontMatter begins an instructions file for VS Code; it applies the file to all files.
	frontMatter = "---\napplyTo: '**'\n---\n\n"
)

// Block writes a memory for readers of the synced file: the marks and, between them, the files in the order given, in
// at most most bytes. It omits files in hidden folders. Files that do not fit are returned, and named in the block as
// far as there is room.
func Block(files []Content, most int) (block string, left []Path) {
	var parts []string
	var paths []Path
	size := 0
	for _, f := range files {
		if strings.HasPrefix(string(f.Path), ".") || strings.Contains(string(f.Path), "/.") {
			continue
		}
		text := escape(printable.Text(strings.ReplaceAll(string(f.Data), "\r\n", "\n")))
		if secrets.IsNamed(string(f.Path)) {
			text = "(may contain secrets, judging by its name: view it with the memory tool)"
		}
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		part := fmt.Sprintf("<memory path=\"%s\">\n%s</memory>\n", attribute(f.Path.String()), text)
		parts, paths, size = append(parts, part), append(paths, f.Path), size+len(part)
	}
	room := most - len(blockBegin+blockEnd+"\n\n")
	if size > room {
		room -= maxNamed
	}
	var b strings.Builder
	b.WriteString(blockBegin + "\n")
	for i, part := range parts {
		if len(part) > room {
			left = append(left, paths[i])
			continue
		}
		room -= len(part)
		b.WriteString(part)
	}
	if len(parts) == 0 {
		b.WriteString(nothingYet + "\n")
	}
	if len(left) > 0 {
		b.WriteString(named(left))
	}
	b.WriteString(blockEnd + "\n")
	return b.String(), left
}

// named returns the line of a block that names the omitted files, in at most maxNamed bytes.
func named(left []Path) string {
	line := fmt.Sprintf("(%d more not included for lack of space; view with the memory tool: ", len(left))
	for i, p := range left {
		name := attribute(p.String())
		if len(line)+len(name) > maxNamed-len(", …)\n") {
			return line + "…)\n"
		}
		if i > 0 {
			line += ", "
		}
		line += name
	}
	return line + ")\n"
}

// tagLike matches text that a reader could take for a mark of the block: its tags, open or closed, in any letter case.
// It also matches such a tag that is already escaped, so that escaping loses nothing.
var tagLike = lazy.Regexp(`(?i)<(\s*/?\s*memor(?:y|ies))|&((?:amp;)*lt;\s*/?\s*memor(?:y|ies))`)

// escape changes a text so that it cannot end the block or an element of it.
func escape(s string) string {
	return tagLike().ReplaceAllStringFunc(s, func(m string) string {
		if m[0] == '<' {
			return "&lt;" + m[1:]
		}
		return "&amp;" + m[1:]
	})
}

func attribute(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(s)
}

// Merge puts a block into a file's text: in place of the existing block or, without one, at the end. All other bytes
// stay the same. instructions says that the file is an instructions file of VS Code; a new one gets its front matter.
func Merge(text, block string, instructions bool) (string, error) {
	from, to, err := findBlock(text)
	end, like := "\n", text[max(from, 0):]
	if i := strings.IndexByte(like, '\n'); i > 0 && like[i-1] == '\r' {
		end = "\r\n"
		block = toCRLF(block)
	}
	switch {
	case err != nil:
		return "", err
	case from >= 0:
		if to == len(text) && !strings.HasSuffix(text, "\n") {
			block = strings.TrimSuffix(block, end) // the file ended without a line end, and still does
		}
		return text[:from] + block + text[to:], nil
	case text == "" && instructions:
		return frontMatter + block, nil
	case text == "" || text == "\uFEFF":
		return text + block, nil
	case !strings.HasSuffix(text, "\n"):
		return text + end + end + block, nil
	case strings.HasSuffix(text, end+end):
		return text + block, nil
	}
	return text + end + block, nil
}

// Cut removes the block from a file's text, with those of [Merge]'s lines around it that can be recognized.
func Cut(text string) (string, error) {
	from, to, err := findBlock(text)
	if err != nil || from < 0 {
		return text, err
	}
	before, after := text[:from], text[to:]
	switch {
	case after != "":
	case before == frontMatter:
		return "", nil
	case strings.HasSuffix(before, "\r\n\r\n"):
		before = before[:len(before)-2]
	case strings.HasSuffix(before, "\n\n"):
		before = before[:len(before)-1]
	}
	return before + after, nil
}

var errTwoBlocks = fail.Conflict("Error: the file has two memory blocks").Hint("delete one of them")

// findBlock returns where the block is; both are -1 if there is none. A block in fenced code is an example and is
// skipped.
func findBlock(text string) (from, to int, err error) {
	from, to = -1, -1
	fence, pos := "", len(text)-len(strings.TrimPrefix(text, "\uFEFF"))
	for pos < len(text) {
		at := pos
		bare, next := lineAt(text, pos)
		pos = next
		if bare != blockBegin {
			fence = fenceAfter(fence, bare)
			continue
		}
		end, isExample := blockFrom(text, pos, fence)
		switch {
		case isExample:
			pos = end
			continue
		case end < 0 && from < 0:
			return 0, 0, fail.Conflict("Error: the memory block in the file has no end").
				Hint("delete the line %s, or add the line %s where the block ends", blockBegin, blockEnd)
		case end < 0 || from >= 0:
			return 0, 0, errTwoBlocks
		}
		from, to, pos = at, end, end
		fence = ""
	}
	return from, to, nil
}

// blockFrom returns where a block ends that began before pos: at its end mark, if no other block begins first. end is
// -1 if there is no end mark. The block is an example if fence, the open fence or "", continues after it and is closed
// there. A fence that is never closed, or that the block itself would close, does not count.
func blockFrom(text string, pos int, fence string) (end int, isExample bool) {
	end = -1
	closed := -1
	for pos < len(text) {
		bare, next := lineAt(text, pos)
		pos = next
		closes := fence != "" && fenceAfter(fence, bare) == ""
		switch {
		case end < 0 && bare == blockEnd:
			end = pos
			if fence == "" {
				return end, false
			}
		case end < 0 && (closes || bare == blockBegin):
			if closes {
				closed = pos
			}
			fence = "" // the fence does not enclose a block
			if bare == blockBegin {
				return closed, closed >= 0
			}
		case end >= 0 && closes:
			return end, true
		}
	}
	if end < 0 && closed >= 0 {
		return closed, true // only the block's beginning is in the fence
	}
	return end, false
}

// lineAt returns the line at pos without its line end, and where the next one begins.
func lineAt(text string, pos int) (bare string, next int) {
	next = len(text)
	if i := strings.IndexByte(text[pos:], '\n'); i >= 0 {
		next = pos + i + 1
	}
	return strings.TrimRight(text[pos:next], "\r\n"), next
}

// fenceAfter returns the fence that is open after a line, or "". open is the fence before the line.
func fenceAfter(open, line string) string {
	trimmed := strings.TrimLeft(line, " ")
	if len(line)-len(trimmed) > 3 {
		return open
	}
	mark := ""
	for _, c := range []string{"`", "~"} {
		if n := len(trimmed) - len(strings.TrimLeft(trimmed, c)); n >= 3 {
			mark = strings.Repeat(c, n)
		}
	}
	switch {
	case open == "":
		return mark
	case strings.HasPrefix(mark, open) && strings.TrimSpace(trimmed[len(mark):]) == "":
		return ""
	}
	return open
}
