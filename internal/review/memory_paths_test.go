package review

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"consider/internal/gittest"
	"consider/internal/memory"
)

// strays are paths that lead out of /memories, as an attacker would write them.
var strays = []string{
	"../outside", "/etc/passwd", "/memories/../outside", "/memories/../../outside", "/memories/a/../../../outside", "/memories/..\\outside",
	"/memories/%2e%2e/outside", "/memories/%2e%2e%2foutside", "/memories/..%2foutside", "/memories/a\x00/../../outside", "/memoriesoutside",
	"/memories/C:\\outside", "\\\\server\\outside", "/memories/.git/config", "/memories/.consider/settings.json", "/memories/con", "/memories/a:b",
	"file:///memories/../outside", "/memories/\u2025/outside\u202e", "~/outside", "/proc/self/cwd/outside",
}

func TestNoPathLeadsOutOfAMemory(t *testing.T) {
	keys := memory.Keys{File: filepath.Join(t.TempDir(), "memory.key")}
	for _, backend := range []string{inWorkspace, inBranch, onDisk, inSecret} {
		t.Run(backend, func(t *testing.T) {
			d := newDesk(t)
			outside := filepath.Join(filepath.Dir(d.Dir), "outside")
			if err := os.WriteFile(outside, []byte("outside"), 0o644); err != nil {
				t.Fatal(err)
			}
			d.backend(backend)
			service := func() *Service {
				s := d.agent("codex")
				s.Keys = keys
				return s
			}
			text, line := "overwritten", 0
			if _, err := service().MemoryCreate(t.Context(), MemoryCreateInput{Path: "/memories/mine", Text: &text}); err != nil {
				t.Fatal(err)
			}
			before := gittest.Snapshot(t, d.Dir)
			tip := must(service().Tip(t.Context()))(t)
			for _, path := range strays {
				for _, in := range []MemoryInput{
					{Command: "view", Path: path},
					{Command: "create", Path: path, FileText: &text},
					{Command: "delete", Path: path},
					{Command: "str_replace", Path: path, OldStr: &text, NewStr: &text},
					{Command: "insert", Path: path, InsertLine: &line, InsertText: &text},
					{Command: "rename", OldPath: path, NewPath: "/memories/stolen"},
					{Command: "rename", OldPath: "/memories/mine", NewPath: path},
				} {
					out, err := service().Memory(t.Context(), in)
					if err != nil || !out.Failed || !strings.HasPrefix(out.Text, "Path ") {
						t.Errorf("%s %q: %+v, %v", in.Command, path, out, err)
					}
				}
			}
			out, err := service().Memory(t.Context(), MemoryInput{Command: "delete", Path: "/memories"})
			if err != nil || out.Text != "Cannot delete the /memories directory itself" {
				t.Errorf("delete of /memories: %+v, %v", out, err)
			}
			if diff := gittest.Diff(before.Print, gittest.Snapshot(t, d.Dir).Print); diff != "" {
				t.Errorf("the project changed:\n%s", diff)
			}
			if now := must(service().Tip(t.Context()))(t); now != tip {
				t.Error("the store changed")
			}
			if data, err := os.ReadFile(outside); err != nil || string(data) != "outside" {
				t.Errorf("outside there is %q, %v", data, err)
			}
		})
	}
}

func TestWhileTheMemoryIsOffAgentsHaveNone(t *testing.T) {
	d := newDesk(t)
	d.keep("/memories/a.md", "one")
	d.set("memory", "off")
	if out, err := d.agent("codex").Memory(t.Context(), MemoryInput{Command: "view", Path: "/memories"}); err != nil || !out.Failed || out.Text != "the memory is off in this project" {
		t.Errorf("an agent: %+v, %v", out, err)
	}
	if _, err := d.agent("codex").MemoryExport(t.Context(), MemoryExportInput{}); err == nil {
		t.Error("an agent exports it")
	}
	if out, err := d.human().MemoryView(t.Context(), MemoryViewInput{Path: "/memories/a.md"}); err != nil {
		t.Errorf("the human: %+v, %v", out, err)
	}
}

func TestAnEditorsChatIsRecordedAsAnAgent(t *testing.T) {
	d := newDesk(t)
	text := "one"
	if out, err := d.as(Caller{Human: true}).Memory(t.Context(), MemoryInput{Command: "create", Path: "/memories/a.md", FileText: &text}); err != nil || out.Failed {
		t.Fatalf("%+v, %v", out, err)
	}
	log, err := d.human().MemoryLog(t.Context(), MemoryLogInput{})
	if err != nil || log.Entries[0].By != (Who{Agent, "editor"}) {
		t.Errorf("%+v, %v", log.Entries, err)
	}
}

func TestTheMemorysLogIsBounded(t *testing.T) {
	d := newDesk(t)
	d.keep("/memories/a.md", "one")
	store, err := d.human().open(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	line := []byte(`{"command":"view","path":"` + strings.Repeat("x", 1000) + `","ok":true}`)
	for range 3000 {
		if err := store.AppendJournal(memoryJournal, line); err != nil {
			t.Fatal(err)
		}
	}
	data, err := store.ReadJournal(memoryJournal)
	if err != nil || len(data) > 1<<20+1<<12 || len(data) < 1<<19 {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if log, err := d.human().MemoryLog(t.Context(), MemoryLogInput{Max: 10}); err != nil || len(log.Entries) != 10 || !log.More {
		t.Errorf("%d entries, %v", len(log.Entries), err)
	}
}
