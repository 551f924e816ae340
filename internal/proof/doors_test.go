//go:build unix

package proof

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"consider/internal/gittest"
)

// plainFolder is a folder without git, with one file, and a home outside of it.
func plainFolder(t *testing.T) (seat, string) {
	t.Helper()
	dir := filepath.Join(gittest.TempDir(t), "project")
	home := filepath.Join(gittest.TempDir(t), "home")
	for _, d := range []string{dir, home} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte(numbered("line", 40)), 0o644); err != nil {
		t.Fatal(err)
	}
	return sit(t, dir), home
}

func (s seat) athome(home string) seat { return s.with("HOME="+home, "XDG_CONFIG_HOME="+home) }

// TestWorktreesOfTwoAccountsKeepTheirThreadsApart: each account has a worktree of one repository.
func TestWorktreesOfTwoAccountsKeepTheirThreadsApart(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can make another user's files")
	}
	for name, foreign := range map[string]string{"main": "project", "linked": "side"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			around := t.TempDir()
			r := gittest.At(t, filepath.Join(around, "project"))
			r.Git("init", "-q")
			r.Write("a.txt", numbered("line", 40))
			r.Commit("first")
			r.Git("worktree", "add", "-q", "../side")
			at := func(folder string) seat { return sit(t, filepath.Join(around, folder)).atHome().inProcess() }
			own := map[string]string{"project": "side", "side": "project"}[foreign]
			theirs := at(foreign)
			theirs.add("a.txt:3", "-m", "of the other account", "--store", filepath.Join(theirs.dir, ".consider"))
			give(t, theirs.dir)
			before := theirs.everything()

			at(own).add("a.txt:4", "-m", "of this account")
			got := at(own).must("list", "--all-worktrees")
			if got.Err != "" || !strings.Contains(got.Out, "1 thread") || !strings.Contains(got.Out, "of this account") {
				t.Errorf("%s%s", got.Out, got.Err)
			}
			if got := theirs.run("list"); (got.Code == 16) != (foreign == "project") || strings.Contains(got.Err, "take over") {
				t.Errorf("exit %d: %s", got.Code, got.Err)
			}
			if theirs.everything() != before {
				t.Error("the other account's files changed")
			}
		})
	}
}

// TestAStoreOfAnotherUserIsNeitherReadNorWritten: a store in a folder above is found without being asked for, and
// its maker could have written anything in any name.
func TestAStoreOfAnotherUserIsNeitherReadNorWritten(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can make another user's files")
	}
	s, home := plainFolder(t)
	s = s.athome(home).inProcess()
	id := s.add("a.txt:3", "-m", "planted")
	s.must("checkpoint", "create", "one")
	store := filepath.Join(s.dir, ".consider")
	give(t, s.dir)
	below := filepath.Join(s.dir, "x", "y")
	if err := os.MkdirAll(below, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(below, "a.txt"), []byte(numbered("line", 40)), 0o644); err != nil {
		t.Fatal(err)
	}
	before := s.everything()
	victim := s
	victim.dir = below
	more := [][]string{
		{"setup", "claude", "--yes", "--as", "human"},
		{"uninstall", "--mode", "full", "--yes", "--as", "human"},
		{"memory", "create", "/memories/a.md", "-m", "x"},
		{"memory", "view"},
		{"fsck", "--accept", "--as", "human"},
		{"undo"},
		{"wait", "--timeout", "1s"},
	}
	for _, args := range slices.Concat(readings, writings, more) {
		if args[0] == "doctor" {
			if got := victim.refused([]int{16}, args...); !strings.Contains(got.Out, "belongs to another user") {
				t.Errorf("%s", got.Out)
			}
			continue
		}
		got := victim.refused([]int{16}, append(named(args, map[string]string{"ID": id}), "--json")...)
		if a, err := got.answer(); err != nil || a.Error.Kind != "denied" || len(a.Error.Hints) != 3 || strings.Contains(got.Out+got.Err, "planted") {
			t.Errorf("%s: %s%s", got, got.Out, got.Err)
		}
	}
	hooked := victim
	hooked.stdin = strings.NewReader(`{"session_id":"s","hook_event_name":"UserPromptSubmit","cwd":"` + below + `"}`)
	if got := hooked.must("hook", "claude", "UserPromptSubmit"); got.Out+got.Err != "" {
		t.Errorf("the hook says %q %q", got.Out, got.Err)
	}
	asked := victim
	asked.stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18",` +
		`"capabilities":{},"clientInfo":{"name":"x","version":"1"}}}` + "\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" +
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list","arguments":{}}}` + "\n")
	if got := asked.must("mcp", "--text"); strings.Contains(got.Out, "planted") || !strings.Contains(got.Out, "belongs to another user") {
		t.Errorf("mcp: %s", got.Out)
	}
	if after := s.everything(); after != before {
		t.Errorf("the store changed:\n%s\n%s", before, after)
	}

	// The ways out.
	safe := filepath.Join(home, ".gitconfig")
	for name, way := range map[string]seat{
		"CONSIDER_DIR":   victim.with("CONSIDER_DIR=" + store),
		"sudo":           victim.with("SUDO_UID=65534"),
		"safe.directory": victim.with("GIT_CONFIG_GLOBAL=" + safe),
		"without git":    victim.with("GIT_CONFIG_GLOBAL="+safe, "PATH="+t.TempDir()),
	} {
		if err := os.WriteFile(safe, []byte("[safe]\n\tdirectory = "+s.dir+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := way.must("list"); !strings.Contains(got.Out, "planted") {
			t.Errorf("%s: %s", name, got.Out)
		}
	}
	if got := victim.must("--store", store, "list"); !strings.Contains(got.Out, "planted") {
		t.Errorf("--store: %s", got.Out)
	}
	// The repository cannot name itself.
	for _, text := range []string{"", "[safe]\n\tdirectory = " + s.dir + "\n\tdirectory =\n", "[safe]\n\tdirectory = " + s.dir + "/x/*\n"} {
		if err := os.WriteFile(safe, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		victim.with("GIT_CONFIG_GLOBAL="+safe).refused([]int{16}, "list")
	}
}

// give makes the user nobody the owner of a folder and all its files.
func give(t *testing.T, dir string) {
	t.Helper()
	if err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, int(nobody.Uid), int(nobody.Gid))
	}); err != nil {
		t.Fatal(err)
	}
}

