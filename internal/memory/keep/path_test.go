package keep

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"consider/internal/safefs"
)

// outside lists paths that lead elsewhere on some system, or that another program could read that way.
var outside = []string{
	"", "/", "/etc/passwd", "memories/a", "/memoriesx/a", "/Memories/a", "/memories\\..\\a", "/memories/../a", "/memories/a/../../b",
	"/memories/a/..", "/memories/..", "/memories/%2e%2e/a", "/memories/%2E%2E%2Fa", "/memories/%252e%252e/a", "/memories/a%00b",
	"/memories/a\x00b", "/memories/..\\..\\a", "/memories/C:/a", "/memories/C:a", "\\\\server\\share\\a", "//server/memories/a",
	"/memories/con", "/memories/NUL.txt", "/memories/com1", "/memories/LPT9.md", "/memories/aux .txt", "/memories/a:stream",
	"/memories/a.", "/memories/a ", "/memories/ a", "/memories/a/b. /c", "/memories/.git/config", "/memories/.GIT/config", "/memories/GIT~1/config",
	"/memories/.consider/x", "/memories/a\nb", "/memories/a\x1b[31m", "/memories/\u202egnp.exe", "/memories/a\u200bb", "/memories/a\ufe0fb",
	"/memories/a\xff", "/memories/a|b", "/memories/a?b", "/memories/a*b", "/memories/" + safefs.TempPrefix + "1",
	"/memories/" + strings.Repeat("x", MaxName+1), "/memories" + strings.Repeat("/x", MaxDepth+1), "/memories/" + strings.Repeat("x/", 300),
	"file:///memories/a", "/memories/~/../a", "/proc/self/root/memories/a",
}

func TestPathsThatLeadElsewhereAreRefused(t *testing.T) {
	for _, given := range outside {
		if p, err := ParsePath(given); err == nil {
			t.Errorf("%q is taken for %q", given, p)
		}
	}
}

func TestPathsAreCanonical(t *testing.T) {
	for given, want := range map[string]Path{
		"/memories": "", "/memories/": "", "/memories//": "", "/memories/./a": "a", "/memories//a//b/": "a/b", "/memories/ü.md": "ü.md",
		"/memories/100% sure.md": "100% sure.md", "/memories/a..b": "a..b", "/memories/...a": "...a", "/memories/console.md": "console.md",
		"/memories/cafe\u0301.md": "caf\u00e9.md", "/memories/\u212a.md": "K.md", "/memories/comb.md": "comb.md", "/memories/.gitignore": ".gitignore",
	} {
		if p, err := ParsePath(given); err != nil || p != want {
			t.Errorf("%q is %q, %v; want %q", given, p, err, want)
		}
	}
}

func TestNamesThatFoldToOneAreEachShownOnce(t *testing.T) {
	for _, c := range []struct{ kept, want []Path }{
		{[]Path{"a", "b"}, []Path{"a", "b"}},
		{[]Path{"K.md", "\u212a.md"}, []Path{"K.md", "K (2).md"}},
		{[]Path{"e\u0301", "\u00e9", "\u00e9 (2)"}, []Path{"\u00e9 (3)", "\u00e9", "\u00e9 (2)"}},
		{[]Path{"a\u0323\u0302.x", "a\u0302\u0323.x"}, []Path{"\u1ead (2).x", "\u1ead.x"}},
		{[]Path{"\u00e9/a.md", "e\u0301/a.md", "e\u0301/b.md"}, []Path{"\u00e9/a.md", "\u00e9/a (2).md", "\u00e9/b.md"}},
		{[]Path{".e\u0301", ".\u00e9"}, []Path{".\u00e9 (2)", ".\u00e9"}},
	} {
		if got := Shown(c.kept); !slices.Equal(got, c.want) {
			t.Errorf("%q are shown as %q, want %q", c.kept, got, c.want)
		}
	}
}

func FuzzParsePath(f *testing.F) {
	for _, p := range outside {
		f.Add(p)
	}
	f.Add("/memories/a/b.md")
	f.Fuzz(func(t *testing.T, given string) {
		p, err := ParsePath(given)
		if err != nil {
			return
		}
		s := p.String()
		if again, err := ParsePath(s); err != nil || again != p {
			t.Errorf("%q is %q, which is %q, %v", given, p, again, err)
		}
		if path.Clean(s) != s || !strings.HasPrefix(s+"/", Root+"/") {
			t.Errorf("%q is %q, which is not canonical", given, s)
		}
		if !p.IsRoot() && !filepath.IsLocal(filepath.FromSlash(string(p))) {
			t.Errorf("%q is %q, which is not local", given, p)
		}
		for _, bad := range []string{"\x00", "\\", ":", "..//", "\n", "\x1b"} {
			if strings.Contains(s, bad) {
				t.Errorf("%q is %q", given, s)
			}
		}
	})
}
