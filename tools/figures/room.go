package main

import (
	"go/token"
	"go/types"
)

// A room is one package.
type room struct {
	path      string // from the top
	files     []file
	testLines int
	exported  int
	unused    []string // exported names that no other package uses
	up        int      // arrows between files that run against the others
	back      []string // those arrows
}

type file struct {
	name  string
	lines int
	long  int // functions over 60 lines
}

// house holds what is known of all rooms while they are read.
type house struct {
	top  string
	fset *token.FileSet
	from types.Importer
	uses map[string]map[string]bool // the packages that use each declaration
}
