package house

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

const (
	maxFileLines     = 400
	maxTestFileLines = 600 // of tests and tools
)

// topNames lists the names at the top, which a newcomer sees first. Names that begin with a dot are always allowed.
var topNames = []string{
	"cmd/", "gitstore/", "anchor/", "commands/", "internal/", "extension/", "skills/", "scenarios/", "docs/", "tools/",
	"go.mod", "go.sum", "Makefile", "README.md", "LICENSE", "CHANGELOG.md", "SECURITY.md", "CONTRIBUTING.md",
}

func topLevel(t *tree) []problem {
	var problems []problem
	for _, name := range t.top {
		if !strings.HasPrefix(name, ".") && !slices.Contains(topNames, name) {
			problems = append(problems, problem{
				name, 0,
				"is not a name for the top: move it below internal/ or docs/, or add it to topNames in tools/house/shape.go",
			})
		}
	}
	return problems
}

// packageComments finds packages without a comment that says what they are. A package of tests needs it in only one of
// its files.
func packageComments(t *tree) []problem {
	said := map[string]bool{}
	for _, f := range t.goFiles() {
		prefix := "Package " + f.syntax.Name.Name + " "
		if f.syntax.Name.Name == "main" {
			prefix = "Command " + path.Base(f.folder()) + " "
		}
		said[f.folder()] = said[f.folder()] || strings.HasPrefix(f.syntax.Doc.Text(), prefix)
	}
	var problems []problem
	for _, folder := range slices.Sorted(maps.Keys(said)) {
		if !said[folder] {
			problems = append(problems, problem{
				folder, 0,
				"has no package comment: begin one file (doc.go, when it is long) with \"// Package <name> …\", or \"// Command <name> …\" for a main",
			})
		}
	}
	return problems
}

// isProduct reports whether f is part of the program: not a test, not a tool, not generated.
func (f *file) isProduct() bool {
	in, _ := findRoom(f.folder())
	return !f.isTest() && !in.tool && !f.isGenerated()
}

// longFiles finds Go files over the limits. Generated files have no limit.
func longFiles(t *tree) []problem {
	var problems []problem
	for _, f := range t.goFiles() {
		limit := maxFileLines
		if !f.isProduct() {
			limit = maxTestFileLines
		}
		if n := f.lines(); n > limit && !f.isGenerated() {
			problems = append(problems, problem{
				f.path, 0,
				fmt.Sprintf("has %d lines and %d are allowed: split it by what changes for one reason", n, limit),
			})
		}
	}
	return problems
}

// npmSettings finds packages whose lock file would name a registry: by default npm writes the address of the registry
// it used, which differs from machine to machine.
func npmSettings(t *tree) []problem {
	const setting = "omit-lockfile-registry-resolved=true"
	set := map[string]bool{}
	var problems []problem
	for _, f := range t.files {
		if path.Base(f.path) == ".npmrc" {
			set[f.folder()] = slices.Contains(strings.Fields(string(f.text)), setting)
			if !set[f.folder()] {
				problems = append(problems, problem{f.path, 0, "lacks the line " + setting + ": add it"})
			}
		}
	}
	for _, f := range t.files {
		if path.Base(f.path) != "package-lock.json" {
			continue
		}
		if _, there := set[f.folder()]; !there {
			problems = append(problems, problem{f.path, 0, "has no .npmrc beside it: add one with " + setting})
		}
		if i := bytes.Index(f.text, []byte(`"resolved": "http`)); i >= 0 {
			problems = append(problems, problem{
				f.path, bytes.Count(f.text[:i], []byte("\n")) + 1,
				"names a registry: delete the file and run npm install again, with the .npmrc there",
			})
		}
	}
	return problems
}
