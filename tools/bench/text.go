package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Words that generated names are made of.
var (
	verbs = strings.Fields("load store parse render merge split check count fetch close build apply find sort trim encode decode match walk reset")
	nouns = strings.Fields("user token session order ledger index cursor window buffer parser client server route header packet region vector schema worker report")
	hints = strings.Fields("the caller holds this lock while it waits because an older version wrote twice and nobody noticed until disks were full")
)

func pick(r *rand.Rand, words []string) string { return words[r.IntN(len(words))] }

func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// source writes a file of about n lines that looks like a program: short functions, some lines that occur
// again and again, some comments. That matters to programs that compare lines.
func source(r *rand.Rand, pkg string, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n\nimport (\n\t\"errors\"\n\t\"fmt\"\n)\n", pkg)
	for lines := 6; lines < n; {
		lines += function(&b, r)
	}
	return b.String()
}

// function writes one function and returns how many lines it has.
func function(b *strings.Builder, r *rand.Rand) int {
	verb, noun, lines := pick(r, verbs), pick(r, nouns), 7
	name := fmt.Sprintf("%s%s%d", verb, title(noun), r.IntN(1000))
	fmt.Fprintf(b, "\n// %s: %s.\nfunc %s(%s *%s, limit int) error {\n", name, sentence(r), name, noun, title(noun))
	for range 1 + r.IntN(4) {
		other := pick(r, nouns)
		switch r.IntN(3) {
		case 0:
			fmt.Fprintf(b, "\tif err := %s.%s(limit); err != nil {\n\t\treturn fmt.Errorf(\"%s %s: %%w\", err)\n\t}\n", noun, pick(r, verbs), pick(r, verbs), other)
			lines += 3
		case 1:
			fmt.Fprintf(b, "\tfor i := range limit {\n\t\t%s.%s[i] += %d\n\t}\n", noun, other, r.IntN(100))
			lines += 3
		default:
			fmt.Fprintf(b, "\t%s := %s.%s%s(%d) // %s\n", other, noun, pick(r, verbs), title(pick(r, nouns)), r.IntN(1000), sentence(r))
			lines++
		}
	}
	fmt.Fprintf(b, "\tif limit < %d {\n\t\treturn errors.New(%q)\n\t}\n\treturn nil\n}\n", r.IntN(50), sentence(r))
	return lines
}

func sentence(r *rand.Rand) string {
	words := make([]string, 3+r.IntN(6))
	for i := range words {
		words[i] = pick(r, hints)
	}
	return strings.Join(words, " ")
}
