package markdown_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"consider/internal/markdown"
)

func TestBlocksKnowTheirLines(t *testing.T) {
	for name, c := range map[string]struct {
		source string
		want   []markdown.Block
	}{
		"paragraphs": {"a\nb\n\n\nc\n", []markdown.Block{{1, 2, "<p>a<br>\nb</p>\n"}, {5, 5, "<p>c</p>\n"}}},
		"heading below a text": {"# A #\ntext\n---\nmore", []markdown.Block{
			{1, 1, "<h1>A</h1>\n"}, {2, 3, "<h2>text</h2>\n"}, {4, 4, "<p>more</p>\n"},
		}},
		"items of a list, with what is in them": {"- a\n  - b\n\n  c\n- d\n", []markdown.Block{
			{1, 4, "<ul>\n<li>\n<p>a</p>\n<ul>\n<li>b</li>\n</ul>\n<p>c</p>\n</li>\n</ul>\n"}, {5, 5, "<ul>\n<li>\n<p>d</p>\n</li>\n</ul>\n"},
		}},
		"numbers go on": {"3. a\n4. b\n", []markdown.Block{
			{1, 1, "<ol start=\"3\">\n<li>a</li>\n</ol>\n"}, {2, 2, "<ol start=\"4\">\n<li>b</li>\n</ol>\n"},
		}},
		"a fence and its marks": {"x\n\n```go\n\nf()\n```\n\ny", []markdown.Block{
			{1, 1, "<p>x</p>\n"}, {3, 6, "<pre><code class=\"language-go\">\nf()\n</code></pre>\n"}, {8, 8, "<p>y</p>\n"},
		}},
		"a fence with nothing in it": {"```\n```\nx\n", []markdown.Block{{1, 2, "<pre><code></code></pre>\n"}, {3, 3, "<p>x</p>\n"}}},
		"a table below a text": {"t\n\n| a |\n|---|\n| b |\n", []markdown.Block{
			{1, 1, "<p>t</p>\n"},
			{3, 5, "<table>\n<thead>\n<tr>\n<th>a</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>b</td>\n</tr>\n</tbody>\n</table>\n"},
		}},
		"a quotation": {"> a\n> b\nc\n\nd", []markdown.Block{
			{1, 3, "<blockquote>\n<p>a<br>\nb<br>\nc</p>\n</blockquote>\n"}, {5, 5, "<p>d</p>\n"},
		}},
		"the address of a link is seen": {"[a][b]\n\n[b]: https://b.example\n", []markdown.Block{
			{1, 1, "<p><a href=\"https://b.example\" rel=\"noopener noreferrer nofollow\" target=\"_blank\">a</a></p>\n"},
			{3, 3, "<pre>[b]: https://b.example</pre>\n"},
		}},
		"a comment is seen": {"<!-- a\n\nb -->\nc\n\nd", []markdown.Block{{1, 3, "<pre>&lt;!-- a\n\nb --&gt;\n</pre>\n"}, {4, 4, "<p>c</p>\n"}, {6, 6, "<p>d</p>\n"}}},
		"properties of the file": {"---\ntitle: <a>\n---\n\n# A\n", []markdown.Block{
			{1, 3, "<pre>---\ntitle: &lt;a&gt;\n---\n</pre>\n"}, {5, 5, "<h1>A</h1>\n"},
		}},
		"carriage returns":   {"a\r\n\r\nb\r\n", []markdown.Block{{1, 1, "<p>a</p>\n"}, {3, 3, "<p>b</p>\n"}}},
		"a rule is no fence": {"a\n\n---\nb\n", []markdown.Block{{1, 1, "<p>a</p>\n"}, {3, 3, "<hr>\n"}, {4, 4, "<p>b</p>\n"}}},
		"blank lines first":  {"\n\n  a\n", []markdown.Block{{3, 3, "<p>a</p>\n"}}},
		"nothing":            {"\n\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := markdown.Blocks(c.source)
			if !ok {
				t.Fatal("not rendered")
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("%q (-want +got):\n%s", c.source, d)
			}
		})
	}
}

func TestALongSourceHasNoBlocks(t *testing.T) {
	if got, ok := markdown.Blocks(strings.Repeat("> ", 20<<10)); ok || got != nil {
		t.Errorf("got %d blocks, %v", len(got), ok)
	}
}

// FuzzBlocks holds that every block is inert, and that each line that is not blank is in exactly one.
func FuzzBlocks(f *testing.F) {
	for _, source := range hostile {
		f.Add(source)
	}
	for _, source := range []string{
		"- a\n\n      code\n- b\n1. c\n2) d\n", "a\n===\n\n[x]: y\n[z]: w\n", "> - a\n> b\n\n\tcode\n", "---\na\n---\n---\n", "---\n---", "| a |\n|-|\n> b",
		"-\n\n  a\n-\n", "[a]: b\nc\n---", "```\n\n\n", "\v\n\fa\n\u00a0\n\u2028", "* a\n  * b\n    1. c\n\n\n* d",
	} {
		f.Add(source)
	}
	f.Fuzz(func(t *testing.T, source string) {
		blocks, ok := markdown.Blocks(source)
		if !ok {
			return
		}
		lines := strings.Split(source, "\n")
		in := make([]int, len(lines)+1)
		last := 0
		for _, b := range blocks {
			for _, fault := range faults(b.HTML) {
				t.Errorf("%q: %s", source, fault)
			}
			if b.Start <= last || b.End < b.Start || b.End > len(lines) {
				t.Fatalf("%q: lines %d-%d after line %d of %d", source, b.Start, b.End, last, len(lines))
			}
			last = b.End
			for n := b.Start; n <= b.End; n++ {
				in[n]++
			}
		}
		for i, line := range lines {
			if strings.TrimSpace(line) != "" && in[i+1] != 1 {
				t.Errorf("%q: line %d is in %d blocks", source, i+1, in[i+1])
			}
		}
	})
}

// TestManyBlocksTakeNoLongerThanTheirText: nothing walks all blocks for each of them.
func TestManyBlocksTakeNoLongerThanTheirText(t *testing.T) {
	for name, line := range map[string]string{"items": "1. a\n\n", "addresses": "[a]: b\n\n", "rules": "---\n\n", "fences": "```\n```\n\n"} {
		began := time.Now()
		blocks, ok := markdown.Blocks("x\n\n" + strings.Repeat(line, (250<<10)/len(line)))
		if took := time.Since(began); !ok || len(blocks) < 20_000 || took > 5*time.Second {
			t.Errorf("%s: %d blocks, %v, took %v", name, len(blocks), ok, took)
		}
	}
}
