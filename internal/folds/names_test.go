package folds_test

import (
	"strings"
	"testing"
)

const nameFile = `package cart

import "fmt"

// Total adds the prices.
func Total(prices []int) int {
	sum := 0
	for _, price := range prices {
		sum += price
	}
	fmt.Println(sum)
	return sum
}

func apply(rate int, carts ...cart) (int, error) {
	var left int
	for i := range carts {
		left += rate * carts[i].size
	}
	return left, check(left)
}

func check(amount int) error {
	if amount < 0 {
		return errNegative
	}
	return nil
}

type cart struct {
	size int
}

var errNegative = fmt.Errorf("negative")
`

// renamedIn puts one name in place of another, where it is not part of a longer one.
func renamedIn(text, old, now string) string {
	var b strings.Builder
	letter := func(i int) bool {
		return i >= 0 && i < len(text) && (text[i] == '_' || text[i] >= 'a' && text[i] <= 'z' || text[i] >= 'A' && text[i] <= 'Z' || text[i] >= '0' && text[i] <= '9')
	}
	for i := 0; i < len(text); {
		if strings.HasPrefix(text[i:], old) && !letter(i-1) && !letter(i+len(old)) {
			b.WriteString(now)
			i += len(old)
			continue
		}
		b.WriteByte(text[i])
		i++
	}
	return b.String()
}

func TestANameInPlaceOfAnotherIsFolded(t *testing.T) {
	for _, name := range []string{"sum", "rate", "left", "amount", "check", "apply"} {
		for _, h := range reports(t, sample{"cart.go", nameFile, renamedIn(nameFile, name, "other")})[0].Hunks {
			if !strings.HasPrefix(h.Proof, "Renamed") {
				t.Errorf("%s: a hunk is %q", name, h.Proof)
			}
		}
	}
	for _, body := range []string{
		"func f(old, a int) {\n\tg(old)\n}",
		"func f() {\n\told := 1\n\tswitch a {\n\tcase old:\n\t}\n}",
		"func f() {\n\tfor a, old := range x {\n\t\tg(a, old)\n\t}\n}",
	} {
		was := "package a\n\n" + body + "\n"
		if got := kinds(reports(t, sample{"a.go", was, renamedIn(was, "old", "fresh")})); got != "renamed" {
			t.Errorf("got %q for\n%s", got, was)
		}
	}
	both := renamedIn(renamedIn(nameFile, "sum", "whole"), "amount", "given")
	got := reports(t, sample{"cart.go", nameFile, both})[0].Hunks
	if want := "Renamed sum to whole, 4 places in 1 file"; !strings.Contains(got[0].Proof, want) {
		t.Errorf("two names: got %+v, want %q", got[0], want)
	}
}

func TestANameOfAPackageIsFoldedInAllItsFiles(t *testing.T) {
	user := "package cart\n\nfunc use() error {\n\treturn check(1)\n}\n"
	files := []sample{
		{"x/cart.go", nameFile, renamedIn(nameFile, "check", "verify")},
		{"x/use.go", user, renamedIn(user, "check", "verify")},
	}
	got := reports(t, files...)
	for i, r := range got {
		for _, h := range r.Hunks {
			if want := "Renamed check to verify, 3 places in 2 files"; h.Proof != want {
				t.Errorf("%s: got %q, want %q", files[i].path, h.Proof, want)
			}
		}
	}
	for what, s := range map[string][2]sample{
		"a package of tests": {files[0], {"x/use_test.go", strings.Replace(user, "cart", "cart_test", 1), renamedIn(strings.Replace(user, "cart", "cart_test", 1), "check", "verify")}},
		"one system":         {{"x/cart_linux.go", nameFile, renamedIn(nameFile, "check", "verify")}, files[1]},
		"a test":             {{"x/cart_test.go", nameFile, renamedIn(nameFile, "check", "verify")}, files[1]},
	} {
		if got := reports(t, s[0], s[1])[1].Hunks[0]; got.Proof != "" {
			t.Errorf("declared in %s: %+v", what, got)
		}
	}
	mustRead(t, "left in one file", files[0], sample{"x/use.go", user, strings.Replace(user, "check(1)", "check(2)", 1)})
	mustRead(t, "another package", sample{"x/use.go", user, renamedIn(user, "check", "verify")}, sample{"y/cart.go", nameFile, renamedIn(nameFile, "check", "verify") + "\nvar b = 1\n"}, sample{"y/b.go", "package cart\n\nfunc check() {}\n", "package cart\n\nfunc check() { b() }\n"})
	mustRead(t, "declared elsewhere", files[1])
	mustRead(t, "there before in another file", files[0], sample{"x/use.go", user + "\nvar verify = 1\n", renamedIn(user, "check", "verify") + "\nvar verified = 1\n"})
}

