package folds_test

import (
	"fmt"
	"strings"
	"testing"
)

// between puts texts around lines that both sides have, so many that two hunks do not join.
func between(comment string, parts ...string) string {
	var b strings.Builder
	for i, part := range parts {
		if i > 0 {
			for n := range 10 {
				fmt.Fprintf(&b, "%s Filler %d of %d.\n\n", comment, n, i)
			}
		}
		b.WriteString(part)
	}
	return b.String()
}

// movedIn returns a file in which a declaration is first at the beginning and then at the end.
func movedIn(path, frame, unit string) sample {
	head, tail, _ := strings.Cut(frame, "%")
	inside := func(first, last string) string {
		return head + between("//", "\n"+first, last) + tail
	}
	return sample{path, inside(unit+"\n", ""), inside("", unit)}
}

func TestADeclarationThatMovedIsFoldedAtBothEnds(t *testing.T) {
	for name, s := range map[string]sample{
		"a function of Go":       movedIn("a.go", "package a\n%", "// F counts.\nfunc F(a int) int {\n\treturn a + 1\n}\n"),
		"a method of Go":         movedIn("a.go", "package a\n%", "func (t *T) F() (int, error) {\n\treturn t.a, nil\n}\n"),
		"a type of Go":           movedIn("a.go", "package a\n%", "type T struct {\n\ta, b int\n}\n"),
		"a method of Java":       movedIn("A.java", "class A {\n%}\n", "  /** Counts. */\n  @Override\n  public int f(int a) throws B {\n    return a + 1;\n  }\n"),
		"a class of Java":        movedIn("A.java", "package a;\n%", "class B extends C {\n  int a = 1;\n  void f() {}\n}\n"),
		"a function of Rust":     movedIn("a.rs", "use a;\n%", "#[inline]\npub fn f<T: B>(a: T) -> u8 {\n    a.b()\n}\n"),
		"a type of Rust":         movedIn("a.rs", "use a;\n%", "#[derive(Debug)]\nstruct T {\n    a: u8,\n}\n"),
		"a lifetime of Rust":     movedIn("a.rs", "use a;\n%", "fn f<'a>(x: &'a str) -> char {\n    'a'\n}\n"),
		"an interface":           movedIn("a.ts", "import { a } from 'a';\n%", "export interface B {\n  a: string;\n}\n"),
		"a type of TypeScript":   movedIn("a.ts", "import { a } from 'a';\n%", "type B =\n  | 'a'\n  | 'b';\n"),
		"a shorter name of Java": movedIn("A.java", "interface A {\n%}\n", "  default int f() {\n    return 1;\n  }\n"),
	} {
		if got := kinds(reports(t, s)); got != "moved moved" {
			t.Errorf("%s: got %q for\n%s\n---\n%s", name, got, s.old, s.new)
		}
	}
}

const (
	movedFunc = "func F(r *rand.Rand) int {\n\treturn r.Int() + rand.Int()\n}\n"
	goHead    = "package a\n\nimport \"math/rand\"\n\n"
)

// apart returns two files between which a function moves.
func apart(from, fromHead, to, toHead, unit string) []sample {
	gap := between("//", "", "")
	return []sample{{from, fromHead + gap + unit, fromHead + gap}, {to, toHead + gap, toHead + gap + unit}}
}

func TestAFunctionThatMovedToAnotherFileIsFolded(t *testing.T) {
	got := reports(t, apart("x/a.go", goHead, "x/b.go", goHead, movedFunc)...)
	if kinds(got) != "moved moved" {
		t.Fatalf("got %q", kinds(got))
	}
	if proof := "Moved: func F from x/a.go:25 to x/b.go:25"; got[0].Hunks[0].Proof != proof || got[1].Hunks[0].Proof != proof {
		t.Errorf("the proofs are %q and %q", got[0].Hunks[0].Proof, got[1].Hunks[0].Proof)
	}
	if got := kinds(reports(t, apart("x/a_reader.go", goHead, "x/b.go", goHead, movedFunc)...)); got != "moved moved" {
		t.Errorf("from a name with two parts: got %q", got)
	}
	more := strings.Replace(goHead, "import", "import \"strings\"\nimport", 1)
	if got := kinds(reports(t, apart("x/a.go", more, "x/b.go", goHead, movedFunc)...)); got != "moved moved" {
		t.Errorf("with an import that it does not use: got %q", got)
	}
}

