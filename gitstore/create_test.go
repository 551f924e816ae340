package gitstore

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOpenCreatesNothing(t *testing.T) {
	dir := t.TempDir()
	for _, d := range []string{filepath.Join(dir, "absent"), dir} {
		if _, err := Open(d, testOptions(t)); !errors.Is(err, ErrNoStore) {
			t.Errorf("Open(%q): %v", d, err)
		}
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left %v", left)
	}
}

func TestReadsChangeNothing(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	before := listStore(t, s)
	s = openAt(t, s.Dir())
	mustRead(t, s, "a")
	for _, err := range s.Log(t.Context(), LogOptions{WithPaths: true}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Fsck(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, listStore(t, s)); diff != "" {
		t.Fatal(diff)
	}
}

func TestGitNeverSeesTheStore(t *testing.T) {
	needGit(t)
	work := t.TempDir()
	run := func(args ...string) string {
		cmd := gitCommand(filepath.Join(work, ".git"), args...)
		cmd.Args = append([]string{"git", "-C", work}, args...)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v %s", args, err, out)
		}
		return string(out)
	}
	run("init", "-q")
	s := createAt(t, filepath.Join(work, ".consider"), testOptions(t))
	put(t, s, "a", "1")
	run("add", "-A")
	if got := run("status", "--porcelain"); got != "" {
		t.Fatalf("git status says %q", got)
	}
}

// TestHalfMadeStoreIsFinished stops a creation after each of its files.
func TestHalfMadeStoreIsFinished(t *testing.T) {
	whole := listStore(t, newStore(t))
	var objects []string
	for name := range whole {
		if strings.HasPrefix(name, "objects/") {
			objects = append(objects, name)
		}
	}
	for n, have := range [][]string{
		{},
		{".gitignore"},
		{".gitignore", "config"},
		{".gitignore", "config", "HEAD"},
		append([]string{".gitignore", "config", "HEAD"}, objects[:1]...),
		append([]string{".gitignore", "config", "HEAD"}, objects...),
		append([]string{".gitignore", "config", "HEAD", reflogName}, objects...),
	} {
		dir := filepath.Join(t.TempDir(), ".consider")
		for _, d := range []string{"objects", "refs/heads", "logs/refs/heads"} {
			if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		for _, name := range have {
			p := filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
				t.Fatal(err)
			}
			writeRaw(t, p, whole[name])
		}
		s := createAt(t, dir, testOptions(t))
		if diff := cmp.Diff(keys(whole), keys(listStore(t, s))); diff != "" {
			t.Errorf("step %d: %s", n, diff)
		}
		put(t, s, "a", "1")
		gitFsck(t, s)
	}
}

func keys(m map[string]string) map[string]bool {
	out := map[string]bool{}
	for k := range m {
		out[k] = true
	}
	return out
}

func TestEmptyFilesOfAPowerCutAreHealed(t *testing.T) {
	s := newStore(t)
	for _, name := range []string{".gitignore", "config", "HEAD"} {
		writeRaw(t, s.path(name), "")
	}
	if err := os.Remove(s.path(refName)); err != nil {
		t.Fatal(err)
	}
	s = createAt(t, s.Dir(), testOptions(t))
	got := listStore(t, s)
	for name, want := range map[string]string{".gitignore": gitignoreText, "config": configText, "HEAD": headText} {
		if got[name] != want {
			t.Errorf("%s holds %q", name, got[name])
		}
	}
}

