package folds

import (
	"go/ast"
	"path"
	"slices"
	"sort"
	"strings"

	"consider/internal/lazy"
)

// text is one side of a file.
type text struct {
	path   string
	raw    string
	tokens []token
	known  *names    // nil until they are asked for
	tree   *ast.File // of Go, likewise
	err    error     // why it has none
}

// span is some consecutive lines, counted from 0, without the last.
type span struct{ from, to int }

// tagEnd matches the sign that each tag of JSX, or the one that closes it, has.
var tagEnd = lazy.Regexp(`<(?:\s|[^\x00-\x7f])*/|/(?:\s|[^\x00-\x7f]|//.*\n)*>`)

// hasTags reports whether a text may have tags of JSX, whose text is not made of tokens. Most files of TypeScript cannot.
func (t *text) hasTags() bool {
	return languageOf(t.path) == script && !slices.Contains([]string{".ts", ".mts", ".cts"}, path.Ext(t.path)) && tagEnd().MatchString(t.raw)
}

// within returns the indexes of the tokens on some lines; ok is false if one is only partly on them.
func (t *text) within(s span) (from, to int, ok bool) {
	from = sort.Search(len(t.tokens), func(i int) bool { return t.tokens[i].line >= s.from })
	to = sort.Search(len(t.tokens), func(i int) bool { return t.tokens[i].line >= s.to })
	ok = (from == 0 || t.tokens[from-1].end < s.from) && (to == 0 || t.tokens[to-1].end < s.to)
	return from, max(from, to), ok
}

// longestRun is how many comments in a row are read to find one for a program.
const longestRun = 100

// quiet reports whether no comment among tokens, or in the run of comments before them, is for a program.
func (t *text) quiet(from, to int) bool {
	from = max(from, 0)
	for n := 0; from > 0 && from < len(t.tokens) && t.tokens[from].kind == comment; n++ {
		if n == longestRun {
			return false
		}
		from--
	}
	for i := from; i < min(to, len(t.tokens)); i++ {
		if tk := &t.tokens[i]; tk.kind == comment && !isProse(tk.text) {
			return false
		}
	}
	return true
}

// prose matches how comments for readers begin.
var prose = lazy.Regexp(`^(?:[A-Z][a-z]*[.,;]?$|[A-Z]\w*[.,;]?\s+\S|\w+[,;]? [a-z]+[.,;]? \S+ \S)`)

// order matches comments that are orders to a program all the same.
var order = lazy.Regexp(`^(?:\S+ ){0,2}(?:ignore|disable|enable|suppress|lint|format|inspection|coverage|pragma|globals?|exported|pure|(?i:output))\b`)

// isProse reports whether only people read a comment: it begins with a capital letter, or reads like the rest of a
// sentence. Others may be orders to a compiler or a linter, or switch a rule off for the next line.
func isProse(text string) bool {
	said := strings.TrimSpace(strings.TrimSuffix(strings.TrimLeft(text, "/*! \t\r\n"), "*/"))
	if strings.Trim(said, "-=*/# ") == "" {
		return true
	}
	return prose().MatchString(said) && !order().MatchString(said) && !strings.Contains(said, "enerated") && !strings.HasPrefix(text, "#")
}

// names are the names in a text, and what a file of Go is to its package.
type names struct {
	count    map[string]int
	declared map[string]bool // as functions and constants: types are read by reflection, and variables set by the linker
	pack     string
	shared   bool // it is compiled wherever the package is, or its tests are
}

func (t *text) names() *names {
	if t.known != nil {
		return t.known
	}
	n := &names{count: map[string]int{}, declared: map[string]bool{}, shared: !t.isConditional()}
	for i := range t.tokens {
		tk, p := &t.tokens[i], tokenAt(t.tokens, i-1)
		if tk.kind != word {
			continue
		}
		n.count[tk.text]++
		if tk.in < 0 && p.named("func", "const") {
			n.declared[tk.text] = true
		}
		if tk.in < 0 && p.named("package") && n.pack == "" {
			n.pack = tk.text
		}
	}
	t.known = n
	return n
}

// count returns how often a name is among the tokens.
func (t *text) count(name string) int { return t.names().count[name] }

func (t *text) isTest() bool { return strings.HasSuffix(t.path, "_test.go") }

// isConditional reports whether a file of Go has a condition for being compiled, in its text or its name.
func (t *text) isConditional() bool {
	base := strings.TrimSuffix(strings.TrimSuffix(path.Base(t.path), ".go"), "_test")
	isSystem := func(part string) bool { return slices.Contains(strings.Fields(systems), part) }
	ignored := strings.HasPrefix(base, "_") || strings.HasPrefix(base, ".")
	return ignored || slices.ContainsFunc(strings.Split(base, "_")[1:], isSystem) || slices.ContainsFunc(t.tokens, func(tk token) bool {
		return tk.kind == comment && (strings.HasPrefix(tk.text, "//go:build") || strings.HasPrefix(tk.text, "//") && strings.Contains(tk.text, "+build"))
	})
}

// systems are what a part of a file's name can require of the system, and of the processor.
const systems = `aix android darwin dragonfly freebsd hurd illumos ios js linux nacl netbsd openbsd plan9 solaris
	wasip1 windows zos 386 amd64 amd64p32 arm armbe arm64 arm64be loong64 mips mipsle mips64 mips64le mips64p32 mips64p32le ppc
	ppc64 ppc64le riscv riscv64 s390 s390x sparc sparc64 wasm`
