package folds

import (
	"slices"
	"strings"
)

// bound says what the occurrences of a name in a file refer to.
type bound byte

const (
	refused bound = iota // some are a field, a key, a label, or something that cannot be known
	local                // all are in the scope of a declaration in a function
	free                 // some refer to something outside the functions
)

// follow finds what a name refers to in a file of Go. It knows few forms of declarations: a name that another one
// declares counts as free.
func (t *text) follow(name string) bound {
	b := t.binding()
	all := local
	var scopes []span // of tokens
	for i := range b.t {
		if !b.t[i].named(name) {
			continue
		}
		if !b.isVariable(i) {
			return refused
		}
		if s := b.scope(i); s.to > 0 {
			scopes = append(scopes, s)
		} else if !among(scopes, i) {
			all = free
		}
		if len(scopes) > maxScopes {
			return refused
		}
	}
	return all
}

// These bound what is followed in long files.
const (
	maxScopes = 1000 // of one name
	maxSteps  = 1000 // tokens of a block, without those in brackets
)

// binding is the tokens of a file of Go without comments.
type binding struct{ t []token }

func (t *text) binding() binding {
	if t.bare == nil {
		t.bare = slices.DeleteFunc(slices.Clone(t.tokens), func(tk token) bool { return tk.kind == comment })
		pairUp(t.bare)
	}
	return binding{t.bare}
}

// keywords are those of Go. A statement may end after the last four.
var keywords = strings.Fields(`case chan const default defer else for func go goto if import interface map package range select
	struct switch type var break continue fallthrough return`)

// at returns a token; those before the first and behind the last one are empty.
func (b binding) at(i int) *token { return tokenAt(b.t, i) }

// ends reports whether a line break before a token ends a statement.
func (b binding) ends(i int) bool {
	return b.t[i].breaks && !b.at(i-1).named(keywords[:len(keywords)-4]...)
}

// isVariable reports whether the name at i can only be that of a variable, a function or a type: neither a member nor a
// key, a label or a part of an import.
func (b binding) isVariable(i int) bool {
	p, q, around := b.at(i-1), b.at(i+1), b.at(b.t[i].in)
	brace := around
	for brace.kind == sign && brace.in >= 0 && !brace.is("{") {
		brace = b.at(brace.in)
	}
	members := brace.is("{") && b.at(b.at(brace.pair).pair-1).named("struct", "interface")
	method := p.is(")") && b.at(p.pair-1).named("func")
	assigned := q.is(":") && b.at(i+2).is("=") && b.at(i+2).tight
	switch {
	case members, method, p.is("."), q.kind == quoted, p.named("break", "continue", "goto", "package", "import"):
		return false
	case around.is("{") && p.oneOf("{,") && q.oneOf(",}"):
		return false
	}
	return !q.is(":") || assigned || around.is("[")
}

// scope returns the tokens in which a name is known that is declared at i; nothing if none is.
func (b binding) scope(i int) span {
	in := b.t[i].in
	if b.isParameter(i) { // in the types next to it, the name is another one
		end := b.body(in)
		return span{b.at(end).pair, end}
	}
	if in < 0 || !b.t[in].is("{") {
		return span{}
	}
	j := i + 1
	for b.at(j).is(",") && b.at(j+1).kind == word {
		j += 2
	}
	first := i
	for b.at(first-1).is(",") && b.at(first-2).kind == word {
		first -= 2
	}
	starts := b.ends(first) || b.at(first-1).is("{") // otherwise it is in the head of a loop or a case
	assigned := starts && b.at(j).is(":") && b.at(j+1).is("=") && b.at(j+1).tight
	if !assigned && !b.at(i-1).named("var") {
		return span{}
	}
	for from := j + 1; from < b.t[in].pair; from++ {
		if b.ends(from) {
			return span{from, b.blockEnd(from)}
		}
		if b.t[from].pair > from {
			from = b.t[from].pair
		}
	}
	return span{}
}

// blockEnd returns the end of the block, or of the case, that a token is in.
func (b binding) blockEnd(i int) int {
	end := b.t[b.t[i].in].pair
	for k, n := i, 0; k < end; k, n = k+1, n+1 {
		if n == maxSteps || b.t[k].named("case", "default") {
			return k
		}
		if b.t[k].pair > k {
			k = b.t[k].pair
		}
	}
	return end
}

// isParameter reports whether a parameter or a result of a function is declared at i, with its type behind it.
func (b binding) isParameter(i int) bool {
	open := b.t[i].in
	if open < 0 || !b.t[open].is("(") || !b.at(i-1).oneOf("(,") || !b.isFunc(open) {
		return false
	}
	q := b.at(i + 1)
	generic := q.is("[") && b.at(q.pair+1).oneOf(",)") // a type alone
	return !generic && !q.oneOf(",)") && (!q.is(".") || b.at(i+2).is("."))
}

// isFunc reports whether a bracket begins the parameters or the receiver of a function with a block, and not those of a
// type.
func (b binding) isFunc(open int) bool {
	p, before := b.at(open-1), b.at(open-2)
	if p.named("func") {
		receiver := b.t[open].in < 0 && b.at(b.t[open].pair+1).kind == word && b.at(b.t[open].pair+2).is("(")
		return receiver || before.oneOf("(,=:{") || before.named("return", "go", "defer")
	}
	return p.kind == word && (before.named("func") || before.is(")") && b.at(before.pair-1).named("func"))
}

// body returns the end of the block of the function whose parameters begin at a token, 0 if there is none.
func (b binding) body(open int) int {
	for k := b.t[open].pair + 1; k < len(b.t); k++ {
		tk := &b.t[k]
		if b.ends(k) || tk.oneOf(")]};,:=") {
			return 0
		}
		if tk.is("{") && !b.at(k-1).named("struct", "interface") {
			return tk.pair
		}
		if tk.pair > k {
			k = tk.pair
		}
	}
	return 0
}
