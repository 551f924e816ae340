package commands

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"consider/internal/fail"
)

// unpackShop unpacks a project that an older program left: two threads with answers, one of them resolved, a
// checkpoint, the skill and hooks of Claude Code.
func unpackShop(t *testing.T, archive, dir string) {
	t.Helper()
	data, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(plain); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, filepath.FromSlash(h.Name))
		if h.Typeflag == tar.TypeDir {
			err = os.MkdirAll(path, 0o755)
		} else if data, err = io.ReadAll(r); err == nil {
			err = os.WriteFile(path, data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// seat runs commands in a folder, as a person in a terminal.
type seat struct {
	t   *testing.T
	dir string
}

func (s seat) types(want int, args ...string) string {
	s.t.Helper()
	var out bytes.Buffer
	exit := Run(s.t.Context(), Env{
		Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out, Getenv: func(string) string { return "" },
		Now: time.Now, Dir: s.dir, Build: "v9.9.9", InTerminal: true,
	})
	if exit != want {
		s.t.Errorf("consider %s: exit %d:\n%s", strings.Join(args, " "), exit, out.String())
	}
	return out.String()
}

// says checks that an output has these words.
func (s seat) says(out string, words ...string) {
	s.t.Helper()
	for _, w := range words {
		if !strings.Contains(out, w) {
			s.t.Errorf("no %q in:\n%s", w, out)
		}
	}
}

// TestStoresOfAnOlderProgramInWorktreesAreTakenOverWhole: one program gave each worktree a store of its own, with copies in the
// main one's, from one of which a thread was adopted; another one, in a sandbox, made an outbox.
func TestStoresOfAnOlderProgramInWorktreesAreTakenOverWhole(t *testing.T) {
	for _, c := range []struct {
		archive, asked string
		threads        []string
		adopted        string
	}{
		{"2026-11-26", "c_8ced1537", []string{"in gone", "too, in gone", "5 threads"}, "c_8ced1537: 1 message adopted\nc_9245a88d: 1 message adopted\n"},
		{"2026-11-27-outbox", "c_c6f5f8da", []string{"3 threads"}, "nothing to do\n"},
	} {
		t.Run(c.archive, func(t *testing.T) {
			dir := t.TempDir()
			unpackShop(t, "testdata/worktrees/"+c.archive+".tar.gz", dir)
			main, side := seat{t, filepath.Join(dir, "project")}, seat{t, filepath.Join(dir, "side")}
			old := filepath.Join(dir, "old")
			git := func(args ...string) error {
				return exec.Command("git", append([]string{"-C", main.dir}, args...)...).Run()
			}
			for _, do := range []func() error{
				func() error { return git("init", "-q", "-b", "main") },
				func() error { return git("add", "a.txt") },
				func() error {
					return git("-c", "user.name=Ann", "-c", "user.email=ann@example.invalid", "commit", "-qm", "first")
				},
				func() error { return os.Rename(side.dir, old) },
				func() error { return git("worktree", "add", "-q", "../side", "-b", "side") },
				func() error { return os.Rename(filepath.Join(old, ".consider"), filepath.Join(side.dir, ".consider")) },
			} {
				if err := do(); err != nil {
					t.Fatal(err)
				}
			}
			all := append(c.threads, "in the main one", "in side", "1 reply, last reply from: codex (agent), answered", "a remark of codex")
			for range 2 { // the second one finds nothing to take over
				main.says(main.types(0, "list", "--all-worktrees"), all...)
			}
			side.says(side.types(0, "list", "--all-worktrees"), all...)
			main.says(main.types(0, "checkpoint", "list"), "round-1")
			main.says(main.types(0, "memory", "view", "/memories/side.md"), "a note of side")
			if out := main.types(0, "adopt"); out != c.adopted {
				t.Errorf("adopted:\n%s", out)
			}
			side.says(side.types(0, "get", c.asked), "Ann (human)", "in side", "codex (agent)", "answered in side")
			main.says(main.types(0, "fsck"), "the review data is sound")
		})
	}
}

// The stores in testdata were written by the program of the day in their name.
func TestAStoreOfAnOlderProgramGoesOn(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Fatal("the repositories around the stores need git: ", err)
	}
	archives, err := filepath.Glob("testdata/stores/*.tar.gz")
	if err != nil || len(archives) < 2 {
		t.Fatalf("%d stores: %v", len(archives), err)
	}
	for _, archive := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(archive), ".tar.gz"), func(t *testing.T) {
			dir := t.TempDir()
			unpackShop(t, archive, dir)
			if out, err := exec.Command(git, "-C", dir, "init", "-q").CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			s := seat{t, dir}
			types, says := s.types, s.says
			// The code has moved since.
			if err := os.WriteFile(filepath.Join(dir, "cart.js"), []byte("zero\none\ntwo\nthree\nfour\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			list := types(0, "list")
			says(list, "cart.js:3", "words of before", "1 reply")
			says(types(0, "list", "--workflow", "all"), "closed before", "cart.js:5")
			says(types(0, "checkpoint", "list"), "first")
			_, id, _ := strings.Cut(list, "[")
			id = id[:len("c_00000000")]
			says(types(0, "context", id), "an answer of before")
			types(0, "reply", id, "-m", "and after")
			types(0, "resolve", id)
			types(0, "undo")
			says(types(0, "fsck"), "the review data is sound")
			says(types(0, "uninstall", "--dry-run"), "settings.local.json", "SKILL.md")

			// An older program meets a store with an unknown format: that is not damage.
			format := filepath.Join(dir, ".consider", "config.json")
			data, err := os.ReadFile(format)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(format, bytes.Replace(data, []byte(`"version": 1`), []byte(`"version": 99`), 1), 0o644); err != nil {
				t.Fatal(err)
			}
			if out := types(fail.KindVersion.Codes().Exit, "setup", "--yes"); strings.Contains(out, "damage") {
				t.Errorf("a newer store counts as damaged:\n%s", out)
			}
		})
	}
}
