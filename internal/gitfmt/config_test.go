package gitfmt

import "testing"

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
			var read Config
			read.Parse(c.text)
			if got := read.Get(c.key); got != c.want {
				t.Errorf("%s = %q, want %q", c.key, got, c.want)
			}
		})
	}
}

// FuzzConfig: a clone's configuration may hold any bytes.
func FuzzConfig(f *testing.F) {
	f.Add("[a \"b\"]\nc = \"d\\\n e\" # f\n[x]y")
	f.Fuzz(func(t *testing.T, text string) { new(Config).Parse(text) })
}
