package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"go/scanner"
	"go/token"
	"regexp"
	"strconv"
	"strings"

	"consider/tools/house"
)

// budget is the maximum of each sum. A commit may lower it; raising it takes a commit of its own.
//
//go:embed budget.txt
var budget string

// A sum is a part of the project whose lines of code are limited.
type sum struct {
	name        string
	lines, most int
}

// testHelp are packages that only tests use.
var testHelp = regexp.MustCompile(`^internal/(gittest|tryout|[a-z/]+/[a-z]+test)/`)

// readSums counts the lines of code below top, next to their budget: without tests, generated files, blank lines and
// comments.
func readSums(top string) ([]sum, error) {
	texts, err := house.Read(top)
	if err != nil {
		return nil, err
	}
	found := map[string]int{}
	for name, text := range texts {
		switch part := partOf(name); {
		case part == "" || bytes.HasPrefix(text, []byte("// Code generated")):
		case part == "typescript":
			found[part] += scriptLines(string(text))
		default:
			found[part] += goLines(text)
		}
	}
	var all []sum
	for line := range strings.Lines(budget) {
		name, number, _ := strings.Cut(strings.TrimSpace(line), " ")
		most, err := strconv.Atoi(number)
		if err != nil {
			return nil, fmt.Errorf("budget.txt: %q is not a name and a number of lines", line)
		}
		all = append(all, sum{name, found[name], most})
	}
	return all, nil
}

// partOf names the sum that a file counts in, "" for none.
func partOf(file string) string {
	switch {
	case strings.HasSuffix(file, "_test.go"), testHelp.MatchString(file), strings.Contains(file, "/testdata/"):
		return ""
	case strings.HasSuffix(file, ".go") && strings.HasPrefix(file, "tools/"):
		return "tools"
	case strings.HasSuffix(file, ".go"):
		return "product"
	case strings.HasSuffix(file, ".ts") && (strings.Contains(file, "/src/") || strings.HasPrefix(file, "extension/page/")):
		return "typescript"
	}
	return ""
}

// goLines counts the lines that have a token other than a comment.
func goLines(text []byte) int {
	file := token.NewFileSet().AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	lines := map[int]bool{}
	for {
		pos, kind, literal := s.Scan()
		if kind == token.EOF {
			return len(lines)
		}
		if kind == token.SEMICOLON && literal == "\n" {
			continue // not written
		}
		for i := range 1 + strings.Count(literal, "\n") {
			lines[file.Line(pos)+i] = true
		}
	}
}

// comments are those of TypeScript, with the strings before them, which may contain what looks like one.
var comments = regexp.MustCompile("(?s)(\"(?:[^\"\\\\\n]|\\\\.)*\"|`(?:[^`\\\\]|\\\\.)*`)|//[^\n]*|/\\*.*?\\*/")

// scriptLines counts the lines of TypeScript that have more than a comment.
func scriptLines(text string) int {
	n := 0
	for line := range strings.Lines(comments.ReplaceAllString(text, "$1")) {
		if strings.TrimSpace(line) != "" {
			n++
		}
	}
	return n
}
