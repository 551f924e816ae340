package reviewtest

import (
	"bytes"
	"compress/zlib"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"consider/internal/memory"
	"consider/internal/project"
)

func (d *Desk) Set(name, value string) {
	d.T.Helper()
	if _, err := project.Config(d.T.Context(), d.Human(), project.ConfigInput{Name: name, Value: &value}); err != nil {
		d.T.Fatal(err)
	}
}

// Keep creates a file of the memory.
func (d *Desk) Keep(path, text string) {
	d.T.Helper()
	if out, err := memory.MemoryCreate(d.T.Context(), d.Agent("codex"), memory.MemoryCreateInput{Path: path, Text: &text}); err != nil {
		d.T.Fatalf("%v %v", out, err)
	}
}

// Kept lists the files of the memory with their contents: "/memories/a.md=one".
func (d *Desk) Kept() string {
	d.T.Helper()
	list, err := memory.MemoryList(d.T.Context(), d.Human(), memory.MemoryListInput{})
	if err != nil {
		d.T.Fatal(err)
	}
	var out []string
	for _, f := range list.Files {
		got, err := memory.MemoryGet(d.T.Context(), d.Human(), memory.MemoryGetInput{Path: f.Path})
		if err != nil {
			d.T.Fatal(err)
		}
		out = append(out, f.Path+"="+got.Text)
	}
	return strings.Join(out, " ")
}

func (d *Desk) WantKept(when, want string) {
	d.T.Helper()
	if got := d.Kept(); got != want {
		d.T.Errorf("%s: the memory is %q, want %q", when, got, want)
	}
}

// Stored returns the paths and contents of all files in the store, raw and inflated.
func (d *Desk) Stored() string {
	d.T.Helper()
	var out strings.Builder
	err := filepath.WalkDir(filepath.Join(d.Dir, ".consider"), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		out.WriteString(path + "\n")
		out.Write(data)
		if r, err := zlib.NewReader(bytes.NewReader(data)); err == nil {
			plain, err := io.ReadAll(r)
			if err != nil {
				return err
			}
			out.Write(plain)
		}
		return nil
	})
	if err != nil {
		d.T.Fatal(err)
	}
	return out.String()
}

func (d *Desk) Read(name string) string {
	d.T.Helper()
	data, err := os.ReadFile(filepath.Join(d.Dir, filepath.FromSlash(name)))
	if err != nil {
		d.T.Fatal(err)
	}
	return string(data)
}

// WantNoWords fails if words occur in any file of the store, or in any of its objects, referenced or not.
func (d *Desk) WantNoWords(words ...string) {
	d.T.Helper()
	all := d.Stored() + d.Git("--git-dir=.consider", "cat-file", "--batch-all-objects", "--batch", "--unordered")
	for _, w := range words {
		if strings.Contains(all, w) {
			d.T.Errorf("the store in %s gives away %q", d.Dir, w)
		}
	}
}
