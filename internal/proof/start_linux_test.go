package proof

import (
	"os/exec"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"
)

// initialised is a line of what the runtime tells of initialisers: the package, and the bytes that it allocated.
var initialised = regexp.MustCompile(`(?m)^init (\S+) @.* clock, (\d+) bytes`)

// TestAStartPaysForLittleThatItDoesNotUse: every question starts the program anew, and the initialisers of all packages run
// before it is looked at. Bytes are counted and not time, which a busy machine makes longer. Of the whole more than half
// is goldmark's (docs/performance.md); the bounds are what was reached and a twentieth.
func TestAStartPaysForLittleThatItDoesNotUse(t *testing.T) {
	cmd := exec.Command(build(t), "version")
	cmd.Env = []string{"GODEBUG=inittrace=1", "HOME=" + t.TempDir()}
	var told strings.Builder
	cmd.Stderr = &told
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, told.String())
	}
	bytes := map[string]int{}
	var names []string
	all, ours := 0, 0
	for _, m := range initialised.FindAllStringSubmatch(told.String(), -1) {
		n, err := strconv.Atoi(m[2])
		if err != nil {
			t.Fatal(err)
		}
		names, bytes[m[1]] = append(names, m[1]), n
		if all += n; strings.HasPrefix(m[1], "consider/") {
			ours += n
		}
	}
	sort.Slice(names, func(i, j int) bool { return bytes[names[i]] > bytes[names[j]] })
	if ours == 0 {
		t.Fatalf("nothing is told of our packages:\n%s", told.String())
	}
	for _, c := range []struct {
		what      string
		is, bound int
	}{{"all packages", all, 865_000}, {"our packages", ours, 48_000}} {
		if c.is > c.bound {
			t.Errorf("the initialisers of %s allocate %d bytes, and may %d; most in:", c.what, c.is, c.bound)
			for _, name := range names[:min(8, len(names))] {
				t.Errorf("%8d %s", bytes[name], name)
			}
		}
	}
	t.Logf("all %d bytes, ours %d", all, ours)
}
