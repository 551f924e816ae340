//go:build unix

package proof

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"consider/internal/gittest"
)

// TestThreadsKeepToTheirTextThroughThisProjectsOwnHistory: the history is what
// people and agents really did to files.
func TestThreadsKeepToTheirTextThroughThisProjectsOwnHistory(t *testing.T) {
	t.Parallel()
	top, commits := ownHistory()
	if commits < 20 {
		t.Logf("no history here (%d commits): the synthetic one is all there is to go by", commits)
		return
	}
	r := gittest.At(t, filepath.Join(gittest.TempDir(t), "clone"))
	r.Git("clone", "-q", "--no-hardlinks", top, ".")
	r.Git("checkout", "-q", "-B", "newest")
	newTravel(t, r).through()
}

// ownHistory finds the repository that this test is in.
func ownHistory() (top string, commits int) {
	ask := func(args ...string) string {
		out, _ := exec.Command("git", args...).Output()
		return strings.TrimSpace(string(out))
	}
	commits, _ = strconv.Atoi(ask("rev-list", "--count", "HEAD"))
	if ask("rev-parse", "--is-shallow-repository") == "true" {
		commits = 0
	}
	return ask("rev-parse", "--show-toplevel"), commits
}

// TestThreadsKeepToTheirTextThroughAMadeUpHistory: sixty commits of edits,
// insertions, moved blocks, renames and deletions.
func TestThreadsKeepToTheirTextThroughAMadeUpHistory(t *testing.T) {
	t.Parallel()
	c := chance(t)
	r := gittest.New(t)
	truth := synthesise(r, c, 60)
	r.Git("branch", "-m", "newest")
	v := newTravel(t, r)
	v.chance = c
	v.through()
	// A file that is renamed and rewritten at once may lose its threads, but never to another file.
	elsewhere, followed := 0, 0
	for _, th := range v.list("--workflow", "all").Threads {
		switch now := truth.now(th.File); {
		case th.AnchorState == "orphaned" || now == th.File:
		case th.Placement.File != now:
			t.Errorf("thread %s was put on %s, which is now %q, and is on %s", th.ID, th.File, now, th.Placement.File)
		default:
			followed++
		}
		if now := truth.now(th.File); now != "" && now != th.File {
			elsewhere++
		}
	}
	t.Logf("%d of %d threads followed their renamed files", followed, elsewhere)
}

// travel is a project that moves back and forth in its history.
type travel struct {
	seat
	*gittest.Repo
	chance *rand.Rand
	was    map[string]string // by thread: the text it was put on
}

func newTravel(t *testing.T, r *gittest.Repo) *travel {
	return &travel{seat: sit(t, r.Dir).here(), Repo: r, chance: rand.New(rand.NewPCG(1, 2)), was: map[string]string{}}
}

// through puts threads on an old state of the project, and goes to the newest
// and back by all the ways there are.
func (v *travel) through() {
	v.t.Helper()
	v.Git("checkout", "-q", "-b", "old", v.oldest())
	v.comment(often(10, 5), often(5, 3))
	old := v.rawThreads()
	v.settled("where they were put")
	v.Git("checkout", "-q", "newest")
	v.settled("the newest commit")
	newest := v.rawThreads()
	for range often(3, 1) {
		v.Git("checkout", "-q", "old")
		v.same("back on the old branch", old)
		v.Git("checkout", "-q", "newest")
		v.same("back on the newest branch", newest)
	}
	v.rewrite(old, newest)
	v.aside(newest)
	v.rename(newest)
	sound(v.seat)
}

// oldest is the commit of fifty ago, or the first with something to talk about.
func (v *travel) oldest() string {
	v.t.Helper()
	commits := strings.Fields(v.Git("rev-list", "--first-parent", "newest"))
	for at := min(50, len(commits)-1); at > 0; at-- {
		if len(v.files(commits[at])) >= 3 {
			return commits[at]
		}
	}
	v.t.Fatal("no old commit has three files")
	return ""
}

// files are the text files of a commit that a thread can be put on, longest first.
func (v *travel) files(commit string) []string {
	var found []string
	sizes := map[string]int{}
	texts := strings.Split(v.Git("grep", "-I", "--name-only", "-e", "", commit), "\n") // each with the commit before it
	for _, line := range strings.Split(v.Git("ls-tree", "-r", "-l", commit), "\n") {
		meta, name, _ := strings.Cut(line, "\t")
		fields := strings.Fields(meta)
		if len(fields) != 4 || fields[0] != "100644" {
			continue
		}
		if size, _ := strconv.Atoi(fields[3]); size > 400 && size < 1<<20 && slices.Contains(texts, commit+":"+name) {
			found, sizes[name] = append(found, name), size
		}
	}
	slices.SortFunc(found, func(a, b string) int { return sizes[b] - sizes[a] })
	return found
}

