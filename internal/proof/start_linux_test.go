package proof

import (
	"os/exec"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"
)

// initialised matches a line of the runtime's trace of initialisers: the package, and the bytes that it allocated.
var initialised = regexp.MustCompile(`(?m)^init (\S+) @.* clock, (\d+) bytes`)

// TestAStartPaysForLittleThatItDoesNotUse limits the bytes that initialisers allocate. Every command starts the program
// anew, and the initialisers of all packages run before its arguments are read, except when packages early and hooks
// answer first. Bytes are counted instead of time, because a busy machine takes longer. For the program, the bound of
// all packages is the goal, and that of ours is the measured value plus a tenth; the bounds of the early answers are
// the measured values plus a fifth. docs/internals/performance.md names the largest costs of the start.
func TestAStartPaysForLittleThatItDoesNotUse(t *testing.T) {
	for _, c := range []struct {
		what      string
		said      string
		args      []string
		all, ours int
	}{
		{"the program", "", []string{"--no-pager", "version"}, 250_000, 15_600},
		{"the version", "", []string{"version"}, 40_000, 100},
		{"a hook with nothing to tell", `{"session_id":"s","agent_id":"a"}`, []string{"hook", "claude", "PostToolUse"}, 97_000, 600},
	} {
		bytes := initialisedBy(t, c.said, c.args)
		var names []string
		all, ours := 0, 0
		for name, n := range bytes {
			names = append(names, name)
			if all += n; strings.HasPrefix(name, "consider/") {
				ours += n
			}
		}
		sort.Slice(names, func(i, j int) bool { return bytes[names[i]] > bytes[names[j]] })
		if all > c.all || ours > c.ours {
			t.Errorf("the initialisers of %s allocate %d bytes, ours %d of them, and may %d and %d; most in:", c.what, all, ours, c.all, c.ours)
			for _, name := range names[:min(8, len(names))] {
				t.Errorf("%8d %s", bytes[name], name)
			}
		}
		t.Logf("%s: %d packages, %d bytes, ours %d", c.what, len(names), all, ours)
	}
}

// initialisedBy returns the bytes that the initialisers of each package allocate in a call.
func initialisedBy(t *testing.T, said string, args []string) map[string]int {
	t.Helper()
	cmd := exec.Command(build(t), args...)
	cmd.Env = []string{"GODEBUG=inittrace=1", "HOME=" + t.TempDir()}
	cmd.Stdin = strings.NewReader(said)
	var told strings.Builder
	cmd.Stderr = &told
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, told.String())
	}
	bytes := map[string]int{}
	for _, m := range initialised.FindAllStringSubmatch(told.String(), -1) {
		n, err := strconv.Atoi(m[2])
		if err != nil {
			t.Fatal(err)
		}
		bytes[m[1]] = n
	}
	if len(bytes) == 0 {
		t.Fatalf("nothing is told of %v:\n%s", args, told.String())
	}
	return bytes
}
