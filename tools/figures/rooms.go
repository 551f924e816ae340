package main

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A room is one package.
type room struct {
	path      string // from the top
	files     int
	lines     int
	long      int // functions over 60 lines
	testLines int
	exported  int
	unused    []string // exported names that no other package uses
	back      []string // uses between its files that run against the others
}

// readRooms reads the packages of the module, as they are compiled for this system, with their tests.
func readRooms() ([]*room, error) {
	mode := packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedForTest
	all, err := packages.Load(&packages.Config{Mode: mode, Tests: true, BuildFlags: []string{"-buildvcs=false"}}, "./...")
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(p *packages.Package) bool { // npm packages may hold Go
		return strings.HasSuffix(p.ID, ".test") || strings.Contains(p.ID, "/node_modules/")
	})
	uses := usesIn(all)
	rooms := map[string]*room{}
	for _, p := range all {
		path := strings.TrimPrefix(cmp.Or(p.ForTest, p.PkgPath), "consider/")
		r := rooms[path]
		if r == nil {
			r = &room{path: path}
			rooms[path] = r
		}
		if p.ForTest == "" {
			r.count(p, uses)
			r.arrows(p)
		}
		for _, f := range p.Syntax {
			if t := p.Fset.File(f.Pos()); p.ForTest != "" && strings.HasSuffix(t.Name(), "_test.go") {
				r.testLines += t.LineCount()
			}
		}
	}
	return slices.Collect(maps.Values(rooms)), nil
}

// usesIn returns the exported names that other packages use, tests included.
func usesIn(all []*packages.Package) map[string]bool {
	uses := map[string]bool{}
	for _, p := range all {
		for _, o := range p.TypesInfo.Uses {
			if o.Pkg() != nil && o.Pkg() != p.Types && o.Exported() {
				uses[o.Pkg().Path()+"."+o.Name()] = true
			}
		}
	}
	return uses
}

// count counts files, lines, long functions and exported names, and finds the names that no other package uses.
func (r *room) count(p *packages.Package, uses map[string]bool) {
	for _, f := range p.Syntax {
		if ast.IsGenerated(f) {
			continue
		}
		t := p.Fset.File(f.Pos())
		r.files++
		r.lines += t.LineCount()
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && t.Line(fn.End())-t.Line(fn.Pos()) >= 60 {
				r.long++
			}
		}
		for id, o := range p.TypesInfo.Defs {
			if id.Pos() < f.Pos() || id.Pos() > f.End() || o == nil || !o.Exported() || p.Name == "main" || !topLevel(o) {
				continue
			}
			r.exported++
			if !uses[p.PkgPath+"."+o.Name()] {
				r.unused = append(r.unused, o.Name())
			}
		}
	}
}

// arrows finds the uses between the files of a room that close a circle of them.
func (r *room) arrows(p *packages.Package) {
	nameAt := func(o interface{ Pos() token.Pos }) string { return filepath.Base(p.Fset.Position(o.Pos()).Filename) }
	graph := map[string][]string{}
	for id, o := range p.TypesInfo.Uses {
		if o.Pkg() == p.Types && topLevel(o) {
			from := nameAt(id)
			graph[from] = append(graph[from], nameAt(o))
		}
	}
	const above, left = 1, 2
	state := map[string]int{}
	var visit func(from string)
	visit = func(from string) {
		state[from] = above
		for _, to := range slices.Compact(slices.Sorted(slices.Values(graph[from]))) {
			if state[to] == above && from != to {
				r.back = append(r.back, from+" uses "+to)
			} else if state[to] == 0 {
				visit(to)
			}
		}
		state[from] = left
	}
	for _, from := range slices.Sorted(maps.Keys(graph)) {
		if state[from] == 0 {
			visit(from)
		}
	}
}

// topLevel reports whether o is a top-level name of its package or a method; fields and methods of interfaces belong to
// their type.
func topLevel(o types.Object) bool {
	if fn, ok := o.(*types.Func); ok && fn.Signature().Recv() != nil {
		return !types.IsInterface(fn.Signature().Recv().Type())
	}
	return o.Parent() == o.Pkg().Scope()
}
