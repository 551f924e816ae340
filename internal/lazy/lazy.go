// Package lazy postpones work that a run of the program may never need. Each command starts the program anew, and every
// start initializes the package-level variables: a pattern with a count, like {0,63}, costs 50 KB and as much time as
// reading a small store.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that compiles the pattern when it is first called. It then panics if the pattern does not
// compile.
func Regexp(pattern string) func() *regexp.Regexp {
	var compiled struct { // as one variable, which is one allocation
		sync.Once
		*regexp.Regexp
	}
	return func() *regexp.Regexp {
		compiled.Do(func() { compiled.Regexp = regexp.MustCompile(pattern) })
		return compiled.Regexp
	}
}
