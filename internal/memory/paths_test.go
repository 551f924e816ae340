package memory_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"consider/internal/gittest"
	"consider/internal/memory"
	"consider/internal/memory/keep"
	"consider/internal/review/history"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/thread"
)

// strays are paths that lead out of /memories, as an attacker would write them.
var strays = []string{
	"../outside", "/etc/passwd", "/memories/../outside", "/memories/../../outside", "/memories/a/../../../outside", "/memories/..\\outside",
	"/memories/%2e%2e/outside", "/memories/%2e%2e%2foutside", "/memories/..%2foutside", "/memories/a\x00/../../outside", "/memoriesoutside",
	"/memories/C:\\outside", "\\\\server\\outside", "/memories/.git/config", "/memories/.consider/settings.json", "/memories/con", "/memories/a:b",
	"file:///memories/../outside", "/memories/\u2025/outside\u202e", "~/outside", "/proc/self/cwd/outside",
}

func TestNoPathLeadsOutOfAMemory(t *testing.T) {
	keys := keep.Keys{File: filepath.Join(t.TempDir(), "memory.key")}
	for _, backend := range []string{settings.InWorkspace, settings.InBranch, settings.OnDisk, settings.InSecret} {
		t.Run(backend, func(t *testing.T) {
			d := reviewtest.New(t)
			outside := filepath.Join(filepath.Dir(d.Dir), "outside")
			if err := os.WriteFile(outside, []byte("outside"), 0o644); err != nil {
				t.Fatal(err)
			}
			useBackend(d, backend)
			service := func() *session.Session {
				s := d.Agent("codex")
				s.Keys = keys
				return s
			}
			text, line := "overwritten", 0
			if _, err := memory.MemoryCreate(t.Context(), service(), memory.MemoryCreateInput{Path: "/memories/mine", Text: &text}); err != nil {
				t.Fatal(err)
			}
			before := gittest.Snapshot(t, d.Dir)
			tip := gittest.Must(service().Tip(t.Context()))(t)
			for _, path := range strays {
				for _, in := range []memory.MemoryInput{
					{Name: "view", Path: path},
					{Name: "create", Path: path, FileText: &text},
					{Name: "delete", Path: path},
					{Name: "str_replace", Path: path, OldStr: &text, NewStr: &text},
					{Name: "insert", Path: path, InsertLine: &line, InsertText: &text},
					{Name: "rename", OldPath: path, NewPath: "/memories/stolen"},
					{Name: "rename", OldPath: "/memories/mine", NewPath: path},
				} {
					out, err := memory.Memory(t.Context(), service(), in)
					if err != nil || !out.Failed || !strings.HasPrefix(out.Text, "Path ") {
						t.Errorf("%s %q: %+v, %v", in.Name, path, out, err)
					}
				}
			}
			out, err := memory.Memory(t.Context(), service(), memory.MemoryInput{Name: "delete", Path: "/memories"})
			if err != nil || out.Text != "Cannot delete the /memories directory itself" {
				t.Errorf("delete of /memories: %+v, %v", out, err)
			}
			if diff := gittest.Diff(before.Print, gittest.Snapshot(t, d.Dir).Print); diff != "" {
				t.Errorf("the project changed:\n%s", diff)
			}
			if now := gittest.Must(service().Tip(t.Context()))(t); now != tip {
				t.Error("the store changed")
			}
			if data, err := os.ReadFile(outside); err != nil || string(data) != "outside" {
				t.Errorf("outside there is %q, %v", data, err)
			}
		})
	}
}

func TestWhileTheMemoryIsOffAgentsHaveNone(t *testing.T) {
	d := reviewtest.New(t)
	d.Keep("/memories/a.md", "one")
	d.Set("memory", "off")
	if out, err := memory.Memory(t.Context(), d.Agent("codex"), memory.MemoryInput{Name: "view", Path: "/memories"}); err != nil || !out.Failed || out.Text != "memory is off in this project" {
		t.Errorf("an agent: %+v, %v", out, err)
	}
	if _, err := memory.MemoryExport(t.Context(), d.Agent("codex"), memory.MemoryExportInput{}); err == nil {
		t.Error("an agent exports it")
	}
	if out, err := memory.MemoryView(t.Context(), d.Human(), memory.MemoryViewInput{Path: "/memories/a.md"}); err != nil {
		t.Errorf("the human: %+v, %v", out, err)
	}
}

func TestAnEditorsChatIsRecordedAsAnAgent(t *testing.T) {
	d := reviewtest.New(t)
	text := "one"
	if out, err := memory.Memory(t.Context(), d.As(session.Caller{Human: true}), memory.MemoryInput{Name: "create", Path: "/memories/a.md", FileText: &text}); err != nil || out.Failed {
		t.Fatalf("%+v, %v", out, err)
	}
	log, err := memory.MemoryLog(t.Context(), d.Human(), memory.MemoryLogInput{})
	if err != nil || log.Entries[0].By != (history.Who{Kind: thread.Agent, Name: "editor"}) {
		t.Errorf("%+v, %v", log.Entries, err)
	}
}

func TestTheMemorysLogIsBounded(t *testing.T) {
	d := reviewtest.New(t)
	d.Keep("/memories/a.md", "one")
	store, err := d.Human().OpenStore(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	line := []byte(`{"command":"view","path":"` + strings.Repeat("x", 1000) + `","ok":true}`)
	for range 3000 {
		if err := store.AppendJournal(memory.MemoryJournal, line); err != nil {
			t.Fatal(err)
		}
	}
	data, err := store.ReadJournal(memory.MemoryJournal)
	if err != nil || len(data) > 1<<20+1<<12 || len(data) < 1<<19 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if log, err := memory.MemoryLog(t.Context(), d.Human(), memory.MemoryLogInput{Max: 10}); err != nil || len(log.Entries) != 10 || !log.More {
		t.Errorf("%d entries, %v", len(log.Entries), err)
	}
}
