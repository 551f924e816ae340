package setup

import (
	"cmp"
	"strconv"
	"strings"

	"consider/internal/lazy"
)

// release matches versions that can be ordered: v1.2.3, v1.2.3-rc.1 and, as git describes a later build,
// v1.2.3-5-g0123abc.
var release = lazy.Regexp(`^v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+?))??(?:-(\d+)-g[0-9a-f]+)?(?:-dirty)?$`)

// ordered reports whether a version can be ordered. The version of a build from source cannot.
func ordered(version string) bool { return release().MatchString(version) }

// older reports whether a is certainly older than b.
func older(a, b string) bool {
	x, y := release().FindStringSubmatch(a), release().FindStringSubmatch(b)
	if x == nil || y == nil {
		return false
	}
	for i := 1; i <= 3; i++ {
		if c := byNumber(x[i], y[i]); c != 0 {
			return c < 0
		}
	}
	if c := byTrial(x[4], y[4]); c != 0 {
		return c < 0
	}
	return byNumber(x[5], y[5]) < 0
}

// byNumber compares numbers in decimal notation. An empty string is less than any number.
func byNumber(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

// byTrial compares the pre-release parts of versions as semantic versioning does: part by part, a number before a
// word.
func byTrial(a, b string) int {
	if a == "" || b == "" {
		return cmp.Compare(b, a) // a version without one is the release itself
	}
	x, y := strings.Split(a, "."), strings.Split(b, ".")
	for i := range min(len(x), len(y)) {
		_, xWord := strconv.ParseUint(x[i], 10, 64)
		_, yWord := strconv.ParseUint(y[i], 10, 64)
		c := strings.Compare(x[i], y[i])
		switch {
		case xWord == nil && yWord == nil:
			c = byNumber(x[i], y[i])
		case xWord == nil:
			c = -1
		case yWord == nil:
			c = 1
		}
		if c != 0 {
			return c
		}
	}
	return cmp.Compare(len(x), len(y))
}
