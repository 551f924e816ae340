package folds

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"consider/internal/lazy"
)

// unit is a declaration whose place among others means nothing: a function, or a type.
type unit struct {
	name     string // "func Parse", "class Cart"
	scope    string // where it means the same at any place
	from, to int    // tokens, with the comments above; to is the last one
}

// unitParser finds units without knowing more of a language than its brackets and what ends a declaration.
type unitParser struct {
	in     language
	tokens []token
	found  []unit
}

const maxScope = 2000 // bytes of the heads of types in each other

// units returns the declarations of a text that can change places. scope names the file.
func (t *text) units(in language, scope string) []unit {
	p := &unitParser{in: in, tokens: t.tokens}
	if in == golang {
		scope = t.goScope(scope)
	}
	if in == rust && t.count("macro_rules") > 0 { // a macro is known only below its declaration
		return nil
	}
	p.container(0, len(t.tokens), scope)
	if in == script { // declarations of one name are merged in their order
		names := map[string]int{}
		for _, u := range p.found {
			names[u.name]++
		}
		p.found = slices.DeleteFunc(p.found, func(u unit) bool { return names[u.name] > 1 })
	}
	return p.found
}

// goScope names the files between which a declaration of Go may move: those of one package that are compiled together. A
// file with a condition, in its text or its name, is alone.
func (t *text) goScope(alone string) string {
	base, test := strings.CutSuffix(strings.TrimSuffix(path.Base(t.path), ".go"), "_test")
	pack := ""
	for i := range t.tokens {
		tk := &t.tokens[i]
		if tk.kind == comment && (strings.HasPrefix(tk.text, "//go:build") || strings.HasPrefix(tk.text, "// +build")) {
			return alone
		}
		if pack == "" && tk.named("package") && i+1 < len(t.tokens) {
			pack = t.tokens[i+1].text
		}
	}
	if strings.Contains(base, "_") || pack == "" {
		return alone
	}
	return fmt.Sprint(path.Dir(t.path), " ", pack, " ", test)
}

// container reads the declarations between two tokens.
func (p *unitParser) container(from, to int, scope string) {
	start, body, last, assigns := from, -1, -1, false
	end := func(to int) {
		p.declaration(start, body, to, scope)
		start, body, assigns = to+1, -1, false
	}
	for i := from; i < to; i++ {
		tk := &p.tokens[i]
		if tk.kind == comment {
			continue
		}
		if tk.breaks && last >= start && (p.in == golang || p.in == script) {
			end(last)
		}
		last = i
		switch {
		case tk.is("="):
			assigns = true
		case tk.is(";"):
			end(i)
		case tk.pair > i:
			braces := tk.is("{")
			if braces && body < 0 {
				body = i
			}
			i, last = tk.pair, tk.pair
			if braces && !assigns && p.in != golang && (i+1 == to || !p.tokens[i+1].oneOf("=.,;)?:")) {
				end(i)
			}
		}
	}
	end(to - 1)
}

// declaration adds a declaration, if it may change places, and those inside.
func (p *unitParser) declaration(from, body, last int, scope string) {
	for from <= last && p.tokens[from].kind == comment && !p.tokens[from].breaks {
		from++ // it belongs to the line before
	}
	first := from
	for first <= last && p.tokens[first].kind == comment {
		first++
	}
	if first > last {
		return
	}
	for above := first; above > from; above-- { // a blank line separates comments from it
		if p.tokens[above-1].end+1 < p.tokens[above].line {
			from = above
			break
		}
	}
	to := last + 1
	if body >= 0 {
		to = body
	}
	name, nests := p.nameOf(first, to, body >= 0)
	if nests && len(scope) < maxScope {
		p.container(body+1, p.tokens[body].pair, scope+" / "+textOf(p.tokens[first:to]))
	}
	if name != "" {
		p.found = append(p.found, unit{name: name, scope: scope, from: from, to: last})
	}
}

// harmless are the annotations of Java and the attributes of Rust with which a declaration may change places: no program
// reads them in their order.
var harmless = []string{"Override", "derive", "inline", "must_use", "test", "allow", "doc"}

// ordered matches functions of Go that run in their order.
var ordered = lazy.Regexp(`^(?:init$|Test|Benchmark|Fuzz|Example)`)

// nameOf reads the head of a declaration, up to its block. name is "" if its place may mean something; nests: there are
// declarations in its block whose places mean nothing.
func (p *unitParser) nameOf(first, to int, block bool) (name string, nests bool) {
	head := p.tokens[first:to]
	at := func(i int) *token {
		if i < len(head) {
			return &head[i]
		}
		return &token{kind: sign, pair: -1}
	}
	switch i := 0; p.in {
	case golang:
		if at(0).named("func") && at(1).is("(") { // a method
			i = at(1).pair - first
		}
		if !at(0).named("func", "type") || at(i+1).kind != word || at(i+1).text == "_" || i == 0 && ordered().MatchString(at(1).text) {
			return "", false
		}
		return at(0).text + " " + at(i+1).text, false
	case script: // only types, which do not exist when the program runs
		for at(i).named("export", "declare") {
			i++
		}
		if at(i).named("interface", "type") && at(i+1).kind == word {
			name = at(i).text + " " + at(i+1).text
		}
		return name, false
	}
	fixed := false
	for i := 0; i < len(head); i++ {
		switch tk, next := at(i), at(i+1); {
		case tk.is("="), tk.is("!"), tk.is("@") && !next.named(harmless...), tk.is("#") && !at(i+2).named(harmless...):
			fixed = true
		case name == "" && next.kind == word && tk.named("class", "interface", "enum", "record", "struct", "union", "trait", "fn"):
			name, nests = tk.text+" "+next.text, block && p.in == java && tk.text != "enum"
		case name == "" && tk.named("impl", "mod") && p.in == rust:
			name, nests = textOf(head[i:]), block
			fixed = fixed || tk.text == "mod"
		case tk.is("(") && name == "" && p.in == java && i > 0 && head[i-1].kind == word:
			name = "method " + head[i-1].text
		}
		if pair := at(i).pair; pair > first+i {
			i = pair - first
		}
	}
	if fixed || !block {
		name = ""
	}
	return name, nests
}
