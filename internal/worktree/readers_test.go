package worktree_test

import (
	"os"
	"path/filepath"
	"testing"

	"consider/internal/gittest"
	"consider/internal/worktree"
)

// TestConfigIsReadAsGitDoes: values that other readers get wrong.
func TestConfigIsReadAsGitDoes(t *testing.T) {
	for name, c := range map[string]struct{ text, key, want string }{
		"plain":              {"[a]\n\tb = c\n", "a.b", "c"},
		"letter case":        {"[A]\n\tB = C\n", "a.b", "C"},
		"sub-section":        {"[a \"X y\"]\nb = c", "a.X y.b", "c"},
		"escaped name":       {`[a "x\"\\y"]` + "\nb = c", `a.x"\y.b`, "c"},
		"quotes":             {`[a]` + "\n" + `b = "c # d" ; e`, "a.b", "c # d"},
		"escapes":            {`[a]` + "\n" + `b = c\t\"d\\`, "a.b", "c\t\"d\\"},
		"comment":            {"[a]\nb = c d # e\n", "a.b", "c d"},
		"next line":          {"[a]\nb = c\\\n d\n", "a.b", "c d"},
		"windows":            {"[a]\r\nb = c\r\n", "a.b", "c"},
		"last wins":          {"[a]\nb = c\n[x]\ny=z\n[a]\nb = d", "a.b", "d"},
		"same line":          {"[a] b = c", "a.b", "c"},
		"byte order mark":    {"\ufeff[a]\nb = c", "a.b", "c"},
		"broken line before": {"[a\n[a]\nb = c", "a.b", "c"},
		"old sub-section":    {"[a.b]\nc = d", "a.b.c", "d"},
	} {
		t.Run(name, func(t *testing.T) {
			if got, ok := worktree.ParseConfig(c.text, c.key); got != c.want || !ok {
				t.Errorf("%s = %q, %v; want %q", c.key, got, ok, c.want)
			}
		})
	}
}

// FuzzConfig: a clone's configuration may hold any bytes.
func FuzzConfig(f *testing.F) {
	f.Add("[a \"b\"]\nc = \"d\\\n e\" # f\n[x]y")
	f.Fuzz(func(t *testing.T, text string) { worktree.ParseConfig(text, "a.b") })
}

// FuzzIndex: a clone's index may hold any bytes.
func FuzzIndex(f *testing.F) {
	for _, s := range gittest.SharedZoo(f) {
		if data, err := os.ReadFile(filepath.Join(s.Dir, ".git", "index")); err == nil {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		names, err := worktree.ParseIndex(data)
		if err == nil && len(names) > len(data) {
			t.Errorf("%d names from %d bytes", len(names), len(data))
		}
	})
}

// TestDisksSpellingWins: on a disk that ignores letter case one file has one stored path; on other disks two files stay
// two.
func TestDisksSpellingWins(t *testing.T) {
	dir := gittest.TempDir(t)
	write(t, filepath.Join(dir, "ReadMe.txt"), "1")
	if got := worktree.Listed(dir, "README.TXT"); got != "ReadMe.txt" {
		t.Errorf("Listed = %q", got)
	}
	write(t, filepath.Join(dir, "a.txt"), "1")
	write(t, filepath.Join(dir, "A.TXT"), "2")
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if got, err := open(t, dir).Rel(dir, e.Name()); got != e.Name() || err != nil {
			t.Errorf("Rel(%q) = %q, %v", e.Name(), got, err)
		}
	}
}