// TestWhatRootWritesByAnotherUsersStoreIsThatUsers covers sudo, and a container that runs as root on the files of a
// user. Files that belong to root would keep the user from writing to the store.
func TestWhatRootWritesByAnotherUsersStoreIsThatUsers(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can act as root")
	}
	root, home := plainFolder(t)
	root = root.athome(home).inProcess()
	give(t, root.dir)
	// Without SUDO_UID, root does not even create a store in the folder of another user.
	root.refused([]int{16}, "add", "a.txt:3", "-m", "x")
	if _, err := os.Lstat(filepath.Join(root.dir, ".consider")); err == nil {
		t.Error("a store was made")
	}
	root = root.with("SUDO_UID=65534")
	id := root.add("a.txt:3", "-m", "by root")
	root.must("memory", "create", "/memories/a.md", "-m", "x")
	root.must("gc")

	user := root
	user.env, user.user, user.program = slices.Clone(root.env[:2]), nobody, build(t)
	open(t, root.dir)
	open(t, home)
	if reason := user.cannotStart(); reason != "" {
		t.Skipf("another user cannot get at the test's folder: %s", reason)
	}
	user.must("reply", id, "-m", "by the user")
	root.must("reply", id, "-m", "by root again")
	user.must("memory", "create", "/memories/b.md", "-m", "y")
	user.must("gc")
	for range 20 { // into each folder of objects
		user.add("a.txt:4", "-m", "more")
	}
	if th := user.get(id); len(th.Thread) != 2 {
		t.Errorf("%+v", th)
	}
	user.must("fsck")
	_ = filepath.WalkDir(filepath.Join(root.dir, ".consider"), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			t.Fatal(err)
		}
		info, err := d.Info()
		if st, ok := info.Sys().(*syscall.Stat_t); err == nil && ok && st.Uid != nobody.Uid && d.Name() != "origin" {
			t.Errorf("%s is root's", path)
		}
		return nil
	})
}

