package webserver

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"consider/internal/gittest"
)

// wide encodes a text in UTF-16 without a byte order mark, little endian.
func wide(text string) string {
	var out []byte
	for _, u := range utf16.Encode([]rune(text)) {
		out = append(out, byte(u), byte(u>>8))
	}
	return string(out)
}

// utf16Site serves a project with these files, before and after a change.
func utf16Site(t *testing.T, files map[string][2]string) *site {
	t.Helper()
	r := gittest.New(t)
	r.Write("always.txt", "1\n")
	r.Write(".gitattributes", "*.dat -diff\n")
	for name, sides := range files {
		if sides[0] != "" {
			r.Write(name, sides[0])
		}
	}
	r.Commit("before")
	for name, sides := range files {
		r.Write(name, sides[1])
	}
	return open(t, r.Dir, nil)
}

func TestUTF16IsShownAsTextAndOtherDataIsNot(t *testing.T) {
	const mark, was, is = "\xff\xfe", "one\r\nzwei ਊ\r\n", "one\r\nzwei Ċ\r\n" // letters with the byte of a line feed
	old, now := mark+wide(was), mark+wide(is)
	changed := "-zwei ਊ|+zwei Ċ"
	cases := map[string]struct {
		was, is         string
		encoding, lines string // "" for a file that is not shown
		guessed         bool
	}{
		"marked.txt":    {old, now, "UTF-16LE", changed, false},
		"unmarked.txt":  {wide(was), wide(is), "UTF-16LE", changed, true},
		"lost.txt":      {old, wide(is), "UTF-16LE", changed, true},
		"new.txt":       {"", now, "UTF-16LE", "+one|+zwei Ċ", false},
		"to-utf8.txt":   {old, is, "UTF-16LE → UTF-8", changed, false},
		"from-utf8.txt": {was, now, "UTF-8 → UTF-16LE", changed, false},
		"empty.txt":     {mark, now, "UTF-16LE", "+one|+zwei Ċ", false},

		"as-utf8.txt":   {was: old, is: was}, // only the encoding changed
		"by-rule.dat":   {was: old, is: now},
		"odd.txt":       {was: old, is: now + "x"},
		"broken.txt":    {was: old, is: now + "\x00\xd8"},
		"nul.txt":       {was: old, is: mark + wide("one\x00")},
		"binary.txt":    {was: old, is: "a\x00b\n"},
		"from-blob.txt": {was: "a\x00b\n", is: now},
	}
	files := map[string][2]string{}
	for name, c := range cases {
		files[name] = [2]string{c.was, c.is}
	}
	v := utf16Site(t, files)
	for name, c := range cases {
		f, d := v.file(name, "")
		var lines []string
		for _, b := range d.Blocks {
			for _, l := range b.Lines {
				if l.Type != " " {
					lines = append(lines, l.Type+l.Text)
				}
			}
		}
		if got := strings.Join(lines, "|"); f.Binary != (c.lines == "") || got != c.lines || f.Additions+f.Deletions != len(lines) {
			t.Errorf("%+v: %q", f, got)
		}
		if c.lines != "" && (d.Encoding != c.encoding || d.Guessed != c.guessed || d.LineEnds == nil || d.LineEnds.New != "CRLF") {
			t.Errorf("%s: %+v", name, d)
		}
	}
}

func TestThreadsOnUTF16AreOnItsLines(t *testing.T) {
	text := "one\r\nzwei\r\n" + strings.Repeat("same Ċ\r\n", 20)
	marked, unmarked := "\xff\xfe"+wide(text), wide(text)
	last := wide("the end\r\n")
	v := utf16Site(t, map[string][2]string{"a.md": {marked, marked + last}, "b.txt": {unmarked, unmarked + last}})
	f, d := v.file("a.md", "?ws=ignore")
	if len(d.Blocks) != 1 || d.Blocks[0].Lines[3].Text != "the end" || d.Blocks[0].Lines[3].New != 23 {
		t.Errorf("without white space: %+v", d)
	}
	got := must[LinesOutput](v, "GET", "/api/lines/"+f.ID+"?side=new&from=2&to=3", "")
	if got.Total != 23 || len(got.Lines) != 2 || got.Lines[0].Text != "zwei" || got.Lines[1].Text != "same Ċ" {
		t.Errorf("between the blocks: %+v", got)
	}
	if older, newer := v.rendered("a.md"); older[1] != "zwei" || !slices.Contains(newer, "!the end") {
		t.Errorf("rendered: %q %q", older, newer)
	}
	const on = `{"globalComment":null,"verdict":"comment","comments":[{"file":%q,"startLine":%s,"endLine":%s,"side":%q,"body":"x"}]}`
	for _, c := range [][3]string{{"2", "new", " zwei"}, {"23", "new", "+the end"}, {"2", "old", " zwei"}} {
		out := must[CommentsOutput](v, "POST", "/api/comments", fmt.Sprintf(on, "a.md", c[0], c[0], c[1]))
		if md, doc := v.read(out.Paths.MD), v.read(out.Paths.JSON); !strings.Contains(md, "> "+c[2]+"\n") || !strings.Contains(doc, fmt.Sprintf("%q", c[2][1:])) {
			t.Errorf("on line %s:\n%s\n%s", c[0], md, doc)
		}
	}
	if status, text, _ := v.ask("POST", "/api/comments", fmt.Sprintf(on, "b.txt", "2", "2", "new"), nil); status != http.StatusBadRequest || !strings.Contains(text, "has no lines") {
		t.Errorf("without a mark, a line has %d %s", status, text)
	}
	must[CommentsOutput](v, "POST", "/api/comments", fmt.Sprintf(on, "b.txt", "null", "null", "new"))
}
