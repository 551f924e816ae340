package house

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

var (
	// errorMakers are functions whose arguments are errors; the first four make errors of verbs.
	errorMakers = []string{
		"Usage", "NotFound", "Conflict", "Denied", "New", "Errorf", "Persons", "refuse", "refusal", "outside", "badPath",
		"usage", "Sentinel", "WithoutGit", "Person", "Problem",
	}
	// printers are functions that print their arguments, so that a small word there is text too.
	printers = []string{"line", "Line", "paint", "Paint", "phrase", "Phrase", "advise", "Advise", "narrate", "say", "note", "Plural", "plural", "Fprint", "Fprintln", "WriteString", "cell", "row"}
	// readers are functions whose arguments are not shown.
	readers = []string{
		"Regexp", "MustCompile", "HasPrefix", "HasSuffix", "CutPrefix", "CutSuffix", "TrimPrefix", "TrimSuffix", "Contains",
		"ContainsAny", "IndexByte", "Getenv", "LookPath", "HandleFunc", "Handle", "Trim", "TrimLeft", "TrimRight", "IndexAny",
		"Cut", "Index", "LastIndex", "SplitN", "Split", "panic",
	}
	// wordFields are fields whose values are text even if it is one small word.
	wordFields = []string{"Word", "Says", "Help", "Usage", "Title", "Label"}
)

// goTexts returns the strings of a Go file that are shown. A sum is one text, with … for what is not constant.
func (f *file) goTexts(surface string) []text {
	var out []text
	var above []ast.Node
	joined := map[ast.Expr]bool{} // parts of sums, which are not texts of their own
	add := func(at ast.Node, p goPlace, said string) {
		if p.surface != "" && (isShown(said) || p.small && word.MatchString(said)) {
			out = append(out, text{surface: p.surface, kind: p.kind, line: f.fset.Position(at.Pos()).Line, text: said})
		}
	}
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		if n == nil {
			above = above[:len(above)-1]
			return true
		}
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.Field:
			if n.Tag != nil {
				tag, _ := strconv.Unquote(n.Tag.Value)
				for _, key := range []string{"help", "placeholder"} {
					add(n.Tag, goPlace{surface: "flags", small: key == "help"}, reflect.StructTag(tag).Get(key))
				}
			}
		case *ast.BinaryExpr:
			if said, ok := sum(n); ok && !joined[n] {
				add(n, placeIn(surface, above, n), said)
				join(n, joined)
			}
		case *ast.BasicLit:
			if _, isTag := above[len(above)-1].(*ast.Field); n.Kind == token.STRING && !isTag && !joined[n] {
				said, _ := strconv.Unquote(n.Value)
				add(n, placeIn(surface, above, n), said)
			}
		}
		above = append(above, n)
		return true
	})
	return out
}

// sum returns the text of a sum, if a literal is in it.
func sum(e ast.Expr) (said string, ok bool) {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			left, one := sum(e.X)
			right, other := sum(e.Y)
			return left + right, one || other
		}
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			said, err := strconv.Unquote(e.Value)
			return said, err == nil
		}
	}
	return "…", false
}

// join marks the parts of a sum.
func join(e ast.Expr, joined map[ast.Expr]bool) {
	joined[e] = true
	if b, ok := e.(*ast.BinaryExpr); ok && b.Op == token.ADD {
		join(b.X, joined)
		join(b.Y, joined)
	}
}

// A goPlace says what a string in that place is.
type goPlace struct {
	surface string // "" where it is not shown
	kind    string // as of a text
	small   bool   // one small word is a text there
}

// placeIn finds what a node is by the nodes above it: the nearest that says so decides.
func placeIn(surface string, above []ast.Node, n ast.Node) goPlace {
	p := goPlace{surface: surface}
	child := n
	for _, up := range slices.Backward(above) {
		switch up := up.(type) {
		case *ast.BinaryExpr:
			if up.Op == token.EQL || up.Op == token.NEQ {
				return goPlace{}
			}
		case *ast.CaseClause:
			if slices.ContainsFunc(up.List, func(e ast.Expr) bool { return e == child }) {
				return goPlace{}
			}
		case *ast.IndexExpr:
			if up.Index == child {
				return goPlace{}
			}
		case *ast.ReturnStmt:
			p.small = p.small || len(above) > 0 && above[len(above)-1] == ast.Node(up) && surface == "output"
		case *ast.KeyValueExpr:
			if key, ok := up.Key.(*ast.Ident); ok && up.Value == child {
				p.small = p.small || slices.Contains(wordFields, key.Name)
				if key.Name == "Usage" {
					return usage(above, p)
				}
				if strings.Contains(strings.ToLower(key.Name), "hint") {
					p.surface = "hints"
					return p
				}
			}
		case *ast.ValueSpec:
			if strings.Contains(strings.ToLower(up.Names[0].Name), "hint") {
				p.surface = "hints"
			} else if up.Names[0].Name == "nouns" {
				p.surface, p.kind = "help", "summary"
			}
		case *ast.CallExpr:
			if done := p.called(up, child); done {
				return p
			}
		case *ast.FuncLit, *ast.FuncDecl:
			return p
		}
		child = up
	}
	return p
}

// called says what an argument of a call is, and whether that decides.
func (p *goPlace) called(call *ast.CallExpr, arg ast.Node) bool {
	fun := types.ExprString(call.Fun)
	name := fun[strings.LastIndexByte(fun, '.')+1:]
	i := slices.IndexFunc(call.Args, func(e ast.Expr) bool { return e == arg })
	switch {
	case i < 0: // it is in what is called
		return false
	case slices.Contains(readers, name), name == "Define" && i == 0:
		p.surface = ""
	case strings.EqualFold(name, "hint"):
		p.surface = "hints"
		if strings.Contains(fun, ".Hint(") {
			p.kind = "second"
		}
	case name == "Define":
		p.surface, p.small = "help", i == 2
		if i == 2 {
			p.kind = "summary"
		}
	case name == "Guided":
		p.surface = "mcp"
	case slices.Contains(errorMakers, name):
		p.surface = "errors"
		if slices.Contains(errorMakers[:4], name) {
			p.kind = "failure"
		}
	case slices.Contains(printers, name):
		p.small = p.surface == "output"
	default:
		return false
	}
	return true
}

// usage distinguishes the summary of a command from the help of a flag.
func usage(above []ast.Node, p goPlace) goPlace {
	p.surface = "flags"
	for _, up := range slices.Backward(above) {
		if lit, ok := up.(*ast.CompositeLit); ok {
			if of, ok := lit.Type.(*ast.SelectorExpr); ok && of.Sel.Name == "Command" {
				p.surface, p.kind = "help", "summary"
			}
			return p
		}
	}
	return p
}
