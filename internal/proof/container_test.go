//go:build linux

package proof

import (
	"fmt"
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

// thousand is the first user ID on most machines.
var thousand = &syscall.Credential{Uid: 1000, Gid: 1000, NoSetGroups: true}

// image is the root folder of a container: the program, a home for root, and a project in /project that user 1000 has
// written a thread into. It gives the seat of that user, on the machine itself.
func image(t *testing.T) (dir string, user seat, id string) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can make a container")
	}
	dir = gittest.TempDir(t)
	for _, d := range []string{"bin", "tmp", "own", "project", "home"} {
		if err := os.Mkdir(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	program, err := os.ReadFile(build(t))
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "bin", "consider"), program, 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "project", "a.txt"), []byte(numbered("line", 40)), 0o644)
	}
	for _, name := range []string{"project", "project/a.txt", "home"} {
		if err == nil {
			err = os.Lchown(filepath.Join(dir, name), 1000, 1000)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	open(t, dir)
	user = sit(t, filepath.Join(dir, "project")).athome(filepath.Join(dir, "home"))
	user.user, user.program = thousand, filepath.Join(dir, "bin", "consider")
	if reason := user.cannotStart(); reason != "" {
		t.Skipf("user 1000 cannot get at the test's folder: %s", reason)
	}
	return dir, user, user.add("a.txt:3", "-m", "of the user")
}

// contained is a seat in a container over an image: its own root folder, mounts, names and network, without git.
func contained(t *testing.T, dir string, flags uintptr) seat {
	s := sit(t, "/project").athome("/own").with("TMPDIR=/tmp", "PATH=/bin", "GIT_CONFIG_GLOBAL=/own/.gitconfig")
	s.program = "/bin/consider"
	s.within = &syscall.SysProcAttr{
		Chroot: dir, Cloneflags: syscall.CLONE_NEWNS | syscall.CLONE_NEWUTS | syscall.CLONE_NEWIPC | syscall.CLONE_NEWNET | flags,
	}
	if reason := s.cannotStart(); reason != "" {
		t.Skipf("no container may be made here: %s", reason)
	}
	return s
}

// threeWaysOut refuses a call, and names them.
func (s seat) threeWaysOut(args ...string) {
	s.t.Helper()
	got := s.refused([]int{16}, append(args, "--json")...)
	if a, err := got.answer(); err != nil || a.Error.Kind != "denied" || len(a.Error.Hints) != 3 || strings.Contains(got.Out+got.Err, "of the user") {
		s.t.Errorf("%s: %s%s", got, got.Out, got.Err)
	}
}

// TestAContainerThatRunsAsRootOverAUsersFilesTellsTheWaysOutAndEachWorks: docker run -v "$PWD:/project" as it is.
func TestAContainerThatRunsAsRootOverAUsersFilesTellsTheWaysOutAndEachWorks(t *testing.T) {
	t.Parallel()
	dir, user, id := image(t)
	root := contained(t, dir, 0)
	before := user.everything()
	for _, args := range [][]string{{"list"}, {"get", id}, {"add", "a.txt:4", "-m", "x"}, {"reply", id, "-m", "x"}, {"memory", "view"}, {"gc"}, {"fsck"}} {
		root.threeWaysOut(args...)
	}
	if after := user.everything(); after != before {
		t.Errorf("the store changed:\n%s\n%s", before, after)
	}
	itself := root
	itself.within = &syscall.SysProcAttr{Chroot: dir, Cloneflags: root.within.Cloneflags, Credential: thousand}
	replies := 0
	for name, way := range map[string]seat{
		"as the user":  itself.athome("/home"),
		"CONSIDER_DIR": root.with("CONSIDER_DIR=/project/.consider"),
		"the setting":  root.athome("/own/trusting").with("GIT_CONFIG_GLOBAL=/own/trusting/.gitconfig"),
	} {
		if name == "the setting" {
			if err := os.Mkdir(filepath.Join(dir, "own", "trusting"), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, "own", "trusting", ".gitconfig"), []byte("[safe]\n\tdirectory = /project\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if got := way.must("list"); !strings.Contains(got.Out, "of the user") {
			t.Errorf("%s: %s", name, got.Out)
		}
		way.must("reply", id, "-m", name)
		replies++
	}
	root.must("--store", "/project/.consider", "reply", id, "-m", "--store")
	if th := user.get(id); len(th.Thread) != replies+1 {
		t.Errorf("%+v", th)
	}
	allOf(t, filepath.Join(dir, "project"), 1000)
	user.must("reply", id, "-m", "and the user again")
	user.must("fsck")
}

// TestAContainerWithoutRootsRightsOnTheMachineJustWorks: podman and rootless docker, where the user is the container's root.
func TestAContainerWithoutRootsRightsOnTheMachineJustWorks(t *testing.T) {
	t.Parallel()
	dir, user, id := image(t)
	root := rootless(t, dir)
	root.must("reply", id, "-m", "from within")
	root.must("memory", "create", "/memories/a.md", "-m", "x")
	root.must("gc")
	root.must("fsck")
	allOf(t, filepath.Join(dir, "project"), 1000)
	if th := user.get(id); len(th.Thread) != 1 {
		t.Errorf("%+v", th)
	}
	user.must("reply", id, "-m", "from without")
}

// rootless is a seat in a container whose root is user 1000 on the machine, with a home of its own.
func rootless(t *testing.T, dir string) seat {
	t.Helper()
	if err := os.Lchown(filepath.Join(dir, "own"), 1000, 1000); err != nil {
		t.Fatal(err)
	}
	root := contained(t, dir, 0)
	root.within = &syscall.SysProcAttr{
		Chroot: dir, Cloneflags: root.within.Cloneflags | syscall.CLONE_NEWUSER, Credential: &syscall.Credential{NoSetGroups: true},
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: 1000, Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: 1000, Size: 1}},
	}
	if reason := root.cannotStart(); reason != "" {
		t.Skipf("no user namespace may be made here: %s", reason)
	}
	return root
}

