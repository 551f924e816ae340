package house

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitignore"
)

// A tree is what the rules check: every text file that is kept in git, parsed
// if it is Go. It includes files for other systems and behind build tags, so it
// is not read with go list.
type tree struct {
	files []*file
	// top lists the names at the top; folders end with a slash.
	top []string
}

// A file is one text file of the tree.
type file struct {
	path string // from the top, slash-separated
	text []byte

	// Set only for Go files outside testdata.
	syntax *ast.File
	fset   *token.FileSet
}

// A problem is a place that breaks a rule, and what to do about it.
type problem struct {
	path string
	line int // 1-based; 0 for the whole file or folder
	what string
}

func (p problem) String() string {
	if p.line == 0 {
		return p.path + ": " + p.what
	}
	return fmt.Sprintf("%s:%d: %s", p.path, p.line, p.what)
}

func (f *file) isTest() bool { return strings.HasSuffix(f.path, "_test.go") }

func (f *file) isGenerated() bool { return f.syntax != nil && ast.IsGenerated(f.syntax) }

func (f *file) folder() string { return path.Dir(f.path) }

func (f *file) below(folder string) bool {
	return strings.HasPrefix(f.path, folder+"/")
}

func (f *file) lines() int { return bytes.Count(f.text, []byte("\n")) }

// at returns a problem of f at a node of its syntax.
func (f *file) at(node ast.Node, format string, args ...any) problem {
	return problem{f.path, f.fset.Position(node.Pos()).Line, fmt.Sprintf(format, args...)}
}

// goFiles returns the Go files, including tests.
func (t *tree) goFiles() []*file {
	return slices.DeleteFunc(slices.Clone(t.files), func(f *file) bool { return f.syntax == nil })
}

// load reads a tree. It skips binary files and the files that git ignores.
func load(fsys fs.FS) (*tree, error) {
	t := &tree{}
	var patterns []gitignore.Pattern
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.Name() == ".git" || gitignore.NewMatcher(patterns).Match(strings.Split(name, "/"), d.IsDir()) {
			if d.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if d.IsDir() {
			if name != "." {
				t.addTop(name + "/")
			}
			more, err := ignored(fsys, name)
			patterns = append(patterns, more...)
			return err
		}
		t.addTop(name)
		if !d.Type().IsRegular() {
			return nil
		}
		return t.add(fsys, name)
	})
	return t, err
}

// Read returns the text files below top that are kept in git, by their paths from there.
func Read(top string) (map[string][]byte, error) {
	t, err := load(os.DirFS(top))
	texts := map[string][]byte{}
	for _, f := range t.files {
		texts[f.path] = f.text
	}
	return texts, err
}

func (t *tree) addTop(name string) {
	if !strings.Contains(strings.TrimSuffix(name, "/"), "/") {
		t.top = append(t.top, name)
	}
}

func (t *tree) add(fsys fs.FS, name string) error {
	text, err := fs.ReadFile(fsys, name)
	if err != nil {
		return err
	}
	if bytes.IndexByte(text[:min(len(text), 8000)], 0) >= 0 {
		return nil
	}
	f := &file{path: name, text: text}
	if path.Ext(name) == ".go" && !strings.Contains("/"+name, "/testdata/") {
		f.fset = token.NewFileSet()
		f.syntax, err = parser.ParseFile(f.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
	}
	t.files = append(t.files, f)
	return nil
}

// ignored returns the patterns of a folder's .gitignore.
func ignored(fsys fs.FS, folder string) (all []gitignore.Pattern, err error) {
	text, err := fs.ReadFile(fsys, path.Join(folder, ".gitignore"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var domain []string
	if folder != "." {
		domain = strings.Split(folder, "/")
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			all = append(all, gitignore.ParsePattern(line, domain))
		}
	}
	return all, err
}
