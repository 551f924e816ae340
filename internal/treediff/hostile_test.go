package treediff_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"consider/internal/gitrepo"
	"consider/internal/gittest"
	"consider/internal/treediff"
)

// everything asks every question there is.
func everything(t *testing.T, tree *gitrepo.Repo, base string) {
	t.Helper()
	ctx := t.Context()
	tree.Head(ctx)
	_, _ = tree.FileAt(ctx, "HEAD", "a.txt", limit)
	_, _ = tree.FileAt(ctx, base, "gone.txt", limit)
	_, _ = tree.Tracked(ctx, ".consider")
	_, _ = treediff.Untracked(ctx, tree)
	if names, err := treediff.Changed(ctx, tree); err != nil || len(names) == 0 {
		t.Errorf("Changed = %q, %v", names, err)
	}
	if saw, err := treediff.StatusOf(ctx, tree); err != nil || len(saw.Files) == 0 {
		t.Errorf("Saw = %+v, %v", saw, err)
	}
	tree.LineEnds(ctx, []string{"a.txt"})
	tree.UserName(ctx)
	tree.Describe(ctx)
	_, _ = treediff.NewMoment(tree).Renamed(ctx, base, []string{"gone.txt"}, func(string) []byte { return []byte("kept\ntext\n") }, alike)
}

// trap is a configuration in which every setting that can name a program does.
func trap(evil func(name string) string) string {
	return strings.Join([]string{
		`[core]`, `fsmonitor = "` + evil("fsmonitor") + `"`, `pager = "` + evil("pager") + `"`, `editor = "` + evil("editor") + `"`,
		`sshCommand = "` + evil("ssh") + `"`, `askPass = "` + evil("askpass") + `"`, `gitProxy = "` + evil("proxy") + `"`, `hooksPath = evilhooks`,
		`alternateRefsCommand = "` + evil("alternates") + `"`,
		`[diff]`, `external = "` + evil("external") + `"`,
		`[diff "evil"]`, `command = "` + evil("command") + `"`, `textconv = "` + evil("textconv") + `"`,
		`[filter "evil"]`, `clean = "` + evil("clean") + `"`, `smudge = "` + evil("smudge") + `"`, `required = true`,
		`[filter "evil2"]`, `process = "` + evil("process") + `"`,
		`[merge "evil"]`, `driver = "` + evil("merge") + `"`,
		`[gpg]`, `program = "` + evil("gpg") + `"`, `[log]`, `showSignature = true`,
		`[alias]`, `status = "!` + evil("alias") + `"`, `log = "!` + evil("alias") + `"`,
		`[credential]`, `helper = "!` + evil("credential") + `"`,
		`[pager]`, `log = "` + evil("pager.log") + `"`, `status = true`,
		`[remote "origin"]`, `url = "ext::` + evil("ext") + `"`, `promisor = true`, `partialclonefilter = blob:none`,
		`[include]`, `path = more`, ``,
	}, "\n")
}

