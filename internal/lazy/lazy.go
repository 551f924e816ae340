// Package lazy puts off work that a run of the program may never need. The program is started anew for every question,
// and the variables at the top level of a package are made at every start: a pattern with a count, like {0,63}, costs
// 50 KB and as much time as reading a small store.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that compiles the pattern when it is first called. A pattern that does not compile
// panics then.
func Regexp(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}