// TestANameThatOthersCanSeeIsRead: fields, keys, strings, exported names, and names that were there before.
func TestANameThatOthersCanSeeIsRead(t *testing.T) {
	frame := func(body string) string { return "package a\n\n" + body + "\n" }
	for what, body := range map[string]string{
		"an exported function":        "func Old() {}\nfunc f() { Old() }",
		"an exported variable":        "var Old = 1",
		"an exported type":            "type Old struct{}",
		"a field":                     "type T struct {\n\told int\n}",
		"an exported field":           "type T struct {\n\tOld int `json:\"x\"`\n}",
		"a key":                       "func f() {\n\told := 1\n\tg(T{old: old})\n}",
		"a selector":                  "func f() {\n\told := 1\n\tg(old, t.old)\n}",
		"a method":                    "type T int\nfunc (t T) old() {}",
		"a method of an interface":    "type T interface {\n\told() int\n}",
		"an embedded type":            "type old struct{}\ntype T struct {\n\told\n}",
		"a label":                     "func f() {\nold:\n\tfor {\n\t\tcontinue old\n\t}\n}",
		"a name in a string":          "func f() {\n\told := 1\n\tg(`{{.old}}`, old)\n}",
		"a name in a directive":       "//go:linkname old x.y\nfunc old() {}",
		"an import":                   "import old \"x\"\nfunc f() { old.F() }",
		"the package":                 "func f() {\n\told.F()\n}",
		"a name that is not declared": "func f() {\n\tg(old)\n}",
		"the head of a loop":          "func f() {\n\tfor old := range x {\n\t\tg(old)\n\t}\n\tg(old)\n}",
		"the head of a condition":     "func f() {\n\tif old := g(); old {\n\t}\n\tg(old)\n}",
		"two values of a loop":        "func f() {\n\tfor a, old := range x {\n\t\tg(a, old)\n\t}\n\tg(old)\n}",
		"another block":               "func f() {\n\tif a {\n\t\told := 1\n\t\tg(old)\n\t}\n\tg(old)\n}",
		"another case":                "func f() {\n\tswitch a {\n\tcase 1:\n\t\tg()\n\t\told := 1\n\t\tg(old)\n\tcase 2:\n\t\tg(old)\n\t}\n}",
		"its own beginning":           "func f() {\n\told := old()\n\tg(old)\n}",
		"its own function":            "func f() {\n\told := func() {\n\t\told()\n\t}\n\tg(old)\n}",
		"another function":            "func f() {\n\told := 1\n\tg(old)\n}\nfunc h() {\n\tg(old)\n}",
		"a parameter like its type":   "func f(old old) {\n\tg(old)\n}",
		"a parameter of a result":     "func f() func(old int) {\n\treturn g(old)\n}",
		"a parameter of elements":     "var x = []func(old int){g(old)}",
		"a generic type alone":        "func f(old[int]) {\n\tg(old[int]{})\n}",
		"a condition on two lines":    "func f() {\n\tif\n\told := g(); old {\n\t}\n\tg(old)\n}",
		"a local type":                "func f() {\n\ttype old struct{}\n\tg(old{})\n}",
		"a variable of the package":   "var old = \"dev\"\nfunc f() {\n\tg(old)\n}",
		"a type of parameters":        "func f(old) {\n\tg(old)\n}",
	} {
		was := frame(body)
		for _, now := range []string{"fresh", "Fresh"} {
			mustRead(t, what, sample{"a.go", was, renamedIn(renamedIn(was, "old", now), "Old", now)})
		}
	}
}

// TestANameWithAnotherMeaningIsRead: it was there before, is left somewhere, or is one of the language.
func TestANameWithAnotherMeaningIsRead(t *testing.T) {
	for _, c := range [][2]string{
		{"sum", "price"},
		{"sum", "fmt"},
		{"sum", "Total"},
		{"sum", "negative"},
		{"sum", "adds"},
		{"sum", "len"},
		{"sum", "nil"},
		{"sum", "string"},
		{"sum", "_"},
		{"check", "len"},
		{"check", "init"},
		{"check", "main"},
		{"check", "Check"},
		{"Total", "total"},
		{"Total", "Sum"},
		{"fmt", "log"},
		{"int", "uint"},
		{"size", "length"},
		{"nil", "none"},
		{"errNegative", "other"},
		{"cart", "basket"},
		{"error", "string"},
		{"prices", "price"},
		{"rate", "carts"},
	} {
		mustRead(t, c[0]+" to "+c[1], sample{"cart.go", nameFile, renamedIn(nameFile, c[0], c[1])})
	}
	for _, c := range [][2]string{{"chan int", "fresh int"}, {"old int", "chan int"}} {
		mustRead(t, "a keyword", sample{"a.go", "package a\n\nfunc f(" + c[0] + ") {\n}\n", "package a\n\nfunc f(" + c[1] + ") {\n}\n"})
	}
	shadow := "package a\n\nfunc f() {\n\told := 1\n\tg(old)\n\t{\n\t\tk(old)\n" + strings.Repeat("\t\tp()\n", 10) + "\t\th(old)\n\t}\n}\n"
	mustRead(t, "a name that another one hides", sample{"a.go", shadow, strings.Replace(renamedIn(shadow, "old", "fresh"), "k(fresh)", "fresh := 2", 1)})
	partly := strings.Replace(nameFile, "sum += price", "total += price", 1)
	mustRead(t, "only in one place", sample{"cart.go", nameFile, partly})
	mustRead(t, "but in one place", sample{"cart.go", nameFile, strings.Replace(renamedIn(nameFile, "sum", "total"), "return total", "return sum", 1)})
	mustRead(t, "and another change", sample{"cart.go", nameFile, strings.Replace(renamedIn(nameFile, "amount", "given"), "< 0", "<= 0", 1)})
	for _, path := range []string{"a.py", "A.java", "a.rs", "a.js", "a.ts", "a.rb", "a.c"} {
		mustRead(t, "another language", sample{path, "f(a) {\n  let sum = 1;\n  return sum;\n}\n", "f(a) {\n  let total = 1;\n  return total;\n}\n"})
	}
}