// TestAContainersRootAndItsUserHaveABackupEach: each brings back what its own has, and neither is refused.
func TestAContainersRootAndItsUserHaveABackupEach(t *testing.T) {
	t.Parallel()
	dir, user, id := image(t)
	root := rootless(t, dir)
	say := func(s seat, words string) { s.must("reply", id, "-m", words, "--as", "human") }
	say(root, "from within")
	say(user, "from without")
	say(root, "from within again")
	user.saysOfBackup("without the last 1 change")
	root.saysOfBackup("ok backup: a copy of the threads is in /own/")
	user.move(filepath.Join(dir, "project", ".consider"))
	user.must(restoring...)
	say(user, "since then")
	root.must(restoring...)
	var now []string
	for _, r := range user.get(id).Thread {
		now = append(now, r.Body)
	}
	slices.Sort(now)
	if want := []string{"from within", "from within again", "from without", "since then"}; !slices.Equal(now, want) {
		t.Errorf("%q, want %q", now, want)
	}
	user.must("fsck")
	root.must("fsck")
	for _, home := range []string{"home", "own", "project"} {
		allOf(t, filepath.Join(dir, home), 1000)
	}
}

// TestRootLeavesAUsersBackupToThatUser: with sudo that keeps the user's home, files of root's would end the user's backups.
func TestRootLeavesAUsersBackupToThatUser(t *testing.T) {
	t.Parallel()
	dir, user, id := image(t)
	root := user.with("SUDO_UID=1000")
	root.user = nil
	user.move(filepath.Join(dir, "home", ".local"))
	root.must("reply", id, "-m", "by root", "--as", "human")
	if _, err := os.Lstat(filepath.Join(dir, "home", ".local")); err == nil {
		t.Error("root made a backup in the user's home")
	}
	user.must("reply", id, "-m", "by the user", "--as", "human")
	root.must("reply", id, "-m", "by root again", "--as", "human")
	user.saysOfBackup("without the last 1 change")
	user.must("reply", id, "-m", "by the user again", "--as", "human")
	user.saysOfBackup("ok backup: a copy of the threads is in")
	user.move(filepath.Join(dir, "project", ".consider"))
	user.must(restoring...)
	if th := user.get(id); len(th.Thread) != 4 {
		t.Errorf("%+v", th)
	}
	allOf(t, filepath.Join(dir, "home"), 1000)
}

// allOf: all files below a folder are a user's.
func allOf(t *testing.T, dir string, uid uint32) {
	t.Helper()
	if err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if st, ok := info.Sys().(*syscall.Stat_t); ok && st.Uid != uid && d.Name() != "origin" {
			t.Errorf("%s is user %d's", path, st.Uid)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

// TestUnderSudoTheCallersStoreIsUsedAndStaysTheirsAndNobodyElses: with the real sudo, whose settings are another file in a
// mount namespace.
func TestUnderSudoTheCallersStoreIsUsedAndStaysTheirsAndNobodyElses(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("sudo"); err != nil {
		t.Skip("no sudo here")
	}
	dir, user, id := image(t)
	etc := gittest.TempDir(t)
	for name, text := range map[string]string{
		"sudoers": "#1000 ALL=(ALL) NOPASSWD: ALL\n#1001 ALL=(ALL) NOPASSWD: ALL\n",
		"passwd":  "root:x:0:0::/:/bin/sh\none:*:1000:1000::/:/bin/sh\ntwo:*:1001:1001::/:/bin/sh\n",
	} {
		if err := os.WriteFile(filepath.Join(etc, name), []byte(text), 0o444); err != nil {
			t.Fatal(err)
		}
	}
	script := filepath.Join(etc, "sudo.sh")
	if err := os.WriteFile(script, fmt.Appendf(nil, `#!/bin/sh
set -e
mount --bind %[1]s/sudoers /etc/sudoers
mount --bind %[1]s/passwd /etc/passwd
exec setpriv --reuid "$CALLER" --regid "$CALLER" --clear-groups sudo -n env HOME=%[2]s/own GIT_CONFIG_GLOBAL=/dev/null %[2]s/bin/consider "$@"
`, etc, dir), 0o755); err != nil {
		t.Fatal(err)
	}
	sudo := sit(t, user.dir)
	sudo.program, sudo.within = script, &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
	one, two := sudo.with("CALLER=1000"), sudo.with("CALLER=1001")
	if reason := one.cannotStart(); reason != "" {
		t.Skipf("sudo does not work here: %s", reason)
	}
	one.must("reply", id, "-m", "under sudo")
	one.must("memory", "create", "/memories/a.md", "-m", "x")
	one.must("gc")
	allOf(t, user.dir, 1000)
	user.must("reply", id, "-m", "without")
	if th := user.get(id); len(th.Thread) != 2 {
		t.Errorf("%+v", th)
	}
	for _, args := range slices.Concat(readings[:2], [][]string{{"reply", id, "-m", "x"}, {"gc"}}) {
		two.threeWaysOut(args...)
	}
	user.must("fsck")
}
