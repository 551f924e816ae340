package presence

import (
	"crypto/rand"
	"errors"
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
	root, err := os.OpenRoot(store)
	if err != nil {
		return nil, err
	}
	if err = root.MkdirAll(gatesDir, 0o700); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	eachGate(root, "", func(name string, held bool) {
		if info, err := root.Lstat(name); err == nil && !held && time.Since(info.ModTime()) > lockGrace {
			_ = root.Remove(name) // of a process that was killed
		}
	})
	name := path.Join(gatesDir, gatePrefix(plan, version)+rand.Text())
	f, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	if err = lockFile(f); err != nil {
		return nil, errors.Join(err, f.Close(), root.Close())
	}
	return func() {
		_ = f.Close()
		_ = root.Remove(name) // if this fails, the file remains without a lock
		_ = root.Close()
	}, nil
}

// IsAwaited reports whether an agent waits for approval of a version of a plan.
func IsAwaited(store, plan string, version int) (yes bool) {
	root, err := os.OpenRoot(store)
	if err != nil {
		return false
	}
	defer root.Close()
	eachGate(root, gatePrefix(plan, version), func(_ string, held bool) { yes = yes || held })
	return yes
}

func gatePrefix(plan string, version int) string { return fmt.Sprintf("%s-%d-", plan, version) }

// eachGate calls visit for the files with a prefix, and passes whether a process has locked them.
func eachGate(root *os.Root, prefix string, visit func(name string, held bool)) {
	folder, err := root.Open(gatesDir)
	if err != nil {
		return
	}
	defer folder.Close()
	list, _ := folder.ReadDir(maxSessions) // ignores errors
	for _, e := range list {
		if !e.Type().IsRegular() || !strings.HasPrefix(e.Name(), prefix) {
			continue
		}
		name := path.Join(gatesDir, e.Name())
		if f, err := root.Open(name); err == nil {
			visit(name, isLocked(f))
			_ = f.Close()
		}
	}
}