// TestNoProgramOfTheConfigurationRuns: a clone or an archive can bring any of these settings. Each would leave a mark.
func TestNoProgramOfTheConfigurationRuns(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	evil := func(name string) string { return fmt.Sprintf("sh -c 'echo %s >> %s; cat' --", name, mark) }
	repo := gittest.New(t)
	repo.Write("a.txt", "a\n")
	repo.Write("b.bin", "b\n")
	repo.Write("gone.txt", "kept\ntext\n")
	base := repo.Commit("first")
	repo.Git("rm", "-q", "gone.txt")
	repo.Write("x.txt", "kept\ntext\nmore\n")
	repo.Write(".gitattributes", "*.txt filter=evil diff=evil merge=evil\n*.bin filter=evil2\n*.more filter=evil3\n")
	repo.Write("c.more", "c\n")
	repo.Commit("second")
	repo.Write(".git/more", "[filter \"evil3\"]\nclean = \""+evil("clean3")+"\"\n")
	for _, hook := range []string{"post-index-change", "post-checkout", "reference-transaction", "fsmonitor-watchman"} {
		for _, dir := range []string{".git/hooks/", "evilhooks/"} {
			repo.Write(dir+hook, "#!/bin/sh\necho "+hook+" >> "+mark+"\n")
			if err := os.Chmod(repo.Path(dir+hook), 0o755); err != nil {
				t.Fatal(err)
			}
		}
	}
	now := time.Now()
	for _, name := range []string{"a.txt", "b.bin", "c.more"} { // git has to compare the content
		if err := os.Chtimes(repo.Path(name), now, now.Add(-time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	repo.Write("a.txt", "b\n")
	text, err := os.ReadFile(repo.Path(".git/config"))
	if err != nil {
		t.Fatal(err)
	}
	repo.Write(".git/config", string(text)+trap(evil))
	before := files(t, repo.Dir)
	everything(t, open(t, repo.Dir), base)
	if ran, err := os.ReadFile(mark); err == nil {
		t.Errorf("ran: %s", ran)
	}
	if diff := gittest.Diff(before, files(t, repo.Dir)); diff != "" {
		t.Error(diff)
	}
	// The trap itself must work, or the test proves nothing.
	_, _ = repo.TryGit("status")
	if _, err := os.Stat(mark); err != nil {
		t.Error("a plain git status left no mark either")
	}
}

// TestNoFilterRunsWhateverItsName: git splits -c filter.a=b.clean= at the first "=", so a filter "a=b" used to run.
func TestNoFilterRunsWhateverItsName(t *testing.T) {
	names := []string{"a=b", "=", "a=b=", "", "UPPER", "with.dot", ".clean", `back\slash`, `quo"te`, "ümlaut", "filter.a=b", "consider.probe"}
	for _, kind := range []string{"clean", "process"} {
		for _, name := range names {
			t.Run(kind+" of "+name, func(t *testing.T) {
				mark := filepath.Join(t.TempDir(), "mark")
				repo := filtered(t, name, kind, mark)
				tree := open(t, repo.Dir)
				if names, err := treediff.Changed(t.Context(), tree); err != nil || len(names) != 0 {
					t.Errorf("Changed = %q, %v", names, err)
				}
				if saw, err := treediff.StatusOf(t.Context(), tree); err != nil || len(saw.Files) != 0 {
					t.Errorf("Saw = %+v, %v", saw, err)
				}
				if _, err := os.Stat(mark); err == nil {
					t.Error("the filter ran")
				}
				_, _ = repo.TryGit("status")
				if _, err := os.Stat(mark); err != nil {
					t.Error("a plain git status does not run it either")
				}
			})
		}
	}
}

// filtered makes a repository with a touched file that git passes through a filter, which leaves a mark.
func filtered(t *testing.T, name, kind, mark string) *gittest.Repo {
	t.Helper()
	repo := gittest.New(t)
	repo.Write("a.txt", "a\n")
	repo.Write(".gitattributes", "*.txt filter="+name+"\n")
	repo.Commit("first")
	text, err := os.ReadFile(repo.Path(".git/config"))
	if err != nil {
		t.Fatal(err)
	}
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name)
	repo.Write(".git/config", string(text)+"[FILTER \""+quoted+"\"]\n\t"+kind+" = \"echo ran >> "+mark+"; cat\"\n")
	touched := time.Now().Add(-time.Hour)
	if err := os.Chtimes(repo.Path("a.txt"), touched, touched); err != nil {
		t.Fatal(err)
	}
	return repo
}

// TestAGitThatCannotBeToldIsNotAskedToCompare: before 2.31 git accepts no settings from the environment, and would run
// the filters.
func TestAGitThatCannotBeToldIsNotAskedToCompare(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs a program that is a script")
	}
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("no git here")
	}
	mark := filepath.Join(t.TempDir(), "mark")
	repo := filtered(t, "a=b", "clean", mark)
	repo.Write("new.txt", "n\n")
	old := t.TempDir()
	script := "#!/bin/sh\nunset GIT_CONFIG_COUNT\nexec '" + git + "' \"$@\"\n"
	if err := os.WriteFile(filepath.Join(old, "git"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", old+":"+os.Getenv("PATH"))
	tree := open(t, repo.Dir)
	for range 2 { // the second time with a file that says what a newer git would
		if names, err := treediff.Changed(t.Context(), tree); err != nil || len(names) != 1 || names[0] != "new.txt" {
			t.Errorf("Changed = %q, %v", names, err)
		}
		if saw, err := treediff.StatusOf(t.Context(), tree); err != nil || len(saw.Files) != 1 || saw.Files[0].Path != "new.txt" {
			t.Errorf("Saw = %+v, %v", saw, err)
		}
		repo.Write(".git/config", "[consider]\n\tprobe = 1\n[filter \"a=b\"]\n\tclean = \"echo ran >> "+mark+"; cat\"\n")
	}
	if _, err := os.Stat(mark); err == nil {
		t.Error("the filter ran")
	}
	if _, err := tree.FileAt(t.Context(), "HEAD", "a.txt", limit); err != nil {
		t.Errorf("FileAt: %v", err)
	}
}

// files takes the fingerprint without asking git, which would spring the traps.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	path := os.Getenv("PATH")
	_ = os.Setenv("PATH", "")                      //nolint:usetesting // only while the fingerprint is taken, not to the end of the test
	defer func() { _ = os.Setenv("PATH", path) }() //nolint:usetesting // as above
	return gittest.Snapshot(t, dir).Print
}

// TestTheCallersGitVariablesDoNotMatter: hooks and editors set them.
func TestTheCallersGitVariablesDoNotMatter(t *testing.T) {
	other := gittest.New(t)
	other.Write("other.txt", "o\n")
	other.Commit("other")
	repo := gittest.New(t)
	repo.Write("a.txt", "a\n")
	id := repo.Commit("first")
	repo.Write("a.txt", "b\n")
	repo.Write("new.txt", "n\n")
	for name, value := range map[string]string{
		"GIT_DIR": other.Path(".git"), "GIT_WORK_TREE": other.Dir, "GIT_INDEX_FILE": other.Path(".git/index"),
		"GIT_OBJECT_DIRECTORY": other.Path(".git/objects"), "GIT_COMMON_DIR": other.Path(".git"), "GIT_NAMESPACE": "x",
		"GIT_CEILING_DIRECTORIES": repo.Dir, "GIT_LITERAL_PATHSPECS": "1", "GIT_PREFIX": "x", "GIT_TRACE": "1",
		"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.bare", "GIT_CONFIG_VALUE_0": "true",
	} {
		t.Setenv(name, value)
	}
	tree := open(t, repo.Dir)
	if head := tree.Head(t.Context()); head.Commit != id {
		t.Errorf("Head = %+v", head)
	}
	if names, err := treediff.Changed(t.Context(), tree); err != nil || len(names) != 2 || names[0] != "a.txt" {
		t.Errorf("Changed = %q, %v", names, err)
	}
	if names, err := treediff.Untracked(t.Context(), tree); err != nil || len(names) != 1 || names[0] != "new.txt" {
		t.Errorf("Untracked = %q, %v", names, err)
	}
}

// TestRefsDoNotLeadOutOfTheRepository: HEAD is a file that anyone can write.
func TestRefsDoNotLeadOutOfTheRepository(t *testing.T) {
	for _, head := range []string{
		"ref: ../../secret", "ref: /etc/passwd", "ref: refs/../../x", "ref: refs/heads/../../../x", "garbage", "", "ref: refs/heads/loop",
		strings.Repeat("0", 39), "ref: refs/heads/a b",
	} {
		t.Run(head, func(t *testing.T) {
			repo := gittest.New(t)
			repo.Commit("first")
			write(t, filepath.Join(filepath.Dir(repo.Dir), "x"), strings.Repeat("a", 40))
			repo.Write(".git/refs/heads/loop", "ref: refs/heads/loop\n")
			repo.Write(".git/HEAD", head+"\n")
			if got := open(t, repo.Dir).Head(t.Context()); got.Commit != "" || got.Reason == "" {
				t.Errorf("Head = %+v", got)
			}
		})
	}
}

// TestALyingObjectIsNotBelieved: it is neither inflated without end nor returned.
func TestALyingObjectIsNotBelieved(t *testing.T) {
	for name, forge := range map[string]func(r *gittest.Repo) []byte{
		"another object's content": func(r *gittest.Repo) []byte { return loose(t, "blob 2\x00", "x\n") },
		"longer than it says":      func(r *gittest.Repo) []byte { return gittest.Zeros("blob 2\x00a\n", 64) },
		"shorter than it says":     func(r *gittest.Repo) []byte { return loose(t, "blob 200\x00", "a\n") },
		"negative":                 func(r *gittest.Repo) []byte { return loose(t, "blob -2\x00", "a\n") },
		"endless header":           func(r *gittest.Repo) []byte { return loose(t, strings.Repeat("b", 1<<20), "") },
		"empty":                    func(r *gittest.Repo) []byte { return nil },
		"not compressed":           func(r *gittest.Repo) []byte { return []byte("blob 2\x00a\n") },
	} {
		t.Run(name, func(t *testing.T) {
			repo := gittest.New(t)
			repo.Write("a.txt", "a\n")
			repo.Commit("first")
			id := repo.Git("rev-parse", "HEAD:a.txt")
			place := ".git/objects/" + id[:2] + "/" + id[2:]
			repo.Remove(place)
			repo.Write(place, string(forge(repo)))
			withoutGit(t)
			if text, err := open(t, repo.Dir).FileAt(t.Context(), "HEAD", "a.txt", limit); err == nil {
				t.Errorf("FileAt gave %d bytes", len(text))
			}
		})
	}
}
