//go:build unix

package proof

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"consider/internal/gittest"
)

// plant writes files into the store's tree by git's own plumbing, as another
// program would, in one commit.
func plant(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	index := []string{"GIT_INDEX_FILE=" + filepath.Join(t.TempDir(), "index")}
	git := func(stdin string, args ...string) string {
		return gitIn(t, dir, index, stdin, append([]string{"--git-dir=.consider"}, args...)...)
	}
	git("", "read-tree", "refs/heads/threads")
	for path, text := range files {
		mode, text, ok := strings.Cut(text, "\x00mode\x00")
		if !ok {
			mode, text = "100644", mode
		}
		id := git(text, "hash-object", "-w", "--stdin")
		git("", "update-index", "--add", "--cacheinfo", mode+","+id+","+path)
	}
	tree := git("", "write-tree")
	commit := git("", "commit-tree", tree, "-p", "refs/heads/threads", "-m", "planted")
	git("", "update-ref", "refs/heads/threads", commit)
}

// blob is a stored thread as JSON, to be modified.
func blob(t *testing.T, dir, id string) map[string]any {
	t.Helper()
	var v map[string]any
	text := plumbing(t, dir, "cat-file", "blob", "refs/heads/threads:threads/"+id[2:3]+"/"+id+".json")
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// bent returns a copy of a thread under another ID, with fields set; nil removes a field.
func bent(t *testing.T, thread map[string]any, id string, set map[string]any) string {
	t.Helper()
	v := map[string]any{}
	for name, value := range thread {
		v[name] = value
	}
	v["id"] = id
	for name, value := range set {
		if v[name] = value; value == nil {
			delete(v, name)
		}
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func stored(id string) string { return "threads/" + id[2:3] + "/" + id + ".json" }

// foreign are threads with a word each that this version does not know, and a newer one may have.
var foreign = map[string]map[string]any{
	"c_0dd00000": {"workflowState": "sleeping"},
	"c_0dd00001": {"author": "root"},
	"c_0dd00002": {"target": "moon"},
	"c_0dd00003": {"side": "left"},
}

// newer is the ID of a thread of which only the version is known.
const newer = "c_0dd00009"

// malformed are thread files that no consider writes.
func malformed(t *testing.T, th map[string]any) []string {
	anchor := func(start, end any) map[string]any {
		return map[string]any{"anchor": map[string]any{"startLine": start, "endLine": end, "targetContent": "x"}}
	}
	id := func(n int) string { return fmt.Sprintf("c_bad%05x", n) }
	whole := bent(t, th, id(3), nil)
	return []string{
		"",
		"not JSON at all",
		"[1,2,3]",
		whole[:len(whole)/2],
		"null",
		`{"id":"c_bad00005"}`,
		bent(t, th, "c_00000000", nil), // another thread's id
		bent(t, th, id(7), map[string]any{"version": "one"}),
		bent(t, th, id(8), map[string]any{"workflowState": "half asleep\n"}),
		bent(t, th, id(9), map[string]any{"author": "<b>root</b>"}),
		bent(t, th, id(10), map[string]any{"anchor": nil}),
		bent(t, th, id(11), anchor(0, -5)),
		bent(t, th, id(12), anchor(9, 3)),
		bent(t, th, id(13), anchor("one", "two")),
		bent(t, th, id(14), map[string]any{"thread": "no list"}),
		bent(t, th, id(15), map[string]any{"thread": []any{map[string]any{"id": "../../x"}}}),
		bent(t, th, id(16), map[string]any{"createdAt": "yesterday"}),
		bent(t, th, id(17), map[string]any{"target": "the moon"}),
		bent(t, th, id(18), map[string]any{"side": "../left"}),
		strings.Repeat("[", 100_000),
		`{"a":` + strings.Repeat(`{"a":`, 100_000),
		"\x00\x01\x02\xff\xfe",
		strings.Repeat("x", 9<<20),
		"120000\x00mode\x00../../../etc/passwd",
	}
}

// TestOneMalformedThreadHidesNoOther, and each is counted.
func TestOneMalformedThreadHidesNoOther(t *testing.T) {
	t.Parallel()
	r := sample(t)
	s := sit(t, r.Dir).here()
	good := []string{s.add("a.txt:1", "-m", "sound one"), s.add("a.txt:2", "-m", "sound two")}
	th := blob(t, r.Dir, good[0])
	bad := malformed(t, th)
	files := map[string]string{stored(newer): bent(t, th, newer, map[string]any{"version": 999})}
	for i, text := range bad {
		files[stored(fmt.Sprintf("c_bad%05x", i))] = text
	}
	for id, set := range foreign {
		files[stored(id)] = bent(t, th, id, set)
		good = append(good, id)
	}
	plant(t, r.Dir, files)
	for _, look := range []string{"cold", "warm"} {
		beside(s, look, len(good), len(bad))
	}
	for i := range bad {
		s.refused([]int{10, 14, 15, 16}, "get", fmt.Sprintf("c_bad%05x", i), "--json")
		s.refused([]int{10, 14, 15, 16}, "reply", fmt.Sprintf("c_bad%05x", i), "-m", "x", "--json")
	}
	s.refused([]int{15}, "get", newer, "--json")
	s.refused([]int{15}, "reply", newer, "-m", "x", "--json")
	asTheyAre(s)
	for _, args := range [][]string{{"list"}, {"summary"}, {"get", good[0]}, {"context", good[1]}, {"log"}, {"reconcile"}} {
		harmless(t, s.must(args...))
		s.must(append(args, "--json")...)
	}
	harmless(t, s.refused([]int{14}, "doctor"))
	for _, format := range []string{"md", "json", "sarif", "rdjsonl"} {
		got := s.refused([]int{14}, "export", "--format", format)
		harmless(t, got)
		if strings.Count(got.Out, "sound one") < len(good)-1 || strings.Count(got.Err, "not in this document: ") != len(bad)+1 {
			t.Errorf("export as %s: %s\n%s", format, clip(got.Out), clip(got.Err))
		}
		s.refused([]int{14}, "export", "--format", format, "--json")
	}
	fsck := s.refused([]int{14}, "fsck").Out
	if strings.Count(fsck, "problem: ") < len(bad) || strings.Contains(fsck, "problem: "+path.Dir(stored(newer))) {
		t.Errorf("fsck names %d problems of %d:\n%s", strings.Count(fsck, "problem: "), len(bad), clip(fsck))
	}
	s.must("reply", good[0], "-m", "goes on")
	s.must("gc")
	good = append(good, s.add("a.txt:3", "-m", "new beside the damage"))
	beside(s, "afterwards", len(good), len(bad))
	t.Logf("%d malformed threads, %d with words that are not known and one of a newer version beside sound ones", len(bad), len(foreign))
}

// beside fails unless good threads are listed, bad threads are damaged, and one is of a newer version.
func beside(s seat, when string, good, bad int) {
	s.t.Helper()
	list := s.list("--workflow", "all")
	if len(list.Threads) != good || len(list.Damaged) != bad || len(list.Newer) != 1 {
		s.t.Errorf("%s: %d threads of %d, %d damaged of %d, %d newer of 1", when, len(list.Threads), good, len(list.Damaged), bad, len(list.Newer))
		for _, th := range list.Threads {
			s.t.Logf("listed: %+v", th)
		}
	}
}

// asTheyAre fails unless the foreign threads are shown with their words, and keep them when a reply is added.
func asTheyAre(s seat) {
	s.t.Helper()
	for id, set := range foreign {
		for range 2 {
			shown := into[struct{ Thread map[string]any }](s, s.must("get", id, "--json")).Thread
			for name, word := range set {
				if shown[name] != word {
					s.t.Errorf("%s of %s is shown as %v, want %v", name, id, shown[name], word)
				}
			}
			if anchored := shown["anchorState"] == "anchored"; anchored != (set["side"] == nil) { // on an unknown side, it has no line
				s.t.Errorf("%s with %v is %v", id, set, shown["anchorState"])
			}
			s.must("reply", id, "-m", "x", "--json")
		}
	}
}

const secret = "nobody may read this line"

// traps makes what lies outside, and the ways into it that a path could take.
func traps(t *testing.T, r *gittest.Repo) (outside string) {
	t.Helper()
	outside = filepath.Dir(r.Dir)
	text := strings.Repeat("line\n"+secret+"\n", 10)
	for _, path := range []string{filepath.Join(outside, "secret.txt"), r.Path(".git/secret.txt")} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	link := func(to, name string) {
		if err := os.Symlink(to, r.Path(name)); err != nil {
			t.Fatal(err)
		}
	}
	link("../secret.txt", "linkfile")
	link("..", "linkdir")
	link(outside, "linkabs")
	link(".git", "linkgit")
	link(".consider", "linkstore")
	link("loop", "loop")
	link("loopb", "loopa")
	link("loopa", "loopb")
	link("/dev/zero", "zero")
	if err := syscall.Mkfifo(r.Path("fifo"), 0o644); err != nil {
		t.Fatal(err)
	}
	return outside
}

// TestAPathInAStoredThreadLeadsNowhereOutside: a thread is data that may
// be forged.
func TestAPathInAStoredThreadLeadsNowhereOutside(t *testing.T) {
	t.Parallel()
	r := sample(t)
	s := sit(t, r.Dir).here()
	good := s.add("a.txt:2", "-m", "sound")
	outside := traps(t, r)
	th := blob(t, r.Dir, good)
	paths := []string{
		"../secret.txt", "../../../../../../etc/passwd", filepath.Join(outside, "secret.txt"), "/etc/passwd",
		"a/../../secret.txt", "./../secret.txt", ".git/secret.txt", ".GIT/secret.txt", "linkgit/secret.txt", ".consider/config",
		"linkstore/config", "linkfile", "linkdir/secret.txt", "linkabs/secret.txt", "loop", "loopa/x", "fifo", "zero",
		"/dev/zero", "", ".", "..", "a.txt/../../secret.txt", "src/../a.txt", "C:\\secret.txt", "..\\secret.txt", "a\x00b", strings.Repeat("a/", 3000) + "x",
	}
	files := map[string]string{}
	for i, path := range paths {
		id := fmt.Sprintf("c_0dd%05x", i)
		// The description fits the secret file, so that finding it would show its lines.
		files[stored(id)] = bent(t, th, id, map[string]any{"file": path, "anchor": map[string]any{
			"startLine": 1, "endLine": 1, "targetContent": "line", "contextBefore": []string{}, "contextAfter": []string{}, "contentHash": "",
			"base": map[string]any{},
		}})
	}
	plant(t, r.Dir, files)
	leaks := func(got result) {
		if strings.Contains(got.Out+got.Err, secret) || strings.Contains(got.Out, "root:") || strings.Contains(got.Out, "repositoryformatversion") {
			t.Errorf("%s shows what lies outside:\n%s", got, clip(got.Out))
		}
	}
	for _, args := range [][]string{{"list", "--workflow", "all"}, {"summary"}, {"reconcile", "--all"}} {
		leaks(s.must(args...))
		leaks(s.must(append(args, "--json")...))
	}
	for _, args := range [][]string{{"export"}, {"export", "--format", "json"}} { // some of them count as damaged
		leaks(s.refused([]int{14}, args...))
		leaks(s.refused([]int{14}, append(args, "--json")...))
	}
	for i, path := range paths {
		for _, verb := range []string{"get", "context"} {
			got := s.refused([]int{0, 14}, verb, fmt.Sprintf("c_0dd%05x", i), "--json")
			leaks(got)
			if got.Code == 0 && into[one](s, got).Thread.AnchorState == "anchored" {
				t.Errorf("a thread on %q is anchored: %s", clipTo(path, 80), clip(got.Out))
			}
		}
	}
	if th := s.get(good); th.Placement.StartLine != 2 {
		t.Errorf("the sound one: %+v", th)
	}
	t.Logf("%d paths in stored threads", len(paths))
}
