package webserver

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/gittest"
)

// rendered returns the lines of both sides of a rendered file; changed lines begin with "!".
func (v *site) rendered(path string) (older, newer []string) {
	v.t.Helper()
	for _, f := range v.boot().Files {
		if f.Path != path {
			continue
		}
		got := must[RenderedOutput](v, "GET", "/api/rendered/"+f.ID, "")
		for side, lines := range map[*[]string][]SourceLine{&older: got.Old, &newer: got.New} {
			for _, l := range lines {
				if l.Changed {
					l.Text = "!" + l.Text
				}
				*side = append(*side, l.Text)
			}
		}
	}
	return older, newer
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

func TestARenderedFileHasTheLinesOfBothSides(t *testing.T) {
	filler := strings.Repeat("same\n", 20)
	for name, c := range map[string]struct {
		before, after string
		older, newer  string
	}{
		"another word": {"# A\none\ntwo\n", "# A\none\n2\n", "# A/one/!two/", "# A/one/!2/"},
		"a line less":  {"a\nb\nend\n", "a\nend\n", "a/!b/end/", "a/end/"},
		"a line more":  {"a\nend", "a\nb\nend", "a/end", "a/!b/end"},
		"far apart": {
			"one\n" + filler + "two\n", "1\n" + filler + "2\n",
			"!one/" + strings.ReplaceAll(filler, "\n", "/") + "!two/", "!1/" + strings.ReplaceAll(filler, "\n", "/") + "!2/",
		},
		"line ends": {"a\nb\n", "a\nb\r\n", "a/!b/", "a/!b/"},
		"no UTF-8":  {"a\n", "a\xe9\n", "!a/", "!aé/"},
		"new":       {"", "a\n", "", "!a/"},
	} {
		t.Run(name, func(t *testing.T) {
			older, newer := changedSite(t, c.before, c.after).rendered("a.md")
			if d := cmp.Diff([]string{c.older, c.newer}, []string{strings.Join(older, "/"), strings.Join(newer, "/")}); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestOnlyMarkdownIsRendered(t *testing.T) {
	v := newSite(t)
	v.Write("new.MD", "<script>alert(1)</script>\n")
	v.Write("a.html", "<script></script>")
	v.Write("long.md", strings.Repeat("a\n\n", maxRendered/3+1))
	ids := map[string]string{}
	for _, f := range v.boot().Files {
		ids[f.Path] = f.ID
	}
	if _, got := v.rendered("new.MD"); len(got) != 2 || got[0] != "!<script>alert(1)</script>" {
		t.Errorf("got %q", got)
	}
	if got := must[RenderedOutput](v, "GET", "/api/rendered/"+ids["long.md"], ""); !got.Long || len(got.Old)+len(got.New) > 0 {
		t.Errorf("got %+v", got)
	}
	v.refused("usage", "GET", "/api/rendered/"+ids["a.html"], "", nil)
	v.refused("not_found", "GET", "/api/rendered/nothing", "", nil)
}
