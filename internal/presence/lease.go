package presence

import (
	"bytes"
	"encoding/json"
	"os"
	"path"
	"strings"
	"time"

	"consider/internal/agents"
	"consider/internal/safefs"
	"consider/internal/words"
)

// leasesDir is the folder of the leases, below the store's: a file for each thread that an agent works on.
const leasesDir = "run/leases"

const (
	// leaseTime is how long a lease lasts if it is not visible whether the agent's session still runs.
	leaseTime   = 30 * time.Minute
	maxLease    = 4 << 10 // bytes
	leaseSuffix = ".json"
)

// Lease says that a session of an agent works on a thread, so that no other begins the same work. It ends with the session.
type Lease struct {
	Agent    string         `json:"agent"`
	Worktree string         `json:"worktree,omitempty"`
	At       time.Time      `json:"at"`
	Session  agents.Session `json:"session"`

	Asked bool `json:"-"` // it is in the outbox of a sandboxed session, so that it keeps no other session from the thread
}

// Leases are leases by the ID of their threads.
type Leases map[string]Lease

// Is reports whether two leases are of the same session.
func (l Lease) Is(o Lease) bool {
	return l.Agent == o.Agent && l.Session.Is(o.Session) && (l.Worktree == o.Worktree || l.Session != agents.Session{})
}

func (l Lease) isOver(now time.Time) bool {
	if runs, known := l.Session.Runs(); known {
		return !runs
	}
	return now.Sub(l.At).Abs() > leaseTime
}

// LeasesIn returns the leases in a store's folder that are not over. It ignores files that it cannot read.
func LeasesIn(store string, now time.Time) Leases {
	out := Leases{}
	root, err := os.OpenRoot(store)
	if err != nil {
		return out
	}
	defer root.Close()
	for _, e := range entries(root, leasesDir) {
		id, ok := strings.CutSuffix(e.Name(), leaseSuffix)
		if !ok || !e.Type().IsRegular() {
			continue
		}
		data, err := safefs.Read(root, path.Join(leasesDir, e.Name()), maxLease)
		var l Lease
		if err == nil && json.Unmarshal(data, &l) == nil && l.Agent != "" && len(l.Agent) <= maxAgent &&
			!words.HasControl(l.Agent+l.Worktree) && !l.isOver(now) {
			out[id] = l
		}
	}
	return out
}

// Take records leases on threads, and deletes those that are over. The caller keeps others from recording one meanwhile.
func Take(store string, ids []string, l Lease) error {
	root, err := openWith(store, leasesDir)
	if err != nil {
		return err
	}
	defer root.Close()
	data, err := json.Marshal(l)
	if err != nil {
		return err
	}
	present := LeasesIn(store, l.At)
	for _, e := range entries(root, leasesDir) {
		if id, ok := strings.CutSuffix(e.Name(), leaseSuffix); ok && present[id].Agent == "" {
			_ = root.Remove(leaseFile(id)) // the next one may succeed
		}
	}
	for _, id := range ids {
		if err := safefs.Replace(root, leaseFile(id), bytes.NewReader(data), safefs.How{Perm: 0o600}); err != nil {
			return err
		}
	}
	return nil
}

// Release ends the leases on threads.
func Release(store string, ids ...string) {
	root, err := os.OpenRoot(store)
	if err != nil {
		return
	}
	defer root.Close()
	for _, id := range ids {
		_ = root.Remove(leaseFile(id)) // at the latest it ends with the session
	}
}

func leaseFile(id string) string { return path.Join(leasesDir, id+leaseSuffix) }
