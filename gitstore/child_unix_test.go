//go:build unix

package gitstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func runUnixChild(s *Store, role string) error {
	switch role {
	case "readonly":
		return childReadOnly(s)
	case "full":
		return childFull(s)
	}
	return fmt.Errorf("no role %q", role)
}

func childReadOnly(s *Store) error {
	sn, err := s.Snapshot()
	if err != nil {
		return err
	}
	if data, err := sn.ReadFile("a"); err != nil || string(data) != "1" {
		return fmt.Errorf("read %q, %w", data, err)
	}
	if _, err := s.Fsck(context.Background(), nil); err != nil {
		return fmt.Errorf("fsck: %w", err)
	}
	if err := s.CheckWritable(); !errors.Is(err, ErrReadOnly) {
		return fmt.Errorf("can be written to: %w, want ErrReadOnly", err)
	}
	for _, dir := range []string{s.Dir(), s.Dir() + "/absent", s.Dir() + "/refs", s.Dir() + "/absent/.consider"} {
		if Writable(dir) { // there is a lock file in the first one only
			return fmt.Errorf("a store in %s can be written to", dir)
		}
	}
	put := func(tx *Tx) (Meta, error) { tx.Put("b", nil); return Meta{}, nil }
	if _, err := s.Update(context.Background(), put); !errors.Is(err, ErrReadOnly) {
		return fmt.Errorf("update: %w, want ErrReadOnly", err)
	}
	if _, err := s.GC(context.Background(), GCOptions{}, nil); !errors.Is(err, ErrReadOnly) {
		return fmt.Errorf("gc: %w, want ErrReadOnly", err)
	}
	if err := s.WriteCache("x", nil); !errors.Is(err, ErrReadOnly) {
		return fmt.Errorf("cache: %w, want ErrReadOnly", err)
	}
	fmt.Println("ok")
	return nil
}

// TestReadOnlyStoreIsRead runs as a user who may read but not write. Under root it uses another user, because
// permissions do not stop root.
func TestReadOnlyStoreIsRead(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	cmd := child(t, "readonly", s.Dir())
	if os.Getuid() == 0 {
		const nobody = 65534
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody, NoSetGroups: true}}
		cmd.Path = copyBinary(t, cmd.Path)
		openUp(t, s.Dir())
		openUp(t, cmd.Path)
		cmd.Dir = s.Dir()
	}
	chmodAll(t, s.Dir(), 0o555)
	t.Cleanup(func() { chmodAll(t, s.Dir(), 0o755) })
	if out, err := cmd.CombinedOutput(); err != nil || string(out) != "ok\n" {
		t.Fatalf("%v %s", err, out)
	}
}

// TestAStoreThatIsMountedReadOnlyIsRead runs as a sandbox does, which permissions alone do not make.
func TestAStoreThatIsMountedReadOnlyIsRead(t *testing.T) {
	flags := "-rm"
	if os.Getuid() == 0 {
		flags = "-m"
	}
	s := newStore(t)
	put(t, s, "a", "1")
	const mount = `mount --bind "$1" "$1" && mount -o remount,bind,ro "$1"`
	if out, err := exec.Command("unshare", flags, "sh", "-c", mount, "sh", s.Dir()).CombinedOutput(); err != nil {
		t.Skipf("nothing can be mounted here: %v %s", err, out)
	}
	cmd := child(t, "readonly", s.Dir())
	run := exec.Command("unshare", flags, "sh", "-c", mount+` && exec "$0" "$1"`, cmd.Path, s.Dir())
	run.Env = cmd.Env
	if out, err := run.CombinedOutput(); err != nil || string(out) != "ok\n" {
		t.Fatalf("%v %s", err, out)
	}
	if !Writable(s.Dir()) {
		t.Error("outside of the sandbox it cannot be written to")
	}
}

func copyBinary(t testing.TB, from string) string {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	to := filepath.Join(t.TempDir(), "child")
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE, 0o755)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return to
}

