package presence

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"consider/internal/agents"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func leases(t *testing.T, store string, at time.Time) []string {
	t.Helper()
	var out []string
	for id := range LeasesIn(store, at) {
		out = append(out, id)
	}
	return out
}

func TestALeaseEndsWithItsSession(t *testing.T) {
	here := agents.Session{Process: os.Getpid(), Began: agents.Began(os.Getpid())}
	for name, c := range map[string]struct {
		session     agents.Session
		now, in29   bool
		in31, ahead bool
	}{
		"a process that runs":               {here, true, true, true, true},
		"a process of the same number":      {agents.Session{Process: os.Getpid(), Began: "1" + here.Began}, false, false, false, false},
		"a process that is gone":            {agents.Session{Process: 1 << 22, Began: here.Began}, false, false, false, false},
		"a process of another container":    {agents.Session{Process: os.Getpid(), Began: here.Began + "0"}, true, true, false, false},
		"a session without a process":       {agents.Session{ID: "one"}, true, true, false, false},
		"an agent that nothing is known of": {agents.Session{}, true, true, false, false},
	} {
		store := t.TempDir()
		if err := Take(store, []string{"c_1"}, Lease{Agent: "codex", At: noon, Session: c.session}); err != nil {
			t.Fatal(err)
		}
		for after, want := range map[time.Duration]bool{0: c.now, 29 * time.Minute: c.in29, 31 * time.Minute: c.in31, -time.Hour: c.ahead} {
			if got := leases(t, store, noon.Add(after)); (len(got) == 1) != want {
				t.Errorf("%s, after %s: %v", name, after, got)
			}
		}
		Release(store, "c_1", "c_2")
		if got := leases(t, store, noon); len(got) > 0 {
			t.Errorf("%s: released, but %v", name, got)
		}
	}
}

func TestADamagedLeaseKeepsNoThread(t *testing.T) {
	store := t.TempDir()
	if err := Take(store, []string{"c_1"}, Lease{Agent: "codex", At: noon}); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"c_2.json": "", "c_3.json": "{", "c_4.json": `{"agent":""}`, "c_5": `{"agent":"codex","at":"2026-11-21T12:00:00Z"}`,
		"c_6.json": `{"agent":"co\u001bdex","at":"2026-11-21T12:00:00Z"}`, "c_7.json": `{"agent":"codex"}`,
		"c_8.json": `{"agent":"codex","at":"2026-11-21T12:00:00Z","more":"` + string(make([]byte, maxLease)) + `"}`,
	} {
		if err := os.WriteFile(filepath.Join(store, leasesDir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("c_1.json", filepath.Join(store, leasesDir, "c_9.json")); err != nil {
		t.Log(err)
	}
	if got := leases(t, store, noon); len(got) != 1 || got[0] != "c_1" {
		t.Error(got)
	}
}
