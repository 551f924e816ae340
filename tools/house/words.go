package house

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"regexp"
	"slices"
	"strings"
)

// The words are assembled here, so that this file does not contain them.
var (
	laterWord = regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME)\b`)
	missing   = regexp.MustCompile(`(?i)not (yet )?implemen` + `ted`)

	// comment matches from where a comment starts, in files that are not Go.
	comment = regexp.MustCompile(`(//|#|/\*|<!--).*`)

	// machine matches a path of a build machine, at the start of a path:
	// $WORK/work/a in a scenario does not match.
	machine = regexp.MustCompile(`(^|[^\w.$}/-])/(wo` + `rk/|tmp/w` + `t\b)`)

	registry = regexp.MustCompile(`\b(registry\.npm` + `js\.org|(proxy|sum)\.golang` + `\.org|deb\.deb` + `ian\.org)\b`)
)

// unfinished finds work that was postponed in the code, instead of being done
// or being listed in docs/reference/known-limitations.md where users can see it.
func unfinished(t *tree) []problem {
	const advice = ": do it, or say what does not work in docs/reference/known-limitations.md"
	var problems []problem
	for _, f := range t.files {
		if f.syntax == nil {
			if !isProse(f.path) {
				problems = append(problems, grep(f, func(line []byte) bool {
					return laterWord.Match(comment.Find(line))
				}, "puts work off"+advice)...)
			}
			continue
		}
		for _, group := range f.syntax.Comments {
			if laterWord.MatchString(group.Text()) || missing.MatchString(group.Text()) {
				problems = append(problems, f.at(group, "puts work off%s", advice))
			}
		}
		for node := range ast.Preorder(f.syntax) {
			switch node := node.(type) {
			case *ast.BasicLit:
				if node.Kind == token.STRING && missing.MatchString(node.Value) {
					problems = append(problems, f.at(node, "answers that something is missing%s", advice))
				}
			case *ast.SelectorExpr:
				if laterWord.MatchString(node.Sel.Name) {
					problems = append(problems, f.at(node, "puts work off%s", advice))
				}
			}
		}
	}
	return problems
}

// isProse reports whether a file is only for readers, is an example, or was
// built from sources elsewhere: such files may contain any words.
func isProse(name string) bool {
	return slices.Contains([]string{".md", ".txt", ".txtar", ".json", ".jsonl", ".sum"}, path.Ext(name)) ||
		strings.Contains("/"+name, "/testdata/") || strings.HasPrefix(name, "internal/webserver/assets/")
}

// silentSkips finds tests that can be skipped without a reason.
func silentSkips(t *tree) []problem {
	var problems []problem
	for _, f := range t.goFiles() {
		for node := range ast.Preorder(f.syntax) {
			call, ok := node.(*ast.CallExpr)
			if !ok {
				continue
			}
			silent := len(call.Args) == 0
			if !silent {
				reason, ok := call.Args[0].(*ast.BasicLit)
				silent = ok && strings.Trim(reason.Value, "\"` ") == ""
			}
			switch types.ExprString(call.Fun) {
			case "t.Skip", "t.Skipf", "tb.Skip", "tb.Skipf", "b.Skip", "b.Skipf", "f.Skip", "f.Skipf":
			case "t.SkipNow", "tb.SkipNow", "b.SkipNow", "f.SkipNow":
				silent = true
			default:
				continue
			}
			if silent {
				problems = append(problems, f.at(call, "skips without a reason: say what is missing on this machine, as t.Skip(\"…\")"))
			}
		}
	}
	return problems
}

// places finds paths of the machine on which a file was written, and hosts of
// registries, which differ from machine to machine.
func places(t *tree) []problem {
	var problems []problem
	for _, f := range t.files {
		problems = append(problems, grep(f, machine.Match,
			"contains a path of the machine it was written on: use a relative path, t.TempDir, or an invented one such as /home/ann/project")...)
		problems = append(problems, grep(f, registry.Match,
			"names a package registry: leave the choice to the machine's settings")...)
	}
	return problems
}

// grep returns a problem for every line of f that matches.
func grep(f *file, match func(line []byte) bool, what string) []problem {
	var problems []problem
	n := 0
	for line := range bytes.Lines(f.text) {
		if n++; match(line) {
			problems = append(problems, problem{f.path, n, what})
		}
	}
	return problems
}
