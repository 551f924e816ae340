package webserver

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/gittest"
)

// rendered is a file of the page as it reads: side, lines, whether it changed, and the source with its changed lines.
func (v *site) rendered(path string) []string {
	v.t.Helper()
	out := []string{}
	for _, f := range v.boot().Files {
		if f.Path != path {
			continue
		}
		for _, b := range must[RenderedOutput](v, "GET", "/api/rendered/"+f.ID, "").Blocks {
			mark := " "
			if b.Changed {
				mark = "*"
			}
			var lines []string
			for _, l := range b.Lines {
				if l.Changed {
					l.Text = "!" + l.Text
				}
				lines = append(lines, l.Text)
			}
			out = append(out, fmt.Sprintf("%s %s %d-%d %s", mark, b.Side, b.Start, b.End, strings.Join(lines, "/")))
		}
	}
	return out
}

// changedSite serves a project in which one file changed.
func changedSite(t *testing.T, before, after string) *site {
	t.Helper()
	r := gittest.New(t)
	r.Write("a.md", before)
	r.Commit("before")
	r.Write("a.md", after)
	return open(t, r.Dir, nil)
}

func TestARenderedFileShowsWhatWasBesideWhatIs(t *testing.T) {
	filler := strings.Repeat("same\n\n", 20)
	for name, c := range map[string]struct {
		before, after string
		want          []string
	}{
		"another word": {"# A\n\none\ntwo\n\nend\n", "# A\n\none\n2\n\nend\n", []string{
			"  new 1-1 # A", "* old 3-4 one/!two", "* new 3-4 one/!2", "  new 6-6 end",
		}},
		"a line less":  {"a\nb\n\nend\n", "a\n\nend\n", []string{"* old 1-2 a/!b", "* new 1-1 a", "  new 3-3 end"}},
		"a block more": {"a\n\nend\n", "a\n\n- b\n\nend\n", []string{"  new 1-1 a", "* new 3-3 !- b", "  new 5-5 end"}},
		"a block less": {"a\n\nb\n\nend\n", "a\n\nend\n", []string{"  new 1-1 a", "* old 3-3 !b", "  new 3-3 end"}},
		"the last":     {"a\n\nb\n", "a\n", []string{"  new 1-1 a", "* old 3-3 !b"}},
		"blank lines":  {"a\n\n\nb\n", "a\n\nb\n", []string{"  new 1-1 a", "  new 3-3 b"}},
		"line ends":    {"a\n\nb\n", "a\n\nb\r\nc\r\n", []string{"  new 1-1 a", "* old 3-3 !b", "* new 3-4 !b/!c"}},
	} {
		t.Run(name, func(t *testing.T) {
			v := changedSite(t, c.before, c.after)
			if d := cmp.Diff(c.want, v.rendered("a.md")); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
	t.Run("far apart", func(t *testing.T) {
		v := changedSite(t, "one\n\n"+filler+"two\n\n"+filler+"three\n", filler+"2\n\n"+filler+"three\n\nfour\n")
		var changed []string
		for _, b := range v.rendered("a.md") {
			if b[0] == '*' {
				changed = append(changed, b)
			}
		}
		want := []string{"* old 1-1 !one", "* old 43-43 !two", "* new 41-41 !2", "* new 85-85 !four"}
		if d := cmp.Diff(want, changed); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
	})
}

func TestOnlyMarkdownIsRendered(t *testing.T) {
	v := newSite(t)
	v.Write("new.MD", "<script>alert(1)</script>\n")
	v.Write("a.html", "<script></script>")
	v.Write("long.md", strings.Repeat("> ", 20<<10))
	ids := map[string]string{}
	for _, f := range v.boot().Files {
		ids[f.Path] = f.ID
	}
	if d := cmp.Diff([]string{"* new 1-1 !<script>alert(1)</script>"}, v.rendered("new.MD")); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	got := must[RenderedOutput](v, "GET", "/api/rendered/"+ids["new.MD"], "")
	if html := got.Blocks[0].HTML; html != "<pre>&lt;script&gt;alert(1)&lt;/script&gt;\n</pre>\n" {
		t.Errorf("not inert: %q", html)
	}
	if got := must[RenderedOutput](v, "GET", "/api/rendered/"+ids["long.md"], ""); !got.Long || len(got.Blocks) > 0 {
		t.Errorf("got %+v", got)
	}
	v.refused("usage", "GET", "/api/rendered/"+ids["a.html"], "", nil)
	v.refused("not_found", "GET", "/api/rendered/nothing", "", nil)
}
