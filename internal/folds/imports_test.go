package folds_test

import (
	"strings"
	"testing"
)

func TestImportsInAnotherOrderAreFolded(t *testing.T) {
	for name, c := range map[string]struct {
		sample
		want string
	}{
		"Go":                   {sample{"a.go", "package a\n\nimport (\n\t\"b\"\n\t\"a\"\n)\n", "package a\n\nimport (\n\t\"a\"\n\t\"b\"\n)\n"}, "imports"},
		"Go with names":        {sample{"a.go", "package a\n\nimport (\n\tx \"b\"\n\n\t\"a\"\n)\n", "package a\n\nimport (\n\t\"a\"\n\tx \"b\"\n)\n"}, "imports"},
		"single ones of Go":    {sample{"a.go", "package a\n\nimport \"b\"\nimport \"a\"\n", "package a\n\nimport \"a\"\nimport \"b\"\n"}, "imports"},
		"Java":                 {sample{"A.java", "package a;\n\nimport b.C;\nimport a.*;\n\nclass A {}\n", "package a;\n\nimport a.*;\nimport b.C;\n\nclass A {}\n"}, "imports"},
		"static ones of Java":  {sample{"A.java", "import static b.C.d;\nimport a.B;\nclass A {}\n", "import a.B;\n\nimport static b.C.d;\nclass A {}\n"}, "imports"},
		"Rust":                 {sample{"a.rs", "use b::C;\nuse a::{D, e as f};\n\nfn g() {}\n", "use a::{D, e as f};\nuse b::C;\n\nfn g() {}\n"}, "imports"},
		"public ones of Rust":  {sample{"a.rs", "pub(crate) use b::C;\npub use a::*;\n", "pub use a::*;\npub(crate) use b::C;\n"}, "imports"},
		"in two hunks":         {sample{"a.go", "package a\n\nimport (\n\t\"b\"\n" + many("c") + "\t\"a\"\n)\n", "package a\n\nimport (\n" + many("c") + "\t\"a\"\n\t\"b\"\n)\n"}, "imports imports"},
		"and a line to read":   {sample{"a.go", "package a\n\nimport (\n\t\"b\"\n\t\"a\"\n)\n" + strings.Repeat("\n", 8) + "var x = 1\n", "package a\n\nimport (\n\t\"a\"\n\t\"b\"\n)\n" + strings.Repeat("\n", 8) + "var x = 2\n"}, "imports read"},
		"and one in its hunk":  {sample{"a.go", "package a\n\nimport (\n\t\"b\"\n\t\"a\"\n)\n\nvar x = 1\n", "package a\n\nimport (\n\t\"a\"\n\t\"b\"\n)\n\nvar x = 2\n"}, "read"},
		"and one more of them": {sample{"a.go", "package a\n\nimport (\n\t\"b\"\n\t\"a\"\n)\n", "package a\n\nimport (\n\t\"a\"\n\t\"b\"\n\t\"c\"\n)\n"}, "read"},
	} {
		if got := kinds(reports(t, c.sample)); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// many returns a list of imports of Go, longer than what joins two hunks.
func many(name string) string {
	var b strings.Builder
	for range 8 {
		name += "c"
		b.WriteString("\t\"" + name + "\"\n")
	}
	return b.String()
}

// TestImportsWhoseOrderActsAreRead: also those that are not quite the same, and in languages where importing runs code.
func TestImportsWhoseOrderActsAreRead(t *testing.T) {
	for _, c := range []struct{ path, frame, a, b string }{
		{"a.go", "package a\n\nimport (\n%)\n", "\t_ \"b\"\n", "\t_ \"a\"\n"},
		{"a.go", "package a\n\nimport (\n%)\n", "\t_ \"b\"\n", "\t\"a\"\n"},
		{"a.go", "package a\n\nimport (\n%)\n", "\t. \"b\"\n", "\t. \"a\"\n"},
		{"a.go", "package a\n\nvar x = f(\n%)\n", "\t\"b\",\n", "\t\"a\",\n"},
		{"a.go", "package a\n\nconst (\n%)\n", "\ta = iota\n", "\tb = iota\n"},
		{"a.go", "package a\n\nvar x = `import (\n%)`\n", "\t\"b\"\n", "\t\"a\"\n"},
		{"a.go", "package a\n\nimport (\n%)\n", "\t//go:embed x\n\t\"b\"\n", "\t\"a\"\n"},
		{"a.py", "%", "import b\n", "import a\n"},
		{"a.py", "%", "from b import c\n", "from a import c\n"},
		{"a.js", "%", "import b from 'b';\n", "import a from 'a';\n"},
		{"a.js", "%", "import 'b';\n", "import 'a';\n"},
		{"a.ts", "%", "import { b } from 'b';\n", "import { a } from 'a';\n"},
		{"a.js", "%", "const b = require('b');\n", "const a = require('a');\n"},
		{"a.rb", "%", "require 'b'\n", "require 'a'\n"},
		{"a.c", "%", "#include <b.h>\n", "#include <a.h>\n"},
		{"a.css", "%", "@import 'b';\n", "@import 'a';\n"},
		{"a.php", "%", "use B;\n", "use A;\n"},
		{"a.rs", "%", "#[macro_use]\nextern crate b;\n", "extern crate a;\n"},
		{"a.rs", "fn f() {\n%}\n", "    g();\n", "    h();\n"},
		{"a.rs", "%", "mod b;\n", "mod a;\n"},
		{"a.rs", "#[cfg(test)]\n%", "use b::C;\n", "use a::D;\n"},
		{"a.rs", "#[cfg(test)]\n// The reason.\n%", "use b::C;\n", "use a::D;\n"},
		{"A.java", "class A {\n%}\n", "  int b = 1;\n", "  int a = 2;\n"},
		{"A.java", "/*\n%*/\nclass A {}\n", "import b.C;\n", "import a.B;\n"},
		{"A.java", "%class A {}\n", "import b.C; int x;\n", "import a.B;\n"},
	} {
		put := func(lines string) string { return strings.Replace(c.frame, "%", lines, 1) }
		mustRead(t, "imports", sample{c.path, put(c.a + c.b), put(c.b + c.a)})
		mustRead(t, "another import", sample{c.path, put(c.a), put(c.b)})
	}
}
