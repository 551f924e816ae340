package markdown

import (
	"bytes"
	"html"
	"net/url"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer"
	rendered "github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"

	"consider/internal/lazy"
)

// converter is made on the first use: most runs of the program never render anything.
var converter = sync.OnceValue(func() goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(
			// By attribute: a page that allows no inline style would drop the other way.
			extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute)),
			extension.Strikethrough, extension.Linkify, extension.TaskList,
		),
		goldmark.WithRendererOptions(
			rendered.WithHardWraps(),
			renderer.WithNodeRenderers(util.Prioritized(inert{}, 1)),
		),
	)
})

// Nesting and emphasis cost the square of their block's length: 64 KB of "> " take seconds. What is longer than
// these is no prose, and is shown as it is.
const (
	maxSource = 256 << 10 // bytes of a text
	maxBlock  = 32 << 10  // bytes between two empty lines
	maxLine   = 16 << 10  // bytes of a line
)

// HTML returns the source as inert HTML, ending in a newline unless it is empty. Bytes that are not UTF-8 and
// NUL become U+FFFD. It never fails: what can't be rendered, or would take too long, is returned as preformatted
// text.
func HTML(source string) string {
	if source = clean(source); !payable(source) {
		return preformatted(source)
	}
	var out bytes.Buffer
	if err := converter().Convert([]byte(source), &out); err != nil {
		return preformatted(source)
	}
	return out.String()
}

// clean replaces what can't stand in a page. It takes away and adds no line.
func clean(source string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(source, "�"), "\x00", "�")
}

func preformatted(source string) string { return "<pre>" + html.EscapeString(source) + "</pre>\n" }

func payable(source string) bool {
	if len(source) > maxSource {
		return false
	}
	block := 0
	for line := range strings.Lines(source) {
		block += len(line)
		if strings.TrimSpace(line) == "" {
			block = 0
		}
		if len(line) > maxLine || block > maxBlock {
			return false
		}
	}
	return true
}

// inert renders the nodes that could do something in a page.
type inert struct{}

// RegisterFuncs puts this package's functions before goldmark's own.
func (inert) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindRawHTML, rawHTML)
	r.Register(ast.KindHTMLBlock, htmlBlock)
	r.Register(ast.KindLink, link)
	r.Register(ast.KindAutoLink, autoLink)
	r.Register(ast.KindImage, image)
	r.Register(ast.KindFencedCodeBlock, fenced)
}

func rawHTML(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if n, ok := node.(*ast.RawHTML); ok && entering {
		text(w, n.Segments.Value(source))
	}
	return ast.WalkSkipChildren, nil
}

func htmlBlock(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n, ok := node.(*ast.HTMLBlock)
	if !ok || !entering {
		return ast.WalkContinue, nil
	}
	put(w, "<pre>")
	text(w, n.Lines().Value(source))
	if n.HasClosure() {
		text(w, n.ClosureLine.Value(source))
	}
	put(w, "</pre>\n")
	return ast.WalkSkipChildren, nil
}

func link(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n, ok := node.(*ast.Link)
	if !ok {
		return ast.WalkContinue, nil
	}
	to, safe := leads(string(n.Destination))
	switch {
	case !safe:
	case entering:
		open(w, to, string(n.Title))
	default:
		put(w, "</a>")
	}
	return ast.WalkContinue, nil
}

func autoLink(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n, ok := node.(*ast.AutoLink)
	if !ok || !entering {
		return ast.WalkContinue, nil
	}
	address := string(n.URL(source))
	if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(address), "mailto:") {
		address = "mailto:" + address
	}
	to, safe := leads(address)
	if safe {
		open(w, to, "")
	}
	text(w, n.Label(source))
	if safe {
		put(w, "</a>")
	}
	return ast.WalkContinue, nil
}

// image writes a link to the picture: its text is what stands for it.
func image(w util.BufWriter, _ []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n, ok := node.(*ast.Image)
	if !ok {
		return ast.WalkContinue, nil
	}
	to, safe := leads(string(n.Destination))
	if _, inLink := n.Parent().(*ast.Link); inLink {
		safe = false // a link holds no link
	}
	switch {
	case !safe:
	case entering:
		open(w, to, string(n.Title))
	default:
		if !n.HasChildren() {
			text(w, []byte(to))
		}
		put(w, "</a>")
	}
	return ast.WalkContinue, nil
}

// plainWord is a language that can stand in a class: an info string may hold anything.
var plainWord = lazy.Regexp(`^[A-Za-z0-9][A-Za-z0-9_+#.-]{0,31}$`)

func fenced(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	n, ok := node.(*ast.FencedCodeBlock)
	if !ok || !entering {
		return ast.WalkContinue, nil
	}
	put(w, "<pre><code")
	if language := string(n.Language(source)); plainWord().MatchString(language) {
		put(w, ` class="language-`+language+`"`)
	}
	put(w, ">")
	text(w, n.Lines().Value(source))
	put(w, "</code></pre>\n")
	return ast.WalkSkipChildren, nil
}

// leads returns where a link may lead: a whole address of the web or of mail. A relative one would lead into the
// page's own server.
func leads(address string) (string, bool) {
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil {
		return "", false
	}
	switch {
	case (u.Scheme == "http" || u.Scheme == "https") && u.Host != "":
		return u.String(), true
	case u.Scheme == "mailto" && u.Opaque != "":
		return u.String(), true
	}
	return "", false
}

func open(w util.BufWriter, to, title string) {
	put(w, `<a href="`+html.EscapeString(to)+`" rel="noopener noreferrer nofollow" target="_blank"`)
	if title != "" {
		put(w, ` title="`+html.EscapeString(title)+`"`)
	}
	put(w, ">")
}

func text(w util.BufWriter, b []byte) { put(w, html.EscapeString(string(b))) }

// put writes into goldmark's buffer, which keeps its first error and tells it at the end.
func put(w util.BufWriter, s string) { _, _ = w.WriteString(s) }
