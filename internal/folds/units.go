package folds

import (
	"fmt"
	"path"
	"slices"

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
	macros bool // a macro of Rust makes declarations: some may be macros, which are known only below it
}

const maxScope = 2000 // bytes of the heads of types in each other

// units returns the declarations of a text that can change places. scope names the file.
func (t *text) units(in language, scope string) []unit {
	p := &unitParser{in: in, tokens: t.tokens}
	if in == golang {
		scope = t.goScope(scope)
	}
	p.container(0, len(t.tokens), scope)
	if p.macros || in == rust && t.count("macro_use") > 0 {
		return nil
	}
	if in == script { // declarations of one name are merged in their order
		count := map[string]int{}
		for _, u := range p.found {
			count[u.name]++
		}
		p.found = slices.DeleteFunc(p.found, func(u unit) bool { return count[u.name] > 1 })
	}
	return p.found
}

// goScope names the files between which a declaration of Go may move: those of one package that are compiled together. A
// file with a condition is alone.
func (t *text) goScope(alone string) string {
	if n := t.names(); n.shared && n.pack != "" {
		return fmt.Sprint(path.Dir(t.path), " ", n.pack, " ", t.isTest())
	}
	return alone
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
	if last >= start { // comments behind it are not its own
		end(last)
	}
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
	if name != "" && p.in == script && !p.apart(first, last) {
		name = ""
	}
	if nests && len(scope) < maxScope {
		p.container(body+1, p.tokens[body].pair, scope+" / "+textOf(p.tokens[first:to]))
	}
	if name != "" {
		p.found = append(p.found, unit{name: name, scope: scope, from: from, to: last})
	}
}

// apart reports whether a type of TypeScript can be removed and added without joining or splitting the statements next to
// it: the one before and the type itself end with a sign, and the next one begins with a name.
func (p *unitParser) apart(first, last int) bool {
	next := func(i, by int) *token {
		for i += by; tokenAt(p.tokens, i).kind == comment; {
			i += by
		}
		return tokenAt(p.tokens, i)
	}
	before, after := next(first, -1), next(last, 1)
	ended := (before.text == "" || before.oneOf(";}")) && p.tokens[last].oneOf(";}")
	return ended && (after.text == "" || after.kind == word && !after.named(operatorWords...))
}

var operatorWords = []string{"in", "instanceof", "of", "as", "satisfies", "is"}

// harmless are the annotations of Java and the attributes of Rust with which a declaration may change places: no program
// reads them in their order.
var harmless = []string{"Override", "derive", "inline", "must_use", "test", "allow", "doc"}

// declaring are the words before the name of what is declared with a block.
var declaring = [script + 1][]string{
	java: {"class", "interface", "enum", "record"},
	rust: {"enum", "struct", "union", "trait", "fn"},
}

// ordered matches functions of Go that run in their order.
var ordered = lazy.Regexp(`^(?:init$|Test|Benchmark|Fuzz|Example)`)

// nameOf reads the head of a declaration, up to its block. name is "" if its place may mean something; nests: there are
// declarations in its block whose places mean nothing.
func (p *unitParser) nameOf(first, to int, block bool) (name string, nests bool) {
	head := p.tokens[first:to]
	switch p.in {
	case golang:
		return goName(head, first), false
	case script:
		return typeName(head, block), false
	}
	fixed := false
	for i := 0; i < len(head); i++ {
		switch last, tk, next := tokenAt(head, i-1), &head[i], tokenAt(head, i+1); {
		case tk.is("="):
			return "", false
		case tk.is("!"):
			fixed = true
			p.macros = p.macros || last.kind == comment || last.kind == word && !last.named("impl")
		case tk.is("@") && !next.named(harmless...), tk.is("#") && !tokenAt(head, i+2).named(harmless...):
			fixed = true
		case name == "" && next.kind == word && tk.named(declaring[p.in]...):
			name, nests = tk.text+" "+next.text, block && tk.named("class", "interface")
		case tk.is("(") && name == "" && p.in == java && last.kind == word && !tokenAt(head, i-2).is("@"):
			name = "method " + last.text
		}
		if pair := head[i].pair; pair > first+i {
			i = pair - first
		}
	}
	if fixed || !block {
		name = ""
	}
	return name, nests
}

// goName names a function, a method or a type of Go that can change places. first is the index of the head's first token.
func goName(head []token, first int) string {
	i, keyword := 0, tokenAt(head, 0)
	if keyword.named("func") && tokenAt(head, 1).is("(") { // a method
		i = tokenAt(head, 1).pair - first
	}
	name := tokenAt(head, i+1)
	if !keyword.named("func", "type") || name.kind != word || name.text == "_" || i == 0 && ordered().MatchString(name.text) {
		return ""
	}
	return keyword.text + " " + name.text
}

// typeName names a type of TypeScript, which does not exist when the program runs.
func typeName(head []token, block bool) string {
	i := 0
	for tokenAt(head, i).named("export", "declare") {
		i++
	}
	keyword, name, next := tokenAt(head, i), tokenAt(head, i+1), tokenAt(head, i+2)
	switch {
	case name.kind != word || name.named(operatorWords...):
		return ""
	case keyword.named("type") && next.oneOf("=<"), keyword.named("interface") && block && (next.text == "" || next.is("<") || next.named("extends")):
		return keyword.text + " " + name.text
	}
	return ""
}
