package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
)

// fileOf measures one file.
func (h *house) fileOf(f *ast.File) file {
	t := h.fset.File(f.Pos())
	out := file{name: filepath.Base(t.Name()), lines: t.LineCount()}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && t.Line(fn.End())-t.Line(fn.Pos()) >= 60 {
			out.long++
		}
	}
	return out
}

// count counts a room's exported names, and finds those that no other package uses.
func (h *house) count(r *room) {
	path := "consider/" + r.path
	for _, f := range r.files {
		syntax, err := h.parse(filepath.Join(h.top, filepath.FromSlash(r.path)), []string{f.name})
		if err != nil {
			continue // it was parsed before
		}
		for _, name := range exportedIn(syntax[0]) {
			r.exported++
			users := h.uses[path+"."+name]
			if len(users) == 0 || len(users) == 1 && users[path] {
				r.unused = append(r.unused, name)
			}
		}
	}
}

// exportedIn returns the exported functions, methods, types, constants and variables of a file.
func exportedIn(f *ast.File) []string {
	var out []string
	add := func(id *ast.Ident) {
		if id.IsExported() && f.Name.Name != "main" {
			out = append(out, id.Name)
		}
	}
	for _, d := range f.Decls {
		switch x := d.(type) {
		case *ast.FuncDecl:
			add(x.Name)
		case *ast.GenDecl:
			for _, s := range x.Specs {
				switch y := s.(type) {
				case *ast.TypeSpec:
					add(y.Name)
				case *ast.ValueSpec:
					for _, n := range y.Names {
						add(n)
					}
				}
			}
		}
	}
	return out
}

// arrows counts the uses between files of a room that run against the direction of the others: the fewest that a simple
// ordering leaves ([Eades, Lin and Smyth 1993]).
func (h *house) arrows(r *room, files []*ast.File, info *types.Info, pkg *types.Package) {
	nameAt := func(p token.Pos) string { return filepath.Base(h.fset.Position(p).Filename) }
	graph := map[string]map[string]bool{}
	for _, f := range files {
		graph[nameAt(f.Pos())] = map[string]bool{}
	}
	for id, o := range info.Uses {
		if o.Pkg() != pkg || !o.Pos().IsValid() || !topLevel(o, pkg) {
			continue
		}
		if from, to := nameAt(id.Pos()), nameAt(o.Pos()); from != to && graph[from] != nil && graph[to] != nil {
			graph[from][to] = true
		}
	}
	place := map[string]int{}
	for i, name := range ordered(graph) {
		place[name] = i
	}
	for from, tos := range graph {
		for to := range tos {
			if place[to] < place[from] {
				r.up++
				r.back = append(r.back, from+" uses "+to)
			}
		}
	}
	slices.Sort(r.back)
}

// topLevel reports whether o is a top-level name of the package or a method; fields belong to their type.
func topLevel(o types.Object, pkg *types.Package) bool {
	if fn, ok := o.(*types.Func); ok {
		return fn.Signature().Recv() != nil || o.Parent() == pkg.Scope()
	}
	return o.Parent() == pkg.Scope()
}

// ordered orders the files so that few arrows run back.
func ordered(graph map[string]map[string]bool) []string {
	left := map[string]bool{}
	for n := range graph {
		left[n] = true
	}
	degree := func(n string) (out, in int) {
		for m := range left {
			if m != n && graph[n][m] {
				out++
			}
			if m != n && graph[m][n] {
				in++
			}
		}
		return out, in
	}
	var head, tail []string
	for len(left) > 0 {
		names := []string{}
		for n := range left {
			names = append(names, n)
		}
		slices.Sort(names)
		best, gain := "", -1<<30
		for _, n := range names {
			out, in := degree(n)
			switch {
			case out == 0:
				tail, best = append(tail, n), "-"
			case in == 0:
				head, best = append(head, n), "-"
			case out-in > gain:
				best, gain = n, out-in
				continue
			default:
				continue
			}
			delete(left, n)
			break
		}
		if best != "-" {
			head = append(head, best)
			delete(left, best)
		}
	}
	slices.Reverse(tail)
	return append(head, tail...)
}

func (h *house) parse(dir string, names []string) ([]*ast.File, error) {
	var out []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(h.fset, filepath.Join(dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		out = append(out, f)
	}
	return out, nil
}
