package folds_test

import (
	"fmt"
	"strings"
	"testing"
)

const (
	goFile = `package cart

func Total(prices []int) int {
	sum := 0
	for _, price := range prices {
		sum += price
	}
	return sum
}
`
	javaFile = `package cart;

class Cart {
    int total(int[] prices) {
        int sum = 0;
        for (int price : prices) {
            sum += price;
        }
        return sum;
    }
}
`
	rustFile = `fn total(prices: &[u32]) -> u32 {
    let mut sum = 0;
    for price in prices {
        sum += price;
    }
    sum
}
`
	scriptFile = `export function total(prices) {
  let sum = 0;
  for (const price of prices) {
    sum += price;
  }
  return sum;
}
`
)

func TestAnotherLayoutIsFolded(t *testing.T) {
	for name, c := range map[string]struct {
		sample
		want string
	}{
		"indentation of Go":               {sample{"a.go", goFile, swapped(t, goFile, "\t\tsum", "\t\t\tsum")}, "reindented"},
		"indentation of Java":             {sample{"A.java", javaFile, swapped(t, javaFile, "    ", "  ")}, "reindented"},
		"indentation of Rust":             {sample{"a.rs", rustFile, swapped(t, rustFile, "    ", "\t")}, "read"},
		"indentation of JavaScript":       {sample{"a.js", scriptFile, swapped(t, scriptFile, "  ", "\t")}, "reindented"},
		"alignment of Go":                 {sample{"a.go", "package a\n\ntype T struct {\n\ta int\n\tbc string\n}\n", "package a\n\ntype T struct {\n\ta  int\n\tbc string\n}\n"}, "reformatted"},
		"a call of Go on three lines":     {sample{"a.go", "package a\n\nvar x = f(a, b,\n)\n", "package a\n\nvar x = f(\n\ta, b,\n)\n"}, "reformatted"},
		"a chain of JavaScript":           {sample{"a.ts", "const x = a.b().c();\n", "const x = a\n  .b()\n  .c();\n"}, "reformatted"},
		"operators of JavaScript":         {sample{"a.ts", "const x = a && b || c;\n", "const x =\n  a &&\n  b || c;\n"}, "reformatted"},
		"arguments of Java":               {sample{"A.java", "class A { void f() {\n  g(a, b);\n} }\n", "class A { void f() {\n  g(\n    a,\n    b);\n} }\n"}, "reformatted"},
		"a brace of Java":                 {sample{"A.java", "class A {\n  void f() {\n    g();\n  }\n}\n", "class A\n{\n  void f()\n  {\n    g();\n  }\n}\n"}, "reformatted"},
		"a comment of Java":               {sample{"A.java", "/**\n * Counts.\n */\nclass A {}\n", "  /**\n   * Counts.\n   */\nclass A {}\n"}, "reindented"},
		"blank lines":                     {sample{"a.go", goFile, swapped(t, goFile, "\treturn", "\n\treturn")}, "reformatted"},
		"arguments of Rust":               {sample{"a.rs", "fn f() {\n    g!(a, b);\n}\n", "fn f() {\n    g!(\n        a, b);\n}\n"}, "read"},
		"carriage returns stay":           {sample{"A.java", strings.ReplaceAll(javaFile, "\n", "\r\n"), strings.ReplaceAll(swapped(t, javaFile, "    ", "  "), "\n", "\r\n")}, "reindented"},
		"a string next to the change":     {sample{"a.go", "package a\n\nvar s = `\n x\n`\n\nvar ( a=1 )\n", "package a\n\nvar s = `\n x\n`\n\nvar (a=1)\n"}, "reformatted"},
		"a pattern next to the change":    {sample{"a.js", "const p = /[/ ]'/g;\nf( a );\n", "const p = /[/ ]'/g;\nf(a);\n"}, "reformatted"},
		"a comparison next to the change": {sample{"a.js", "for (let i = 0; i < n && i++ < a[0] << 2 && f(i) < 2; ) g();\nf( a );\n", "for (let i = 0; i < n && i++ < a[0] << 2 && f(i) < 2; ) g();\nf(a);\n"}, "reformatted"},
		"a division next to the change":   {sample{"a.js", "x = a.in / 2 + this.#in / b[0] / 3;\nf( a );\n", "x = a.in / 2 + this.#in / b[0] / 3;\nf(a);\n"}, "reformatted"},
		"a macro that moves as a whole":   {sample{"a.rs", "fn f() {\n    g!(\n        a,\n    );\n}\n", "fn f() {\n        g!(\n            a,\n        );\n}\n"}, "read"},
		"a macro in one line":             {sample{"a.rs", "fn f() {\n    g!(a);\n}\n", "fn f() {\n  g!(a);\n}\n"}, "read"},
		"columns that a macro reads":      {sample{"a.rs", "python! {\n    if a:\n        b()\n        c()\n}\n", "python! {\n    if a:\n        b()\n    c()\n}\n"}, "read"},
		"a template next to the change":   {sample{"a.js", "const p = `a ${b[`c`]} '`;\nf( a );\n", "const p = `a ${b[`c`]} '`;\nf(a);\n"}, "reformatted"},
		"a lifetime next to the change":   {sample{"a.rs", "fn f<'a>(x: &'a str) -> char { 'a' }\nfn g(a: u8) {}\n", "fn f<'a>(x: &'a str) -> char { 'a' }\n  fn g(a: u8) {}\n"}, "read"},
	} {
		if got := kinds(reports(t, c.sample)); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// TestIndentationThatMeansSomethingIsRead: in these languages, and in those that are not known.
func TestIndentationThatMeansSomethingIsRead(t *testing.T) {
	for _, name := range []string{
		"a.py", "a.pyi", "a.yaml", "a.yml", "Makefile", "a.mk", "a.md", "a.rst", "a.hs", "a.lhs", "a.nim", "a.fs", "a.coffee", "a.pug", "a.haml",
		"a.sass", "a.slim", "a.elm", "a.cabal", "a.txt", "a", "a.c", "a.cs", "a.kt", "a.json", "a.toml", "a.sh", "a.tf", "a.GO", "a.go.txt",
	} {
		mustRead(t, "indentation", sample{name, "if a:\n  b()\nc()\n", "if a:\n  b()\n  c()\n"})
	}
}

// TestTextInsideAStringIsRead: white space in it is a value.
func TestTextInsideAStringIsRead(t *testing.T) {
	quotes := map[string][]string{
		"a.go":   {"package a\n\nvar s = `%s`\n", "package a\n\nvar s = \"%s\"\n"},
		"A.java": {"class A { String s = \"\"\"\n%s\n\"\"\"; }\n", "class A { String s = \"%s\"; }\n"},
		"a.rs":   {"const S: &str = \"%s\";\n", "const S: &str = r#\"%s\"#;\n", "const S: &[u8] = br\"%s\";\n"},
		"a.js":   {"const s = `%s`;\n", "const s = '%s';\n", "const s = \"%s\";\n", "const p = /%s/;\n", "const s = `${`%s`}`;\n"},
		"a.ts":   {"const s = `%s`;\n", "const s = `a${b}%s`;\n", "type T = '%s';\n", "if (x) { y = /%s/.test(z) }\n"},
	}
	n := 0
	for path, forms := range quotes {
		for _, form := range forms {
			for _, change := range [][2]string{{"a b", "a  b"}, {"a b", "ab"}, {" a b", "a b"}, {"a\tb", "a b"}} {
				n++
				mustRead(t, "a string", sample{path, fmt.Sprintf(form, change[0]), fmt.Sprintf(form, change[1])})
			}
		}
	}
	for _, path := range []string{"a.go", "a.js"} {
		for by := range 5 {
			n++
			inside := "package a\nvar s = `\n  one\n  two\n`\n"
			mustRead(t, "lines of a string", sample{path, inside, swapped(t, inside, "  one", strings.Repeat(" ", by+3)+"one")})
		}
	}
	if n < 20 {
		t.Errorf("only %d cases", n)
	}
}

// TestACommentForAProgramIsRead: also where only its indentation changed, or only what is next to it.
func TestACommentForAProgramIsRead(t *testing.T) {
	for _, said := range []string{
		"//go:build linux", "//go:embed a.txt", "//nolint:errcheck", "//line a.go:1", "//export f", "// +build linux", "//lint:ignore U1000 x",
		"// eslint-disable-next-line no-undef", "/* eslint-env node */", "// @ts-ignore", "// prettier-ignore", "/* istanbul ignore next */",
		"// c8 ignore next", "/* global x */", "/* @__PURE__ */", "// noinspection Unused", "//CHECKSTYLE:OFF", "// NOLINT", "//region a",
		"/// <reference path=\"a\" />", "// clang-format off", "// biome-ignore lint: x", "// Output:", "//sourceMappingURL=a",
	} {
		mustRead(t, said, sample{"a.go", "package a\n\n" + said + "\nfunc f() {\n\tg( a )\n}\n", "package a\n\n\t" + said + "\nfunc f() {\n\tg( a )\n}\n"})
		mustRead(t, said, sample{"a.js", "f(a);\n" + said + "\nf( a );\n", "f(a);\n" + said + "\nf(a);\n"})
	}
}

// TestALineBreakThatEndsAStatementIsRead: JavaScript and Go insert semicolons there.
func TestALineBreakThatEndsAStatementIsRead(t *testing.T) {
	for _, c := range [][2]string{
		{"return\nx", "return x"},
		{"return x", "return\nx"},
		{"throw x", "throw\nx"},
		{"break\na", "break a"},
		{"continue\na", "continue a"},
		{"yield\nx", "yield x"},
		{"a\n++b", "a++\nb"},
		{"a\n--b", "a--\nb"},
		{"a\n(b)", "a(b)"},
		{"a\n[b]", "a[b]"},
		{"a\n`b`", "a`b`"},
		{"a\n+b", "a +b"},
		{"a\n-b", "a -b"},
		{"a\n/b/g", "a /b/g"},
		{"let\nx", "let x"},
		{"async\nfunction f() {}", "async function f() {}"},
		{"type\nA = b", "type A = b"},
		{"a\n!b", "a!b"},
		{"x = {}\n(a)", "x = {}(a)"},
		{"a\n*b() {}", "a*b() {}"},
		{"a = b\nc", "a = b c"},
		{"return\n.5", "return .5"},
		{"yield\n.5", "yield .5"},
	} {
		for _, path := range []string{"a.js", "a.ts"} {
			mustRead(t, "a line break", sample{path, "f() {\n" + c[0] + "\n}\n", "f() {\n" + c[1] + "\n}\n"})
		}
		if !strings.ContainsAny(c[0]+c[1], "`/!") {
			mustRead(t, "a line break", sample{"a.go", "package a\n\nfunc f() {\n" + c[0] + "\n}\n", "package a\n\nfunc f() {\n" + c[1] + "\n}\n"})
		}
	}
}

// TestTokensThatAreOneOrTwoAreRead: with white space between them they mean something else.
func TestTokensThatAreOneOrTwoAreRead(t *testing.T) {
	for _, c := range [][2]string{
		{"a - -b", "a--b"},
		{"a + +b", "a++b"},
		{"a & &b", "a &&b"},
		{"a = =b", "a == b"},
		{"a < -b", "a <-b"},
		{"a ! = b", "a != b"},
		{"a : = b", "a := b"},
		{"a / /b", "a //b"},
		{"a > > b", "a >> b"},
		{"a | | b", "a || b"},
		{"a . . b", "a .. b"},
		{"a = > b", "a => b"},
		{"a - > b", "a -> b"},
		{"a : : b", "a :: b"},
		{"a * *b", "a ** b"},
		{"ab", "a b"},
		{"a1", "a 1"},
		{"1 .5", "1.5"},
		{"a % = b", "a %= b"},
		{"a ^ = b", "a ^= b"},
		{"/* a */ b", "// a\nb"},
	} {
		for _, path := range []string{"a.go", "A.java", "a.rs", "a.js"} {
			mustRead(t, "operators", sample{path, "x(\n" + c[0] + "\n)\n", "x(\n" + c[1] + "\n)\n"})
		}
	}
}

// TestAFileThatIsNotUnderstoodIsRead: the report says why nothing was analysed.
func TestAFileThatIsNotUnderstoodIsRead(t *testing.T) {
	for _, c := range []struct{ path, text, why string }{
		{"a.py", "x", "no rules for this kind of file"},
		{"a.go", "package a /* x", "its syntax is not known here"},
		{"a.go", "package a\nvar s = \"", "its syntax is not known here"},
		{"a.go", "package a\nfunc f() {", "its syntax is not known here"},
		{"a.go", "package a\nfunc f(] {}", "its syntax is not known here"},
		{"a.go", "package a\nimport \"C\"", "its syntax is not known here"},
		{"a.go", "package a\rvar x int", "its syntax is not known here"},
		{"a.go", "package a // \u2028x", "its syntax is not known here"},
		{"a.go", "\ufeffpackage a", "its syntax is not known here"},
		{"a.go", "package a // \xff", "it is not text in UTF-8"},
		{"a.go", "package a\r\n\nvar x int", "its line ends differ"},
		{"a.go", strings.Repeat("/", 1<<20), "the change is too large"},
		{"A.java", `class A { String s = "\u0022; }`, "its syntax is not known here"},
		{"a.js", "x = <a>it's</a>", "its syntax is not known here"},
		{"a.js", "x = <a b='c'/>", "its syntax is not known here"},
		{"a.js", "x = {} / 2", "its syntax is not known here"},
		{"a.js", "x++ / 2 / y", "its syntax is not known here"},
		{"a.js", "if (a) /b/.test(c)", "its syntax is not known here"},
		{"a.js", "a\n/b/.test(c)", "its syntax is not known here"},
		{"a.ts", "x = y as A<B> / 2", "its syntax is not known here"},
		{"a.js", "x = of / 2", "its syntax is not known here"},
		{"a.js", "x = [...typeof /a/]", "its syntax is not known here"},
		{"a.js", "x = <a>b</ a>", "its syntax is not known here"},
		{"a.js", "x = <a>b< /a>", "its syntax is not known here"},
		{"a.js", "x = <a b='\\' / // c\n>", "its syntax is not known here"},
		{"a.js", "x = <a>'</a> + ' b ' // '", "its syntax is not known here"},
		{"a.tsx", "if (a) <b>'</b> // '", "its syntax is not known here"},
		{"a.jsx", "return <a>'</a> // '", "its syntax is not known here"},
		{"a.mjs", "debugger\n<a>'</a> // '", "its syntax is not known here"},
		{"a.js", "x\n--> `\ny = ` a b `\n--> `", "its syntax is not known here"},
		{"a.js", "x = typeof\u00a0/`/; // `", "its syntax is not known here"},
		{"A.java", `class A { String s = "\uu0022; }`, "its syntax is not known here"},
		{"A.java", "#!/usr/bin/java --source 21\nclass A {}", "its syntax is not known here"},
		{"a.rs", "#!/*\n\" \n */ [allow(x)] const S: &str = \"a b\"; // \"", "its syntax is not known here"},
		{"a.js", "x <!-- y", "its syntax is not known here"},
		{"a.js", "`${a /* } */}`", "its syntax is not known here"},
		{"a.js", strings.Repeat("`${", 30) + "1" + strings.Repeat("}`", 29), "its syntax is not known here"},
		{"a.rs", "/* /* */", "its syntax is not known here"},
		{"a.rs", "r##\"\"#", "its syntax is not known here"},
	} {
		got := reports(t, sample{c.path, c.text + "\n ( a )\n", c.text + "\n (a)\n"})[0]
		if got.Skipped != c.why || kinds(reports(t, sample{c.path, c.text + "\n ( a )\n", c.text + "\n (a)\n"})) != "read" {
			t.Errorf("%s %.40q: skipped %q, want %q", c.path, c.text, got.Skipped, c.why)
		}
	}
}
