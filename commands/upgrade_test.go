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
			types := func(want int, args ...string) string {
				t.Helper()
				var out bytes.Buffer
				exit := Run(t.Context(), Env{
					Args: args, Stdin: strings.NewReader(""), Stdout: &out, Stderr: &out, Getenv: func(string) string { return "" },
					Now: time.Now, Dir: dir, Build: "v9.9.9", InTerminal: true,
				})
				if exit != want {
					t.Errorf("consider %s: exit %d:\n%s", strings.Join(args, " "), exit, out.String())
				}
				return out.String()
			}
			says := func(out string, words ...string) {
				t.Helper()
				for _, w := range words {
					if !strings.Contains(out, w) {
						t.Errorf("no %q in:\n%s", w, out)
					}
				}
			}
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
