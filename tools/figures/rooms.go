package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func (r *room) lines() int {
	n := 0
	for _, f := range r.files {
		n += f.lines
	}
	return n
}

// listed is a package in the output of go list.
type listed struct {
	ImportPath, Dir, Export, ForTest             string
	GoFiles, CgoFiles, TestGoFiles, XTestGoFiles []string
	Standard                                     bool
	Module                                       *struct{ Main bool }
}

// list asks go for the packages of the module and everything that they import, compiled.
func list() ([]listed, error) {
	cmd := exec.Command("go", "list", "-buildvcs=false", "-deps", "-test", "-export",
		"-json=ImportPath,Dir,Export,ForTest,GoFiles,CgoFiles,TestGoFiles,XTestGoFiles,Standard,Module", "./...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var all []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
}

func readRooms() ([]*room, error) {
	all, err := list()
	if err != nil {
		return nil, err
	}
	exports := map[string]string{}
	for _, p := range all {
		if p.ForTest == "" {
			exports[p.ImportPath] = p.Export
		}
	}
	h := &house{fset: token.NewFileSet(), uses: map[string]map[string]bool{}}
	if h.top, err = os.Getwd(); err != nil {
		return nil, err
	}
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	h.from = importer.ForCompiler(h.fset, "gc", lookup)
	var rooms []*room
	for _, p := range all {
		if p.Module == nil || !p.Module.Main || strings.Contains(p.ImportPath, " ") || strings.HasSuffix(p.ImportPath, ".test") {
			continue
		}
		if strings.Contains(p.ImportPath, "/node_modules/") { // npm packages may hold Go
			continue
		}
		r, err := h.read(p)
		if err != nil {
			return nil, err
		}
		rooms = append(rooms, r)
	}
	for _, r := range rooms {
		h.count(r)
	}
	return rooms, nil
}

// read parses and checks one package, records which packages it uses, and counts its lines.
func (h *house) read(p listed) (*room, error) {
	rel, err := filepath.Rel(h.top, p.Dir)
	if err != nil {
		return nil, err
	}
	r := &room{path: filepath.ToSlash(rel)}
	syntax, err := h.parse(p.Dir, append(p.GoFiles, p.CgoFiles...))
	if err != nil {
		return nil, err
	}
	for _, f := range syntax {
		if ast.IsGenerated(f) {
			continue
		}
		r.files = append(r.files, h.fileOf(f))
	}
	info, pkg := h.check(p.ImportPath, syntax)
	h.note(p.ImportPath, info)
	h.arrows(r, syntax, info, pkg)
	for _, tests := range [][]string{p.TestGoFiles, p.XTestGoFiles} {
		more, err := h.parse(p.Dir, tests)
		if err != nil {
			return nil, err
		}
		for _, f := range more {
			r.testLines += h.fset.File(f.Pos()).LineCount()
		}
		if len(tests) > 0 && len(syntax) > 0 && more[0].Name.Name == syntax[0].Name.Name {
			more = append(more, syntax...)
		}
		info, _ := h.check(p.ImportPath+"_test", more)
		h.note(p.ImportPath+" (tests)", info)
	}
	return r, nil
}

// check resolves names. It ignores errors: the compiler reports them.
func (h *house) check(path string, files []*ast.File) (*types.Info, *types.Package) {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: h.from, Error: func(error) {}}
	pkg, _ := conf.Check(path, h.fset, files, info)
	return info, pkg
}

// note records which packages use each name.
func (h *house) note(by string, info *types.Info) {
	for _, o := range info.Uses {
		if o.Pkg() == nil || !o.Exported() {
			continue
		}
		key := o.Pkg().Path() + "." + o.Name()
		if h.uses[key] == nil {
			h.uses[key] = map[string]bool{}
		}
		h.uses[key][by] = true
	}
}
