//go:build unix

package proof

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// nobody (uid 65534) has no rights; tests that run as root switch to this user.
var nobody = &syscall.Credential{Uid: 65534, Gid: 65534, NoSetGroups: true}

// reading and writing calls of a store that cannot be written to.
var (
	readings = [][]string{
		{"list"},
		{"list", "--workflow", "all"},
		{"get", "ID"},
		{"context", "ID"},
		{"summary"},
		{"log"},
		{"export"},
		{"reconcile"},
		{"doctor"},
		{"fsck"},
		{"config"},
		{"checkpoint", "list"},
		{"checkpoint", "show", "one"},
		{"checkpoint", "diff", "one"},
	}
	writings = [][]string{
		{"add", "a.txt:3", "-m", "x"},
		{"reply", "ID", "-m", "x"},
		{"resolve", "ID"},
		{"edit", "ID", "--as", "human", "-m", "x"},
		{"label", "ID", "+x"},
		{"reanchor", "ID", "a.txt:4"},
		{"archive", "ID"},
		{"delete", "ID", "--as", "human"},
		{"config", "resolve", "human", "--as", "human"},
		{"gc"},
		{"checkpoint", "create", "two"},
		{"checkpoint", "restore", "one", "--as", "human"},
		{"checkpoint", "delete", "one", "--as", "human"},
	}
)

// TestAStoreThatCannotBeWrittenToCanBeRead: it may be another user's, or lie on
// a disk that went read-only.
func TestAStoreThatCannotBeWrittenToCanBeRead(t *testing.T) {
	t.Parallel()
	r := sample(t)
	s := sit(t, r.Dir).inProcess()
	id := s.add("a.txt:3", "-m", "one")
	s.must("checkpoint", "create", "one")
	s.must("reply", id, "-m", "two")
	s.program = build(t)
	if os.Geteuid() == 0 {
		s.user = nobody
		open(t, r.Dir)
	}
	protect(t, filepath.Join(r.Dir, ".consider"))
	if reason := s.cannotStart(); reason != "" {
		t.Logf("another user cannot get at the test's folder: %s", reason)
		return
	}
	before := s.everything()
	var took []time.Duration
	for _, args := range readings {
		got := s.must(append(named(args, map[string]string{"ID": id}), "--json")...)
		took = append(took, got.Took)
	}
	if th := s.get(id); len(th.Thread) != 1 || th.Placement.StartLine != 3 {
		t.Errorf("read: %+v", th)
	}
	for _, args := range writings {
		got := s.refused([]int{16}, append(named(args, map[string]string{"ID": id}), "--json")...)
		if a, err := got.answer(); err == nil && (a.Error.Kind != "denied" || len(a.Error.Hints) == 0) {
			t.Errorf("%s: %s", got, got.Out)
		}
		took = append(took, got.Took)
	}
	most := slices.Max(took)
	if most > soon(took) {
		t.Errorf("one took %v", most)
	}
	if after := s.everything(); after != before {
		t.Errorf("the store changed:\n%s\n%s", before, after)
	}
	t.Logf("%d reads work, %d writes are denied, %v at most", len(readings), len(writings), most.Round(time.Millisecond))
}

// open gives other users access to a folder below a temporary one.
func open(t *testing.T, dir string) {
	t.Helper()
	for at := dir; strings.HasPrefix(at, filepath.Clean(os.TempDir())+string(filepath.Separator)); at = filepath.Dir(at) {
		if err := os.Chmod(at, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// protect takes the right to write to a store from everybody, and gives that to
// read, until the test ends. Where root tests, the store is given to the user
// nobody, who must not be refused for being another user than its owner.
func protect(t *testing.T, dir string) {
	t.Helper()
	set := func(mode fs.FileMode) {
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && os.Geteuid() == 0 {
				err = os.Lchown(path, int(nobody.Uid), int(nobody.Gid))
			}
			if err == nil && d.IsDir() {
				return os.Chmod(path, mode)
			}
			if err == nil {
				return os.Chmod(path, mode&0o644)
			}
			return err
		})
	}
	set(0o555)
	t.Cleanup(func() { set(0o755) })
}

// cannotStart returns the reason why the other user cannot run the program here.
func (s seat) cannotStart() string {
	cmd := s.command(s.t.Context(), "version")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Sprintf("%v %s", err, out)
	}
	return ""
}