func TestConcurrentCreatesMakeOneStore(t *testing.T) {
	dir := filepath.Join(t.TempDir(), ".consider")
	var wg sync.WaitGroup
	tips := make([]ID, 8)
	for i := range tips {
		wg.Go(func() {
			s, err := Create(dir, testOptions(t))
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			tips[i], err = s.Tip()
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	for _, tip := range tips {
		if tip != tips[0] {
			t.Fatal(tips)
		}
	}
	gitFsck(t, openAt(t, dir))
}

func TestNewerLayoutIsRefused(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	writeRaw(t, s.path("config"), strings.Replace(configText, "layout = 1", "layout = 2", 1))
	for _, open := range []func(string, Options) (*Store, error){Open, Create} {
		_, err := open(s.Dir(), testOptions(t))
		var v *VersionError
		if !errors.Is(err, ErrVersion) || !errors.As(err, &v) || v.Have != 2 || v.Know != 1 {
			t.Errorf("error %v", err)
		}
	}
}

func TestNewerSchemaIsRefusedForReadsAndWrites(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	work := filepath.Join(t.TempDir(), "index")
	script := func(stdin string, args ...string) string {
		cmd := gitCommand(s.Dir(), args...)
		cmd.Env = append(cmd.Env, "GIT_INDEX_FILE="+work)
		cmd.Stdin = strings.NewReader(stdin)
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("git %v: %v %s", args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	needGit(t)
	text, _ := json.Marshal(map[string]any{"schema": 2, "createdBy": "consider 9"})
	blob := script(string(text), "hash-object", "-w", "--stdin")
	script("", "read-tree", "HEAD")
	script("", "update-index", "--cacheinfo", "100644,"+blob+","+schemaFile)
	tree := script("", "write-tree")
	id := script("", "-c", "user.name=x", "-c", "user.email=x@y", "commit-tree", "-p", "HEAD", "-m", "newer", tree)
	script("", "update-ref", refName, id)

	s = openAt(t, s.Dir())
	var v *VersionError
	if _, err := s.Snapshot(); !errors.As(err, &v) || v.Have != 2 {
		t.Errorf("read: %v", err)
	}
	if _, err := update(t, s, func(tx *Tx) error { tx.Put("b", nil); return nil }); !errors.Is(err, ErrVersion) {
		t.Errorf("write: %v", err)
	}
	if tip, _ := s.Tip(); tip.String() != id {
		t.Error("the ref was touched")
	}
}

func TestCacheIsReplacedAsAWhole(t *testing.T) {
	s := newStore(t)
	if _, err := s.ReadCache("view.json"); !errors.Is(err, ErrNotExist) {
		t.Fatal(err)
	}
	if err := s.root.RemoveAll("cache"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"one", "", "three"} {
		if err := s.WriteCache("view.json", []byte(want)); err != nil {
			t.Fatal(err)
		}
		if got, err := s.ReadCache("view.json"); err != nil || string(got) != want {
			t.Fatalf("%q, %v", got, err)
		}
	}
	for _, name := range []string{"", "..", "../config", "a/b", "x.tmp-1"} {
		if err := s.WriteCache(name, nil); !errors.Is(err, ErrPath) {
			t.Errorf("WriteCache(%q): %v", name, err)
		}
		if _, err := s.ReadCache(name); !errors.Is(err, ErrPath) {
			t.Errorf("ReadCache(%q): %v", name, err)
		}
	}
}

// A creator is killed after it wrote objects and before it made the ref.
// The reader saw no folder of objects, and the ref once the maker was done.
func TestAStoreThatIsMadeWhileItIsOpenedIsNoDamage(t *testing.T) {
	s := openAt(t, newStore(t).Dir())
	_ = s.objects.Close() // it is opened again
	if err := s.withoutObjects(); err != nil {
		t.Error(err)
	}
}

func TestAStoreWithoutItsFirstRefIsNotMadeYet(t *testing.T) {
	for _, without := range [][]string{{refName}, {refName, reflogName}, {refName, reflogName, "HEAD", "config"}} {
		s := newStore(t)
		for _, name := range without {
			if err := s.root.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
		for _, left := range []string{"HEAD.tmp-0123456789abcdef", "config.tmp-0123456789abcdef", refLock} {
			writeRaw(t, s.path(left), "half")
		}
		writeRaw(t, s.path(lockName), "\n")
		if _, err := Open(s.Dir(), testOptions(t)); !errors.Is(err, ErrNoStore) {
			t.Errorf("without %v: %v", without, err)
		}
		o := testOptions(t)
		o.Warn = func(msg string) {
			if !strings.Contains(msg, refLock) {
				t.Errorf("without %v: %s", without, msg)
			}
		}
		next := createAt(t, s.Dir(), o)
		put(t, next, "a", "1")
		report, err := next.Fsck(t.Context(), nil)
		if err != nil || len(report.Problems)+len(report.Debris) > 0 {
			t.Errorf("without %v: %v, %v, %v", without, report.Problems, report.Debris, err)
		}
	}
}

// TestALineIsKnownByACommitThatNobodyElseCanMake: of two stores that are made in the same second, too.
func TestALineIsKnownByACommitThatNobodyElseCanMake(t *testing.T) {
	lines := map[ID]bool{}
	o := testOptions(t)
	o.Line = nil
	for range 2 {
		s := createAt(t, filepath.Join(t.TempDir(), ".consider"), o)
		tip := put(t, s, "a", "the same")
		first, steps, err := s.First(t.Context(), tip, ID{})
		if err != nil || steps != 1 || lines[first] {
			t.Fatal(first, steps, err, lines)
		}
		lines[first] = true
	}
}
