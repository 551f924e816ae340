package markdown

import (
	"bufio"
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/yuin/goldmark/ast"
	mdtext "github.com/yuin/goldmark/text"
)

// Block is a piece of a source, rendered by itself: a paragraph, a heading, an item of a list, a table.
type Block struct {
	Start, End int    // its lines in the source, the first line is 1
	HTML       string // inert, as HTML gives it
}

// Blocks cuts a source into its blocks, in order. Each line that is not blank is in exactly one of them, so that what
// is said of a block can be put on its lines, and no line can hide: what renders as nothing (the address of a link, the
// properties at the head of a file) is a block with its source as text. It answers false for a source that HTML would
// not render.
func Blocks(source string) ([]Block, bool) {
	source = clean(source)
	if !payable(source) {
		return nil, false
	}
	head := properties(source)
	lines := newLineStarts(source[head:])
	data := []byte(source[head:])
	var out []Block
	if head > 0 {
		n := strings.Count(strings.TrimSuffix(source[:head], "\n"), "\n") + 1
		out = append(out, Block{Start: 1, End: n, HTML: preformatted(source[:head])})
		lines.before = n
	}
	first := len(out)
	number := 0
	for i, n := range pieces(converter().Parser().Parse(mdtext.NewReader(data))) {
		b := Block{Start: lines.at(n.Pos())}
		if list, ok := n.Parent().(*ast.List); ok && n.PreviousSibling() == nil {
			number = list.Start
		}
		if b.HTML = alone(n, data, number); b.HTML == "" {
			b.HTML = preformatted(string(n.Lines().Value(data)))
		}
		number++
		// A node that does not know its place, or begins on the line of the one before, belongs to that one.
		if i > 0 && (n.Pos() < 0 || b.Start <= out[len(out)-1].Start) {
			out[len(out)-1].HTML += b.HTML
			continue
		}
		out = append(out, b)
	}
	return lines.close(out, first), true
}

// properties returns how many bytes at the beginning are the properties of the file ("front matter"): lines between two
// lines of three hyphens.
func properties(source string) int {
	at := 0
	for line := range strings.Lines(source) {
		fence := strings.TrimRight(line, " \t\r\n") == "---"
		if at == 0 && !fence {
			return 0
		}
		at += len(line)
		if fence && at > len(line) {
			return at
		}
	}
	return 0
}

// pieces are the nodes that become blocks: the children of the document, with the items of a list in its place.
func pieces(document ast.Node) []ast.Node {
	var out []ast.Node
	for n := document.FirstChild(); n != nil; n = n.NextSibling() {
		if n.Kind() != ast.KindList {
			out = append(out, n)
			continue
		}
		for item := n.FirstChild(); item != nil; item = item.NextSibling() {
			out = append(out, item)
		}
	}
	return out
}

// alone renders one node; an item of a list with a list of its own around it, in which it has the number.
func alone(n ast.Node, source []byte, number int) string {
	var out bytes.Buffer
	w := bufio.NewWriterSize(&out, 512)
	if err := converter().Renderer().Render(w, source, n); err != nil {
		return preformatted(string(source[max(n.Pos(), 0):]))
	}
	list, ok := n.Parent().(*ast.List)
	switch {
	case !ok || out.Len() == 0:
		return out.String()
	case list.IsOrdered():
		return `<ol start="` + strconv.Itoa(number) + "\">\n" + out.String() + "</ol>\n"
	}
	return "<ul>\n" + out.String() + "</ul>\n"
}

// lineStarts is where the lines of a source begin, and which of them are blank.
type lineStarts struct {
	starts []int
	blank  []bool
	before int // lines that stand before the source
}

func newLineStarts(source string) lineStarts {
	var l lineStarts
	at := 0
	for line := range strings.Lines(source) {
		l.starts = append(l.starts, at)
		l.blank = append(l.blank, strings.TrimSpace(line) == "")
		at += len(line)
	}
	return l
}

// at is the line of an offset.
func (l *lineStarts) at(offset int) int {
	i, exact := slices.BinarySearch(l.starts, offset)
	if !exact {
		i--
	}
	return l.before + max(i, 0) + 1
}

// close gives each block from the first on its end: the last line before the next one that is not blank.
func (l *lineStarts) close(blocks []Block, first int) []Block {
	for i := first; i < len(blocks); i++ {
		b := &blocks[i]
		if i == first { // what stands above the first block has no other one
			b.Start = l.before + 1
		}
		b.End = l.before + len(l.starts)
		if i+1 < len(blocks) {
			b.End = blocks[i+1].Start - 1
		}
		for b.Start < b.End && l.blank[b.Start-l.before-1] {
			b.Start++
		}
		for b.End > b.Start && l.blank[b.End-l.before-1] {
			b.End--
		}
	}
	return blocks
}
