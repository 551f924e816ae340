package presence

import (
	"crypto/rand"
	"fmt"
	"os"
	"path"
	"strings"
	"time"
)

// gatesDir is the folder of the agents that wait for approval of a plan, below the store's.
const gatesDir = "run/gates"

// lockGrace is how long a new file may exist before its process has locked it.
const lockGrace = time.Minute

// Await records that an agent waits for approval of a version of a plan, until release is called or the process ends.
func Await(store, plan string, version int) (release func(), err error) {
	name := path.Join(gatesDir, gatePrefix(plan, version)+rand.Text())
	h, err := hold(store, name, os.O_EXCL, lockGrace, time.Now())
	if err != nil {
		return nil, err
	}
	return func() {
		_ = h.file.Close()
		_ = h.root.Remove(name) // if this fails, the file remains without a lock
		_ = h.root.Close()
	}, nil
}

// IsAwaited reports whether an agent waits for approval of a version of a plan.
func IsAwaited(store, plan string, version int) (yes bool) {
	root, err := os.OpenRoot(store)
	if err != nil {
		return false
	}
	defer root.Close()
	for _, e := range entries(root, gatesDir) {
		if !e.Type().IsRegular() || !strings.HasPrefix(e.Name(), gatePrefix(plan, version)) {
			continue
		}
		if f, err := root.Open(path.Join(gatesDir, e.Name())); err == nil {
			yes = yes || isLocked(f)
			_ = f.Close()
		}
	}
	return yes
}

func gatePrefix(plan string, version int) string { return fmt.Sprintf("%s-%d-", plan, version) }
