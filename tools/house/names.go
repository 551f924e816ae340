package house

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/types"
	"path"
	"slices"
	"strings"
	"unicode"
)

// perceptions are verbs of perception, which names should not contain: a name should say what is perceived. Seen,
// unseen and viewed are allowed, since the product and the store use these words for marks on threads and files.
var perceptions = []string{
	"glance", "glances", "glimpse", "glimpses", "look", "looked", "looking", "looks", "notice", "noticed", "notices",
	"peek", "peeks", "saw", "see", "sees", "shelf", "sight", "spot", "spots", "spotted",
}

// perceived finds files, types and functions of the program whose names contain a verb of perception.
func perceived(t *tree) []problem {
	const advice = "%q is named by a verb of perception: use the noun of the field, see the glossary of " + plan
	var problems []problem
	for _, f := range t.goFiles() {
		if f.isTest() {
			continue
		}
		base := strings.TrimSuffix(path.Base(f.path), ".go")
		if slices.ContainsFunc(wordsOf(base), perception) {
			problems = append(problems, problem{f.path, 0, fmt.Sprintf(advice, base)})
		}
		for node := range ast.Preorder(f.syntax) {
			var name *ast.Ident
			switch node := node.(type) {
			case *ast.FuncDecl:
				name = node.Name
			case *ast.TypeSpec:
				name = node.Name
			}
			if name != nil && slices.ContainsFunc(wordsOf(name.Name), perception) {
				problems = append(problems, f.at(name, advice, name.Name))
			}
		}
	}
	return problems
}

func perception(word string) bool { return slices.Contains(perceptions, word) }

// wordsOf splits a name before each capital that follows a small letter, and at characters that are not letters. It
// returns the words in small letters.
func wordsOf(name string) []string {
	var words []string
	start, last := 0, ' '
	for i, r := range name {
		if !unicode.IsLetter(r) || unicode.IsUpper(r) && unicode.IsLower(last) {
			words = append(words, strings.ToLower(strings.Trim(name[start:i], "_")))
			start = i
		}
		last = r
	}
	return append(words, strings.ToLower(strings.Trim(name[start:], "_")))
}

// glossary finds entries of the glossary that name something that does not exist.
func glossary(t *tree) []problem {
	there := map[string]bool{}
	for _, f := range t.files {
		there[f.path] = true
		if f.syntax != nil && !f.isTest() {
			declared(f, there)
		}
	}
	var problems []problem
	for _, f := range t.files {
		if f.path != plan {
			continue
		}
		_, rest, _ := bytes.Cut(f.text, []byte("\n## Glossary\n"))
		n := f.lines() - bytes.Count(rest, []byte("\n"))
		for line := range strings.Lines(string(rest)) {
			n++
			_, names, _ := strings.Cut(line, "** (")
			names, _, _ = strings.Cut(names, ")")
			for i, name := range strings.Split(names, "`") {
				if i%2 == 1 && !there[name] {
					problems = append(problems, problem{plan, n, fmt.Sprintf("says that %s is there: name where the word is now", name)})
				}
			}
		}
	}
	return problems
}

// declared adds the values, types, fields, methods and functions of a file to there, as other packages name them:
// thread.Thread, session.Session.Shown.
func declared(f *file, there map[string]bool) {
	in := f.syntax.Name.Name + "."
	for _, decl := range f.syntax.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			there[in+receiver(d)+d.Name.Name] = true
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.ValueSpec:
					for _, name := range s.Names {
						there[in+name.Name] = true
					}
				case *ast.TypeSpec:
					there[in+s.Name.Name] = true
					if typ, ok := s.Type.(*ast.StructType); ok {
						for _, field := range typ.Fields.List {
							for _, name := range field.Names {
								there[in+s.Name.Name+"."+name.Name] = true
							}
						}
					}
				}
			}
		}
	}
}

// receiver returns the type of a method and a point; "" for a function.
func receiver(d *ast.FuncDecl) string {
	if d.Recv == nil {
		return ""
	}
	name, _, _ := strings.Cut(types.ExprString(d.Recv.List[0].Type), "[")
	return strings.TrimPrefix(name, "*") + "."
}
