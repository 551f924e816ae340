package folds

import (
	"regexp"
	"strings"

	"consider/internal/lazy"
)

// imports proves the changes that only put imports in another order: in all of them together, each occurs as often as
// before.
func (f *file) imports() {
	if f.in == unknown || f.in == script {
		return
	}
	var found []*change
	var was, is map[int]importLine
	count := map[importLine]int{}
	for _, c := range f.changes {
		if !c.clear || c.proof != nil || len(c.a)+len(c.b) == 0 {
			continue
		}
		if was == nil {
			was, is = f.old.importLines(f.in), f.new.importLines(f.in)
		}
		gone, okA := importsOn(was, c.old, c.removed)
		came, okB := importsOn(is, c.new, c.added)
		if !okA || !okB {
			continue
		}
		found = append(found, c)
		for _, line := range gone {
			count[line]++
		}
		for _, line := range came {
			count[line]--
		}
	}
	for _, n := range count {
		if n != 0 {
			return
		}
	}
	for _, c := range found {
		c.proof = &proof{Imports, "Imports in another order"}
	}
}

// importsOn returns the imports on some lines; ok is false if another text is on them.
func importsOn(imports map[int]importLine, s span, lines []string) (out []importLine, ok bool) {
	for i, line := range lines {
		if strings.TrimSpace(line) == "" {
			continue
		}
		found, known := imports[s.from+i]
		if !known {
			return nil, false
		}
		out = append(out, found)
	}
	return out, true
}

// importLine is an import that has a line of its own, and the last line above it that has something else: imports do not
// move across that.
type importLine struct{ below, text string }

// importLines returns the imports at the top level by line. One that runs code is not among them.
func (t *text) importLines(in language) map[int]importLine {
	out := map[int]importLine{}
	below, attribute := "", false // attribute: the token before, which is not a comment, ends one of Rust
	for i := 0; i < len(t.tokens); {
		from, n := i, t.tokens[i].line
		for i < len(t.tokens) && t.tokens[i].line == n {
			i++
		}
		line := t.tokens[from:i]
		block := line[0].in > 0 && t.tokens[line[0].in].is("(") && t.tokens[line[0].in-1].named("import")
		alone := line[len(line)-1].end == n && (from == 0 || t.tokens[from-1].end < n) && !attribute
		for k := range line {
			if line[k].kind != comment {
				attribute = line[k].is("]")
			}
		}
		if line[0].in >= 0 && !block {
			continue
		}
		text := textOf(line)
		pattern := importPattern[in]
		if block && in == golang {
			pattern = goSpec
		}
		if alone && pattern != nil && pattern().MatchString(text) {
			out[n] = importLine{below, text}
		} else {
			below = text
		}
	}
	return out
}

// These match the tokens of a line, with a blank between them.
var (
	goSpec        = lazy.Regexp(`^([a-zA-Z]\w* )?["` + "`" + `]\S+$`)
	importPattern = map[language]func() *regexp.Regexp{
		golang: lazy.Regexp(`^import ([a-zA-Z]\w* )?["` + "`" + `]\S+$`),
		java:   lazy.Regexp(`^import (static )?\w+( \. [\w*]+)+ ;$`),
		rust:   lazy.Regexp(`^(pub (\( \w+ \) )?)?use [\w:{},* ]+ ;$`),
	}
)
