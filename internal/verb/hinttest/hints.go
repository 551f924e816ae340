// Package hinttest finds the hints that errors give in the sources, so that tests can read all of them.
package hinttest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Below returns the beginnings of the texts passed to functions named Hint and hint in a folder's sources. It omits the
// rooms of surfaces, whose hints are for their own callers.
func Below(t testing.TB, dir string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && strings.HasSuffix(e.Name(), "server") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			fun, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || !strings.EqualFold(fun.Sel.Name, "hint") {
				return true
			}
			if text, ok := call.Args[0].(*ast.BasicLit); ok {
				if s, err := strconv.Unquote(text.Value); err == nil {
					out = append(out, s)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
