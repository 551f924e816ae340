//go:build unix

package proof

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"consider/commands"
	"consider/internal/gittest"
)

// asProgram makes this test binary be the program under test. It stays in the environment, so that what the program
// starts of itself is the program too.
const asProgram = "PROOF_IS_CONSIDER"

// oldLines has the program make stores whose first commit can be guessed, as earlier releases did.
const oldLines = "PROOF_OLD_LINES"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		env := commands.Surroundings()
		if os.Getenv(oldLines) != "" {
			env.Line = func() string { return "" }
		}
		os.Exit(commands.Run(commands.Interruptible(), env))
	}
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		_ = f.Value.Set("6") // tests wait for the disk and for processes more than they compute
	}
	code := gittest.Main(m)
	if shipped.dir != "" {
		_ = os.Remove(shipped.program)
		_ = os.Remove(shipped.dir)
	}
	os.Exit(code)
}

// smallProgram returns a file that setup takes for the program. It copies it and takes its checksum, which of this test binary
// takes longer than all else.
var smallProgram = sync.OnceValue(func() string {
	path := filepath.Join(os.Getenv("HOME"), "consider") // of this process, see gittest.Main
	if err := os.WriteFile(path, []byte("the program\n"), 0o755); err != nil {
		panic(err)
	}
	return path
})

// runHere acts as the process that cmd would start and returns its exit code.
func runHere(ctx context.Context, cmd *exec.Cmd) (code int) {
	env := commands.Surroundings()
	env.Args, env.Dir, env.Stdout, env.Stderr, env.Program = cmd.Args[1:], cmd.Dir, cmd.Stdout, cmd.Stderr, smallProgram()
	env.InTerminal, env.OutTerminal, env.ErrTerminal = false, false, false
	if env.Stdin = cmd.Stdin; env.Stdin == nil {
		env.Stdin = strings.NewReader("")
	}
	env.Getenv = func(name string) string {
		for _, pair := range slices.Backward(cmd.Env) {
			if value, ok := strings.CutPrefix(pair, name+"="); ok {
				return value
			}
		}
		return ""
	}
	defer func() {
		if p := recover(); p != nil {
			code = 2
			_, _ = fmt.Fprintf(cmd.Stderr, "panic: %v\n%s", p, debug.Stack())
		}
	}()
	return commands.Run(ctx, env)
}

var shipped struct {
	once         sync.Once
	dir, program string
	err          error
}

// build makes the program that ships, once. Other users may run it too.
func build(t *testing.T) string {
	t.Helper()
	shipped.once.Do(func() {
		if shipped.dir, shipped.err = os.MkdirTemp("", "proof-consider-"); shipped.err != nil {
			return
		}
		shipped.program = filepath.Join(shipped.dir, "consider")
		cmd := exec.Command("go", "build", "-buildvcs=false", "-trimpath", "-ldflags=-s -w -X consider/internal/agents.look=no -X consider/internal/version.Version=v0.0.0", "-o", shipped.program, "consider/cmd/consider")
		// Tests have their own home; the compiler's cache is in the real one, which goEnv holds.
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOCACHE="+goEnv.cache, "GOPATH="+goEnv.path, "GOMODCACHE="+goEnv.modules)
		if out, err := cmd.CombinedOutput(); err != nil {
			shipped.err = fmt.Errorf("go build: %w: %s", err, out)
			return
		}
		shipped.err = os.Chmod(shipped.dir, 0o755)
	})
	if shipped.err != nil {
		t.Fatal(shipped.err)
	}
	return shipped.program
}

// goEnv is read before gittest gives the process another home.
var goEnv = func() (e struct{ cache, path, modules string }) {
	ask := func(name string) string {
		out, _ := exec.Command("go", "env", name).Output()
		return string(out[:max(0, len(out)-1)])
	}
	if os.Getenv(asProgram) == "" {
		e.cache, e.path, e.modules = ask("GOCACHE"), ask("GOPATH"), ask("GOMODCACHE")
	}
	return e
}()

// chance returns the test's random source and prints its seed.
func chance(t testing.TB) *rand.Rand {
	t.Helper()
	seed := rand.Uint64()
	if s := os.Getenv("PROOF_SEED"); s != "" {
		var err error
		if seed, err = strconv.ParseUint(s, 10, 64); err != nil {
			t.Fatalf("PROOF_SEED: %v", err)
		}
	}
	t.Logf("PROOF_SEED=%d", seed)
	return rand.New(rand.NewPCG(seed, 0))
}

// often returns how many random rounds to make: nightly in 'make nightly', each otherwise.
func often(nightly, each int) int {
	if os.Getenv("NIGHTLY") == "" {
		return each
	}
	return nightly
}