// everything returns the names and sizes of the store's files.
func (s seat) everything() string {
	s.t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(filepath.Join(s.dir, ".consider"), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil && !d.IsDir() {
			fmt.Fprintf(&b, "%s %d %v\n", path, info.Size(), info.ModTime())
		}
		return err
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return b.String()
}

// diskFull is set for the part of the next test that runs in the sandbox, to
// its small disk.
const diskFull = "PROOF_DISK"

// TestOnAFullDiskNothingIsLostAndReadsGoOn fills a disk of half a megabyte. It
// is a tmpfs in a mount namespace in which all else is read-only.
func TestOnAFullDiskNothingIsLostAndReadsGoOn(t *testing.T) {
	t.Parallel()
	if disk := os.Getenv(diskFull); disk != "" {
		fill(t, disk)
		return
	}
	disk := t.TempDir()
	program := build(t)
	script := `mount -t tmpfs -o size=600k,mode=755 tmpfs "$1" && mount -o remount,bind,ro / && cd "$1" && exec "$2" -test.v -test.run '^` + t.Name() + `$'`
	cmd := exec.CommandContext(t.Context(), "unshare", "--mount", "sh", "-c", script, "sh", disk, os.Args[0])
	if os.Geteuid() != 0 {
		cmd.Args = append([]string{"unshare", "--map-root-user"}, cmd.Args[1:]...)
	}
	cmd.Env = append(os.Environ(), diskFull+"="+disk, "TMPDIR="+disk, "PROOF_PROGRAM="+program)
	out, err := cmd.CombinedOutput()
	switch {
	case !bytes.Contains(out, []byte("=== RUN")):
		t.Logf("no sandbox to fill a disk in: %v: %s", err, bytes.TrimSpace(out))
	case err != nil:
		t.Errorf("in the sandbox: %v\n%s", err, out)
	default:
		t.Logf("in the sandbox:\n%s", out)
	}
}

// fill adds threads until the disk is full, checks the store, makes room and adds another.
func fill(t *testing.T, disk string) {
	s := sit(t, filepath.Join(disk, "project"))
	if err := os.Mkdir(s.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	s.program = os.Getenv("PROOF_PROGRAM")
	write := func(name string, data []byte) error { return os.WriteFile(filepath.Join(s.dir, name), data, 0o644) }
	if err := write("a.txt", []byte(numbered("line", 40))); err != nil {
		t.Fatal(err)
	}
	ballast := bytes.Repeat([]byte("ballast "), 16<<10)
	if err := write("ballast", ballast); err != nil {
		t.Fatal(err)
	}
	var acknowledged []string
	failed := 0
	for i := 0; failed < 5 && i < 3000; i++ {
		got := s.run("add", fmt.Sprintf("a.txt:%d", 1+i%40), "--json", "-m", fmt.Sprintf("%d %s", i, strings.Repeat("words ", 200)))
		if got.Code == 0 {
			acknowledged = append(acknowledged, into[one](s, got).Thread.ID)
			continue
		}
		failed++
		if a, err := got.answer(); err != nil || a.Error.Message == "" {
			t.Errorf("on a full disk: exit %d: %s%s", got.Code, got.Out, got.Err)
		}
	}
	if failed == 0 {
		t.Fatalf("the disk took %d threads", len(acknowledged))
	}
	there := func(when string) {
		list := s.list()
		if len(list.Threads) < len(acknowledged) || len(list.Damaged) > 0 {
			t.Errorf("%s: %d threads of %d, %d damaged", when, len(list.Threads), len(acknowledged), len(list.Damaged))
		}
	}
	there("full")
	s.must("get", acknowledged[0], "--json")
	soundToGit(t, s.dir)
	if err := os.Remove(filepath.Join(s.dir, "ballast")); err != nil {
		t.Fatal(err)
	}
	acknowledged = append(acknowledged, s.add("a.txt:1", "-m", "room again"))
	there("with room again")
	s.must("gc", "--json")
	there("after gc")
	sound(s)
	t.Logf("%d threads until full, %d failed; then it went on", len(acknowledged)-1, failed)
}