// TestAStoreThatCameWithAnArchiveIsReadOnlyUntilAPersonAdoptsIt: and one that was copied, moved or restored is not one.
func TestAStoreThatCameWithAnArchiveIsReadOnlyUntilAPersonAdoptsIt(t *testing.T) {
	t.Parallel()
	s, home := plainFolder(t)
	s = s.inProcess()
	author := s.athome(home)
	id := author.add("a.txt:3", "-m", "words")
	author.must("checkpoint", "create", "one")

	// The same account: a copy, as of a backup, without a time of anything; and the original, moved.
	at := func(dir, home string) seat {
		s := s
		s.dir = dir
		return s.athome(home)
	}
	folder := func(name string) string { return filepath.Join(gittest.TempDir(t), name) }
	copied, archive := folder("copied"), folder("archive")
	for _, to := range []string{copied, archive} {
		if out, err := exec.CommandContext(t.Context(), "cp", "-r", s.dir, to).CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
	}
	at(copied, home).must("reply", id, "-m", "in a copy")
	moved := s.dir + "-moved"
	if err := os.Rename(s.dir, moved); err != nil {
		t.Fatal(err)
	}
	at(moved, home).must("reply", id, "-m", "moved")

	// Another account, or machine.
	victim := at(archive, folder("home"))
	before := victim.everything()
	for _, args := range readings {
		ends := []int{0}
		if args[0] == "doctor" {
			ends = []int{16}
		}
		got := victim.refused(ends, named(args, map[string]string{"ID": id})...)
		if strings.Contains(got.Out, "(human)") || strings.Contains(got.Out, `"human"`) && strings.Contains(got.Out, "words") {
			t.Errorf("%s shows the words as this person's: %s", got, got.Out)
		}
		if args[0] == "list" && !strings.Contains(got.Err, "was created elsewhere") || args[0] == "doctor" && !strings.Contains(got.Out, "fsck --accept") {
			t.Errorf("%s: %s%s", got, got.Out, got.Err)
		}
	}
	for _, args := range slices.Concat(writings, [][]string{{"setup", "claude", "--yes", "--as", "human"}, {"memory", "create", "/memories/a.md", "-m", "x"}}) {
		got := victim.refused([]int{16}, append(named(args, map[string]string{"ID": id}), "--json")...)
		if a, err := got.answer(); err != nil || a.Error.Kind != "denied" || len(a.Error.Hints) != 1 || !strings.Contains(a.Error.Hints[0], "fsck --accept") {
			t.Errorf("%s: %s", got, got.Out)
		}
	}
	hooked := victim
	hooked.stdin = strings.NewReader(`{"session_id":"s","hook_event_name":"UserPromptSubmit","cwd":"` + archive + `"}`)
	if got := hooked.must("hook", "claude", "UserPromptSubmit"); got.Out+got.Err != "" {
		t.Errorf("the hook says %q %q", got.Out, got.Err)
	}
	victim.with("CLAUDECODE=1").refused([]int{16}, "fsck", "--accept")
	if after := victim.everything(); after != before {
		t.Errorf("the store changed:\n%s\n%s", before, after)
	}
	// A missing or forged note gains nothing.
	origin := filepath.Join(archive, ".consider", "origin")
	note, err := os.ReadFile(origin)
	if err != nil {
		t.Fatal(err)
	}
	for _, forged := range []string{"", "{}", `{"id":"","marks":[""]}`, `{"id":"00","place":"","marks":["00"]}`, strings.Repeat("[", 1<<20)} {
		if err := os.WriteFile(origin, []byte(forged), 0o644); err != nil {
			t.Fatal(err)
		}
		victim.refused([]int{16}, "add", "a.txt:3", "-m", "x")
	}
	if err := os.Remove(origin); err != nil {
		t.Fatal(err)
	}
	victim.refused([]int{16}, "add", "a.txt:3", "-m", "x")
	if err := os.WriteFile(origin, note, 0o644); err != nil {
		t.Fatal(err)
	}
	// A store that is named with --store is trusted. Next to a .git, git shows whether the store came with it.
	victim.must("--store", filepath.Join(archive, ".consider"), "reply", id, "-m", "named")
	if got := victim.must("fsck", "--accept", "--as", "human"); !strings.Contains(got.Out, "is yours now") {
		t.Errorf("%s", got.Out)
	}
	victim.with("CLAUDECODE=1").must("reply", id, "-m", "adopted")
	at(archive, home).must("reply", id, "-m", "who made it still may")
	if got := victim.must("list"); got.Err != "" {
		t.Errorf("afterwards: %s", got.Err)
	}
}

// TestAStoreBesideAGitIsNotTakenForOneOfAnArchive: a project in a container, whose home is another, or without one.
func TestAStoreBesideAGitIsNotTakenForOneOfAnArchive(t *testing.T) {
	t.Parallel()
	r := sample(t)
	s := sit(t, r.Dir)
	id := s.athome(t.TempDir()).add("a.txt:3", "-m", "words")
	s.athome(t.TempDir()).must("reply", id, "-m", "in a container")
	s.with("HOME=", "XDG_CONFIG_HOME=").must("reply", id, "-m", "without a home")
}

// TestAPlainFolderNeedsNoHome: an agent in a sandbox may see none.
func TestAPlainFolderNeedsNoHome(t *testing.T) {
	t.Parallel()
	s, home := plainFolder(t)
	id := s.with("HOME=", "XDG_CONFIG_HOME=").add("a.txt:3", "-m", "words")
	s.with("HOME=", "XDG_CONFIG_HOME=").must("reply", id, "-m", "again")
	s.athome(home).must("reply", id, "-m", "the person")
	s.with("HOME=", "XDG_CONFIG_HOME=").must("reply", id, "-m", "and again")
}
