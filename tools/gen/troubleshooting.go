package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"consider/internal/fail"
)

const troubleHead = `# When something is wrong

<!-- Written by tools/gen from the messages in the code; make generate renews it. -->

` + "```sh" + `
consider doctor
` + "```" + `

looks at what could keep consider from working here, and says what to do. Each failure ends with a code of its own, says on
stderr what went wrong, and mostly hints what to type. What is damaged never keeps the rest from working:
` + "`consider fsck`" + ` says what it is.

Below are the messages that come with a hint, by exit code. Letters that are different each time are …
`

// maker is a function that makes errors of one kind.
type maker struct {
	name  string
	kind  fail.Kind
	means string
}

// makers lists these functions, with the meaning of each kind for a person.
var makers = []maker{
	{"NotFound", fail.KindNotFound, "what was named is not there"},
	{"Conflict", fail.KindConflict, "it cannot be done as things stand"},
	{"Denied", fail.KindDenied, "it may not be done"},
	{"Usage", fail.KindUsage, "it was typed in another way than it is meant"},
}

// trouble is a message with its hint.
type trouble struct{ message, hint string }

// troubleshooting writes the guide of messages: those with their own hint in the sources.
func troubleshooting() ([]byte, error) {
	found := map[string][]trouble{}
	for _, room := range []string{"../../internal", "../../commands"} {
		if err := troublesBelow(room, found); err != nil {
			return nil, err
		}
	}
	var b bytes.Buffer
	b.WriteString(troubleHead)
	for _, t := range makers {
		rows := found[t.name]
		if len(rows) == 0 {
			return nil, fmt.Errorf("no message of %s has a hint", t.name)
		}
		slices.SortFunc(rows, func(a, b trouble) int { return strings.Compare(a.message+a.hint, b.message+b.hint) })
		fmt.Fprintf(&b, "\n## %d: %s\n\n| message | what to do |\n|---|---|\n", t.kind.Codes().Exit, t.means)
		for _, row := range slices.Compact(rows) {
			fmt.Fprintf(&b, "| %s | %s |\n", row.message, row.hint)
		}
	}
	fmt.Fprintf(&b, "\n## The others\n\n| code | |\n|---|---|\n")
	for _, row := range [][2]string{
		{"11", "there are no threads in this project yet: `consider add FILE:LINE -m TEXT`, or you are in another folder"},
		{"13", "another command writes at this moment: try again"},
		{"14", "something stored is damaged: `consider fsck` says what; everything else works"},
		{"15", "a newer consider wrote it: " + fail.UpdateHint},
		{"17", "`wait` waited, and nothing came"},
		{"130", "it was interrupted"},
		{"1", "a bug of consider; `consider doctor` shows what to report with it"},
	} {
		fmt.Fprintf(&b, "| %s | %s |\n", row[0], row[1])
	}
	return b.Bytes(), nil
}

// troublesBelow finds calls such as fail.Denied("…").Hint("…") in a folder's sources.
func troublesBelow(dir string, found map[string][]trouble) error {
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if by, t, ok := troubleOf(n); ok {
				found[by] = append(found[by], t)
			}
			return true
		})
		return nil
	})
}

func troubleOf(n ast.Node) (by string, t trouble, ok bool) {
	name, on, hint := calledOn(n)
	if name != "Hint" {
		return "", t, false
	}
	by, _, message := calledOn(on)
	known := slices.ContainsFunc(makers, func(row maker) bool { return row.name == by })
	if !known || message == "" || strings.TrimLeft(message, "% vdqsw:") == "" || hint == "" {
		return "", t, false
	}
	return by, trouble{asRead(message), asRead(hint)}, true
}

// calledOn takes apart a call with a literal argument: the name of what is called, the receiver, and the literal's
// text.
func calledOn(n ast.Node) (name string, on ast.Expr, text string) {
	call, ok := n.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return "", nil, ""
	}
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", nil, ""
	}
	if literal, ok := call.Args[0].(*ast.BasicLit); ok {
		text, _ = strconv.Unquote(literal.Value) // a literal that compiles is valid
	}
	return fun.Sel.Name, fun.X, text
}

var formatted = regexp.MustCompile(`%[-+# 0-9.*]*[a-zA-Z]`)

// asRead returns a format as a person reads it, for a cell of a table.
func asRead(format string) string {
	return strings.NewReplacer("|", `\|`, "<", "&lt;", "\n", " ", "*", `\*`).Replace(strings.ReplaceAll(formatted.ReplaceAllString(format, "…"), "%%", "%"))
}
