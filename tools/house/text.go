package house

import "regexp"

// A text is one string that a user or a model reads.
type text struct {
	surface string // help, flags, errors, hints, …; for prose outside the product: docs, readme, guides, comments
	kind    string // summary: the description of a verb; failure: an error of a verb; second: a hint after another
	from    *file
	line    int
	text    string
}

var (
	holes = regexp.MustCompile(`%[-+# 0-9.*\[\]]*[a-zA-Z]`)
	word  = regexp.MustCompile(`[A-Za-z]{2}`)
	space = regexp.MustCompile(`\s`)
	label = regexp.MustCompile(`^\W*[A-Z][a-z]+\W*$`)
	// code matches what looks like text, and is read by programs: classes, selectors, routes, policies, paths of SVG.
	code = regexp.MustCompile(`^[.#\[]?[\w-]+\[[^ ]*$|^(GET|POST|PUT|DELETE|PATCH) /|^[a-z]+-(src|uri) |^[MmLlHhVvCcZz][\d. -]{3}|^refs/|^Consider-|` +
		`^(plan|memory|responses|checkpoint|review|changes|editor) [a-z_-]+$|^(text|application)/|^https?://|^use strict|^noopener |^(@media )?\([a-z-]+: `)
)

// isShown reports whether a string is text: it has a word and a space, or is one word with a capital.
func isShown(s string) bool {
	s = holes.ReplaceAllString(s, "%")
	return word.MatchString(s) && (space.MatchString(s) || label.MatchString(s)) && !code.MatchString(s)
}
