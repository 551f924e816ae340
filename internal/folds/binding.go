package folds

import (
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

// isLocal reports whether a name refers to a declaration in a function.
func isLocal(tree *ast.File, id *ast.Ident) bool {
	return id.Obj != nil && tree.Scope.Lookup(id.Name) != id.Obj
}

// follow reports whether a name of a file of Go refers to something outside the functions. ok is false if it is also a
// field, a key, a label, a type in a function, or something that cannot be known.
func (t *text) follow(name string) (outside, ok bool) {
	tree, err := t.syntax()
	if err != nil {
		return false, false
	}
	ok = true
	refuse := func(ids ...*ast.Ident) {
		ok = ok && !slices.ContainsFunc(ids, func(id *ast.Ident) bool { return id != nil && id.Name == name })
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
			if n.Name == name && isLocal(tree, n) {
				ok = ok && (n.Obj.Kind == ast.Var || n.Obj.Kind == ast.Con)
			} else if n.Name == name {
				outside = true
			}
		}
		return ok
	})
	return outside, ok
}

func namesOf(fields *ast.FieldList) (out []*ast.Ident) {
	for _, f := range fields.List {
		out = append(out, f.Names...)
	}
	return out
}

// version matches what the path of a package adds to its name.
var version = lazy.Regexp(`[./]v\d+$`)

// provide returns the paths of the imports that can provide a name; for "", of those that can provide any.
func provide(tree *ast.File, name string) (paths string) {
	for _, spec := range tree.Imports {
		path := strings.Trim(spec.Path.Value, "\"`")
		last := version().ReplaceAllString(path, "")
		last = last[strings.LastIndex(last, "/")+1:]
		if spec.Name != nil {
			last = spec.Name.Name
		}
		if wordLength(last) < len(last) {
			last = ""
		}
		if last == name {
			paths += " " + path
		}
	}
	return paths
}