// TestAFunctionThatMeansSomethingElseInAnotherFileIsRead: its imports, its package, or when it is compiled.
func TestAFunctionThatMeansSomethingElseInAnotherFileIsRead(t *testing.T) {
	head := func(imports string) string { return "package a\n\n" + imports + "\n\n" }
	for name, c := range map[string][5]string{
		"another import":       {"x/a.go", goHead, "x/b.go", head(`import "crypto/rand"`), movedFunc},
		"another name":         {"x/a.go", goHead, "x/b.go", head(`import rand "my/rand"`), movedFunc},
		"no import":            {"x/a.go", goHead, "x/b.go", "package a\n\n", movedFunc},
		"two imports":          {"x/a.go", goHead, "x/b.go", head("import \"math/rand\"\nimport r \"my/rand\""), movedFunc},
		"another folder":       {"x/a.go", goHead, "y/b.go", goHead, movedFunc},
		"another package":      {"x/a.go", goHead, "x/b.go", strings.Replace(goHead, "package a", "package b", 1), movedFunc},
		"a test":               {"x/a.go", goHead, "x/b_test.go", goHead, movedFunc},
		"another system":       {"x/a.go", goHead, "x/b_linux.go", goHead, movedFunc},
		"another processor":    {"x/a.go", goHead, "x/b_linux_arm64.go", goHead, movedFunc},
		"from another system":  {"x/a_windows.go", goHead, "x/b.go", goHead, movedFunc},
		"a build tag":          {"x/a.go", goHead, "x/b.go", "//go:build linux\n\n" + goHead, movedFunc},
		"an old build tag":     {"x/a.go", goHead, "x/b.go", "// +build linux\n\n" + goHead, movedFunc},
		"a close build tag":    {"x/a.go", goHead, "x/b.go", "//+build linux\n\n" + goHead, movedFunc},
		"an ignored file":      {"x/a.go", goHead, "x/.b.go", goHead, movedFunc},
		"a close dot import":   {"x/a.go", goHead, "x/b.go", head("import (\n\t.\"x\"\n\t\"math/rand\"\n)"), movedFunc},
		"a comment next to it": {"x/a.go", head("import (\n\tm \"math/rand\"\n\t\"crypto/rand\" // safe\n)"), "x/b.go", head("import (\n\tm \"math/rand\"\n\t\"my/rand\" // safe\n)"), movedFunc},
		"any number of them":   {"x/a.go", goHead, "x/b.go", head(`import "my/rand"`), "func F(r ...rand.T) {\n}\n"},
		"a key of that name":   {"x/a.go", head(`import "a/go-x"`), "x/b.go", head(`import "b/go-y"`), "func F() {\n\tg(T{b: b.New()})\n}\n"},
		"a name in a block":    {"x/a.go", head(`import "a/b"`), "x/b.go", head(`import "c/b"`), "func F() {\n\tif a {\n\t\tb := 1\n\t\tg(b)\n\t}\n\tb.Do()\n}\n"},
		"a dot import":         {"x/a.go", goHead, "x/b.go", head("import . \"x\"\nimport \"math/rand\""), movedFunc},
		"an unknown name":      {"x/a.go", goHead, "x/b.go", goHead, "func F() {\n\tother.Call()\n}\n"},
		"a function of Java":   {"x/A.java", "class A {\n}\n", "x/B.java", "class A {\n}\n", "class C {\n  void f() {}\n}\n"},
		"a function of Rust":   {"x/a.rs", "use a;\n", "x/b.rs", "use a;\n", "fn f() {\n    g();\n}\n"},
		"a type of TypeScript": {"x/a.ts", "a();\n", "x/b.ts", "a();\n", "interface A {\n  b: C;\n}\n"},
		"a function of Python": {"x/a.py", "a = 1\n", "x/b.py", "a = 1\n", "def f():\n    g()\n"},
		"C":                    {"x/a.go", goHead, "x/b.go", head("import \"C\"\nimport \"math/rand\""), movedFunc},
		"another file of Go":   {"x/a.go", goHead, "x/b.go", goHead, "func init() {\n\tg()\n}\n"},
		"a variable of Go":     {"x/a.go", goHead, "x/b.go", goHead, "var a = f()\n"},
	} {
		mustRead(t, name, apart(c[0], c[1], c[2], c[3], c[4])...)
	}
}

