package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

// constants reads the values of the string types of packages from their source: reflection knows types, but not
// which constants there are of them. Folders may hold wildcards.
func constants(dirs ...string) (map[string][]string, error) {
	var files []string
	for _, dir := range dirs {
		more, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	out := map[string][]string{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, fmt.Errorf("read the constants: %w", err)
		}
		for _, decl := range file.Decls {
			if group, ok := decl.(*ast.GenDecl); ok && group.Tok == token.CONST {
				addConstants(out, group)
			}
		}
	}
	return out, nil
}

func addConstants(out map[string][]string, group *ast.GenDecl) {
	for _, spec := range group.Specs {
		value, ok := spec.(*ast.ValueSpec)
		if !ok {
			continue
		}
		typ, ok := value.Type.(*ast.Ident)
		if !ok {
			continue
		}
		for _, v := range value.Values {
			literal, ok := v.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				continue
			}
			if text, err := strconv.Unquote(literal.Value); err == nil {
				out[typ.Name] = append(out[typ.Name], text)
			}
		}
	}
}
