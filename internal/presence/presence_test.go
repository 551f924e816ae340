package presence_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"consider/internal/presence"
)

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// TestMain can also run a session as a process of its own, which a test kills.
func TestMain(m *testing.M) {
	if store := os.Getenv("PRESENCE_STORE"); store != "" {
		var s presence.Session
		if s.Begin(store, "", "codex", presence.Watching, noon) != nil {
			os.Exit(1)
		}
		_, _ = os.Stdout.WriteString("here\n")
		time.Sleep(time.Minute)
	}
	os.Exit(m.Run())
}

func TestASessionIsThereUntilItEndsAndWhatItWasToldStays(t *testing.T) {
	store := t.TempDir()
	var s presence.Session
	if err := s.Begin(store, "", "claude-code", presence.Watching, noon); err != nil {
		t.Fatal(err)
	}
	w := presence.Message{Thread: "c_00000001", Entry: 2}
	s.RecordNotified([]presence.Message{w}, noon.Add(time.Minute))
	got := presence.Read(store)
	if len(got.Listeners) != 1 || got.Listeners[0].Agent != "claude-code" || !s.Exists() || !got.Listeners[0].Heard.Equal(noon.Add(time.Minute)) {
		t.Fatalf("%+v", got)
	}
	s.Close()
	s.RecordNotified([]presence.Message{{Thread: "c_00000002"}}, noon)
	got = presence.Read(store)
	if len(got.Listeners) != 0 || s.Exists() {
		t.Errorf("after its end: %+v", got.Listeners)
	}
	if told, ok := got.FirstNotified(w, noon); !ok || told.Agent != "claude-code" || !told.At.Equal(noon.Add(time.Minute)) {
		t.Errorf("%+v %v", told, ok)
	}
	for what, w := range map[string]presence.Message{"an older entry": {Thread: "c_00000001", Entry: 1}, "told after its end": {Thread: "c_00000002"}} {
		if _, ok := got.FirstNotified(w, noon); ok {
			t.Errorf("%s counts as told", what)
		}
	}
	if _, ok := got.FirstNotified(w, noon.Add(time.Hour)); ok {
		t.Error("words that were edited since count as told")
	}
}

func TestAKilledSessionIsNotThere(t *testing.T) {
	store := t.TempDir()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), "PRESENCE_STORE="+store)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 8)); err != nil {
		t.Fatal(err)
	}
	if got := presence.Read(store); len(got.Listeners) != 1 || got.Listeners[0].Agent != "codex" {
		t.Errorf("%+v", got)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	if got := presence.Read(store); len(got.Listeners) != 0 {
		t.Errorf("after it was killed: %+v", got)
	}
}

func TestWhatHooksToldIsNotedAndNobodyIsThereForIt(t *testing.T) {
	store := t.TempDir()
	w := presence.Message{Thread: "c_00000001"}
	for i := range 3 {
		if err := presence.RecordNotified(store, "", "gemini", "session", []presence.Message{w}, noon.Add(time.Duration(i)*time.Minute)); err != nil {
			t.Fatal(err)
		}
	}
	got := presence.Read(store)
	if len(got.Listeners) != 0 || len(got.Hooked) != 1 || !got.Hooked[0].Heard.Equal(noon.Add(2*time.Minute)) {
		t.Errorf("%+v", got)
	}
	if told, ok := got.FirstNotified(w, noon); !ok || !told.At.Equal(noon) {
		t.Errorf("%+v %v", told, ok)
	}
}

func TestFilesThatAreNoneAreAsGoodAsNone(t *testing.T) {
	store := t.TempDir()
	dir := filepath.Join(store, "run", "sessions")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	whole := `{"agent":"codex","how":"hooks","since":"2026-11-22T12:00:00Z"}` + "\n"
	for name, text := range map[string]string{
		"a.jsonl": "", "b.jsonl": "{", "c.jsonl": `{"agent":"` + strings.Repeat("x", 200) + `"}`, "d.jsonl": `{"agent":"\u001b[2J","how":"hooks"}`,
		"e.txt": whole, "f.jsonl": strings.Repeat("x", 1<<20),
		"g.jsonl": whole + `{"at":"2026-11-22T12:01:00Z","told":[{"thread":"c_1","ent`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "h.jsonl")); err != nil {
		t.Skip("no links here")
	}
	if got := presence.Read(store); len(got.Hooked) != 1 || !got.Hooked[0].Heard.IsZero() || len(got.Listeners) != 0 {
		t.Errorf("%+v", got)
	}
	if got := presence.Read(filepath.Join(store, "none")); len(got.Listeners)+len(got.Hooked) != 0 {
		t.Errorf("%+v", got)
	}
}

func TestOldFilesGoAndThoseOfSessionsThatAreThereStay(t *testing.T) {
	store := t.TempDir()
	var old, held, fresh presence.Session
	for _, s := range []*presence.Session{&old, &held} {
		if err := s.Begin(store, "", "codex", presence.Waiting, noon); err != nil {
			t.Fatal(err)
		}
	}
	old.Close()
	if err := fresh.Begin(store, "", "codex", presence.Waiting, time.Now().Add(40*24*time.Hour)); err != nil {
		t.Fatal(err)
	}
	names, err := os.ReadDir(filepath.Join(store, "run", "sessions"))
	if err != nil || len(names) != 2 {
		t.Errorf("%d files are left: %v", len(names), err)
	}
	held.Close()
	fresh.Close()
}

func TestASessionNoticesThatItsStoreWasMadeAnew(t *testing.T) {
	store := filepath.Join(t.TempDir(), "store")
	if err := os.Mkdir(store, 0o700); err != nil {
		t.Fatal(err)
	}
	var s presence.Session
	if err := s.Begin(store, "", "codex", presence.Watching, noon); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(store, store+".old"); err != nil {
		t.Fatal(err)
	}
	if s.Exists() {
		t.Error("it is still there")
	}
	if s.Begin(store, "", "codex", presence.Watching, noon) == nil {
		t.Error("it began without a store")
	}
	s.Close()
}