// TestADeclarationWhoseOrderActsIsRead: variables, constants, initialisers, members of enumerations, statements.
func TestADeclarationWhoseOrderActsIsRead(t *testing.T) {
	for _, c := range []struct{ path, frame, unit string }{
		{"a.go", "package a\n%", "var a = f()\n"},
		{"a.go", "package a\n%", "var (\n\ta = f()\n)\n"},
		{"a.go", "package a\n%", "const a = 1\n"},
		{"a.go", "package a\n%", "func init() {\n\tf()\n}\n"},
		{"a_test.go", "package a\n%", "func TestF(t *testing.T) {\n\tf(t)\n}\n"},
		{"a.go", "package a\n\nconst (\n%)\n", "\ta = iota\n"},
		{"a.go", "package a\n\ntype T struct {\n%}\n", "\ta int\n"},
		{"a.go", "package a\n\nfunc f() {\n%}\n", "\tg()\n"},
		{"a.go", "package a\n\nfunc f() {\n%}\n", "\tgo func() {\n\t\tg()\n\t}()\n"},
		{"a.go", "package a\n%", "//go:noinline\nfunc f() {\n\tg()\n}\n"},
		{"A.java", "class A {\n%}\n", "  int a = f();\n"},
		{"A.java", "class A {\n%}\n", "  static {\n    f();\n  }\n"},
		{"A.java", "class A {\n%}\n", "  {\n    f();\n  }\n"},
		{"A.java", "class A {\n%}\n", "  int[] a = {1, 2};\n"},
		{"A.java", "class A {\n%}\n", "  F a = new F() {\n    void g() {}\n  };\n"},
		{"A.java", "class A {\n%}\n", "  @Bean\n  F f() {\n    return g();\n  }\n"},
		{"A.java", "class A {\n%}\n", "  @Test @Order(1) void f() {\n    g();\n  }\n"},
		{"A.java", "enum A {\n%}\n", "  B,\n"},
		{"A.java", "enum A {\n%}\n", "  B { void f() {} },\n"},
		{"A.java", "class A {\n  void f() {\n%  }\n}\n", "    g();\n"},
		{"A.java", "class A {\n  void f() {\n%  }\n}\n", "    if (a) {\n      g();\n    }\n"},
		{"A.java", "class A {\n  fn f() {\n%  }\n}\n", "    if (a) {\n      g();\n    }\n"},
		{"A.java", "class A {\n  record f(int a) {\n%  }\n}\n", "    if (a) {\n      g();\n    }\n"},
		{"a.go", "package a\n\n//go:nosplit\n\n// The reason.\n%", "func f() {\n\tg()\n}\n"},
		{"a.ts", "if (a)\n%b();\n", "  type B = string;\n"},
		{"a.ts", "a = b\n%[c].d();\n", "type B = string;\n"},
		{"a.ts", "a();\n%", "type B = keyof\n"},
		{"a.ts", "a();\n%", "type in f();\n"},
		{"a.ts", "a();\n%", "interface B\n"},
		{"a.rs", "thread_local! {}\n%", "fn f() {\n    g();\n}\n"},
		{"a.rs", "#[macro_use]\nmod m;\n%", "fn f() {\n    g();\n}\n"},
		{"a.rs", "impl A {\n    #![cfg(a)]\n%}\n", "    fn f(&self) {\n        g();\n    }\n"},
		{"a.rs", "use a;\n%", "const A: u8 = 1;\n"},
		{"a.rs", "use a;\n%", "static A: F = f();\n"},
		{"a.rs", "use a;\n%", "macro_rules! a {\n    () => {};\n}\n"},
		{"a.rs", "use a;\n%", "thread_local! {\n    static A: u8 = 1;\n}\n"},
		{"a.rs", "use a;\n%", "#[ctor]\nfn f() {\n    g();\n}\n"},
		{"a.rs", "use a;\n%", "#[macro_use]\nmod a {\n    fn f() {}\n}\n"},
		{"a.rs", "enum A {\n%}\n", "    B,\n"},
		{"a.rs", "fn f() {\n%}\n", "    g();\n"},
		{"a.rs", "macro_rules! m { () => {} }\n%", "fn f() {\n    m!();\n}\n"},
		{"a.ts", "a();\n%", "const a = f();\n"},
		{"a.ts", "a();\n%", "function f() {\n  g();\n}\n"},
		{"a.ts", "a();\n%", "class A {\n  b = f();\n}\n"},
		{"a.ts", "a();\n%", "enum A {\n  B,\n}\n"},
		{"a.ts", "interface A { a(b: C): D }\n%", "interface A {\n  a(b: E): F;\n}\n"},
		{"a.ts", "a();\n%", "export default interface A {\n  b: C;\n}\n"},
		{"a.js", "a();\n%", "f();\n"},
		{"a.py", "a()\n%", "def f():\n    g()\n"},
		{"a.rb", "a()\n%", "def f\n  g\nend\n"},
		{"a.c", "a();\n%", "int f() {\n  return g();\n}\n"},
		{"a.cpp", "a();\n%", "int a = f();\n"},
	} {
		mustRead(t, "an order that acts", movedIn(c.path, c.frame, c.unit))
	}
}

