package gittest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// Zoo builds the zoo below dir. Specimens refer to each other by absolute paths, so a test that changes one builds its
// own zoo.
func Zoo(dir string) (specimens []Specimen, err error) {
	dir, err = filepath.EvalSymlinks(dir)
	if err != nil {
		return nil, fmt.Errorf("zoo: %w", err)
	}
	z := &zookeeper{dir: dir, home: filepath.Join(dir, ".home")}
	defer func() {
		if p := recover(); p != nil {
			failure, ok := p.(zooError)
			if !ok {
				panic(p)
			}
			err = fmt.Errorf("zoo: specimen %q: %w", z.name, failure.error)
		}
	}()
	z.must(os.MkdirAll(z.home, 0o755))
	for _, plan := range plans() {
		z.name, z.reason = plan.name, ""
		plan.build(z, plan.name)
		specimens = append(specimens, Specimen{Name: plan.name, Dir: z.path(plan.name), Odd: plan.odd, Reason: z.reason})
	}
	return specimens, nil
}

// SharedZoo returns the zoo that all tests of a binary may read and none may change. Main removes it at the end.
func SharedZoo(t testing.TB) []Specimen {
	t.Helper()
	shared.once.Do(func() {
		shared.dir, shared.err = os.MkdirTemp("", "gittest-zoo-")
		if shared.err == nil {
			shared.specimens, shared.err = Zoo(shared.dir)
		}
	})
	if shared.err != nil {
		t.Fatal(shared.err)
	}
	return shared.specimens
}
