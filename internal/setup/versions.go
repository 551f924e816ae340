package setup

import (
	"cmp"
	"strconv"
	"strings"

	"consider/internal/lazy"
)

// versionPattern matches versions that can be ordered: v1.2.3, v1.2.3-rc.1 and, as git describes a later build,
// v1.2.3-5-g0123abc.
var versionPattern = lazy.Regexp(`^v?(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+?))??(?:-(\d+)-g[0-9a-f]+)?(?:-dirty)?$`)

// isComparable reports whether a version can be ordered. The version of a build from source cannot.
func isComparable(version string) bool { return versionPattern().MatchString(version) }

// isOlder reports whether a is certainly older than b.
func isOlder(a, b string) bool {
	x, y := versionPattern().FindStringSubmatch(a), versionPattern().FindStringSubmatch(b)
	if x == nil || y == nil {
		return false
	}
	return cmp.Or(
		compareNumbers(x[1], y[1]), compareNumbers(x[2], y[2]), compareNumbers(x[3], y[3]),
		comparePrerelease(x[4], y[4]), compareNumbers(x[5], y[5]),
	) < 0
}

// compareNumbers compares numbers in decimal notation. An empty string is less than any number.
func compareNumbers(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

// comparePrerelease compares the pre-release parts of versions as semantic versioning does: part by part, a number
// before a word.
func comparePrerelease(a, b string) int {
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
			c = compareNumbers(x[i], y[i])
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
