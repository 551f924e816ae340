package house

import (
	"path"
	"regexp"
	"strings"
)

// riddle matches turns of phrase that a reader has to solve: an indefinite
// person where a real one acts, or a relative clause without its noun.
var riddle = regexp.MustCompile(`(?i)\b(who` + `ever|some` + `body|nobody (is|can|knows|has|else)|nobody'` + `s|(for|of|to) who (is|has|was|waits|asks|wants|knows|needs|can|must)|is no` + `ne of)\b`)

// remark matches a comment of TypeScript or CSS, or a line of one.
var remark = regexp.MustCompile(`(^|\s)(//|/\*|\*\s).*`)

// riddles finds such phrases in comments and documents. It skips the skill, of
// which every change makes a new version.
func riddles(t *tree) []problem {
	const advice = ": name the one who acts, or leave the person out"
	var problems []problem
	for _, f := range t.files {
		switch ext := path.Ext(f.path); {
		case f.below("skills") || strings.Contains("/"+f.path, "/testdata/"):
		case ext == ".md":
			problems = append(problems, grep(f, riddle.Match, "has a riddle"+advice)...)
		case ext == ".ts" || ext == ".css":
			problems = append(problems, grep(f, func(line []byte) bool { return riddle.Match(remark.Find(line)) }, "has a riddle"+advice)...)
		case f.syntax != nil:
			for _, group := range f.syntax.Comments {
				for _, c := range group.List {
					if found := riddle.FindString(c.Text); found != "" {
						problems = append(problems, f.at(c, "has the riddle %q%s", found, advice))
					}
				}
			}
		}
	}
	return problems
}
