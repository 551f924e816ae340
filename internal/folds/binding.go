package folds

import (
	"cmp"
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"slices"
	"strings"

	"consider/internal/lazy"
)

// syntax returns the tree of a file of Go, in which names refer to what declares them in the file.
func (t *text) syntax() (*ast.File, error) {
	if t.tree == nil && t.err == nil {
		t.tree, t.err = parser.ParseFile(gotoken.NewFileSet(), "", t.raw, 0)
	}
	return t.tree, t.err
}

// bound says what the occurrences of a name in a file refer to.
type bound byte

const (
	refused bound = iota // some are a field, a key, a label, a type, or something that cannot be known
	local                // all are variables and constants of functions
	free                 // some refer to something outside the functions
)

// follow finds what a name refers to in a file of Go.
func (t *text) follow(name string) bound {
	tree, err := t.syntax()
	if err != nil {
		return refused
	}
	found := local
	refuse := func(ids ...*ast.Ident) {
		if slices.ContainsFunc(ids, func(id *ast.Ident) bool { return id != nil && id.Name == name }) {
			found = refused
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			refuse(n.Sel)
		case *ast.KeyValueExpr:
			key, _ := n.Key.(*ast.Ident)
			refuse(key)
		case *ast.ImportSpec:
			refuse(n.Name)
		case *ast.FuncDecl:
			if n.Recv != nil {
				refuse(n.Name)
			}
		case *ast.StructType:
			refuse(namesOf(n.Fields)...)
		case *ast.InterfaceType:
			refuse(namesOf(n.Methods)...)
		case *ast.Ident:
			switch {
			case n.Name != name || found == refused:
			case !isLocal(tree, n):
				found = free
			case n.Obj.Kind != ast.Var && n.Obj.Kind != ast.Con:
				found = refused
			}
		}
		return found != refused
	})
	return found
}

// isLocal reports whether a name refers to a declaration in a function.
func isLocal(tree *ast.File, id *ast.Ident) bool {
	return id.Obj != nil && tree.Scope.Lookup(id.Name) != id.Obj
}

func namesOf(fields *ast.FieldList) (out []*ast.Ident) {
	for _, f := range fields.List {
		out = append(out, f.Names...)
	}
	return out
}

// packages returns the paths of the packages that a name before a dot can be, by the names, and under "" those that can
// have any name. It is nil if an import adds names without a dot.
func packages(tree *ast.File) map[string]string {
	out := map[string]string{}
	for _, spec := range tree.Imports {
		path := strings.Trim(spec.Path.Value, "\"`")
		name := version().ReplaceAllString(path, "")
		name = name[strings.LastIndex(name, "/")+1:]
		switch {
		case spec.Name != nil && spec.Name.Name == ".":
			return nil
		case spec.Name != nil:
			name = spec.Name.Name
		case wordLength(name) < len(name):
			name = ""
		}
		out[name] += " " + path
	}
	return out
}

// version matches what the path of a package adds to its name.
var version = lazy.Regexp(`[./]v\d+$`)

// sameNames reports whether the qualified names in a declaration mean the same in two files of Go, where each file has
// imports of its own.
func sameNames(from, to *end) bool {
	if from.f == to.f {
		return true
	}
	tree, errA := from.text().syntax()
	other, errB := to.text().syntax()
	if errA != nil || errB != nil {
		return false
	}
	was, is := packages(tree), packages(other)
	all, same := from.tokens(), was != nil && is != nil
	ast.Inspect(tree, func(n ast.Node) bool {
		var id *ast.Ident
		if member, ok := n.(*ast.SelectorExpr); ok {
			id, _ = member.X.(*ast.Ident)
		}
		if id == nil {
			return same
		}
		at := int(id.Pos() - tree.FileStart)
		x, y, known := was[id.Name], is[id.Name], isLocal(tree, id)
		if !known {
			x, y = cmp.Or(x, was[""]), cmp.Or(y, is[""])
		}
		inside := at >= all[0].at && at <= all[len(all)-1].at
		same = same && (!inside || x == y && (known || x != ""))
		return same
	})
	return same
}