// comment puts threads on lines of several files of what is checked out.
func (v *travel) comment(files, each int) {
	v.t.Helper()
	names := v.files("HEAD")
	for range min(files, len(names)) {
		i := v.chance.IntN(len(names))
		name := names[i]
		names = slices.Delete(names, i, i+1)
		lines := v.lines(name)
		for range each {
			start := 1 + v.chance.IntN(len(lines))
			end := min(start+v.chance.IntN(4), len(lines))
			id := v.add(fmt.Sprintf("%s:%d-%d", name, start, end), "-m", fmt.Sprintf("%s %d", name, start))
			v.was[id] = strings.Join(lines[start-1:end], "\n")
		}
	}
}

// lines returns the current lines of a file, without their ends.
func (v *travel) lines(name string) []string {
	v.t.Helper()
	text, err := os.ReadFile(v.Path(name))
	if err != nil {
		v.t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n"), "\n")
}

// settled fails for each thread that is on text other than its own and not
// shown as edited, and if threads are missing.
func (v *travel) settled(where string) {
	v.t.Helper()
	threads := v.list("--workflow", "all").Threads
	if len(threads) != len(v.was) {
		v.t.Errorf("%s: %d threads of %d are listed", where, len(threads), len(v.was))
	}
	count := map[string]int{}
	for _, th := range threads {
		at := th.Placement
		count[th.AnchorState]++
		if th.AnchorState != "anchored" {
			if at.StartLine != 0 {
				v.t.Errorf("%s: a thread without a place has one: %+v", where, th)
			}
			continue
		}
		lines := v.lines(at.File)
		if at.StartLine < 1 || at.EndLine > len(lines) {
			v.t.Errorf("%s: %s:%d-%d is not in the file", where, at.File, at.StartLine, at.EndLine)
			continue
		}
		if at.Edited {
			count["edited"]++
		} else if now := strings.Join(lines[at.StartLine-1:at.EndLine], "\n"); now != v.was[th.ID] {
			v.t.Errorf("%s: thread %s (%s, %s) was put on\n%s\nand is on\n%s", where, th.ID, th.Body, at.Method, v.was[th.ID], now)
		}
	}
	v.t.Logf("%s: %d threads: %v", where, len(threads), count)
}

// same fails unless the list is what it was, to the byte, and is the same for
// one who has never looked before.
func (v *travel) same(where, want string) {
	v.t.Helper()
	if got := v.rawThreads(); got != want {
		v.t.Errorf("%s: the list differs:\n%s", where, differing(want, got))
	}
	forget(v.t, v.Dir)
	if got := v.rawThreads(); got != want {
		v.t.Errorf("%s: the list differs from that of a first look:\n%s", where, differing(want, got))
	}
}

// differing returns the first location where two texts differ.
func differing(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	from := max(0, i-200)
	return clipTo(a[from:], 400) + "\n" + clipTo(b[from:], 400)
}

// rewrite changes commits without changing files: amended, rebased.
func (v *travel) rewrite(old, newest string) {
	v.t.Helper()
	v.Git("checkout", "-q", "-b", "amended")
	v.Git("commit", "-q", "--amend", "--allow-empty", "-m", "said better")
	v.same("amended", newest)
	v.Git("checkout", "-q", "old")
	v.Git("checkout", "-q", "-b", "side")
	v.Write("side/only.txt", numbered("side", 20))
	v.Commit("beside the rest")
	v.same("one more commit on the old state", old)
	v.Git("rebase", "-q", "newest")
	v.same("rebased onto the newest", newest)
	v.Git("checkout", "-q", "newest")
	v.same("back from the rebase", newest)
}

// aside edits files, stashes the edits, restores them and drops them.
func (v *travel) aside(newest string) {
	v.t.Helper()
	for _, name := range v.placed()[:min(3, len(v.placed()))] {
		lines := v.lines(name)
		v.Write(name, "put in above\n"+strings.Join(lines, "\n")+"\n")
	}
	v.settled("lines put in above")
	edited := v.rawThreads()
	if edited == newest {
		v.t.Error("lines put in above threads did not move any")
	}
	v.Git("stash", "-q")
	v.same("stashed", newest)
	v.Git("stash", "pop", "-q")
	v.same("stash popped", edited)
	v.Git("checkout", "-q", "--", ".")
	v.same("edits dropped", newest)
}

// placed returns the files that have anchored threads.
func (v *travel) placed() []string {
	v.t.Helper()
	var names []string
	for _, th := range v.list("--anchor", "anchored").Threads {
		names = append(names, th.Placement.File)
	}
	return slices.Compact(names)
}

// rename moves files, with git and without.
func (v *travel) rename(newest string) {
	v.t.Helper()
	name := v.placed()[0]
	moved := filepath.ToSlash(filepath.Join("moved", filepath.Base(name)))
	if err := os.MkdirAll(v.Path("moved"), 0o755); err != nil {
		v.t.Fatal(err)
	}
	v.Git("mv", name, moved)
	v.settled("git mv " + name)
	v.Git("mv", moved, name)
	v.same("git mv back", newest)
	v.Move(name, moved)
	v.settled("mv " + name)
	v.Move(moved, name)
	v.same("mv back", newest)
}
