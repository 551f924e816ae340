package setup

import (
	"flag"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"consider/internal/agents"

	"github.com/google/go-cmp/cmp"
)

// TestMain runs more tests in parallel than there are processors, because they wait for the disk.
func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		_ = f.Value.Set("12")
	}
	m.Run()
}

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// world is a project and a home folder for one test.
type world struct {
	t       *testing.T
	site    Site
	machine agents.Machine
	all     string // the folder that contains both
}

func newWorld(t *testing.T, files ...string) *world {
	t.Helper()
	all, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, all: all}
	w.site = Site{Root: filepath.Join(all, "project"), Store: filepath.Join(all, "project", ".consider"), Git: true, GitDir: filepath.Join(all, "project", ".git")}
	w.machine = agents.Machine{Home: filepath.Join(all, "home"), Program: filepath.Join(all, "downloads", "consider"), OS: "linux"}
	for _, dir := range []string{w.site.Store, w.site.GitDir, w.machine.Home, filepath.Dir(w.machine.Program), filepath.Join(all, "outside")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	w.write("downloads/consider", "the program")
	w.write("project/main.go", "package main\n")
	w.write("outside/precious", "of somebody")
	for i := 0; i+1 < len(files); i += 2 {
		w.write(files[i], files[i+1])
	}
	return w
}

func (w *world) path(name string) string { return filepath.Join(w.all, filepath.FromSlash(name)) }

func (w *world) write(name, text string) {
	w.t.Helper()
	if err := os.MkdirAll(filepath.Dir(w.path(name)), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(w.path(name), []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) read(name string) string {
	w.t.Helper()
	data, err := os.ReadFile(w.path(name))
	if err != nil {
		w.t.Fatal(err)
	}
	return string(data)
}

func (w *world) link(target, name string) {
	w.t.Helper()
	if err := os.MkdirAll(filepath.Dir(w.path(name)), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.Symlink(w.path(target), w.path(name)); err != nil {
		w.t.Skip("no symbolic links here: " + err.Error())
	}
}

func (w *world) forgetRecord() {
	w.t.Helper()
	if err := os.Remove(filepath.Join(w.site.Store, recordName)); err != nil {
		w.t.Fatal(err)
	}
}

// tree returns each folder, link and file in the world, with its permissions and content.
func (w *world) tree() map[string]string {
	w.t.Helper()
	tree := map[string]string{}
	err := filepath.WalkDir(w.all, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(w.all, path)
		if err != nil {
			return err
		}
		tree[filepath.ToSlash(name)] = info.Mode().String()
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := os.Readlink(path)
			tree[filepath.ToSlash(name)] += " " + target
			return err
		case info.Mode().IsRegular():
			data, err := os.ReadFile(path)
			tree[filepath.ToSlash(name)] += "\n" + string(data)
			return err
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return tree
}

// outsideStore returns a tree without the files below the store's folder.
func outsideStore(tree map[string]string) map[string]string {
	out := maps.Clone(tree)
	maps.DeleteFunc(out, func(name, _ string) bool { return strings.HasPrefix(name, "project/.consider/") })
	return out
}

func same(t *testing.T, what string, want, got map[string]string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s:\n%s", what, diff)
	}
}

func (w *world) setup(c Choice) []Change {
	w.t.Helper()
	changes, err := Setup(w.machine, w.site, c, noon)
	if err != nil {
		w.t.Fatalf("setup: %v", err)
	}
	return changes
}

func (w *world) uninstall(force bool) []Change {
	w.t.Helper()
	changes, err := Uninstall(w.machine, w.site, false, force, noon)
	if err != nil {
		w.t.Fatalf("uninstall: %v", err)
	}
	return changes
}

// doneTo returns the outcome for a path, "" if there is none.
func (w *world) doneTo(changes []Change, name string) Done {
	i := slices.IndexFunc(changes, func(c Change) bool { return c.Path == w.path(name) })
	if i < 0 {
		return ""
	}
	return changes[i].Done
}

func only(t *testing.T, changes []Change, allowed ...Done) {
	t.Helper()
	for _, c := range changes {
		if !slices.Contains(allowed, c.Done) {
			t.Errorf("%s: %s %s, want one of %v", c.Path, c.Done, c.Why, allowed)
		}
	}
}

func in(scope Scope, agents ...string) []Integration {
	var out []Integration
	for _, a := range agents {
		out = append(out, Integration{a, scope})
	}
	return out
}

var yes = true

// everything returns a choice of everything that can be set up.
func everything(integrations []Integration) Choice {
	return Choice{Gitignore: true, Integrations: integrations, Hooks: Wake, MCP: &yes, Allow: &yes, Plans: &yes}
}

// retire renames the store's folder, as the store itself does while it holds its lock.
func (w *world) retire(name string) error {
	return os.Rename(w.site.Store, filepath.Join(filepath.Dir(w.site.Store), name))
}
