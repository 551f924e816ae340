package markdown_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"consider/internal/markdown"
)

func TestMarkdownReadsAsOnGitHub(t *testing.T) {
	for name, c := range map[string]struct{ source, want string }{
		"paragraph":         {"a *b* `c`", "<p>a <em>b</em> <code>c</code></p>\n"},
		"line break":        {"a\nb", "<p>a<br>\nb</p>\n"},
		"code with a name":  {"```go\na < b\n```", "<pre><code class=\"language-go\">a &lt; b\n</code></pre>\n"},
		"code without":      {"```\nx\n```", "<pre><code>x\n</code></pre>\n"},
		"struck":            {"~~a~~", "<p><del>a</del></p>\n"},
		"heading has no id": {"# top", "<h1>top</h1>\n"},
		"link":              {"[a](https://b.example/?x=1&y=2)", `<p><a href="https://b.example/?x=1&amp;y=2" rel="noopener noreferrer nofollow" target="_blank">a</a></p>` + "\n"},
		"bare link":         {"see https://b.example.", `<p>see <a href="https://b.example" rel="noopener noreferrer nofollow" target="_blank">https://b.example</a>.</p>` + "\n"},
		"image is a link":   {"![a](https://b.example/p.png)", `<p><a href="https://b.example/p.png" rel="noopener noreferrer nofollow" target="_blank">a</a></p>` + "\n"},
		"image in a link":   {"[![a](https://b.example/p.png)](https://c.example)", `<p><a href="https://c.example" rel="noopener noreferrer nofollow" target="_blank">a</a></p>` + "\n"},
		"HTML is text":      {"a <b>c</b>", "<p>a &lt;b&gt;c&lt;/b&gt;</p>\n"},
		"nothing":           {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if got := markdown.HTML(c.source); got != c.want {
				t.Errorf("HTML(%q)\n got %q\nwant %q", c.source, got, c.want)
			}
		})
	}
}

var hostile = []string{
	`<script>alert(1)</script>`,
	`a <img src=x onerror=alert(1)> b`,
	`[x](javascript:alert(1))`,
	`[x](JaVaScRiPt:alert(1))`,
	"[x](java\tscript:alert(1))",
	`[x](data:text/html;base64,PHNjcmlwdD4=)`,
	`[x](vbscript:x)`,
	`[x](//evil.example)`,
	`[x](/api/delete)`,
	`<javascript:alert(1)>`,
	`![x](https://evil.example/pixel.png "t\" onload=\"alert(1)")`,
	`![x](data:image/svg+xml;base64,AAAA)`,
	"```\" onclick=\"alert(1)\nx\n```",
	"```go\"><script>\nx\n```",
	`[x](https://a.example "\"><script>alert(1)</script>")`,
	"<!-- --><script>alert(1)</script>",
	"<details open ontoggle=alert(1)>\n\nx\n\n</details>",
	"<svg/onload=alert(1)>",
	"| a |\n|---|\n| <iframe src=//evil.example> |",
	"- [x] <form action=//evil.example><input name=a>",
	"[a]: javascript:alert(1)\n\n[a]",
	"\x00<script>\xff</script>",
}

func TestHostileMarkdownIsInert(t *testing.T) {
	for _, source := range hostile {
		for _, fault := range faults(markdown.HTML(source)) {
			t.Errorf("%q: %s", source, fault)
		}
	}
}

func FuzzHTMLIsInert(f *testing.F) {
	for _, source := range hostile {
		f.Add(source)
	}
	f.Fuzz(func(t *testing.T, source string) {
		for _, fault := range faults(markdown.HTML(source)) {
			t.Errorf("%q: %s", source, fault)
		}
	})
}

func TestATextThatIsTooLongToRenderIsShownAsItIs(t *testing.T) {
	for name, source := range map[string]string{
		"line":  strings.Repeat("> ", 20<<10),
		"block": strings.Repeat("*a_ \n", 8<<10),
		"text":  strings.Repeat("a\n\n", 100<<10),
	} {
		if got := markdown.HTML(source); got != "<pre>"+html.EscapeString(source)+"</pre>\n" {
			t.Errorf("%s: not preformatted: %.60q", name, got)
		}
	}
	if got := markdown.HTML(strings.Repeat("a\n\n", 10<<10)); !strings.HasPrefix(got, "<p>a</p>") {
		t.Errorf("many short blocks are not rendered: %.60q", got)
	}
}

var elements = strings.Fields("a blockquote br code del em h1 h2 h3 h4 h5 h6 hr input li ol p pre strong table tbody td th thead tr ul html head body")

// faults reads the page as a browser does and names all that could act in it.
func faults(page string) []string {
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		return []string{err.Error()}
	}
	var out []string
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		if !slices.Contains(elements, n.Data) {
			out = append(out, "element "+n.Data)
		}
		for _, a := range n.Attr {
			if !harmless(n.Data, a) {
				out = append(out, n.Data+" has "+a.Key+"="+a.Val)
			}
		}
	}
	return out
}

func harmless(element string, a html.Attribute) bool {
	switch a.Key {
	case "href":
		return strings.HasPrefix(a.Val, "https://") || strings.HasPrefix(a.Val, "http://") || strings.HasPrefix(a.Val, "mailto:")
	case "rel", "target", "title":
		return element == "a"
	case "class":
		return element == "code"
	case "start":
		return element == "ol"
	case "align":
		return element == "td" || element == "th"
	case "checked", "disabled", "type":
		return element == "input" && (a.Key != "type" || a.Val == "checkbox")
	}
	return false
}
