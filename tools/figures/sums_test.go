package main

import "testing"

func TestOnlyLinesOfCodeAreCounted(t *testing.T) {
	for text, want := range map[string]int{
		"package a\n\n// b\nvar c = `d\n// e\n\nf`\n":   5,
		"package a // b\n\n/* c\nd */\nfunc e() {\n}\n": 3,
	} {
		if got := goLines([]byte(text)); got != want {
			t.Errorf("%d lines, want %d, of\n%s", got, want, text)
		}
	}
	for text, want := range map[string]int{
		"// a\nconst b = \"http://c\";\n\n/** d\n * e */\nf(`g\n// h\n`);\n": 4,
		"a(); // b\n/* c */ d();\n": 2,
	} {
		if got := scriptLines(text); got != want {
			t.Errorf("%d lines, want %d, of\n%s", got, want, text)
		}
	}
	for file, want := range map[string]string{
		"gitstore/store.go": "product", "gitstore/store_test.go": "", "internal/gittest/git.go": "", "tools/gen/main.go": "tools",
		"extension/src/tree.ts": "typescript", "extension/page/setup.ts": "typescript",
		"extension/test/unit/tree.ts": "", "internal/verb/verbtest/a.go": "",
	} {
		if got := partOf(file); got != want {
			t.Errorf("%s counts as %q, want %q", file, got, want)
		}
	}
}