// openUp lets other users pass through the folders of this test above a file.
func openUp(t testing.TB, p string) {
	t.Helper()
	top := filepath.Clean(os.TempDir())
	for dir := filepath.Dir(p); dir != top && len(dir) > len(top); dir = filepath.Dir(dir) {
		if err := os.Chmod(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// chmodAll sets the mode of all folders, and of files without their x bits. It visits every folder first, because an
// unreadable folder hides its content.
func chmodAll(t testing.TB, root string, mode os.FileMode) {
	t.Helper()
	err := filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.Chmod(p, mode)
		}
		return os.Chmod(p, mode&0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// childFull limits the size of files to zero, which fails every write as a full disk does, then removes the limit.
func childFull(s *Store) error {
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		return err
	}
	put := func(data string) error {
		_, err := s.Update(context.Background(), func(tx *Tx) (Meta, error) {
			tx.Put("a", []byte(data))
			return Meta{Subject: "put"}, nil
		})
		return err
	}
	for _, room := range []uint64{0, 60, 130} {
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: room, Max: old.Max}); err != nil {
			return err
		}
		err := put(fmt.Sprint("never ", room))
		if err == nil {
			return fmt.Errorf("a write succeeded with %d bytes of room", room)
		}
		sn, err := s.Snapshot()
		if err != nil {
			return err
		}
		if data, err := sn.ReadFile("a"); err != nil || string(data) != "1" {
			return fmt.Errorf("read %q, %w", data, err)
		}
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &old); err != nil {
		return err
	}
	return put("2")
}

func TestNoRoomFailsCleanlyAndTheRetryWorks(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	if out, err := child(t, "full", s.Dir()).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	if got := mustRead(t, s, "a"); got != "2" {
		t.Fatal(got)
	}
	r, err := s.Fsck(t.Context(), nil)
	if err != nil || len(r.Problems) > 0 || len(r.Debris) > 0 {
		t.Errorf("%+v %v", r, err)
	}
	gitFsck(t, s)
}

func TestFIFOsHangNobody(t *testing.T) {
	for _, name := range []string{lockName, refName, refLock, reflogName, "config", packedRefs, "cache/view.json", ".gitignore"} {
		t.Run(strings.ReplaceAll(name, "/", "_"), func(t *testing.T) {
			s := newStore(t)
			put(t, s, "a", "1")
			if err := s.root.RemoveAll(name); err != nil {
				t.Fatal(err)
			}
			if err := syscall.Mkfifo(s.path(name), 0o666); err != nil {
				t.Fatal(err)
			}
			s.Close()
			before := fileKinds(t, s.Dir())
			useLinked(t, s.Dir())
			if s, err := Open(s.Dir(), testOptions(t)); err == nil {
				_, _ = s.ReadCache("view.json")
				s.Close()
			}
			if diff := cmp.Diff(before[name], fileKinds(t, s.Dir())[name]); diff != "" && !strings.HasPrefix(name, "cache") {
				t.Error(diff)
			}
		})
	}
}

func fileKinds(t testing.TB, root string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		if err == nil {
			rel, _ := filepath.Rel(root, p)
			out[filepath.ToSlash(rel)] = d.Type().String()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestFIFOAsAnObjectIsDamage(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	p := looseFile(s, HashBlob([]byte("1")))
	if err := os.Remove(p); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(p, 0o666); err != nil {
		t.Fatal(err)
	}
	s = openAt(t, s.Dir())
	sn, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sn.ReadFile("a"); !errors.Is(err, ErrCorrupt) {
		t.Errorf("error %v", err)
	}
	put(t, s, "b", "1") // heals it: the rename replaces the FIFO
	if data, err := sn.ReadFile("a"); err != nil || !bytes.Equal(data, []byte("1")) {
		t.Errorf("%q %v", data, err)
	}
}