// TestADeclarationThatChangedAndMovedIsRead: also if it was only copied, or is in the change with something else.
func TestADeclarationThatChangedAndMovedIsRead(t *testing.T) {
	unit := "func F(a int) int {\n\treturn a + 1\n}\n"
	for _, change := range [][2]string{
		{"a + 1", "a + 2"},
		{"a + 1", "a - 1"},
		{"a int", "a uint"},
		{"F", "G"},
		{"return", "panic"},
		{"a + 1", "a+ +1"},
		{"\treturn a + 1\n", ""},
		{"\treturn", "\tg()\n\treturn"},
		{"(a int)", "(a, b int)"},
		{"a + 1", "\"a + 1\""},
	} {
		s := movedIn("a.go", "package a\n%", unit)
		mustRead(t, "a change", sample{s.path, s.old, swapped(t, s.new, change[0], change[1])})
		mustRead(t, "a change", sample{s.path, swapped(t, s.old, change[0], change[1]), s.new})
	}
	s := movedIn("a.go", "package a\n%", unit)
	text := "var s = `a\nb`\n"
	mustRead(t, "with a blank line in a string", sample{"a.go", "package a\n\n" + unit + "\n" + text, "package a\n\n" + strings.Replace(text, "a\n", "a\n\n", 1) + "\n" + unit})
	mustRead(t, "copied", sample{s.path, s.new, s.new + "\n" + strings.Replace(unit, "F", "G", 1)})
	if got := kinds(reports(t, sample{s.path, s.old, s.new + "\nvar b = 1\n"})); got != "moved read" {
		t.Errorf("an end with another line: got %q", got)
	}
}

// TestAStatementThatMovedIsPale: it is shown, as its order may act.
func TestAStatementThatMovedIsPale(t *testing.T) {
	got := reports(t, movedIn("a.py", "def f():\n%", "    charge(customer, order)\n"))[0]
	if len(got.Hunks) != 2 || len(got.Hunks[0].Pale[0]) == 0 || len(got.Hunks[1].Pale[1]) == 0 {
		t.Errorf("got %+v", got.Hunks)
	}
	inner := reports(t, sample{"a.py", "if a:\n    charge(customer)\nlog(order)\n", "if a:\n    pass\ncharge(customer)\nlog(order)\n"})[0]
	if len(inner.Hunks[0].Pale[0])+len(inner.Hunks[0].Pale[1]) != 0 {
		t.Errorf("a line with another indentation is pale: %+v", inner.Hunks)
	}
}
